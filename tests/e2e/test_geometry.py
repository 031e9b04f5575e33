"""The Geometry page in a real browser: the draws move in the browser, and only when asked."""

import re
from collections.abc import Callable

from playwright.sync_api import Locator, Page, expect

OpenPage = Callable[..., Page]


def figure(page: Page, place: int) -> Locator:
    return page.get_by_test_id("stPlotlyChart").nth(place)


def test_draws_wait_until_somebody_plays_them(open_page: OpenPage):
    page = open_page("/geometry?plane_n=200")
    tilt = figure(page, 1)
    shown = tilt.locator(".slider-label", has_text="Draw")
    expect(shown).to_have_text("Draw 1")
    tilt.locator(".updatemenu-button", has_text="Play").click()
    expect(shown).to_have_text(re.compile(r"^Draw ([3-9]|\d\d) *$"))
    tilt.locator(".updatemenu-button", has_text="Pause").click()
    stopped = shown.text_content()
    page.get_by_role("heading", name="One draw at a time").hover()
    expect(shown).to_have_text(stopped)
