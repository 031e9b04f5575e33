"""What tells of first screens: it counts what is seen there, and nothing that lies below."""

import json
from dataclasses import replace

import pytest

from tests.e2e import first_screens
from tests.e2e.browser import Windows
from tests.e2e.first_screens import FirstScreen, Part

PLAIN = FirstScreen("/data", "phone", None, False, 0.0, None, 1395, 228, None, 9, 3, 0, 1)
MOVING = FirstScreen(
    "/trade-off", "phone", 600, True, 0.61, ("sentence", "figure"), 2000, 205, -38, 20, 8, 8, 3
)

PAGE = """
<div data-testid="stApp" data-test-script-state="notRunning" data-test-connection-state="CONNECTED">
  <div data-testid="stMain" style="height: 100vh; overflow: auto">
    <h1 style="height: 100px; margin: 0">Three words here</h1>
    <div class="st-key-settings" style="height: 100px"><p>ε</p></div>
    <div data-testid="stColumn"><div class="stMetric"><p>5 %</p></div><p>half of the draws</p></div>
    <p style="display: none">unseen words</p>
    <div class="js-plotly-plot" style="position: absolute; top: 700px; height: 400px; width: 99px">
      <svg class="main-svg"><path id="made-1" d="M0 0L9 9" stroke="black"></path></svg>
    </div>
    <p id="below" style="margin-top: 2000px">below</p>
  </div>
</div>
"""


@pytest.mark.parametrize(
    ("change", "kinds"),
    [
        ("document.querySelector('h1').textContent = 'Other words'", ("sentence",)),
        ("document.querySelector('.stMetric p').textContent = '6 %'", ("tiles",)),
        ("document.querySelector('.stMetric + p').textContent = 'other half'", ("tiles",)),
        ("document.querySelector('path').setAttribute('d', 'M0 0L9 8')", ("figure",)),
        ("document.querySelector('path').id = 'made-2'", ("nothing",)),
        ("document.querySelector('h1').style.height = '120px'", ("nothing",)),
        ("document.querySelector('.st-key-settings p').textContent = 'λ'", ("nothing",)),
        ("document.querySelector('#below').textContent = 'still below'", ("nothing",)),
    ],
)
def test_what_is_seen_and_other_has_changed_and_nothing_else(
    browser: Windows, change: str, kinds: tuple[str, ...]
):
    with browser.lent(dark=False, phone=False) as page:
        page.set_content(PAGE)
        before = first_screens.look(page)
        assert before.figure == (700, 1100)
        assert before.words == 9  # The title's, ε, four of the tile and one below; a number is none
        page.evaluate(change)
        assert first_screens.changed(before.parts, first_screens.look(page).parts) == kinds
        page.goto("about:blank")


def test_a_text_that_comes_twice_counts_as_often_as_it_comes():
    once: list[Part] = [("sentence", "n", True)]
    assert first_screens.changed(once, once * 2) == ("sentence",)
    assert first_screens.changed(once * 2, once * 2) == ("nothing",)


PRESSED = """
<button>one</button><label>two <input type="checkbox"></label><input type="range" value="3">
<span class="stTooltipIcon"><button>what one is</button></span>
<a href="#word-1">a word</a>
<button style="display: none">nothing</button><a>no link</a><a href="#below">four</a>
<div class="stExpander"><details><summary>five</summary></details></div>
<div class="st-key-takeaway" style="margin-top: 3000px"><button>six</button></div>
<div class="st-key-takeaway"><button>seven</button><button>eight</button></div>
"""


def test_what_can_be_pressed_counts_once_and_what_only_explains_by_itself(browser: Windows):
    with browser.lent(dark=False, phone=False) as page:
        page.set_content(PAGE.replace("<h1", f"{PRESSED}<h1"))
        found = first_screens.look(page)
        page.goto("about:blank")
    assert (found.controls, found.helps, found.under, found.folds) == (5, 2, 1, 1)


@pytest.mark.parametrize(
    ("top", "bottom", "seen"), [(100, 300, 1), (800, 1000, 0.5), (900, 950, 0), (2000, 2100, 0)]
)
def test_the_share_of_a_figure_is_what_lies_above_the_fold(top: float, bottom: float, seen: float):
    assert first_screens.share(top, bottom, 900) == seen


def test_the_table_has_a_line_for_each_page_and_dashes_where_there_is_nothing_to_tell():
    window, head, plain, moving = first_screens.table([PLAIN, MOVING]).splitlines()
    assert window == "phone, 390 × 844"
    assert plain.split() == ["/data", "–", "–", "–", "–", "1395", "228", "–", *"9301"]
    told = ["/trade-off", "600", "yes", "61%", "sentence,", "figure", "2000", "205", "-38"]
    counted = ["20", "8", "8", "3"]
    assert moving.split() == told + counted
    assert len(head) == len(plain) == len(moving)
    grown = replace(MOVING, begins=False, grows=5)
    assert first_screens.table([grown]).split()[-13:-4] == [*told[:2], "no", *told[3:-1], "+5"]


def test_the_document_holds_what_the_table_does_and_null_where_that_has_a_dash():
    document = json.loads(first_screens.as_json([PLAIN, MOVING]))
    assert document["epsilon"] == [0.1, 1]
    plain, moving = document["screens"]
    assert [key for key in plain if plain[key] is None] == ["figure_top", "changes", "grows"]
    assert moving["changes"] == ["sentence", "figure"]
    assert (moving["figure_top"], moving["seen"], moving["grows"]) == (600, 0.61, -38)
