"""The Adversary page in a real browser: a person, ε by keyboard, another draw, every question."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

from pages.adversary import choices
from tests.e2e.browser import settled
from tests.e2e.test_data import EMPTY, declare, with_table
from tests.e2e.test_downloads import go
from tests.e2e.test_phone import overlaps, with_epsilon

OpenPage = Callable[..., Page]
QUICK = "/adversary?data=breast_cancer&n=200"
BARS = "What the best attacker believes"
VERDICT = "the best possible attacker"


def figure(page: Page, title: str) -> Locator:
    found = page.locator(".js-plotly-plot", has_text=title)
    found.wait_for()
    return found


def numbers(page: Page) -> list[str]:
    """Return what stands behind the bars."""
    return [
        text
        for text in figure(page, BARS).locator(".annotation-text").all_text_contents()
        if "%" in text
    ]


def test_every_choice_changes_the_bars_and_stays_after_a_reload(open_page: OpenPage):
    page = open_page(f"{QUICK}&epsilon=30")
    before = numbers(page)
    page.get_by_role("button", name="Draw another").press("Enter")
    expect(page.get_by_text("Release 2 of 50")).to_be_visible()
    drawn = numbers(settled(page))
    assert drawn != before
    box = page.get_by_role("spinbutton", name="Person")
    box.fill("7")
    box.press("Enter")
    page.wait_for_url("**adversary_row=7*")
    person = numbers(settled(page))
    assert person not in (before, drawn)
    page.reload()
    expect(settled(page).get_by_role("spinbutton", name="Person")).to_have_value("7")
    assert numbers(page) == person  # of this draw, too
    card = page.locator(".st-key-settings")
    card.get_by_role("slider", name="Privacy parameter ε").press("ArrowRight")
    expect(page.get_by_text(f"At ε = 50 {VERDICT}")).to_be_visible()
    expect(page.get_by_role("heading", name="With ε = 50")).to_be_visible()
    assert numbers(settled(page)) != person
    page.get_by_role("radio", name="The label").click()
    expect(page.get_by_text(f"{VERDICT} names the right label")).to_be_visible()
    page.wait_for_url("**adversary_question=label*")
    assert len(numbers(settled(page))) == 2


@pytest.mark.parametrize("phone", [False, True])
def test_no_name_lies_across_another_and_every_number_of_the_bars_fits(
    open_page: OpenPage, phone: bool
):
    page = open_page(f"{QUICK}&epsilon=0.1", phone=phone)
    assert_everything_has_its_place(page)
    for epsilon in ("1", "1000"):
        assert_everything_has_its_place(with_epsilon(page, epsilon))
    for question, epsilon in (("label", "1000"), ("membership", "1"), ("attribute", "10")):
        page.get_by_role("radio", name=choices.QUESTIONS[question]).click()
        page.wait_for_url(f"**adversary_question={question}*")
        assert_everything_has_its_place(with_epsilon(page, epsilon))


@pytest.mark.parametrize("phone", [False, True])
def test_sixty_names_lie_apart_too(open_page: OpenPage, phone: bool):
    page = open_page(f"{QUICK}&epsilon=100&adversary_suspects=60", phone=phone)
    assert_everything_has_its_place(page)


def assert_everything_has_its_place(page: Page) -> None:
    """Check that no name lies across another, and that each number of the bars is whole."""
    for title in ("How far off", BARS, "How often the best"):
        figure(page, title)
        assert overlaps(page, f".js-plotly-plot:has-text('{title}')") == []
    bars = figure(page, BARS)
    right = bars.bounding_box()
    for text in bars.locator(".annotation-text").all():
        box = text.bounding_box()
        assert right["x"] <= box["x"]
        assert box["x"] + box["width"] <= right["x"] + right["width"]


def test_an_own_tables_person_stays_after_a_reload_and_out_of_the_address(open_page: OpenPage):
    page = declare(with_table(open_page(f"{EMPTY}&adversary_row=7")))
    page = go(page, "/adversary")
    box = page.get_by_role("spinbutton", name="Person")
    expect(box).to_have_value("1")
    assert "adversary_row" not in page.url
    box.fill("5")
    box.press("Enter")
    expect(page.get_by_text("person 5, row")).to_be_visible()
    settled(page).reload()
    expect(settled(page).get_by_role("spinbutton", name="Person")).to_have_value("5")
    assert "adversary_row" not in page.url
