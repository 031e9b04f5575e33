"""Every page at five sizes, light and dark: no barrier, no label cut, a focus that is seen.

A whole run opens all of them, every run a few. Two sizes are zoom: 720 by 450 is a window of 1440
by 900 at 200 %, and 320 wide what is left of 1280 at 400 %.
"""

from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from playwright.sync_api import Page

from tests.e2e.addresses import PAGES
from tests.e2e.boxes import faults
from tests.e2e.browser import Visitor, Windows
from tests.e2e.test_accessibility import SEEN, lasting_barriers
from tests.house.some import some
from tests.serving import Server

SIZES = {
    "zoomed to 400 %": (320, 640),
    "phone": (390, 844),
    "zoomed to 200 %": (720, 450),
    "tablet": (1024, 768),
    "desktop": (1440, 900),
}
SMALLEST = "zoomed to 400 %"
NARROW = 640
"""Pixels below which a window is a phone's."""

STOPS = 25
"""Presses of Tab, of which each leads on and shows where it is."""

HELD = """
() => {
  const before = window.heldBefore, here = document.activeElement;
  window.heldBefore = here;
  // By Tab a grid goes from cell to cell, and lets go after the last one.
  return here === before && !here.matches("canvas, body") ? here.outerHTML.slice(0, 200) : "";
}
"""
"""What a press of Tab did not leave."""


@contextmanager
def opened(windows: Windows, server: Server, path: str, size: str, theme: str) -> Iterator[Page]:
    """Give a page in a new window of a size, in a theme."""
    width, height = SIZES[size]
    window = windows.new(phone=width < NARROW)
    window.emulate_media(color_scheme=theme, reduced_motion="reduce")
    window.set_viewport_size({"width": width, "height": height})
    guest = Visitor(server.url, window)
    try:
        yield guest.open(path)
    finally:
        window.context.close()
    guest.check()


def lost(page: Page) -> list[str]:
    """Return where the keyboard is not seen, or does not come on from, over some presses of Tab."""
    found = []
    for _ in range(STOPS):
        page.keyboard.press("Tab")
        unseen, held = page.evaluate(SEEN), page.evaluate(HELD)
        found += [f"not seen: {unseen}"] if unseen not in ("", "seen") else []
        found += [f"held: {held}"] if held else []
    return found


@pytest.mark.parametrize(
    ("path", "size", "theme"),
    some(
        [(path, size, theme) for path in PAGES for size in SIZES for theme in ("light", "dark")],
        {("/all-pages", "zoomed to 200 %", "dark")},
    ),
)
def test_at_every_size_a_page_has_no_barrier_no_cut_label_and_a_focus_that_is_seen(
    browser: Windows, server: Server, path: str, size: str, theme: str
):
    with opened(browser, server, path, size, theme) as page:
        rows = "breaks into rows" if size == SMALLEST else "\0"  # That is how it makes room there.
        assert [each for each in faults(page) if rows not in each] == []
        assert lasting_barriers(page) == []
        assert lost(page) == []
