"""In a real browser: a budget is not offered to another table of as many records."""

from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from dpcore.data.declared.schema import Label, Numeric, Schema
from dpcore.ledger import Ledger
from tests.e2e.browser import Windows, settled, visitor
from tests.e2e.test_accessibility import barriers_in_two_looks
from tests.e2e.test_release import DONE, RELEASE, fill, give, press, type_in
from tests.pages.release.forms import N
from tests.serving import IN_THREADS, serve

SCHOOL = Schema(Label("late", ("yes",)), (Numeric("weight", 0, 100, missing=50),))
ROWS = "weight,late\n" + "".join(f"{k % 90},{'yes' if k % 3 else 'no'}\n" for k in range(N))
OPEN, NAMED = "Open a budget for this data set", "Charge a budget by its name"


def remove_both_files(page: Page) -> None:
    buttons = page.get_by_role("button", name="Remove", exact=True)
    for left in (1, 0):
        buttons.first.click()
        expect(buttons).to_have_count(left)
        settled(page)


STILL = """node => new Promise(done => {
    node.scrollIntoView({block: "center", behavior: "instant"});
    requestAnimationFrame(() => requestAnimationFrame(done));
})"""
"""A list that is open closes when the page scrolls."""


def options_of(page: Page) -> list[str]:
    """Return what the choice of a budget lists."""
    box = settled(page).get_by_role("combobox", name="Whose budget is charged")
    box.evaluate(STILL)
    box.focus()
    page.keyboard.press("ArrowDown")
    options = page.get_by_role("option")
    expect(options.first).to_be_visible()
    listed = options.all_inner_texts()
    page.keyboard.press("Escape")
    expect(options).to_have_count(0)
    return listed


@pytest.mark.whole
def test_of_two_tables_of_equal_n_each_is_charged_to_its_own_budget(
    browser: Windows, tmp_path: Path
):
    with (
        serve(tmp_path, environment=IN_THREADS) as own,  # Its ledger holds no other budget.
        visitor(browser, own.url, dark=False, phone=False) as guest,
    ):
        page = guest.open("/release")
        fill(page, "clinic")
        press(page, RELEASE)
        expect(page.get_by_text(DONE)).to_be_visible()
        press(settled(page), "Another release")
        expect(page.get_by_text(f"Opened for n = {N} records")).to_be_visible()
        assert options_of(page) == ["clinic", OPEN, NAMED]
        remove_both_files(page)
        give(page, "Your table", "school.csv", ROWS.encode())
        give(page, "Its declared schema, as JSON", "school.json", SCHOOL.to_json().encode())
        name = page.get_by_role("textbox", name="Name of the data set", exact=True)
        expect(name).to_have_value("school")
        assert options_of(page) == [OPEN, NAMED]
        expect(page.get_by_role("button", name=RELEASE)).to_have_count(0)
        expect(page.get_by_text("No budget has been chosen")).to_be_visible()
        assert barriers_in_two_looks(settled(page)) == []
        type_in(page, "Total ε, set once", "2")
        press(page, "Open this budget")
        expect(page.get_by_text(f"Opened for n = {N} records")).to_be_visible()
        expect(page.get_by_role("textbox", name="Privacy parameter ε")).to_have_value("1")
        press(settled(page), RELEASE)
        expect(page.get_by_text(DONE)).to_be_visible()
    with Ledger(tmp_path / "ledger.db") as ledger:
        spent = {each: ledger.budget(each).spent for each in ledger.data_sets()}
    assert spent == {"clinic": 1.0, "school": 1.0}
