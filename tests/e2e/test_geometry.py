"""The Geometry page in a real browser: the draws move in the browser, and only when asked."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.e2e.browser import settled

OpenPage = Callable[..., Page]


def figure(page: Page, place: int) -> Locator:
    return page.get_by_test_id("stPlotlyChart").nth(place)


@pytest.mark.whole  # that the figure plays nothing by itself is held without a browser, too
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


@pytest.mark.whole  # what is told and what it means is held without a browser, too
def test_a_record_moves_by_keys_and_by_hand_and_the_classifier_with_it(open_page: OpenPage):
    page = open_page("/geometry?plane_n=200")
    said, (across, _) = page.locator(".record-said"), page.locator(".record-pad input").all()
    expect(said).to_contain_text("in its own place")
    across.press("ArrowRight")
    expect(said).to_contain_text("This record moves the classifier by")
    expect(page).to_have_url(re.compile("geometry_record="))
    expect(across).to_have_attribute("aria-valuetext", re.compile(r"^-?\d\.\d\d, x1$"))
    settled(page)
    handle, pad = page.locator(".record-point"), page.locator(".record-pad svg")
    handle.hover()
    page.mouse.down()
    place = pad.bounding_box()
    # Outside of the ball: the record stays inside.
    page.mouse.move(
        place["x"] + place["width"] * 0.99, place["y"] + place["height"] * 0.01, steps=5
    )
    page.mouse.up()
    expect(page).to_have_url(re.compile(r"geometry_record=0\.7\d*%2C0\.7"))
    settled(page)
    page.get_by_role("button", name="Put it back").click()
    expect(said).to_contain_text("in its own place")
