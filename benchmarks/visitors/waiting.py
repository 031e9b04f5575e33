"""How long a visitor waits: for a page's first figure in a cold tab, and for a slider's answer.

Each tab is a new browser's, with nothing kept: it fetches and compiles all scripts. Its server is
warm: one visitor came before. Counted is from the navigation's start until a figure is in the page,
and from a key pressed on the slider of ε until no figure changes any more: at values of ε that are
new to this tab, upwards, and again at the same ones on the way back, of which the server may know
the answer.

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

from playwright.sync_api import Browser, Error, Locator, Page, sync_playwright

from tests.e2e.addresses import PAGES
from tests.e2e.browser import DESKTOP, SETTLED, executable
from tests.serving import serve

LINES = "--js-flags=--no-enable-lazy-source-positions"
"""Has V8 note the lines of what it compiles, instead of when an error first asks for them."""

WITHOUT = ("/", "/lessons", "/release")
"""Pages that open without a figure of Plotly's."""

PATIENCE, CALM = 60_000, 1_200
"""Milliseconds until no figure will come; and, once the page's script has ended, until no further
change of one will."""

OVER = f"calm => ({SETTLED})() && performance.now() - Math.max(noted.last, noted.pressed) > calm"
"""Whether the page stands still: whoever looks before would take a slow answer for none."""

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
    page.wait_for_function(OVER, arg=CALM, timeout=PATIENCE)
    return page


def first(browser: Browser, address: str) -> tuple[float, float]:
    """Return the seconds until a cold tab has a figure, and until it has all of them."""
    page = tab(browser, address)
    noted = page.evaluate("noted")
    page.context.close()
    return noted["first"] / 1000, noted["last"] / 1000


def answers(browser: Browser, address: str, presses: int) -> tuple[list[float], list[float]]:
    """Return the seconds until the figures stand after each key on the slider of ε, up and back."""
    page = tab(browser, address)
    slider = page.get_by_role("slider", name="Privacy parameter ε")
    there, back = (
        pressed(slider.first, key, presses) if slider.count() else []
        for key in ("ArrowRight", "ArrowLeft")
    )
    page.context.close()
    return there, back


def pressed(slider: Locator, key: str, presses: int) -> list[float]:
    """Return the seconds until the figures stand after each press, where they move at all."""
    seconds = []
    for _ in range(presses):
        slider.press(key)
        slider.page.wait_for_function(OVER, arg=CALM, timeout=PATIENCE)
        noted = slider.page.evaluate("noted")
        if noted["last"] > noted["pressed"]:
            seconds.append((noted["last"] - noted["pressed"]) / 1000)
    return seconds


def arguments(words: list[str] | None) -> argparse.Namespace:
    """Read the command line."""
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.visitors.waiting", description=__doc__.partition("\n")[0]
    )
    shown = [address for address in PAGES if address not in WITHOUT]
    parser.add_argument("addresses", nargs="*", default=shown, help="all pages where none")
    parser.add_argument("--tabs", type=int, default=7, help="cold tabs of each address")
    parser.add_argument("--server", help="address of a server that runs; else one is started")
    asked = parser.parse_args(words)
    if asked.tabs < 1:
        parser.error(f"--tabs must be at least 1; got {asked.tabs}.")
    if strange := [each for each in asked.addresses if not each.startswith("/")]:
        parser.error(f"An address begins with /, such as /trade-off; got {strange[0]}.")
    return asked


def main(words: list[str] | None = None) -> None:
    """Open each address in cold tabs, and print the medians of what was waited for."""
    asked = arguments(words)
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        flags = ["--no-sandbox", "--disable-gpu", LINES]
        browser = playwright.chromium.launch(executable_path=executable(), args=flags)
        if asked.server:
            measure(browser, asked.server.rstrip("/"), asked)
        else:
            with serve(Path(folder)) as server:
                measure(browser, server.url, asked)
        browser.close()


def measure(browser: Browser, server: str, asked: argparse.Namespace) -> None:
    """Print a line for each address: first figure, all figures, answer of the slider."""
    print(f"{'seconds, medians':40}{'first':>8}{'all':>8}{'new ε':>8}{'again':>8}")
    for address in asked.addresses:
        try:
            moves = answers(browser, server + address, asked.tabs)  # The server is warm then.
            tabs = [first(browser, server + address) for _ in range(asked.tabs)]
        except Error as fault:
            raise SystemExit(f"{server + address} cannot be measured: {fault.message}") from None
        cells = [
            f"{statistics.median(each):8.2f}" if each else f"{'':8}"
            for each in (*zip(*tabs, strict=True), *moves)
        ]
        print(f"{address:40}{''.join(cells)}", flush=True)


if __name__ == "__main__":
    main()
