"""Who pays? in a real browser: what is on the first screen, ε, two releases, and a phone."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.e2e.addresses import PAGES
from tests.e2e.browser import DESKTOP, PHONE, settled
from tests.house.some import some

OpenPage = Callable[..., Page]
QUICK = "/who-pays?n=2000&draws=10&epsilon=1&lam=0.01"
PARTS = {"groups": QUICK, "decided": f"{QUICK}&who_pays_part=decided"}

one_part, other_part = (
    pytest.mark.parametrize("path", some(PARTS.values(), (often,)), ids=PARTS)
    for often in PARTS.values()
)
"""Both, of which each stands on one of the two sizes of screen in every run."""


def figure(page: Page) -> Locator:
    return page.locator(".js-plotly-plot").first


def sentence(page: Page) -> Locator:
    """Return the sentence with the numbers of the moment."""
    return page.get_by_test_id("stMarkdown").locator("strong", has_text="At ε = ").first


@one_part
def test_the_first_screen_holds_sentence_and_figure(open_page: OpenPage, path: str):
    page = open_page(path)
    expect(page.get_by_role("heading", level=1)).to_have_text(PAGES["/who-pays"])
    expect(sentence(page)).to_be_in_viewport()
    box = figure(page).bounding_box()
    assert box is not None
    assert box["y"] + box["height"] <= DESKTOP["height"]


@pytest.mark.parametrize(
    "path", [PARTS["groups"], pytest.param(PARTS["decided"], marks=pytest.mark.whole)], ids=PARTS
)
def test_another_epsilon_is_another_sentence(open_page: OpenPage, path: str):
    page = open_page(path)
    before = sentence(page).inner_text()
    assert before.startswith("At ε = 1 ")
    typed = page.get_by_role("textbox", name="Privacy parameter ε, typed")
    typed.fill("0.5")
    typed.press("Enter")
    page.wait_for_url(re.compile(r"epsilon=0\.5(&|$)"))
    expect(sentence(page)).to_have_text(re.compile(r"^At ε = 0\.5 "))
    one, other = (text.split(" ", 4)[-1] for text in (before, sentence(page).inner_text()))
    assert one != other


def test_releasing_again_rings_those_whose_answer_changed(open_page: OpenPage):
    page = open_page(PARTS["decided"])
    rings = figure(page).locator(".legendtext", has_text="changed sides")
    expect(rings).to_have_count(0)
    said = page.get_by_text("of all test records")
    expect(said).to_have_count(0)
    again = page.get_by_role("button", name="Release again")
    again.click()
    expect(said).to_be_visible()
    expect(rings).to_have_count(1)
    page.wait_for_url(re.compile("who_pays_pair=1"))
    again.click()
    page.wait_for_url(re.compile("who_pays_pair=2"))
    expect(said).to_be_visible()


def test_the_share_of_the_smaller_group_moves_its_figure(open_page: OpenPage):
    page = open_page(QUICK)
    names = figure(page).locator(".annotation-text", has_text="smaller group")
    before = names.text_content() or ""
    typed = page.get_by_role("textbox", name="Share of the smaller group, typed")
    typed.fill("0.5")
    typed.press("Enter")
    page.wait_for_url(re.compile(r"group_share=0\.5"))
    expect(names).not_to_have_text(before)


def test_more_settings_open_without_a_fault(open_page: OpenPage):
    page = open_page(QUICK)
    page.get_by_text("More settings").click()
    expect(page.get_by_role("spinbutton", name="Seed")).to_be_visible()
    expect(figure(settled(page))).to_be_visible()


ENDS = """
row => {
  const figure = document.querySelector(".js-plotly-plot");
  figure.scrollIntoView({ block: "end" });
  const { top, bottom } = figure.getBoundingClientRect();
  return [top, bottom, row.getBoundingClientRect().top];
}
"""
"""Top and bottom of the first figure, once it is scrolled into view, and of the row the top."""


@other_part
def test_on_a_phone_the_figure_and_epsilon_fit_into_one_window(open_page: OpenPage, path: str):
    page = open_page(path, phone=True)
    row = page.locator("[class*=_dial1]")
    top, bottom, edge = row.evaluate(ENDS)
    bar = 60
    assert bar < top < bottom <= edge + 1 < PHONE["height"]
    name = row.get_by_role("slider").first.get_attribute("aria-label") or ""
    assert name.startswith("Privacy parameter ε") or row.get_by_text("Privacy parameter ε").count()
