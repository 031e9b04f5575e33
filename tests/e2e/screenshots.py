"""Picture every page, light and dark, on a desktop and on a phone, into build/screenshots.

The pictures of README and docs lie in assets/pictures, and are made here too.
"""

import itertools
import tempfile
from pathlib import Path

from playwright.sync_api import Page

from edition.site import Site
from pages.kit.paths import address_of
from tests.e2e.addresses import PAGES, name
from tests.e2e.browser import Windows, chromium, settled, visitor
from tests.serving import ROOT, serve

TARGET, README = ROOT / "build" / "screenshots", ROOT / "assets" / "pictures"
SHOWN, AT, SIZE = "/", "?epsilon=1", {"width": 1360, "height": 820}
"""What the README shows, and a link's card: as large as a page of text carries it."""
EDITION = "trade_off"
WHOLE = "document.querySelector('[data-testid=\"stMain\"]').scrollHeight"


def main() -> None:
    TARGET.mkdir(parents=True, exist_ok=True)
    with (
        tempfile.TemporaryDirectory() as folder,
        serve(Path(folder)) as server,
        chromium() as browser,
    ):
        for path, dark, phone in itertools.product(PAGES, (False, True), (False, True)):
            picture(browser, server.url, path, dark=dark, phone=phone)
        site = Site(Path(folder) / "edition", only=(EDITION,))
        site.write()
        for dark in (False, True):
            of_readme(browser, server.url, dark=dark)
            of_edition(browser, site.folder, dark=dark)


def of_readme(browser: Windows, url: str, *, dark: bool) -> None:
    """Save the picture that the README shows in one theme."""
    README.mkdir(parents=True, exist_ok=True)
    target = README / f"{name(SHOWN)}_{'dark' if dark else 'light'}.png"
    with visitor(browser, url, dark=dark, phone=False) as guest:
        guest.window.set_viewport_size(SIZE)
        guest.open(SHOWN + AT).screenshot(path=target)
    print(target.relative_to(ROOT))


def of_edition(browser: Windows, folder: Path, *, dark: bool) -> None:
    """Save a phone's first screen of the static edition, as docs/edition.md shows it."""
    target = README / f"edition_{'dark' if dark else 'light'}.png"
    with browser.lent(dark=dark, phone=True) as window:
        window.goto((folder / f"{address_of(EDITION)}.html").as_uri())
        window.screenshot(path=target)
    print(target.relative_to(ROOT))


def picture(browser: Windows, url: str, path: str, *, dark: bool, phone: bool) -> None:
    """Save one page in one look."""
    look = f"{'dark' if dark else 'light'}_{'phone' if phone else 'desktop'}"
    target = TARGET / f"{name(path)}_{look}.png"
    with visitor(browser, url, dark=dark, phone=phone) as guest:
        stretch(guest.open(path)).screenshot(path=target)
    print(target.relative_to(ROOT))


def stretch(page: Page) -> Page:
    """Make the window as tall as the page: it scrolls inside, so `full_page` sees its top only."""
    window = page.viewport_size
    page.set_viewport_size({**window, "height": max(window["height"], page.evaluate(WHOLE))})
    return settled(page)


if __name__ == "__main__":
    main()
