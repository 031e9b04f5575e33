"""The script of figures is changed at five places where it is the one that is known, else not."""

import difflib

import pytest

from server.patches.browser.compile_hint import HINT, NAME
from server.patches.browser.figures import PLACES, PLOT, TURNS, rewritten
from server.patches.browser.files import STREAMLIT


@pytest.fixture(scope="module")
def script() -> str:
    (file,) = STREAMLIT.glob(f"static/js/{NAME}*.js")
    return file.read_text()


def test_the_installed_script_is_known_and_changed_at_five_places_only(script: str):
    assert [len(place.findall(script)) for place in PLACES] == [1] * len(PLACES)
    assert rewritten(script).startswith(TURNS)
    rest = rewritten(script).removeprefix(TURNS)
    pieces = [text.replace(";", ";\n").splitlines() for text in (script, rest)]
    changed = [line for line in difflib.unified_diff(*pieces, n=0) if line[0] in "+-"][2:]
    assert [line for line in changed if line.startswith("-") and "width" in line]
    assert sum("isNew" in line for line in changed) == 2
    assert [line for line in changed if PLOT.search(line)]
    assert len(changed) < 20


@pytest.mark.parametrize("place", PLACES)
def test_another_script_is_left_as_it_is(script: str, place):
    for other in (place.sub("", script), script + place.search(script)[0]):
        assert rewritten(other) == other


def test_the_hint_is_a_comment():
    assert HINT.startswith("//")
    assert HINT.count("\n") == 1
