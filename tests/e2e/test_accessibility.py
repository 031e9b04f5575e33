"""What axe-core finds on a page: light and dark, on a desktop and on a phone.

Where it is asked: `test_every_address.py`, and of an own table's states `test_data.py`.
"""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import pytest
from axe_playwright_python.base import AXE_SCRIPT
from playwright.sync_api import Page, expect

from pages.kit.frame import bar
from pages.kit.text import SIMULATION
from tests.e2e.browser import DESKTOP, PHONE, settled

OpenPage = Callable[..., Page]
LASTING = 15
"""Seconds after which a barrier counts as one that stays."""

NAVIGATION, UPLOADER = "stSidebarNavItems", "stFileUploaderDropzone"
EXCUSED = {"list": NAVIGATION, "listitem": NAVIGATION, "presentation-role-conflict": UPLOADER}
"""Rules that Streamlit's own elements break, and where: its navigation on a phone wraps list items
once too often, and its drop zone has a name besides the role that takes it away."""


PLANTED = {
    "<img src='data:,'>": "image-alt",
    "<ul><p>1</p></ul>": "list",
    "<h2 role='presentation' tabindex='-1'>1</h2>": "presentation-role-conflict",
    "<p style='width: 2000px'>1</p>": "wider than the window",
    "<p style='color: #777; background: #888'>two words</p>": "color-contrast",
    "<p>A <a href='/' style='color: #333; text-decoration: none'>link</a> in a line</p>": (
        "link-in-text-block"
    ),
}
"""Barriers, and the rule that each breaks."""


def test_a_barrier_is_found(open_page: OpenPage):
    page = open_page("/")
    for html, rule in PLANTED.items():
        page.get_by_role("heading", level=1).evaluate(
            "(h1, html) => h1.insertAdjacentHTML('afterend', html)", html
        )
        assert [found for found, *_ in barriers(page)] == [rule]
        page.get_by_role("heading", level=1).evaluate("h1 => h1.nextSibling.remove()")
        assert barriers(page) == []


STOPS = 60
SEEN = """
() => {
  const node = document.activeElement;
  if (!node.matches("main a, main button, main summary, main [role=switch], header *")) return "";
  const framed = node.matches("input") ? node.closest("label") : node;
  const { outlineStyle, outlineWidth } = getComputedStyle(framed);
  const isSeen = outlineStyle !== "none" && parseFloat(outlineWidth) >= 2;
  return isSeen ? "seen" : node.outerHTML.slice(0, 200);
}
"""
"""Whether a link, a button, a fold or a switch has an outline; "" is something else, or nothing."""


@pytest.mark.parametrize(
    "dark", [False, pytest.param(True, marks=pytest.mark.whole)], ids=["light", "dark"]
)
def test_the_keyboard_is_seen_where_it_is(open_page: OpenPage, dark: bool):
    page, found = open_page("/trade-off?data=breast_cancer&draws=5&lam=0.01", dark=dark), []
    for _ in range(STOPS):
        page.keyboard.press("Tab")
        found.append(page.evaluate(SEEN))
    assert set(found) - {""} == {"seen"}
    assert found.count("seen") > STOPS / 2


@pytest.mark.parametrize(
    "dark", [pytest.param(False, marks=pytest.mark.whole), True], ids=["light", "dark"]
)
def test_what_is_open_stays_legible(open_page: OpenPage, dark: bool):
    page = open_page("/trade-off?data=breast_cancer&draws=5&lam=0.01", dark=dark)
    page.get_by_role("button", name="Code").click()
    expect(page.get_by_test_id("stPopoverBody").get_by_test_id("stCode")).to_be_visible()
    page.mouse.move(0, 0)
    # What is open hides the rest, which breaks other rules for as long as it is open.
    assert lasting_barriers(page, only="color-contrast") == []


def test_help_is_one_step_back_from_its_control_and_none_of_the_steps_between(
    open_page: OpenPage,
):
    page = open_page("/trade-off?data=breast_cancer&draws=5&lam=0.01")
    before = page.get_by_role("slider", name="Privacy parameter ε")
    before.focus()
    page.keyboard.press("Tab")
    expect(page.get_by_role("textbox", name="Regularization λ, typed")).to_be_focused()
    page.keyboard.press("Shift+Tab")
    expect(page.get_by_role("button", name="Help for Regularization λ")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator(".dial-words", has_text="pulled towards zero")).to_be_visible()
    page.keyboard.press("Escape")
    page.keyboard.press("Shift+Tab")
    expect(before).to_be_focused()


@pytest.mark.parametrize("phone", [False, True])
def test_the_badge_in_the_bar_explains_itself_to_pointer_and_keyboard_until_escape(
    open_page: OpenPage, phone: bool
):
    page = open_page("/data", phone=phone)
    badge = page.get_by_role("button", name=bar.SIMULATED, exact=True)
    said = page.locator("[role=tooltip]", has_text=SIMULATION)
    assert badge.get_attribute("aria-describedby") == said.get_attribute("id")
    for ask in (badge.tap if phone else badge.hover, badge.focus):
        ask()
        expect(said).to_be_in_viewport(ratio=1)
        page.keyboard.press("Escape")
        expect(said).to_be_hidden()
        page.get_by_role("heading", level=1).click()
    box, logo = badge.bounding_box(), page.get_by_test_id("stHeaderLogo").bounding_box()
    menu = page.get_by_test_id("stMainMenu").bounding_box()
    assert box
    assert logo
    assert menu
    assert logo["x"] + logo["width"] < box["x"]
    assert box["x"] + box["width"] < menu["x"]


@pytest.mark.parametrize("phone", [False, True])
def test_a_marked_word_is_explained_beside_it_read_aloud_and_leads_nowhere(
    open_page: OpenPage, phone: bool
):
    page = open_page("/data", phone=phone)
    address = page.url
    word = page.locator("a[href^='#word-']").first
    said = page.locator(word.get_attribute("href") or "")
    for ask in (word.tap if phone else word.click, word.focus):
        ask()
        expect(said).to_be_in_viewport(ratio=1)
        expect(page.get_by_role("status").filter(has_text=said.inner_text())).to_have_count(1)
        page.keyboard.press("Escape")
        expect(said).to_be_hidden()
        word.blur()
    assert page.url == address


def barriers_in_three_looks(page: Page) -> list[tuple[str, str, str]]:
    """Return what `barriers` finds in the light at both widths, and in the dark at the other one.

    A visit costs seconds, and each look nearly one. Of the addresses every other one is opened on a
    phone, so that the dark is seen at both widths too. The last look stays: to go back would cost
    as much again.
    """
    found = lasting_barriers(page)
    _to_other_width(page)
    found += lasting_barriers(page)
    _in_the_dark(page)
    return found + lasting_barriers(page)


def barriers_in_two_looks(page: Page) -> list[tuple[str, str, str]]:
    """Return what `barriers` finds in the light, as the window is, and in the dark as the other is.

    For states of a page: each is seen in both themes and at both widths.
    """
    found = lasting_barriers(page)
    with _other_width(page):
        _in_the_dark(page)
        found += lasting_barriers(page)
        page.emulate_media(color_scheme="light")
    return found


def barriers_at_both_widths(page: Page) -> list[tuple[str, str, str]]:
    """Return what `barriers` finds as the window is, and as the other kind of screen is."""
    found = lasting_barriers(page)
    with _other_width(page):
        found += lasting_barriers(page)
    return found


@contextmanager
def _other_width(page: Page) -> Iterator[None]:
    """Give a window the size of the other kind of screen until the block ends."""
    _to_other_width(page)
    yield
    _to_other_width(page)
    settled(page)


def _to_other_width(page: Page) -> None:
    page.set_viewport_size(PHONE if page.viewport_size == DESKTOP else DESKTOP)


def _in_the_dark(page: Page) -> None:
    """Ask for the dark theme, also of what the server draws: in the theme of the last run."""
    page.emulate_media(color_scheme="dark")
    # Reading on makes another, and shows what a fold holds: it is looked at by all rules.
    folds = page.locator("summary")
    if folds.count():
        folds.last.click()
    else:
        page.reload()


def lasting_barriers(page: Page, only: str = "") -> list[tuple[str, str, str]]:
    """Return what is found after a while, too: colours of the theme before go with the next run.

    Of one rule only, where one is named: nobody waits for what others find.
    """
    deadline = time.monotonic() + LASTING
    while True:
        found = [each for each in barriers(settled(page)) if only in ("", each[0])]
        if not found or time.monotonic() >= deadline:
            return found
        page.wait_for_timeout(500)


FIND = """
axe.run({ resultTypes: ['violations'], preload: { assets: ['media'] } })
  .then(({ violations }) => violations)
"""
"""What is in order is as long as the page, and to bring it here as dear as half of the search. All
style sheets, which axe-core would copy first, only an experimental rule reads, which it leaves out.
"""


WIDER = """
[document.scrollingElement, document.querySelector('[data-testid="stMain"]')]
  .filter((node) => node.scrollWidth > node.clientWidth)
  .map((node) => ["wider than the window", node.tagName, `${node.scrollWidth} px`])
"""


def barriers(page: Page) -> list[tuple[str, str, str]]:
    """Return rule, place and message of everything that axe-core finds, but for the excused.

    A page that scrolls sideways is a barrier too.
    """
    if page.evaluate("typeof axe") == "undefined":
        page.evaluate(AXE_SCRIPT)
    return [tuple(found) for found in page.evaluate(WIDER)] + [
        (broken["id"], node["target"][0], node["failureSummary"])
        for broken in page.evaluate(FIND)
        for node in broken["nodes"]
        if not _excused(page, broken["id"], node["target"][0])
    ]


def _excused(page: Page, rule: str, target: str) -> bool:
    # Not a locator, which would wait for what the page has replaced since.
    inside = "([target, where]) => Boolean(document.querySelector(target)?.closest(where))"
    return bool(page.evaluate(inside, [target, f'[data-testid="{EXCUSED.get(rule)}"]']))
