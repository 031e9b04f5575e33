"""A page in a frame of a course's page: figure, dial, sentence and the way to the whole page."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.browser import settled
from tests.e2e.test_accessibility import barriers

OpenPage = Callable[..., Page]
FRAME = {"width": 800, "height": 500}
FRAMED = (
    "/?embed=true&epsilon=1",
    "/trade-off?embed=true&epsilon=1",
    "/geometry?embed=true",
    "/is-it-private?embed=true",
)
FIGURES = ".js-plotly-plot, .instrument-panels"


@pytest.mark.parametrize(
    # In every run one with a dial of its own, and one with Streamlit's.
    "path",
    [
        path if each % 2 == 0 else pytest.param(path, marks=pytest.mark.whole)
        for each, path in enumerate(FRAMED)
    ],
)
def test_figure_dial_sentence_and_the_way_out_fit_into_a_frame(open_page: OpenPage, path: str):
    page = open_page(path)
    page.set_viewport_size(FRAME)
    settled(page)
    expect(page.locator(FIGURES).first).to_be_in_viewport(ratio=0.98)
    expect(page.locator('[class*="slide_sentence"], .instrument-said').first).to_be_in_viewport()
    dial = (
        page.locator("[class*=st-key-slide_dial], .instrument .dial").locator("visible=true").first
    )
    expect(dial).to_be_in_viewport(ratio=1)
    out = page.get_by_role("link", name="Open in the Explorer")
    expect(out).to_be_in_viewport(ratio=1)
    expect(out).to_have_attribute("target", "_blank")
    assert "embed" not in (out.get_attribute("href") or "")
    for absent in ("stHeader", "stTopNav"):
        expect(page.get_by_test_id(absent).locator("visible=true")).to_have_count(0)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert barriers(page) == []


def test_the_dial_in_a_frame_moves_sentence_and_the_link_out(open_page: OpenPage):
    page = open_page(FRAMED[1])
    page.set_viewport_size(FRAME)
    settled(page).locator("[class*=st-key-slide_dial]").get_by_role("slider").press("ArrowRight")
    expect(page.locator('[class*="slide_sentence"]')).to_contain_text("At ε = 1.5")
    out = page.get_by_role("link", name="Open in the Explorer")
    expect(out).to_have_attribute("href", re.compile(r"/trade-off\?epsilon=1\.5"))


def test_a_page_without_a_figure_to_present_is_framed_as_it_is(open_page: OpenPage):
    page = open_page("/lessons?embed=true")
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    expect(page.get_by_role("button", name="End")).to_have_count(0)
