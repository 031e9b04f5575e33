"""What stands still while ε moves: each plot in each frame, and the page's height at each step.

For each page with a control of ε, in both windows, a line:

- *steps* of the slider, and the *frames* that the browser drew meanwhile;
- *without*: in how many of these a plot was missing that had been there before, or was empty;
- *swings*: by how many pixels, at most, a step changed the height of the page.

The figures describe; nothing here fails on them.

    python -m tests.e2e.frames
    python -m tests.e2e.frames --base http://127.0.0.1:8501 /geometry /kernels
"""

import argparse
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from playwright.sync_api import Page

from tests.e2e.addresses import PAGES
from tests.e2e.browser import Windows, chromium, visitor
from tests.e2e.first_screens import EPSILON, WINDOWS, dashboard, look

STEPS = 6

WATCH = """
() => {
  const drawn = () => [...document.querySelectorAll(".js-plotly-plot")].filter((plot) => {
    const svg = plot.querySelector(".main-svg"), place = svg?.getBoundingClientRect();
    return place && place.width * place.height > 0
      && svg.querySelector(".trace, .hm, .im, .contour") !== null;
  }).length;
  const seen = { plots: drawn(), frames: 0, without: 0, at: 0 };
  const next = () => {
    if (globalThis.watched !== seen) return;
    seen.frames += 1;
    if (drawn() < seen.plots) seen.without += 1;
    requestAnimationFrame(next);
  };
  globalThis.watched = seen;
  requestAnimationFrame(next);
}
"""
"""Look at each frame before it is drawn, until `WATCHED` ends it."""

WATCHED = """
() => {
  const { frames, without } = globalThis.watched;
  globalThis.watched = null;
  return [frames, without];
}
"""

MOVED = "([slider, before]) => slider.getAttribute('aria-valuetext') !== before"


@dataclass(frozen=True)
class Stillness:
    """What was seen of a page while ε moved; `swings` in CSS pixels."""

    address: str
    window: str
    steps: int
    frames: int
    without: int
    swings: int


def stillness(page: Page, address: str, window: str) -> Stillness | None:
    """Move ε step by step on a page that has just been opened; None if it has no slider of ε."""
    look(page)
    slider = page.get_by_role("slider", name=EPSILON).first
    if not slider.count():
        return None
    frames = without = 0
    heights = [look(page).height]
    for _ in range(STEPS):
        page.evaluate(WATCH)
        before = slider.get_attribute("aria-valuetext")
        slider.press("ArrowRight")
        page.wait_for_function(MOVED, arg=[slider.element_handle(), before])
        heights.append(look(page).height)
        more, missing = page.evaluate(WATCHED)
        frames, without = frames + more, without + missing
    swings = max(abs(after - before) for before, after in pairwise(heights))
    return Stillness(address, window, STEPS, frames, without, swings)


def measured(browser: Windows, url: str, window: str, addresses: Sequence[str]) -> list[Stillness]:
    """Move ε on every page in one window."""
    found = []
    for address in addresses:
        with visitor(browser, url, dark=False, phone=window == "phone") as guest:
            found.append(stillness(guest.open(address), address, window))
    return [each for each in found if each]


def table(found: Sequence[Stillness]) -> str:
    """Return what was seen in one window as lines for a person, the last for all pages."""
    lines = [f"{found[0].window}\n{'page':<16}{'steps':>8}{'frames':>8}{'without':>9}{'swings':>8}"]
    whole = Stillness(
        "all",
        found[0].window,
        sum(each.steps for each in found),
        sum(each.frames for each in found),
        sum(each.without for each in found),
        max(each.swings for each in found),
    )
    lines += [
        f"{each.address:<16}{each.steps:>8}{each.frames:>8}{each.without:>9}{each.swings:>8}"
        for each in (*found, whole)
    ]
    return "\n".join(lines)


def main(words: list[str] | None = None) -> None:
    """Move ε on the pages in both windows, and print what was seen."""
    parser = argparse.ArgumentParser(
        prog="python -m tests.e2e.frames", description=__doc__.partition("\n")[0]
    )
    parser.add_argument("addresses", nargs="*", default=list(PAGES), help="of pages; else all")
    parser.add_argument("--base", help="address of a dashboard that runs; else one is started")
    asked = parser.parse_args(words)
    with dashboard(asked.base) as url, chromium() as browser:
        for window in WINDOWS:
            print(f"{table(measured(browser, url, window, asked.addresses))}\n", flush=True)


if __name__ == "__main__":
    main()
