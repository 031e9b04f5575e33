"""The page Kernels in a real browser: two halves, a picture that follows ε, files of both."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.browser import settled
from tests.e2e.test_accessibility import barriers_in_three_looks
from tests.e2e.test_downloads import take

OpenPage = Callable[..., Page]
SMALL = "/kernels?kernels_n=200&draws=5&kernels_features=20&lam=0.01"


def test_epsilon_moves_the_picture_of_the_plane_and_every_closer_look_is_a_click_away(
    open_page: OpenPage,
):
    page = open_page(SMALL)
    picture = page.get_by_test_id("stPlotlyChart").first.locator("image").first
    before = picture.get_attribute("href")
    other = page.get_by_test_id("stPlotlyChart").first.locator("image").nth(1)
    noisy = other.get_attribute("href")
    page.get_by_label("Privacy parameter ε, typed").fill("5")
    page.get_by_label("Privacy parameter ε, typed").press("Enter")
    expect(page.get_by_text(re.compile("^At ε = 5, with 20 features"))).to_be_visible()
    settled(page)
    assert picture.get_attribute("href") == before  # without noise nothing moves
    assert other.get_attribute("href") != noisy
    for look, said in (("Features", "Of the D computed"), ("With δ", "times ")):
        settled(page).get_by_text(look, exact=True).click()
        expect(page.get_by_text(re.compile(said)).first).to_be_visible()
    expect(page).to_have_url(re.compile("kernels_figure=delta"))


@pytest.mark.whole
def test_the_other_half_opens_by_its_address_without_a_barrier_and_gives_its_file(
    open_page: OpenPage,
):
    page = open_page("/kernels?kernels_half=serving&kernels_serving_n=1000&draws=5&epsilon=1")
    assert take(page, "CSV")
    assert barriers_in_three_looks(page) == []
    page.get_by_role("radio", name="Features", exact=True).click()
    expect(page.get_by_text("Each record becomes")).to_be_visible()
    expect(page).not_to_have_url(re.compile("kernels_half=serving"))
    # There is nothing beside it to choose, but for experts: by keyboard, too.
    expect(settled(page).get_by_role("radio", name="Features", exact=True)).to_have_count(0)
    page.get_by_role("button", name="For experts").focus()
    page.keyboard.press("Enter")
    page.get_by_role("menuitem", name="Serving").press("Enter")
    expect(page.get_by_role("button", name="For experts: Serving")).to_be_visible()
    expect(page).to_have_url(re.compile("kernels_half=serving"))
