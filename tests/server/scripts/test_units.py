"""The script for texts keeps numbers and units in one line, if it is the one that is known."""

import re

import pytest

from server.scripts.units import NAME, PLACE, TOGETHER, UNITS, patched
from server.static import STREAMLIT, content_of


@pytest.fixture(scope="module")
def script() -> str:
    (file,) = STREAMLIT.glob(f"static/js/{NAME}*.js")
    return file.read_text()


def test_the_installed_script_is_known_and_changed_at_one_place_only(script: str):
    assert script.count(PLACE) == 1
    assert patched(script).replace(TOGETHER, "") == script
    (file,) = STREAMLIT.glob(f"static/js/{NAME}*.js")
    assert content_of(file) == patched(script).encode()


def test_another_script_is_left_as_it_is(script: str):
    for other in (script.replace(PLACE, ""), script + PLACE):
        assert patched(other) == other


def test_a_unit_is_a_whole_word_behind_a_number():
    place = re.compile(rf"(?<=\d) (?={UNITS})")
    for together in ("5.1 %", "1.0 point", "1,000 people", "50 draws", "62 times", "95 in 100"):
        assert place.search(together)
    for apart in ("the % of", "part 2 pointed out", "5 peoples", "95 in 1,000", "n = 5 and 6"):
        assert not place.search(apart)
