"""A class hands in its codes: pasted, dropped, and saved as a table."""

import csv
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from pages.lessons import sheet
from pages.lessons.steps.answers import Reply
from tests.e2e.browser import settled
from tests.e2e.test_accessibility import barriers

OpenPage = Callable[..., Page]
SIZE = 30
CODES = [
    sheet.spell({("promises", 1): Reply("2" if number % 3 else "2.72", False, number, 0)})
    for number in range(1, SIZE + 1)
]


def test_thirty_pasted_codes_and_a_dropped_one_become_a_table_that_is_saved(open_page: OpenPage):
    page = open_page("/lessons?lessons_open=class")
    page.get_by_role("textbox", name="Codes, one to a line").fill("\n".join([*CODES, "eNbroken"]))
    page.keyboard.press("Control+Enter")
    expect(page.get_by_role("cell", name="10 of 30")).to_be_visible()
    expect(page.get_by_text(f"Line {SIZE + 1}: “eNbroken” is not a sheet code.")).to_be_visible()
    dropped = f"name,code\n=1+1,{sheet.spell({('promises', 1): Reply('2.718', False, 1, 0)})}\n"
    box = page.locator("input[type=file]")
    box.set_input_files({"name": "c.csv", "mimeType": "text/csv", "buffer": dropped.encode()})
    expect(page.get_by_role("cell", name="11 of 31")).to_be_visible()
    settled(page)
    assert barriers(page) == []
    with page.expect_download() as download:
        page.get_by_role("button", name="Save the table").click()
    head, *rows = csv.reader(Path(download.value.path()).read_text("utf-8").splitlines())
    assert head == ["student", "1.1 solved", "1.1 tries"]
    assert rows[0] == ["1", "no", "1"]
    assert rows[2] == ["3", "yes", "3"]
    assert rows[SIZE] == ["'=1+1", "yes", "1"]
    assert rows[SIZE + 2][1] == "11 of 31"


@pytest.mark.whole
def test_the_link_for_students_opens_the_first_question_elsewhere(open_page: OpenPage):
    page = open_page("/lessons?lessons_open=class&seed=7")
    link = page.locator(".stCode code").first.inner_text()
    assert link.startswith(page.url.partition("/lessons")[0])
    page.goto(link)
    settled(page)
    expect(page.get_by_role("heading", level=2, name="Two curves")).to_be_visible()
    assert "seed=7" in page.url
