"""An address, opened once: its page, two sheets of paper, its files, no barrier in three looks.

One visit for all of these: to open a page costs as much as to judge it. Some addresses in every
run, all of them where all is asked for.
"""

import re
from collections.abc import Callable
from datetime import UTC, datetime

import pytest
from playwright.sync_api import Page, expect

from pages.kit.page import about
from pages.kit.paths import name_of
from tests.e2e.addresses import PAGES, name
from tests.e2e.test_accessibility import barriers_in_three_looks
from tests.e2e.test_downloads import FILES, take

OpenPage = Callable[..., Page]
FIGURE = ".stPlotlyChart .main-svg, .instrument svg, img"
TAKEN_ELSEWHERE = ("/trade-off",)
"""A page whose own journeys take its files over public data."""

WITHOUT_FIGURE = ("/accessibility", "/lessons", "/release")
WITHOUT_ANSWER = (*WITHOUT_FIGURE, "/all-pages")
"""These have no sentence on what was found."""


IN_EVERY_RUN = (
    "/",
    "/data",
    "/trade-off",
    "/lessons",
)
"""Pages of each kind, on a desktop and on a phone: a dial, forms, figures of lines and of none,
files. The others, which are of the same parts, have journeys of their own in every run."""


@pytest.mark.parametrize(
    "path",
    [
        path if path in IN_EVERY_RUN else pytest.param(path, marks=pytest.mark.whole)
        for path in PAGES
    ],
    ids=name,
)
def test_every_address_shows_its_page_prints_it_gives_its_files_and_has_no_barrier(
    open_page: OpenPage, path: str
):
    phone = list(PAGES).index(path) % 2 == 1
    page = open_page(path, phone=phone)
    heading = page.get_by_test_id("stMain").get_by_role("heading", level=1)
    expect(heading).to_have_text(PAGES[path])
    navigation = about(name_of(path.strip("/"))).title
    expect(page).to_have_title(f"{navigation} · Privacy-Accuracy Explorer")
    shown = [FIGURE] if path not in WITHOUT_FIGURE else []
    assert_prints_on_two_sheets(page, shown + ["strong"] * (path not in WITHOUT_ANSWER))
    if path not in TAKEN_ELSEWHERE:
        assert_gives_its_files(page, FILES.get(path, []))
    assert barriers_in_three_looks(page) == []


def assert_prints_on_two_sheets(page: Page, shown: list[str]) -> None:
    """Check that a page prints what it found, the day and its address, and nothing to press."""
    main = page.get_by_test_id("stMain")
    found = [main.locator(each) for each in shown]
    for each in found:
        expect(each.filter(visible=True).first).to_be_visible()
    assert 1 <= len(re.findall(rb"/Type\s*/Page\b", page.pdf(prefer_css_page_size=True))) <= 2
    page.emulate_media(media="print")
    for each in found:  # A figure may just be drawn anew, for paper.
        expect(each.filter(visible=True).first).to_be_visible()
    expect(main.locator(".st-key-paper")).to_contain_text(str(datetime.now(UTC).year))
    expect(main.locator(".st-key-paper")).to_contain_text(page.url.split("?")[0].rstrip("/"))
    for number in main.get_by_test_id("stMetricValue").all():
        expect(number).to_be_visible()
    for role in ("button", "slider", "textbox", "combobox", "radio"):
        expect(main.get_by_role(role)).to_have_count(0)
    page.emulate_media(media="screen")
    expect(main.locator(".st-key-paper")).to_be_hidden()


def assert_gives_its_files(page: Page, labels: list[str]) -> None:
    """Check that each file over public data comes, and that each figure can be saved in one way."""
    for label in labels:
        assert take(page, label)
    if labels:
        saved = page.locator("[data-picture]").evaluate_all(PICTURES)
        assert sorted(set(saved)) == sorted(page.evaluate(SAVED_ABOVE))
        page.keyboard.press("Escape")  # What is open hides the rest from who looks for barriers.
        expect(page.locator("[data-picture]")).to_have_count(0)


PICTURES = "buttons => buttons.map((each) => each.dataset.picture)"
SAVED_ABOVE = """() => [...document.querySelectorAll(".js-plotly-plot")]
  .filter((each) => each.querySelector(".modebar-btn")?.checkVisibility() === false)
  .map((each) => each._context.toImageButtonOptions.filename)"""
"""The names of the figures that show no camera of their own."""
