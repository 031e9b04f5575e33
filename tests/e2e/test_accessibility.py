"""Every page opens, and axe-core finds nothing: light and dark, on a desktop and on a phone."""

import re
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime

import pytest
from axe_playwright_python.base import AXE_SCRIPT
from playwright.sync_api import Page, expect

from tests.e2e.addresses import PAGES, name
from tests.e2e.browser import DESKTOP, PHONE, settled

OpenPage = Callable[..., Page]
LASTING = 15
"""Seconds after which a barrier counts as one that stays."""

FIGURE = ".stPlotlyChart .main-svg, img"

NAVIGATION, UPLOADER = "stSidebarNavItems", "stFileUploaderDropzone"
EXCUSED = {"list": NAVIGATION, "listitem": NAVIGATION, "presentation-role-conflict": UPLOADER}
"""Rules that Streamlit's own elements break, and where: its navigation on a phone wraps list items
once too often, and its drop zone has a name besides the role that takes it away."""


@pytest.mark.parametrize("path", PAGES, ids=name)
def test_every_address_opens_its_page_without_a_barrier(open_page: OpenPage, path: str):
    phone = list(PAGES).index(path) % 2 == 1
    page = open_page(path, phone=phone)
    heading = page.get_by_test_id("stMain").get_by_role("heading", level=1)
    expect(heading).to_have_text(PAGES[path])
    assert barriers_in_four_looks(page) == []
    assert_prints_on_two_sheets(settled(page))


def assert_prints_on_two_sheets(page: Page) -> None:
    """Check that a page prints what it found, the day and its address, and nothing to press."""
    assert 1 <= len(re.findall(rb"/Type\s*/Page\b", page.pdf(prefer_css_page_size=True))) <= 2
    page.emulate_media(media="print")
    main = page.get_by_test_id("stMain")
    expect(main.locator(".st-key-paper")).to_contain_text(str(datetime.now(UTC).year))
    expect(main.locator(".st-key-paper")).to_contain_text(page.url.split("?")[0].rstrip("/"))
    assert main.locator(FIGURE).filter(visible=True).count() > 0
    assert main.locator("strong").filter(visible=True).count() > 0  # the sentence
    for role in ("button", "slider", "textbox", "combobox", "radio"):
        expect(main.get_by_role(role)).to_have_count(0)
    page.emulate_media(media="screen")
    expect(main.locator(".st-key-paper")).to_be_hidden()


@pytest.mark.parametrize(
    ("planted", "rule"),
    [
        ("<img src='data:,'>", "image-alt"),
        ("<ul><p>1</p></ul>", "list"),
        ("<h2 role='presentation' tabindex='-1'>1</h2>", "presentation-role-conflict"),
    ],
)
def test_a_barrier_is_found(open_page: OpenPage, planted: str, rule: str):
    page = open_page("/")
    page.locator("h1").evaluate("(h1, html) => h1.insertAdjacentHTML('afterend', html)", planted)
    assert [found for found, *_ in barriers(page)] == [rule]


def barriers_in_four_looks(page: Page) -> list[tuple[str, str, str]]:
    """Return what `barriers` finds in both themes, as the window is and as the other kind is.

    A visit costs seconds, a look at it a tenth of one.
    """
    found = barriers_at_both_widths(page)
    _in_the_dark(page)
    found += barriers_at_both_widths(page)
    page.emulate_media(color_scheme="light")
    return found


def barriers_in_two_looks(page: Page) -> list[tuple[str, str, str]]:
    """Return what `barriers` finds in the light, as the window is, and in the dark as the other is.

    For states of a page: each is seen in both themes and at both widths. That a width has colours
    of its own, four looks at every address would find.
    """
    found = _lasting_barriers(page)
    _in_the_dark(page)
    with _other_width(page):
        found += _lasting_barriers(page)
    page.emulate_media(color_scheme="light")
    return found


def barriers_at_both_widths(page: Page) -> list[tuple[str, str, str]]:
    """Return what `barriers` finds as the window is, and as the other kind of screen is."""
    found = _lasting_barriers(page)
    with _other_width(page):
        found += _lasting_barriers(page)
    return found


@contextmanager
def _other_width(page: Page) -> Iterator[None]:
    """Give a window the size of the other kind of screen until the block ends."""
    window = page.viewport_size
    page.set_viewport_size(PHONE if window == DESKTOP else DESKTOP)
    yield
    page.set_viewport_size(window)
    settled(page)


def _in_the_dark(page: Page) -> None:
    """Ask for the dark theme, also of what the server draws: in the theme of the last run."""
    page.emulate_media(color_scheme="dark")
    # Reading on makes another.
    folds = page.locator("summary")
    if folds.count():
        folds.last.click()
    else:
        page.reload()


def _lasting_barriers(page: Page) -> list[tuple[str, str, str]]:
    """Return what is found after a while, too: colours of the theme before go with the next run."""
    deadline = time.monotonic() + LASTING
    while (found := barriers(settled(page))) and time.monotonic() < deadline:
        page.wait_for_timeout(500)
    return found


FIND = "axe.run({ resultTypes: ['violations'] }).then(({ violations }) => violations)"
"""What is in order is as long as the page, and to bring it here as dear as half of the search."""


def barriers(page: Page) -> list[tuple[str, str, str]]:
    """Return rule, place and message of everything that axe-core finds, but for the excused."""
    if page.evaluate("typeof axe") == "undefined":
        page.evaluate(AXE_SCRIPT)
    return [
        (broken["id"], node["target"][0], node["failureSummary"])
        for broken in page.evaluate(FIND)
        for node in broken["nodes"]
        if not _excused(page, broken["id"], node["target"][0])
    ]


def _excused(page: Page, rule: str, target: str) -> bool:
    # Not a locator, which would wait for what the page has replaced since.
    inside = "([target, where]) => Boolean(document.querySelector(target)?.closest(where))"
    return bool(page.evaluate(inside, [target, f'[data-testid="{EXCUSED.get(rule)}"]']))
