"""The numbers behind a figure, by keyboard and for a screen reader."""

import csv
import io
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.e2e.browser import DESKTOP, settled
from tests.e2e.test_accessibility import barriers_in_two_looks
from tests.e2e.test_downloads import take

OpenPage = Callable[..., Page]
SMALL = "/trade-off?n=60&draws=2"
KEY = "Alt+t"
CHANGED = """() => {
  document.body.append(document.createElement("i"));
  return new Promise((seen) => requestAnimationFrame(() => requestAnimationFrame(seen)));
}"""
"""Changes the page, and waits until its script has seen that."""


def read(page: Page) -> list[tuple[str, str]]:
    """Return role and name of all that a screen reader is told of, in its order."""
    tree = page.context.new_cdp_session(page).send("Accessibility.getFullAXTree")["nodes"]
    told: list[dict[str, Any]] = [node for node in tree if not node["ignored"]]
    return [(node["role"]["value"], node.get("name", {}).get("value", "")) for node in told]


def test_the_table_is_opened_read_and_closed_by_the_keyboard_alone(open_page: OpenPage):
    page = open_page(SMALL)
    button = opener(page)
    assert button.get_attribute("aria-expanded") == "false"
    figure = page.get_by_role("figure").first
    expect(figure).to_have_attribute("aria-description", "Its numbers as a table: Alt+T.")
    page.keyboard.press(KEY)
    expect(first(page)).to_be_focused()
    expect(button).to_have_attribute("aria-expanded", "true")
    files = [take(page, label).decode() for label in ("CSV of the medians", "CSV")]
    page.keyboard.press("Escape")  # what "Download" has opened
    expect(page.get_by_role("button", name="CSV", exact=True)).to_have_count(0)
    headers, cells = list[str](), list[str]()
    for header, *rows in (csv.reader(io.StringIO(file)) for file in files):
        headers += header
        cells += [cell for row in rows for cell in row]
    told = read(settled(page))
    assert [name for role, name in told if role == "columnheader"] == headers
    assert [name for role, name in told if role in ("cell", "gridcell")] == cells
    first(page).focus()
    page.keyboard.press("Escape")
    expect(first(page)).to_have_count(0)
    expect(button).to_be_focused()


def opener(page: Page) -> Locator:
    return page.locator(".st-key-table").get_by_role("button")


def first(page: Page) -> Locator:
    return page.get_by_role("region", name="Table: trade-off-medians.csv")


def test_an_open_table_follows_the_dial_and_leaves_the_keyboard_where_it_is(open_page: OpenPage):
    page = open_page(SMALL)
    opener(page).click()
    expect(first(page)).to_be_focused()
    page.mouse.click(DESKTOP["width"] * 0.75, 30)  # in the bar, where nothing is
    page.evaluate(CHANGED)
    expect(page.locator("body")).to_be_focused()
    typed = page.get_by_role("textbox", name="Privacy parameter ε, typed")
    typed.fill("0.123")
    typed.press("Enter")
    draws = page.get_by_role("region", name="Table: trade-off.csv")
    expect(draws.get_by_role("cell", name="0.123").first).to_be_attached()
    expect(typed).to_be_focused()
    page.keyboard.press(KEY)  # which works while one types
    expect(draws).to_have_count(0)
    expect(typed).to_be_focused()


@pytest.mark.whole
def test_an_open_table_has_no_barriers_and_scrolls_within_itself(open_page: OpenPage):
    page = open_page(SMALL, phone=True)
    opener(page).click()
    expect(first(page)).to_be_focused()
    expect(first(page)).to_be_in_viewport()
    assert barriers_in_two_looks(page) == []


def test_in_a_lesson_on_a_phone_the_table_opens_clear_of_the_card(open_page: OpenPage):
    page = open_page("/foundations?lesson=promises&step=2", phone=True)
    opener(page).click()
    table = page.get_by_role("region", name="Table: foundations-noisy-sum.csv")
    expect(table).to_be_focused()
    page.wait_for_function(
        "both => both[0].getBoundingClientRect().bottom <= both[1].getBoundingClientRect().top",
        arg=[each.element_handle() for each in (table, page.locator(".st-key-lesson_card"))],
    )


def test_every_button_of_a_figures_toolbar_has_a_name(open_page: OpenPage):
    page = open_page("/is-it-private?n=60")
    buttons = page.locator(".modebar-btn")
    assert buttons.count()
    assert all(each.get_attribute("aria-label") for each in buttons.all())
