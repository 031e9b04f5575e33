"""How long a visitor waits: for a page's first figure in a cold tab, and for a slider's answer.

Each tab is a new browser's, with nothing kept: it fetches and compiles all scripts. Its server is
warm: one visitor came before. Counted is from the navigation's start until a figure is in the page,
and from a key pressed on the slider of ε until no figure changes any more.

Playwright listens to errors, also to those that a script catches itself. For the first of them in
each script V8 reads the script again, to know its lines: in Plotly's that takes about half a
second, which nobody waits for who is not listened to. So lines are noted at once here (`LINES`).

Examples
--------
>>> asked = arguments(["--tabs", "3", "/trade-off"])
>>> asked.tabs, asked.addresses
(3, ['/trade-off'])
"""

import argparse
import statistics
import tempfile
from pathlib import Path

from playwright.sync_api import Browser, Page, sync_playwright

from tests.e2e.addresses import PAGES
from tests.e2e.browser import DESKTOP, executable
from tests.server import serve

LINES = "--js-flags=--no-enable-lazy-source-positions"
"""Has V8 note the lines of what it compiles, instead of when an error first asks for them."""

WITHOUT = ("/", "/lessons", "/release")
"""Pages that open without a figure of Plotly's."""

PATIENCE, CALM = 30_000, 1_200
"""Milliseconds until no figure will come; and until no further change of one will."""

NOTING = """
window.noted = { first: null, last: null, pressed: null };
const note = (changes) => {
  const drawn = changes.some(({ target, addedNodes }) =>
    target.closest?.(".js-plotly-plot")
      || [...addedNodes].some((node) => node.querySelector?.(".js-plotly-plot")));
  if (!drawn || !document.querySelector(".js-plotly-plot .main-svg .subplot")) return;
  noted.first ??= performance.now();
  noted.last = performance.now();
};
new MutationObserver(note).observe(document, { subtree: true, childList: true, attributes: true });
addEventListener("keydown", () => { noted.pressed = performance.now(); }, true);
"""


def tab(browser: Browser, address: str) -> Page:
    """Open an address in a browser that knows nothing, and wait for its first figure."""
    page = browser.new_context(viewport=DESKTOP).new_page()
    page.add_init_script(NOTING)
    page.goto(address, wait_until="commit")
    page.wait_for_function("() => window.noted?.first", timeout=PATIENCE)
    page.wait_for_timeout(CALM)
    return page


def first(browser: Browser, address: str) -> tuple[float, float]:
    """Return the seconds until a cold tab has a figure, and until it has all of them."""
    page = tab(browser, address)
    noted = page.evaluate("noted")
    page.context.close()
    return noted["first"] / 1000, noted["last"] / 1000


def answers(browser: Browser, address: str, presses: int) -> list[float]:
    """Return the seconds until the figures stand after each press of a key on the slider of ε."""
    page, seconds = tab(browser, address), []
    slider = page.get_by_role("slider", name="Privacy parameter ε").first
    if slider.count():
        slider.focus()
        for number in range(presses):
            page.keyboard.press("ArrowLeft" if number % 2 else "ArrowRight")
            page.wait_for_timeout(CALM)
            noted = page.evaluate("noted")
            if noted["last"] > noted["pressed"]:  # Else ε moves nothing on this page.
                seconds.append((noted["last"] - noted["pressed"]) / 1000)
    page.context.close()
    return seconds


def arguments(words: list[str] | None) -> argparse.Namespace:
    """Read the command line."""
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.visitors.waiting", description=__doc__
    )
    shown = [address for address in PAGES if address not in WITHOUT]
    parser.add_argument("addresses", nargs="*", default=shown, help="all pages where none")
    parser.add_argument("--tabs", type=int, default=7, help="cold tabs of each address")
    parser.add_argument("--server", help="address of a server that runs; else one is started")
    return parser.parse_args(words)


def main(words: list[str] | None = None) -> None:
    """Open each address in cold tabs, and print the medians of what was waited for."""
    asked = arguments(words)
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        flags = ["--no-sandbox", "--disable-gpu", LINES]
        browser = playwright.chromium.launch(executable_path=executable(), args=flags)
        if asked.server:
            measure(browser, asked.server, asked)
        else:
            with serve(Path(folder)) as server:
                measure(browser, server.url, asked)
        browser.close()


def measure(browser: Browser, server: str, asked: argparse.Namespace) -> None:
    """Print a line for each address: first figure, all figures, answer of the slider."""
    print(f"{'seconds, medians':40}{'first':>8}{'all':>8}{'ε':>8}")
    for address in asked.addresses:
        moved = answers(browser, server + address, 2 * asked.tabs)  # The server is warm then.
        tabs = [first(browser, server + address) for _ in range(asked.tabs)]
        times = [statistics.median(each) for each in zip(*tabs, strict=True)]
        answer = f"{statistics.median(moved):8.2f}" if moved else f"{'':8}"
        print(f"{address:40}{times[0]:8.2f}{times[1]:8.2f}{answer}", flush=True)


if __name__ == "__main__":
    main()
