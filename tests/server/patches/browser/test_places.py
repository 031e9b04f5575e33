"""A figure keeps its place, where both scripts that have to do with it are the known ones."""

import pytest

from server.patches.browser import figures
from server.patches.browser.files import STREAMLIT
from server.patches.browser.places import NAME, PLACES, is_known, rewritten
from server.patches.browser.rewritten import content_of


@pytest.fixture(scope="module")
def script() -> str:
    scripts = [file.read_text() for file in STREAMLIT.glob(f"static/js/{NAME}*.js")]
    (script,) = filter(is_known, scripts)
    return script


def test_the_installed_script_is_known_and_changed_at_three_places_only(script: str):
    assert [len(place.findall(script)) for place in PLACES] == [1, 1, 1]
    assert len(rewritten(script)) < len(script) + 60
    assert ".element.type===`plotlyChart`?void 0:" in rewritten(script)
    assert all(place.search(rewritten(script)) is None for place in PLACES)


@pytest.mark.parametrize("place", PLACES)
def test_another_script_is_left_as_it_is(script: str, place):
    for other in (place.sub("", script), script + place.search(script)[0]):
        assert rewritten(other) == other


def test_it_is_served_so_and_other_files_of_its_name_are_not_changed(script: str):
    for file in STREAMLIT.glob(f"static/js/{NAME}*.js"):
        assert content_of(file).decode() == rewritten(file.read_text())
        assert (content_of(file) != file.read_bytes()) == (file.read_text() == script)


def test_a_figure_that_nobody_would_draw_anew_does_not_stay(script: str, monkeypatch):
    monkeypatch.setattr(figures, "applies", lambda: False)
    assert rewritten(script) == script
