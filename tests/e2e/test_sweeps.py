"""Sweeps on Trade-off in a real browser: drawn while computed, cancelled, and back after a kill."""

import re
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from dplab.simulation.sweeps.store import Store
from tests.e2e.browser import Windows, settled, visitor
from tests.serving import Server, serve

OpenPage = Callable[..., Page]
SHORT = "/trade-off?data=uniform&n=300&draws=5&axis=n&lam=0.01"
LONG = (
    "/trade-off?data=uniform&d=50&draws=500&axis=n&folds=5&lam=0.01"
    "&mechanisms=non_private,objective,output,objective_tight,output_gaussian,objective_gaussian"
)
"""Longer than starts by itself, on any machine."""
KILLED = LONG.replace("d=50", "d=20")
"""Seconds of two cores: long enough to be killed in its midst, short enough to be finished."""
HIGHEST, MOVES = 330, 8
"""Pixels: where a figure begins at most on a desktop, and how far another axis may move it."""
CROWD = 5
"""Visitors at once: one more than the long sweeps that are worked on at a time."""


def points(page: Page):
    return page.locator(".js-plotly-plot .scatterlayer .trace")


def progress(page: Page, done: str = r"\d+"):
    """Find the words of the bar. They begin so: what holds them has other figures before them."""
    return page.get_by_text(re.compile(rf"^{done} of 70 parts"))


def test_a_small_sweep_is_there_without_a_click_and_its_rows_can_be_taken(open_page: OpenPage):
    page = open_page(SHORT)
    expect(page.get_by_role("button", name="Download")).to_be_visible()
    expect(page.get_by_text("Error at n = 300: non-private")).to_be_visible()
    expect(page.get_by_role("button", name="Start")).to_have_count(0)
    page.get_by_role("button", name="Download").click()
    with page.expect_download() as download:
        page.get_by_role("button", name="CSV", exact=True).click()
    header = Path(download.value.path()).read_text().splitlines()[0]
    assert header.startswith(
        "data,d,separation,seed,mechanism,loss,h,epsilon,lam,n,fold,draw,error"
    )
    page.reload()
    expect(page.get_by_text("Error at n = 300: non-private")).to_be_visible()


@pytest.mark.whole
def test_a_map_shows_a_panel_per_method(open_page: OpenPage):
    page = open_page(
        "/trade-off?data=uniform&n=300&draws=5&epsilon=100&axis=map&lam=0.01", phone=True
    )
    expect(page.locator(".js-plotly-plot .heatmaplayer image")).to_have_count(2)
    expect(page.get_by_text("objective perturbation has its lowest error at λ =")).to_be_visible()


EACH_FRAME = """
() => {
  globalThis.tops = [];
  const main = document.querySelector('[data-testid="stMain"]');
  const look = () => {
    const figure = main.querySelector(".js-plotly-plot .main-svg:has(.subplot)");
    globalThis.tops.push(figure && figure.getBoundingClientRect().top + main.scrollTop);
    requestAnimationFrame(look);
  };
  look();
}
"""


@pytest.mark.whole
def test_the_figure_stands_still_along_every_axis_while_each_is_computed(open_page: OpenPage):
    page = open_page("/trade-off?epsilon=0.3796&draws=20")
    page.evaluate(EACH_FRAME)
    for axis in ("Records n", "λ", "Features D", "ε × λ", "ε", "Features D"):
        page.get_by_role("radio", name=axis, exact=True).click()
        settled(page).get_by_role("slider", name="Privacy parameter ε").press("ArrowRight")
        settled(page)
    tops = page.evaluate("globalThis.tops")
    assert None not in tops
    assert max(tops) <= HIGHEST
    assert max(tops) - min(tops) <= MOVES


def test_a_long_sweep_shows_points_before_its_end_and_can_be_cancelled(open_page: OpenPage):
    page = open_page(LONG)
    page.get_by_role("button", name="Start").click()
    expect(points(page).first).to_be_attached()
    expect(progress(page)).to_be_visible()
    page.get_by_role("button", name="Cancel").click()
    expect(page.get_by_text("Cancelled. What was computed stays")).to_be_visible()
    expect(page.get_by_role("button", name="Cancel")).to_have_count(0)
    expect(page.get_by_role("button", name="Start")).to_be_visible()


@pytest.mark.whole
def test_a_killed_server_goes_on_with_the_sweep_at_the_same_link(browser: Windows, tmp_path: Path):
    with serve(tmp_path) as doomed, visitor(browser, doomed.url, dark=False, phone=False) as first:
        page = first.open(KILLED)
        page.get_by_role("button", name="Start").click()
        expect(progress(page, r"[1-9]\d*")).to_be_visible()
        link = page.evaluate("location.href").removeprefix(doomed.url)
        doomed.process.kill()
        doomed.process.wait()
        first.forget()
    with Store(f"sqlite:///{tmp_path / 'cells.sqlite'}") as store:
        kept = store.count()
    assert "run=" in link
    assert 0 < kept < 70
    with (
        serve(tmp_path, port=doomed.port) as again,
        visitor(browser, again.url, dark=False, phone=False) as second,
    ):
        page = second.open(link)
        # What was kept is not computed again: at most the cells under way are.
        before = page.get_by_text(f"parts, {kept} of them computed before")
        expect(before).to_be_visible()
        expect(page.get_by_role("button", name="Download")).to_be_visible()
        expect(page.get_by_text("Error at n = 20,000: non-private")).to_be_visible()


@pytest.mark.whole
def test_the_last_of_a_crowd_sees_its_place_and_has_its_turn(browser: Windows, tmp_path: Path):
    with ExitStack() as stays:
        server = stays.enter_context(serve(tmp_path))
        guests = [
            stays.enter_context(visitor(browser, server.url, dark=False, phone=False))
            for _ in range(CROWD)
        ]
        pages = [guest.open(f"{LONG}&seed={seed}") for seed, guest in enumerate(guests)]
        for page in pages:
            page.get_by_role("button", name="Start").click()
        *others, last = pages
        expect(last.get_by_text(re.compile(r"Yours is number \d+ in the queue"))).to_be_visible()
        for page in others:
            expect(progress(page)).to_be_visible()
            page.get_by_role("button", name="Cancel").click()
        expect(points(last).first).to_be_attached()
        expect(progress(last, r"[1-9]\d*")).to_be_visible()
        expect(last.get_by_text("failed:")).to_have_count(0)
        last.get_by_role("button", name="Cancel").click()


@pytest.mark.whole
def test_others_are_answered_while_a_long_sweep_runs(browser: Windows, server: Server):
    with (
        visitor(browser, server.url, dark=False, phone=False) as busy,
        visitor(browser, server.url, dark=False, phone=False) as other,
    ):
        sweep = busy.open(f"{LONG}&seed=3")
        page = other.open("/trade-off?epsilon=1&seed=3&lam=0.01")
        sweep.get_by_role("button", name="Start").click()
        expect(sweep.get_by_role("button", name="Cancel")).to_be_visible()
        for epsilon in (1.5, 2, 3):
            page.get_by_role("slider", name="Privacy parameter ε").press("ArrowRight")
            expect(page.get_by_text(f"At ε = {epsilon},")).to_be_visible()
        expect(progress(sweep)).to_be_visible()
        sweep.get_by_role("button", name="Cancel").click()
        expect(sweep.get_by_text("Cancelled. What was computed stays")).to_be_visible()
