"""The numbers behind a figure, by keyboard and for a screen reader."""

import csv
import io
from collections.abc import Callable
from typing import Any

from playwright.sync_api import Page, expect

from tests.e2e.browser import settled
from tests.e2e.test_accessibility import barriers_in_two_looks
from tests.e2e.test_downloads import take

OpenPage = Callable[..., Page]
SMALL = "/trade-off?n=60&draws=2"
KEY = "Alt+t"


def read(page: Page) -> list[tuple[str, str]]:
    """Return role and name of all that a screen reader is told of, in its order."""
    tree = page.context.new_cdp_session(page).send("Accessibility.getFullAXTree")["nodes"]
    told: list[dict[str, Any]] = [node for node in tree if not node["ignored"]]
    return [(node["role"]["value"], node.get("name", {}).get("value", "")) for node in told]


def named(nodes: list[tuple[str, str]], *roles: str) -> list[str]:
    return [name for role, name in nodes if role in roles]


def test_the_table_is_opened_read_and_closed_by_the_keyboard_alone(open_page: OpenPage):
    page = open_page(SMALL)
    box, button = page.get_by_role("region", name="Table: trade-off.csv"), opener(page)
    assert button.get_attribute("aria-expanded") == "false"
    figure = page.get_by_role("figure").first
    expect(figure).to_have_attribute("aria-description", "Its numbers as a table: Alt+T.")
    page.keyboard.press(KEY)
    expect(box).to_be_focused()
    expect(button).to_have_attribute("aria-expanded", "true")
    rows = list(csv.reader(io.StringIO(take(page, "CSV").decode())))
    page.keyboard.press("Escape")  # what "Download" has opened
    nodes = read(settled(page))
    assert "trade-off.csv" in " ".join(named(nodes, "table", "caption", "Caption"))
    assert named(nodes, "columnheader") == rows[0]
    cells = [cell for row in rows[1:201] for cell in row]
    assert named(nodes, "cell", "gridcell") == cells
    box.focus()
    page.keyboard.press("Escape")
    expect(box).to_have_count(0)
    expect(button).to_be_focused()


def opener(page: Page) -> Any:
    return page.locator(".st-key-table").get_by_role("button")


def test_an_open_table_follows_the_dial_and_leaves_the_keyboard_where_it_is(open_page: OpenPage):
    page = open_page(f"{SMALL}&compared=output")
    opener(page).click()
    box = page.get_by_role("region", name="Table: trade-off.csv")
    expect(box).to_be_focused()
    before = box.inner_text()
    page.get_by_role("textbox", name="Privacy parameter ε, typed").fill("0.123")
    page.keyboard.press("Tab")
    expect(box.get_by_role("cell", name="0.123").first).to_be_attached()
    expect(box).not_to_be_focused()
    assert box.inner_text() != before


def test_an_open_table_has_no_barriers_and_scrolls_within_itself(open_page: OpenPage):
    page = open_page(SMALL, phone=True)
    opener(page).click()
    expect(page.get_by_role("region", name="Table: trade-off.csv")).to_be_focused()
    assert barriers_in_two_looks(page) == []
