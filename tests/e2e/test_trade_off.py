"""The Trade-off page in a real browser: settings that stay, links that travel, things to take."""

import csv
import json
import re
import time
from collections.abc import Callable
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import pytest
from playwright.sync_api import Locator, Page, Route, expect

from tests.e2e.addresses import PAGES
from tests.e2e.browser import PATIENCE, Windows, settled, visitor
from tests.serving import Server

OpenPage = Callable[..., Page]
LINK = "/trade-off?data=breast_cancer&epsilon=2.5&lam=0.05&loss=huber&h=0.3&n=300&draws=30&seed=7"


def numbers(page: Page) -> list[str]:
    """Return the three numbers on the page, once it has settled."""
    return settled(page).get_by_test_id("stMetricValue").all_inner_texts()


def query(page: Page) -> dict[str, list[str]]:
    """Return the settings in the address bar."""
    return parse_qs(urlsplit(page.evaluate("location.href")).query)


@pytest.mark.whole
def test_a_copied_link_opens_the_same_picture_in_another_browser(browser: Windows, server: Server):
    seen = []
    for dark in (False, True):
        with visitor(browser, server.url, dark=dark, phone=dark) as someone:
            page = someone.open(LINK)
            expect(page.get_by_text("At ε = 2.5,")).to_be_visible()
            seen.append(numbers(page))
            assert query(page) == parse_qs(urlsplit(LINK).query)
            assert_offers_its_address(page)
    assert seen[0] == seen[1]
    assert len(seen[0]) == 3


def assert_offers_its_address(page: Page) -> None:
    page.get_by_role("button", name="Share", exact=True).click()
    offered = page.get_by_test_id("stPopoverBody").locator("code").first.inner_text()
    assert parse_qs(urlsplit(offered).query) == query(page)
    assert urlsplit(offered).path == "/trade-off"


def test_settings_survive_page_changes_and_back(open_page: OpenPage):
    page = open_page(LINK)
    before, settings = numbers(page), query(page)
    page.get_by_role("link", name="Overview").first.click()
    expect(page.get_by_role("heading", level=1)).to_have_text(PAGES["/"])
    expect(page.get_by_text("At ε = 3:", exact=True)).to_be_visible()  # the dial's nearest place
    expect(page).to_have_url(re.compile("epsilon=2.5"))
    assert query(page) == settings
    settled(page).reload()
    settled(page).go_back()
    expect(page.get_by_role("heading", level=1)).to_have_text(
        "How much accuracy does privacy cost?"
    )
    expect(page.get_by_text("At ε = 2.5,")).to_be_visible()
    expect(page).to_have_url(re.compile("epsilon=2.5"))
    assert numbers(page) == before
    assert query(page) == settings


def test_moving_epsilon_changes_answer_and_address_and_both_outlive_going_back_and_a_refresh(
    open_page: OpenPage,
):
    page = open_page("/trade-off?data=breast_cancer&epsilon=1&n=200&lam=0.01")
    page.get_by_role("slider", name="Privacy parameter ε").press("ArrowRight")
    assert_shows(page, "1.5")
    page.get_by_label("Privacy parameter ε, typed").fill("4")
    page.get_by_label("Privacy parameter ε, typed").press("Enter")
    assert_shows(page, "4")
    settled(page).go_back()
    assert_shows(page, "1.5")
    before = numbers(page)
    page.reload()
    assert numbers(page) == before
    kept = {"data": ["breast_cancer"], "epsilon": ["1.5"], "n": ["200"]}
    assert query(page) == kept | {"lam": ["0.01"]}  # what the older address meant


def assert_shows(page: Page, epsilon: str) -> None:
    expect(page.get_by_text(f"At ε = {epsilon},")).to_be_visible()
    expect(page).to_have_url(re.compile(rf"epsilon={re.escape(epsilon)}(&|$)"))
    settled(page)


def test_numbers_are_taken_along_as_csv_and_the_figure_as_either_picture(open_page: OpenPage):
    page = open_page("/trade-off?data=breast_cancer&draws=3&lam=0.01")
    page.get_by_role("button", name="Download").click()
    with page.expect_download() as download:
        page.get_by_role("button", name="CSV", exact=True).click()
    with open(download.value.path(), newline="") as file:
        rows = list(csv.DictReader(file))
    assert download.value.suggested_filename == "trade-off.csv"
    assert {row["mechanism"] for row in rows} == {"non_private", "output", "objective"}
    for picture in ("svg", "png"):
        button = page.get_by_role("button", name=f"{picture.upper()}, ")
        button.focus()
        with page.expect_download() as download:
            page.keyboard.press("Enter")
        assert download.value.suggested_filename == f"error-against-epsilon.{picture}"
        assert Path(download.value.path()).read_bytes()[:4] in (b"<svg", b"\x89PNG")
        expect(button).to_be_focused()
    expect(page.locator(".modebar-btn").first).to_be_hidden()


def test_the_code_is_taken_along_as_a_notebook_with_the_pages_sentence(open_page: OpenPage):
    page = open_page("/trade-off?data=breast_cancer&draws=3&epsilon=0.5&lam=0.01")
    page.get_by_role("button", name="Code").click()
    with page.expect_download() as download:
        page.get_by_role("button", name="Notebook").click()
    assert download.value.suggested_filename == "trade-off-along-epsilon.ipynb"
    with open(download.value.path(), encoding="utf-8") as file:
        asked, _, on, *code = ("".join(cell["source"]) for cell in json.load(file)["cells"])
    said = asked.split("\n\n")[2]
    assert said.startswith("At ε = 0.5,")
    expect(page.get_by_text(said)).to_be_visible()
    assert page.url.partition("?")[0] in on
    assert "plt.show()" in code[-1]


def test_on_a_phone_the_answer_comes_first_and_the_figure_speaks_to_screen_readers(
    open_page: OpenPage,
):
    page = open_page("/trade-off", phone=True)
    assert_speaks_to_screen_readers(page)
    answer = page.get_by_test_id("stMetricValue").first.bounding_box()
    card = page.get_by_text("Settings", exact=True).bounding_box()
    assert answer is not None
    assert card is not None
    assert answer["y"] < card["y"]


def assert_speaks_to_screen_readers(page: Page) -> None:
    name = page.get_by_role("figure", name=re.compile("Test error against the privacy parameter"))
    expect(name.first).to_be_attached()


DRAWING = re.compile(r"""\((\w+),(["'`]plotly_beforeplot["'`]),\[""")
"""Where Plotly begins to draw; first what holds the figure."""

TOLD = re.compile(r"drawn (\d+) ([\d.]+)")

MANY = "/is-it-private?n=200"
"""A page of several figures."""

FRAME = "document.timeline.currentTime"
"""Stands still until the browser has shown what was done."""

CHARTS = "document.querySelectorAll('.js-plotly-plot').length"


ATTEMPTS = 4
"""After which a page that draws its figures twice is not one on a busy machine."""


def test_figures_are_drawn_once_for_a_move_and_once_in_turn_at_first(
    browser: Windows, server: Server
):
    def tell(route: Route) -> None:
        answer = route.fetch(max_retries=3)
        noted = rf"(\1,(\1.drawn=(\1.drawn??0)+1,console.info('drawn',\1.drawn,{FRAME}),\2),["
        route.fulfill(response=answer, body=DRAWING.sub(noted, answer.text(), count=1))

    with visitor(browser, server.url, dark=False, phone=False) as guest:
        guest.window.route("**/PlotlyChart.*.js", tell)
        told: list[tuple[str, str]] = []  # how often that figure was drawn, and in which frame
        guest.window.on("console", lambda said: told.extend(TOLD.findall(said.text)))
        slider = guest.open(MANY).get_by_role("slider", name="Privacy parameter ε").first
        move(guest.window, slider, told)
        # A machine that was busy for a second draws a figure as far as it is computed, and again.
        for _ in range(ATTEMPTS):
            told.clear()
            guest.open(MANY).wait_for_timeout(500)  # Nothing comes later, either.
            opened, n_charts = list(told), guest.window.evaluate(CHARTS)
            told.clear()
            move(guest.window, slider, told)
            frames = [frame for _, frame in opened]
            drawn = {times for times, _ in opened}, {times for times, _ in told}
            if drawn == ({"1"}, {"2"}) and frames.count(frames[0]) == 1:
                break
        assert len(opened) >= n_charts > 1
        # Each that stays in its place is drawn a second time there, and none twice for one move.
        assert drawn == ({"1"}, {"2"})
        assert frames.count(frames[0]) == 1, "The first was not shown before the next was drawn."
        guest.window.unroute("**/PlotlyChart.*.js")


def move(page: Page, slider: Locator, told: list[tuple[str, str]]) -> None:
    """Move ε, and wait until the figures have followed."""
    n_told, deadline = len(told), time.monotonic() + PATIENCE / 1000
    slider.press("ArrowRight")
    while len(told) == n_told and time.monotonic() < deadline:
        page.wait_for_timeout(100)
    settled(page)


def test_a_page_at_work_says_so_within_half_a_second_and_a_quick_answer_comes_before(
    open_page: OpenPage,
):
    page = settled(open_page(LINK))
    begins = "app => parseFloat(getComputedStyle(app, '::before').animationDelay)"
    is_seen = """app => {
        const sign = getComputedStyle(app, "::before");
        return sign.content !== "none" && sign.opacity > 0;
    }"""
    app = page.get_by_test_id("stApp")
    assert not app.evaluate(is_seen)
    app.evaluate("app => { app.dataset.testScriptState = 'running'; }")
    assert 0.2 <= app.evaluate(begins) < 0.45, "a tenth of a second is the network's"
    page.wait_for_function(is_seen, arg=app.element_handle())
