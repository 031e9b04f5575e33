"""The Geometry page in a real browser: ε and the draws move in the browser, and only when asked."""

import re
from collections.abc import Callable

from playwright.sync_api import Locator, Page, expect

from tests.e2e.browser import settled

OpenPage = Callable[..., Page]


def figure(page: Page, place: int) -> Locator:
    return page.get_by_test_id("stPlotlyChart").nth(place)


def test_epsilon_moves_the_clouds_without_asking_the_server(open_page: OpenPage):
    page = open_page("/geometry?plane_n=200")
    sent: list[object] = []
    page.on("websocket", lambda socket: socket.on("framesent", lambda frame: sent.append(frame)))
    page.reload()
    clouds = figure(settled(page), 0)
    title = clouds.locator(".annotation-text").first
    before = title.text_content()
    assert sent
    sent.clear()
    clouds.locator(".slider-rail-touch-rect").click(position={"x": 3, "y": 5}, force=True)
    expect(clouds.locator(".slider-label", has_text="ε = 0.01")).to_be_visible()
    expect(title).not_to_have_text(before)
    assert sent == []


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
