"""Every file of every page comes, over public data and over a visitor's own table."""

from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.addresses import PAGES
from tests.e2e.browser import settled
from tests.e2e.test_data import EMPTY, declare, with_table

OpenPage = Callable[..., Page]
FEW = "draws=2&n=100&candidates=0.1&plane_n=20&example_n=100&d=2"
"""Few draws and records: what is tested is that the file comes."""

FILES = {
    "/trade-off": ["CSV"],
    "/sweeps": ["CSV", "Parquet"],
    "/geometry": ["CSV"],
    "/counterexample": ["CSV"],
    "/private-tuning": ["CSV"],
    "/is-it-private": ["CSV", "Draws"],
    "/papers": ["CSV"],
}
TAKEN_ELSEWHERE = ("/trade-off", "/sweeps")
"""Pages whose own journeys take their files over public data."""

OF_OWN_TABLE = ("/trade-off", "/sweeps", "/geometry", "/private-tuning", "/is-it-private")
GROUPS = {"/is-it-private": "Understand"}
TITLES = {
    "/trade-off": "Trade-off",
    "/sweeps": "Sweeps",
    "/geometry": "Geometry",
    "/private-tuning": "Private tuning",
    "/is-it-private": "Is it private?",
}


def take(page: Page, label: str) -> bytes:
    button = page.get_by_role("button", name=label, exact=True)
    with page.expect_download() as download:
        button.click()
    content = Path(download.value.path()).read_bytes()
    assert len(content) > 50
    return content


def go(page: Page, path: str) -> Page:
    """Change pages by the navigation, as the session's own table asks for."""
    page.get_by_test_id("stTopNavSection").filter(has_text=GROUPS.get(path, "Explore")).click()
    page.get_by_test_id("stTopNavDropdownLink").filter(has_text=TITLES[path]).click()
    expect(page.get_by_test_id("stMain").get_by_role("heading", level=1)).to_have_text(PAGES[path])
    return settled(page)


@pytest.mark.parametrize("path", [path for path in FILES if path not in TAKEN_ELSEWHERE])
def test_files_over_public_data_come(open_page: OpenPage, path: str):
    page = open_page(f"{path}?{FEW}")
    for label in FILES[path]:
        expect(page.get_by_role("button", name=label, exact=True)).to_be_visible()
        assert take(page, label)


def test_files_over_an_own_table_come(open_page: OpenPage):
    page = declare(with_table(open_page(f"{EMPTY}&draws=2&candidates=0.1&plane_n=20&pair=own")))
    for path in OF_OWN_TABLE:
        go(page, path)
        for label in FILES[path]:
            expect(page.get_by_role("button", name=label, exact=True)).to_be_visible()
            content = take(page, label)
            assert b"upload" in content or label in ("Draws", "Parquet") or "private" in path
