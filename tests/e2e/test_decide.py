"""Decide in a real browser: a sheet of one page to sign, and lines that come on demand."""

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import pytest
from playwright.sync_api import Page, expect

from tests.e2e import first_screens
from tests.e2e.browser import settled

OpenPage = Callable[..., Page]
QUICK = "/decide?data=two_groups&n=2000&draws=10&decide_risk=90&decide_cost=100"
ALL_LINES = "&decide_risk_line=attack&decide_cost_line=dearest"
TO_SIGN = ".st-key-printed_signature"

INVERTED = "invert(1) hue-rotate(180deg)"


def n_pages(page: Page) -> int:
    """Return on how many pages it prints."""
    return len(re.findall(rb"/Type\s*/Page\b", page.pdf(prefer_css_page_size=True)))


@contextmanager
def on_paper(page: Page) -> Iterator[None]:
    """Show a page as it is printed; its window is used again, by somebody with a screen."""
    page.emulate_media(media="print")
    try:
        yield
    finally:
        page.emulate_media(media="screen")


@pytest.mark.parametrize(
    ("dark", "phone"),
    [
        pytest.param(False, False, id="light-desktop"),
        pytest.param(False, True, id="light-phone", marks=pytest.mark.whole),
        pytest.param(True, False, id="dark-desktop", marks=pytest.mark.whole),
        pytest.param(True, True, id="dark-phone"),
    ],
)
def test_the_sheet_is_one_page_to_sign_in_light_colours(
    open_page: OpenPage, dark: bool, phone: bool
):
    page = open_page(QUICK + ALL_LINES, dark=dark, phone=phone)
    main = page.get_by_test_id("stMain")
    expect(main.get_by_text("The thin line of the cost is the group")).to_be_visible()
    expect(main.locator(TO_SIGN)).to_be_hidden()
    assert n_pages(page) == 1
    with on_paper(page):
        for said in ("“We release one classifier at ε = ", "What has to be assumed", "One split:"):
            expect(main.get_by_text(said)).to_be_visible()
        for word in ("Name", "Date", "Signature"):
            line = main.locator(TO_SIGN).get_by_text(word, exact=True)
            expect(line).to_be_visible()
            expect(line).to_have_css("border-top-style", "solid")
        expect(main.get_by_text("/decide?data=two_groups")).to_be_visible()
        # What was drawn for a dark screen is turned over, and its words, white, with it.
        drawn = main.locator(".stPlotlyChart .main-svg").first
        expect(drawn).to_have_css("filter", INVERTED if dark else "none")
        words = "rgb(255, 255, 255)" if dark else "rgb(0, 0, 0)"
        expect(drawn.locator("text").first).to_have_css("fill", words)


def test_where_nothing_keeps_both_there_is_nothing_to_sign(open_page: OpenPage):
    page = open_page(QUICK.replace("decide_cost=100", "decide_cost=0.1"))
    expect(page.get_by_text("no ε meets both limits").first).to_be_visible()
    with on_paper(page):
        expect(page.locator(TO_SIGN)).to_have_count(0)


def test_lines_come_on_demand_and_stand_in_the_address(open_page: OpenPage):
    page = open_page(QUICK)
    lines = page.locator(".js-plotly-plot .scatterlayer .js-line")
    before = lines.count()
    page.get_by_role("radio", name="Guarantee and attack").click()
    expect(page.get_by_text("rely on the limit")).to_be_visible()
    expect(lines).to_have_count(before + 1)
    page.get_by_role("radio", name="Disagreement").click()
    expect(page.get_by_text("people differently")).to_be_visible()
    expect(lines).to_have_count(before + 2)
    expect(page).to_have_url(re.compile("decide_risk_line=attack"))
    expect(page).to_have_url(re.compile("decide_cost_line=disagreement"))


def test_the_board_s_story_ends_in_a_sheet_to_sign(open_page: OpenPage):
    page = open_page("/?story=board&scene=7&present=1")
    page.keyboard.press("PageDown")
    heading = page.get_by_role("heading", level=1)
    expect(heading).to_contain_text("Which ε for these 455 patients?")
    expect(page.get_by_role("button", name="Next")).to_be_disabled()
    page.keyboard.press("Escape")
    expect(heading).to_have_text("Which ε should we choose?")
    expect(page.get_by_text("“We release one classifier at ε = ")).to_be_visible()
    settled(page)
    assert n_pages(page) == 1
    with on_paper(page):
        expect(page.locator(TO_SIGN)).to_be_visible()


HANDLE = ".st-key-chosen [type=range]"
BAR = "[class*=_dial1]"
HEIGHT = "document.querySelector('[data-testid=\"stMain\"]').scrollHeight"


@pytest.mark.parametrize("phone", [False, True])
def test_sentence_figure_and_handle_are_on_the_first_screen_together(
    open_page: OpenPage, phone: bool
):
    page = open_page("/decide", phone=phone)
    ends = page.viewport_size["height"]
    if phone:  # The bar of the tolerances stays at its lower end.
        ends = page.locator(BAR).first.bounding_box()["y"]
    for part in (
        page.get_by_text("Breast cancer table, 455 training records: any ε from").first,
        page.locator(".js-plotly-plot").first,
        page.locator(HANDLE),
    ):
        box = part.bounding_box()
        assert box["y"] >= 0
        assert box["y"] + box["height"] <= ends


@pytest.mark.parametrize(
    "phone", [pytest.param(False, marks=pytest.mark.whole), pytest.param(True)]
)
def test_a_turn_of_the_handle_moves_sentence_and_figure_and_nothing_below(
    open_page: OpenPage, phone: bool
):
    page = open_page("/decide", phone=phone)
    before = page.evaluate(HEIGHT)
    for key, epsilon in (("End", "1.3"), ("Home", "0.79")):
        page.locator(HANDLE).press(key)
        expect(page.get_by_text(f"“We release one classifier at ε = {epsilon}, by")).to_be_visible()
        expect(page).to_have_url(re.compile(f"decide_epsilon={epsilon}"))
        settled(page)
        assert abs(page.evaluate(HEIGHT) - before) <= 8


@pytest.mark.parametrize(
    "phone", [pytest.param(False, marks=pytest.mark.whole), pytest.param(True)]
)
def test_no_tolerance_moves_the_figure(open_page: OpenPage, phone: bool):
    page = open_page("/decide", phone=phone)
    origin, at_first = page.url.partition("/decide")[0], figure_top(page)
    for asked in ("decide_cost=300&decide_risk=99", "decide_risk=51"):
        page.goto(f"{origin}/decide?{asked}")
        assert abs(figure_top(page) - at_first) <= 8, asked


def figure_top(page: Page) -> float:
    first_screens.look(page)
    return page.locator(".js-plotly-plot").first.bounding_box()["y"]
