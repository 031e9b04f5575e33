"""A figure keeps its place, where both scripts that have to do with it are the known ones."""

import pytest

from server import static
from server.scripts import charts, root
from server.scripts.places import NAME, PLACES, patched
from server.static import STREAMLIT, content_of

FILES = [
    file for file in STREAMLIT.glob(f"static/js/{NAME}*.js") if root.BASE.search(file.read_text())
]


@pytest.fixture(scope="module")
def script() -> str:
    (file,) = FILES
    return file.read_text()


def test_the_installed_script_is_known_and_changed_at_three_places_only(script: str):
    assert [len(place.findall(script)) for place in PLACES] == [1, 1, 1]
    assert len(patched(script)) < len(script) + 60
    assert ".element.type===`plotlyChart`?void 0:" in patched(script)
    assert all(place.search(patched(script)) is None for place in PLACES)


@pytest.mark.parametrize("place", PLACES)
def test_another_script_is_left_as_it_is(script: str, place):
    for other in (place.sub("", script), script + place.search(script)[0]):
        assert patched(other) == other


def test_a_figure_that_nobody_would_draw_anew_does_not_stay(script: str, monkeypatch):
    (file,) = FILES
    both = root.patched(patched(script))
    assert content_of(file).decode() == both
    monkeypatch.setattr(charts, "is_known", lambda _: False)
    assert content_of(file).decode() == root.patched(script)
    assert static.PATCHES[root.NAME](script) == root.patched(script)
