"""Sweeps in a real browser: drawn while computed, cancelled, and back after a kill."""

import re
from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import Browser, Page, expect

from tests.e2e.browser import visitor
from tests.server import serve

OpenPage = Callable[..., Page]
SHORT = "/sweeps?data=uniform&n=300&draws=5&axis=n"
LONG = "/sweeps?data=uniform&d=50&draws=400&axis=n&folds=5"
SOON = 60_000


def points(page: Page):
    return page.locator(".js-plotly-plot .scatterlayer .trace")


def test_a_small_sweep_is_there_without_a_click_and_its_rows_can_be_taken(open_page: OpenPage):
    page = open_page(SHORT)
    expect(page.get_by_role("button", name="Parquet")).to_be_visible(timeout=SOON)
    expect(page.get_by_text("At n = 300: non-private")).to_be_visible()
    expect(page.get_by_role("button", name="Start")).to_have_count(0)
    with page.expect_download() as download:
        page.get_by_role("button", name="CSV").click()
    header = Path(download.value.path()).read_text().splitlines()[0]
    assert header.startswith(
        "data,d,separation,seed,mechanism,loss,h,epsilon,lam,n,fold,draw,error"
    )
    page.reload()
    expect(page.get_by_text("At n = 300: non-private")).to_be_visible(timeout=SOON)


def test_a_map_shows_a_panel_per_method(open_page: OpenPage):
    page = open_page("/sweeps?data=uniform&n=100&draws=3&axis=map", phone=True)
    expect(page.locator(".js-plotly-plot .heatmaplayer image")).to_have_count(2, timeout=SOON)
    expect(page.get_by_text("objective perturbation errs least at λ =")).to_be_visible()


def test_a_long_sweep_shows_points_before_its_end_and_can_be_cancelled(open_page: OpenPage):
    page = open_page(LONG)
    page.get_by_role("button", name="Start").click()
    expect(points(page).first).to_be_attached(timeout=SOON)
    expect(page.get_by_text(re.compile(r"\d+ of 70 parts"))).to_be_visible(timeout=SOON)
    page.get_by_role("button", name="Cancel").click()
    expect(page.get_by_text("Cancelled. What was computed stays")).to_be_visible(timeout=SOON)
    expect(page.get_by_role("button", name="Cancel")).to_have_count(0)
    expect(page.get_by_role("button", name="Start")).to_be_visible()


def test_a_killed_server_goes_on_with_the_sweep_at_the_same_link(browser: Browser, tmp_path: Path):
    with serve(tmp_path) as doomed, visitor(browser, doomed.url, dark=False, phone=False) as first:
        page = first.open(LONG)
        page.get_by_role("button", name="Start").click()
        expect(page.get_by_text(re.compile(r"[1-9]\d* of 70 parts"))).to_be_visible(timeout=SOON)
        link = page.evaluate("location.href").removeprefix(doomed.url)
        doomed.process.kill()
        doomed.process.wait()
        first.forget()
    assert "run=" in link
    with (
        serve(tmp_path, port=doomed.port) as again,
        visitor(browser, again.url, dark=False, phone=False) as second,
    ):
        page = second.open(link)
        expect(page.get_by_role("button", name="Parquet")).to_be_visible(timeout=SOON)
        expect(page.get_by_text("At n = 20,000: non-private")).to_be_visible()
