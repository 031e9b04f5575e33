"""The guessing game in a real browser: by keyboard alone, after a reload, beside another one."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.browser import Windows, settled, visitor
from tests.e2e.test_phone import overlaps
from tests.serving import Server

OpenPage = Callable[..., Page]
GAME = "/foundations?foundations_part=game&epsilon=1"
FOCUSED = "document.activeElement.innerText"


def score(page: Page):
    return page.get_by_text("right so far")


def number(page: Page) -> str:
    """Return the number of the game, once the address has it."""
    page.wait_for_url("**foundations_game=*")
    return page.evaluate("new URL(location.href).searchParams.get('foundations_game')")


def guess(page: Page, at: int) -> None:
    """Press the key on the button that has the focus, and wait for the verdict on round `at`."""
    page.keyboard.press("Enter")
    expect(page.get_by_text(f"round {at} was")).to_be_visible()
    settled(page)


def place(page: Page) -> float:
    return page.get_by_role("button", name="It was A").bounding_box()["y"]


def test_the_game_is_played_by_keyboard_alone_nothing_moves_and_a_reload_keeps_the_score(
    open_page: OpenPage,
):
    page = open_page(GAME)
    page.get_by_role("button", name="It was A").focus()
    before = place(page)
    for at in (1, 2):
        guess(page, at)
        assert page.evaluate(FOCUSED) == "It was A"
        assert place(page) == before
    page.keyboard.press("Tab")
    assert page.evaluate(FOCUSED) == "It was B"
    guess(page, 3)
    assert page.evaluate(FOCUSED) == "It was B"
    expect(score(page)).to_contain_text("of 3 right so far")
    assert "foundations_guesses=001" in page.url
    said = score(page).inner_text()
    page.reload()
    settled(page)
    expect(score(page)).to_have_text(said)
    page.get_by_role("button", name="It was B").click()
    expect(score(page)).to_contain_text("of 4 right so far")


def test_games_of_two_visitors_never_meet(browser: Windows, server: Server):
    with (
        visitor(browser, server.url, dark=False, phone=False) as one,
        visitor(browser, server.url, dark=False, phone=False) as other,
    ):
        first, second = one.open(GAME), other.open(GAME)
        assert number(first) != number(second)
        first.get_by_role("button", name="It was A").click()
        expect(score(first)).to_contain_text("of 1 right so far")
        second.get_by_role("button", name="New game").click()
        settled(second)
        expect(score(second)).to_have_count(0)
        expect(score(first)).to_contain_text("of 1 right so far")


def test_screen_readers_are_told_of_each_verdict(open_page: OpenPage):
    """The box stays, with the role that is announced, while its text changes."""
    page = open_page(f"{GAME}&foundations_game=5")
    region = page.get_by_role("status").filter(has_text="Your result")
    region.evaluate("node => { node.mark = 'the same' }")
    told = set()
    for at in range(1, 5):
        page.get_by_role("button", name="It was A").click()
        region = page.get_by_role("status").filter(has_text=f"round {at} was")
        expect(region).to_be_visible()
        assert region.evaluate("node => node.mark") == "the same"
        told.add(region.inner_text().split(":")[0].split()[-1])
        settled(page)
    assert told == {"Right", "Wrong"}


def test_on_a_phone_the_averages_figure_comes_before_its_numbers(open_page: OpenPage):
    page = open_page("/foundations?foundations_part=average", phone=True)
    for width in (360, 390, 412):
        page.set_viewport_size({"width": width, "height": 844})
        settled(page)
        figure = page.locator(".js-plotly-plot").first.bounding_box()
        tiles = page.get_by_test_id("stMetric").first.bounding_box()
        assert figure["y"] < 844 - 60
        assert figure["y"] + figure["height"] < tiles["y"]


@pytest.mark.parametrize("part", ["sum", "game"])
def test_on_a_phone_no_name_lies_across_another(open_page: OpenPage, part: str):
    page = open_page(f"/foundations?foundations_part={part}&epsilon=0.1", phone=True)
    for width in (360, 412):
        page.set_viewport_size({"width": width, "height": 844})
        settled(page)
        assert overlaps(page, ".js-plotly-plot >> nth=0") == []
    assert page.locator(".js-plotly-plot").first.evaluate(CROSSED) == []


CROSSED = """
figure => {
  const bars = [...figure.querySelectorAll(".xy2 .scatterlayer .point")];
  const names = [...figure.querySelectorAll(".annotation-text")];
  const box = (node) => node.getBoundingClientRect();
  const apart = (a, b) => a.right < b.left || b.right < a.left || a.bottom < b.top
    || b.bottom < a.top;
  return names.filter((name) => bars.some((bar) => !apart(box(name), box(bar))))
    .map((name) => name.textContent);
}
"""
"""Names that the end of a half width lies across."""
