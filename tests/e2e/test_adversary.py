"""The Adversary page in a real browser: a person, ε by keyboard, another draw, every question."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

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


def test_another_person_is_read_off_and_lined_up(open_page: OpenPage):
    page = open_page(f"{QUICK}&epsilon=30")
    before = numbers(page)
    box = page.get_by_role("spinbutton", name="Person")
    box.fill("7")
    box.press("Enter")
    page.wait_for_url("**adversary_row=7*")
    settled(page)
    assert numbers(page) != before
    page.reload()
    settled(page)
    expect(page.get_by_role("spinbutton", name="Person")).to_have_value("7")


def test_epsilon_moves_by_keyboard_and_bars_and_sentence_follow(open_page: OpenPage):
    page = open_page(f"{QUICK}&epsilon=30")
    before = numbers(page)
    card = page.locator(".st-key-settings")
    card.get_by_role("slider", name="Privacy parameter ε").press("ArrowRight")
    expect(page.get_by_text(f"At ε = 50 {VERDICT}")).to_be_visible()
    expect(page.get_by_role("heading", name="With ε = 50")).to_be_visible()
    settled(page)
    assert numbers(page) != before


def test_another_draw_changes_the_bars_and_stays_after_a_reload(open_page: OpenPage):
    page = open_page(f"{QUICK}&epsilon=30")
    before = numbers(page)
    page.get_by_role("button", name="Draw another").press("Enter")
    expect(page.get_by_text("Release 2 of 50")).to_be_visible()
    after = numbers(settled(page))
    assert after != before
    page.reload()
    assert numbers(settled(page)) == after


def test_a_question_changes_bars_sentence_and_address(open_page: OpenPage):
    page = open_page(f"{QUICK}&epsilon=30")
    page.get_by_role("radio", name="The label").click()
    expect(page.get_by_text(f"{VERDICT} names the right label")).to_be_visible()
    page.wait_for_url("**adversary_question=label*")
    assert len(numbers(settled(page))) == 2


@pytest.mark.parametrize("phone", [False, True])
@pytest.mark.parametrize("query", [
    "epsilon=0.1", "epsilon=1000&adversary_question=label",
    "epsilon=1&adversary_question=membership", "epsilon=10&adversary_question=attribute",
    "epsilon=100&adversary_suspects=60",
])  # fmt: skip
def test_no_name_lies_across_another_and_every_number_of_the_bars_fits(
    open_page: OpenPage, query: str, phone: bool
):
    page = open_page(f"{QUICK}&{query}", phone=phone)
    assert_everything_has_its_place(page)
    for epsilon in ("1", "1000") if query == "epsilon=0.1" else ():
        assert_everything_has_its_place(with_epsilon(page, epsilon))


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
