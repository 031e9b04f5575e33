"""Every file of every page comes over a visitor's own table, and to nobody else.

Over public data `test_every_address.py` takes them.
"""

import io
import json
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from playwright.sync_api import Page, expect
from streamlit.runtime.memory_media_file_storage import _calculate_file_id

from dpcore.data.dataset import n_training
from server.visits.files import OVER
from tests.e2e.addresses import PAGES
from tests.e2e.browser import Windows, settled, visitor
from tests.e2e.test_data import EMPTY, ROWS, declare, with_table
from tests.serving import Server

OpenPage = Callable[..., Page]
FILES = {
    "/": ["CSV"],
    "/data": ["CSV of the records"],
    "/trade-off": ["CSV"],
    "/geometry": ["CSV"],
    "/counterexample": ["CSV"],
    "/private-tuning": ["CSV"],
    "/adversary": ["CSV"],
    "/kernels": ["CSV"],
    "/is-it-private": ["CSV", "Draws"],
    "/papers": ["CSV"],
}
OF_OWN_TABLE = (
    "/trade-off",
    "/geometry",
    "/private-tuning",
    "/adversary",
    "/is-it-private",
)
GROUPS = {"/adversary": "Understand", "/is-it-private": "Understand"}
TITLES = {
    "/trade-off": "Trade-off",
    "/geometry": "Geometry",
    "/private-tuning": "Private tuning",
    "/adversary": "Adversary",
    "/is-it-private": "Is it private?",
}


def take(page: Page, label: str) -> bytes:
    return taken(page, label)[1]


def taken(page: Page, label: str) -> tuple[str, bytes]:
    """Return the address that a button led to, and the file that came from there.

    What stands under a figure stays open behind "Download", which is pressed once.
    """
    button = page.get_by_role("button", name=label, exact=True)
    behind = page.get_by_role("button", name="Download", exact=True)
    if behind.count() and not button.count():
        behind.click()
    with page.expect_download() as download:
        button.click()
    content = Path(download.value.path()).read_bytes()
    assert len(content) > 50
    return download.value.url, content


def rows_of(content: bytes, label: str) -> pd.DataFrame:
    file = io.BytesIO(content)
    return pd.read_parquet(file) if label == "Parquet" else pd.read_csv(file)


def go(page: Page, path: str) -> Page:
    """Change pages by the navigation, as the session's own table asks for."""
    page.get_by_test_id("stTopNavSection").filter(has_text=GROUPS.get(path, "Explore")).click()
    page.get_by_test_id("stTopNavDropdownLink").filter(has_text=TITLES[path]).click()
    expect(page.get_by_test_id("stMain").get_by_role("heading", level=1)).to_have_text(PAGES[path])
    return settled(page)


@pytest.mark.whole
def test_files_over_an_own_table_come(open_page: OpenPage):
    """Each names the own table or its columns, or rests on as many records as it learns from."""
    page = declare(with_table(open_page(f"{EMPTY}&draws=2&candidates=0.1&plane_n=20&pair=own")))
    for path in OF_OWN_TABLE:
        go(page, path)
        expect(page.get_by_role("button", name="Download", exact=True)).to_be_visible()
        for label in FILES[path]:
            rows = rows_of(take(page, label), label)
            if path == "/is-it-private":
                assert set(rows["n"]) == {n_training(ROWS)}
                assert set(rows["d"]) == {4}  # with the level for values that are not listed
            elif (path, label) == ("/adversary", "CSV"):
                assert list(rows["Column"]) == ["sick (the label)", "age", "job"]
            else:
                assert set(rows["data"]) == {"upload"}
            if label == "Draws":
                assert np.isfinite(rows["privacy_loss"]).all()
                assert list(rows["draw"]) == list(range(len(rows)))


@pytest.mark.whole
def test_a_file_over_an_own_table_is_its_visitors_alone(browser: Windows, server: Server):
    with (
        visitor(browser, server.url, dark=False, phone=False) as ada,
        visitor(browser, server.url, dark=False, phone=False) as eve,
    ):
        page = declare(with_table(ada.open(f"{EMPTY}&draws=2")))
        page.get_by_text("Save, load or link what is declared here").click()
        saved = taken(page, "Save as JSON")
        assert json.loads(saved[1])["label"]["name"] == "sick"
        go(page, "/trade-off")
        for address, content in (saved, taken(page, "CSV")):
            name, kind = ("schema.json", "application/json")
            if address.endswith(".csv"):
                name, kind = ("trade-off.csv", "text/csv")
            guess = f"{server.url}/media/{_calculate_file_id(content, kind, name)}"
            for asked in (address, guess):
                for who in (ada, eve):
                    answer = who.window.request.get(asked)
                    assert answer.status == 404
                    assert content[:20] not in answer.body()
            # Streamlit knows nothing any more of what a run before the present one offered.
            said = ada.window.request.get(address).text()
            assert OVER in said or said == "File not found"
        # A further click makes a further file, by keyboard too.
        button = page.get_by_role("button", name="CSV", exact=True)
        button.focus()
        with page.expect_download() as download:
            page.keyboard.press("Enter")
        assert Path(download.value.path()).read_bytes() == content
