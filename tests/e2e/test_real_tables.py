"""Real tables go from a file, or a folder, to the trade-off figure in a real browser.

Those that take other ways: with classes of texts, with many classes, small, and too large to be
learned from at once. `tests/pages/data/test_real_tables.py` has them in every run, without a
browser; a server that knows the folder is started for them where all is asked for.
"""

import gzip
import re
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import pytest
from playwright.sync_api import Page, expect

from dpcore.data.real import places
from tests.e2e.browser import Windows, settled, visitor
from tests.e2e.test_data import EMPTY, drop, onward, tile
from tests.serving import IN_THREADS, Server, serve

pytestmark = pytest.mark.whole

SMALL = "lam=1e-6&draws=2&n=20000"
"""Few draws and records: what is tested is the way, and the non-private error at its end."""

# File, the side of the label that has to be named, and the largest non-private error at λ = 1e-6:
# 0.02 above a plain logistic regression on unscaled columns. Of Adult, `test_data.py` asks more.
UPLOADS = {
    "pima_diabetes.csv": (None, 26),
    "kddcup99_70k.csv.gz": (("Counts as −1", "normal."), 2.2),
}


@pytest.fixture(scope="module")
def with_folder(tables_folder: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server that knows the folder of real tables."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv(places.FOLDER, str(tables_folder))
        with serve(tmp_path_factory.mktemp("tables"), environment=IN_THREADS) as running:
            yield running


def name_side(page: Page, title: str, value: str) -> None:
    """Choose a value of the label by keyboard."""
    box = page.get_by_test_id("stMultiSelect").filter(has_text=title).locator("input")
    box.click()
    box.fill(value)
    page.keyboard.press("Enter")
    page.keyboard.press("Escape")
    settled(page)


def figure_and_error(page: Page) -> float:
    """Go on to the figure and return the non-private test error in percent."""
    onward(page)
    expect(page.locator(".js-plotly-plot .main-svg").first).to_be_visible()
    return float(tile(page, "Non-private").removesuffix(" %"))


@pytest.mark.parametrize("file", UPLOADS)
def test_an_uploaded_table_comes_to_its_figure(
    file: str, browser: Windows, with_folder: Server, tables_folder: Path
):
    side, most = UPLOADS[file]
    data = (tables_folder / file).read_bytes()
    with visitor(browser, with_folder.url, dark=False, phone=False) as guest:
        page = guest.open(f"{EMPTY}&{SMALL}")
        drop(page, gzip.decompress(data) if file.endswith(".gz") else data, file)
        expect(page.get_by_text(re.compile("columns in use"))).to_be_visible()
        settled(page)
        if side:
            name_side(page, *side)
        assert figure_and_error(page) <= most


def test_a_table_of_the_folder_comes_to_its_figure(browser: Windows, with_folder: Server):
    with visitor(browser, with_folder.url, dark=False, phone=False) as guest:
        page = guest.open(f"/data?data=adult&{SMALL}")
        assert figure_and_error(page) <= 16.7


def test_a_large_table_may_start_with_some_of_it(browser: Windows, with_folder: Server):
    with visitor(browser, with_folder.url, dark=False, phone=False) as guest:
        page = guest.open("/data?data=kddcup99&lam=1e-4&draws=20")
        page.get_by_role("button", name="Learn from 100,000 of them at first").click()
        expect(page.get_by_text("takes long")).to_have_count(0)
        assert tile(page, "Training records") == "100,000"
        figure_and_error(page)
        expect(page.get_by_text("trained on 100,000 records")).to_be_visible()
        asked = parse_qs(urlsplit(page.url).query)
        assert asked == {"data": ["kddcup99"], "lam": ["1e-4"], "draws": ["20"], "n": ["100000"]}
