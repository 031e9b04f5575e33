"""The page "Is it private?" in a real browser: verdicts, folds that open, two visitors at once."""

import csv
import re
from collections.abc import Callable
from urllib.parse import parse_qs, urlsplit

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.browser import Windows, settled, visitor
from tests.e2e.test_accessibility import WIDER
from tests.serving import Server

OpenPage = Callable[..., Page]
SMALL = "/is-it-private?n=600&lam=1e-6&epsilon=0.2&d=1"
LEAK = f"{SMALL}&mechanism=objective_2008"
CAUGHT = "Claims ε = 0.2 and leaks 5.99: 30 times its claim."


def test_an_example_catches_the_mechanism_of_2008_with_its_verdicts_as_csv(open_page: OpenPage):
    page = open_page("/is-it-private")
    page.get_by_role("button", name="Few records, small λ").click()
    expect(page.get_by_text(CAUGHT)).to_be_visible()
    expect(page).to_have_url(re.compile("n=600"))
    settled(page)
    assert_verdicts_are_taken_along_as_csv(page)
    page.get_by_role("radio", name="Mechanisms").click()
    name = re.compile("objective perturbation of 2008: broken", re.I)
    expect(page.get_by_role("figure", name=name).first).to_be_attached()
    settled(page)


@pytest.mark.whole  # without a browser, every part and erratum is drawn in every run
def test_each_part_stays_after_a_reload_and_an_erratum_draws_its_figure(open_page: OpenPage):
    page = open_page("/is-it-private?n=600")
    assert_each_part_stays_after_a_reload(page)
    assert_an_erratum_draws_its_figure(page)


def assert_each_part_stays_after_a_reload(page: Page) -> None:
    parts = {"Map": "map", "Whole guarantee": "guarantee", "Sensitivity": "sensitivity"}
    for label, word in (parts | {"Spending": "spending"}).items():
        if label != "Spending":
            page.get_by_role("radio", name=label).click()
        else:
            page.get_by_role("button", name="For experts").click()
            page.get_by_role("menuitem", name=label).click()
        page.wait_for_url(f"**is_it_private_part={word}*")
        expect(settled(page).get_by_test_id("stPlotlyChart")).to_have_count(
            2 if word == "map" else 1
        )
    page.reload()
    expect(settled(page).get_by_role("button", name="For experts: Spending")).to_be_visible()


def assert_an_erratum_draws_its_figure(page: Page) -> None:
    page.get_by_role("button", name="For experts").click()
    page.get_by_role("menuitem", name="Errata").click()
    page.wait_for_url("**/papers?*papers_part=errata*")
    expect(settled(page).get_by_test_id("stPlotlyChart")).to_be_in_viewport()
    expect(page.get_by_role("cell", name="CM08, Theorem 2")).to_be_visible()
    choice = page.get_by_role("combobox", name="Erratum")
    choice.scroll_into_view_if_needed()  # A list that opens closes when the page scrolls.
    settled(page)
    choice.click()
    page.get_by_role("option", name="A scale is not a standard deviation").click()
    expect(page.get_by_text("loses 1.41 times the claim")).to_be_visible()
    settled(page)


@pytest.mark.whole
def test_two_visitors_have_verdicts_of_their_own_no_wider_than_a_phone(
    browser: Windows, server: Server
):
    with (
        visitor(browser, server.url, dark=False, phone=True) as one,
        visitor(browser, server.url, dark=True, phone=False) as other,
    ):
        first, second = one.open(LEAK), other.open(SMALL + "&mechanism=objective")
        expect(second.get_by_text("no data set can make it more than")).to_be_visible()
        expect(first.get_by_text(CAUGHT)).to_be_visible()
        settled(first).reload()
        expect(settled(first).get_by_text(CAUGHT)).to_be_visible()
        assert first.evaluate(WIDER) == []


@pytest.mark.whole
def test_a_typed_epsilon_changes_verdict_address_and_the_link_that_is_offered(open_page: OpenPage):
    page = open_page(SMALL + "&mechanism=objective_tight&pair=own&data=breast_cancer")
    page.get_by_label("Privacy parameter ε, typed").fill("3")
    page.get_by_label("Privacy parameter ε, typed").press("Enter")
    expect(page.get_by_text(re.compile(r"laims ε = 3; the worst we found"))).to_be_visible()
    expect(page).to_have_url(re.compile("epsilon=3"))
    settled(page)
    page.get_by_role("button", name="Share", exact=True).click()
    offered = page.get_by_test_id("stPopoverBody").locator("code").first.inner_text()
    shown = urlsplit(page.evaluate("location.href"))
    assert parse_qs(urlsplit(offered).query) == parse_qs(shown.query)
    assert urlsplit(offered).path == shown.path == "/is-it-private"


def assert_verdicts_are_taken_along_as_csv(page: Page) -> None:
    page.get_by_role("button", name="Download").click()
    with page.expect_download() as download:
        page.get_by_role("button", name="CSV", exact=True).click()
    page.keyboard.press("Escape")
    with open(download.value.path(), newline="") as file:
        verdicts = {row["mechanism"]: row["verdict"] for row in csv.DictReader(file)}
    assert verdicts["objective"] == "holds"
    assert verdicts["objective_2008"] == "broken"
