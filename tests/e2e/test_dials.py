"""A dial has one owner: in haste, too, all ends where the hand stopped."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, Route, expect

from pages.kit.text import COMPONENTS
from tests.e2e import dials
from tests.e2e.browser import Windows, settled, visitor
from tests.house.some import some
from tests.serving import Server

OpenPage = Callable[..., Page]

FEW = ("six presses, 100 ms apart", "a drag", "ε, then λ", "typed twice", "a turn, then a link")
"""Of each kind one, in every run; `make turns` tries all, many times."""


@pytest.mark.parametrize("way", some(dials.HASTE, FEW))
def test_what_is_turned_in_haste_ends_where_the_hand_stopped(
    browser: Windows, server: Server, way: str
):
    with visitor(browser, server.url, dark=False, phone=False) as guest:
        assert dials.trial(guest, way) == []


@pytest.mark.parametrize("way", some(dials.BY_KEYS, FEW[:1]))
def test_on_a_phone_too(browser: Windows, server: Server, way: str):
    with visitor(browser, server.url, dark=False, phone=True) as guest:
        assert dials.trial(guest, way) == []


FAULTS = {
    # An answer to an earlier turn is heard although the hand has gone on.
    "heard at once": ("if (told && !isHeld && !isOwed())", "if (told)"),
    "keys ignored": ('range.addEventListener("input"', 'range.addEventListener("never"'),
}


@pytest.mark.parametrize("fault", some(FAULTS, ["keys ignored"]))
def test_a_planted_fault_is_found(browser: Windows, server: Server, fault: str):
    said, instead = FAULTS[fault]

    def planted(route: Route) -> None:
        name = route.request.url.rpartition("/")[2].partition("?")[0]
        script = (COMPONENTS / name).read_text("utf-8")
        route.fulfill(body=script.replace(said, instead), content_type="text/javascript")

    assert sum(said in each.read_text("utf-8") for each in COMPONENTS.glob("*.js")) >= 1
    with visitor(browser, server.url, dark=False, phone=False) as guest:
        guest.window.route("**/bidi-components/**/*.js", planted)
        ways = (way for way in dials.HASTE if "400" in way or "200" in way)
        assert any(dials.trial(guest, way) for way in ways)
        guest.window.unroute_all()


def test_what_moves_the_picture_is_named_explained_and_one_element(open_page: OpenPage):
    for phone in (False, True):
        page = open_page(dials.START, phone=phone)
        expect(dials.dial(page)).to_have_count(1)
        page.get_by_role("button", name="Help for Privacy parameter ε").click()
        said = page.locator(".dial-words", has_text="How much one record may change")
        expect(said).to_be_visible()
        page.keyboard.press("Escape")
        expect(said).to_be_hidden()


def test_lam_follows_until_it_is_turned_and_again_when_asked(open_page: OpenPage):
    page = open_page(dials.START)
    follows = page.get_by_role("switch", name="λ follows ε")
    expect(follows).to_be_checked()
    before = dials.dial(page, dials.LAM).get_attribute("aria-valuetext") or ""
    assert before.endswith(", λ follows ε")
    dials.dial(page, dials.LAM).press("ArrowRight")
    expect(follows).not_to_be_checked()
    settled(page)
    assert "lam=" in page.url
    follows.check()
    expect(dials.dial(page, dials.LAM)).to_have_attribute("aria-valuetext", before)
    settled(page)


def test_on_a_phone_a_refusal_is_said_where_it_was_typed(open_page: OpenPage):
    page = open_page(dials.START, phone=True)
    dials.box(page).fill("xyz")
    dials.box(page).press("Enter")
    said = page.locator(".dial-refused", has_text=". 1 is shown instead.")
    expect(said).to_be_in_viewport(ratio=1)
    dials.dial(page).press("ArrowRight")
    expect(said).to_have_count(0)
    settled(page)


def test_what_is_half_typed_is_nobody_elses_and_escape_gives_it_up(open_page: OpenPage):
    page = open_page(f"{dials.START}&epsilon=2")
    field = dials.box(page)
    field.fill("0.5")
    field.press("Escape")
    expect(field).to_have_value("2")
    page.keyboard.press("Tab")
    assert "epsilon=2" in settled(page).url
    field.fill("-3")
    field.press("Enter")
    expect(page.get_by_text("2 is shown instead.")).to_be_visible()
    expect(field).to_have_value("2")
    assert "epsilon=2" in settled(page).url


def test_a_turn_that_is_lost_on_its_way_is_told_once_more(open_page: OpenPage):
    page = open_page(dials.START)
    page.evaluate("""() => {
      const send = WebSocket.prototype.send;
      WebSocket.prototype.send = function () { WebSocket.prototype.send = send; };  // of one
    }""")
    dials.dial(page).press("ArrowRight")
    page.wait_for_url("**epsilon=1.5*")
    settled(page)


def test_a_place_in_the_history_is_made_by_a_hand(browser: Windows, server: Server):
    page = browser.new(phone=False)  # a window that was lent before may have no room for places
    page.goto(server.url + dials.START)
    settled(page)
    push = "(query) => { history.pushState({}, '', query); return history.length; }"
    before = page.evaluate("history.length")
    assert page.evaluate(push, "?n=200") == before
    assert "n=200" in page.url
    page.keyboard.press("Shift")
    assert page.evaluate(push, "?n=100") == before + 1
    page.context.close()
