"""Chromium under Playwright: how it starts, what a visitor's window is, when a page has settled.

`python -m tests.e2e.browser` prints the browser in use, and fails where there is none.
"""

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from urllib.parse import urlsplit

from playwright.sync_api import (
    Browser,
    BrowserContext,
    ConsoleMessage,
    Page,
    expect,
    sync_playwright,
)

DESKTOP = {"width": 1440, "height": 900}
PHONE = {"width": 390, "height": 844}
PATIENCE = 120_000
"""Milliseconds until what does not appear counts as missing: other tests run on the same cores."""

NAMES = ("chromium", "chromium-browser", "google-chrome")
UNWANTED = (
    "WebUIOmniboxPopup",
    "WebUIOmniboxAimPopup",
    "AimEnabled",
    "AvoidCorsURLLoaderRestartOnRedirect",
    "AvoidUnnecessaryBeforeUnloadCheckSync",
    "DestroyProfileOnBrowserClose",
    "HttpsFirstBalancedModeAutoEnable",
    "HttpsUpgrades",
    "LensOverlay",
    "MediaRouter",
    "NetworkTimeServiceQuerying",
    "OptimizationHints",
    "PaintHolding",
    "PreconnectToSearch",
    "ThirdPartyStoragePartitioning",
)
"""Parts of the browser that are off. The first two draw suggestions below an address bar that no
test sees, in a process of their own for each visitor: a fifth of what a visit costs. The others
Playwright turns off itself, in an option that this one replaces."""

QUIET = (
    f"--disable-features={','.join(UNWANTED)}",
    "--no-sandbox",
    "--disable-dev-shm-usage",
    "--disable-gpu",
    "--disable-quic",
    "--disable-sync",
    "--disable-background-networking",
    "--disable-component-update",
    "--no-first-run",
)

SETTLED = """
() => {
  const app = document.querySelector('[data-testid="stApp"]');
  const whole = (outer, inner) =>
    [...document.querySelectorAll(outer)].every((node) => node.querySelector(inner));
  return app?.dataset.testScriptState === "notRunning"
    && app.dataset.testConnectionState === "CONNECTED"
    && document.querySelector('[data-testid="stMain"] h1') !== null
    && document.querySelector('[data-testid="stSkeleton"], [data-stale="true"]') === null
    && whole('[data-testid="stPlotlyChart"]', ".js-plotly-plot .main-svg")
    && document.fonts.status === "loaded";
}
"""


def executable() -> str:
    """Return the browser to use: $CHROMIUM, or the first of `NAMES` that is installed."""
    named = os.environ.get("CHROMIUM")
    found = named or next(filter(None, map(shutil.which, NAMES)), None)
    if found is None:
        raise SystemExit("No Chromium found: sudo apt-get install chromium")
    return found


@contextmanager
def chromium() -> Iterator[Browser]:
    """Run a browser that asks nobody for anything by itself."""
    expect.set_options(timeout=PATIENCE)  # five seconds otherwise, which a busy machine may take
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=executable(), args=list(QUIET))
        try:
            yield browser
        finally:
            browser.close()


def settled(page: Page) -> Page:
    """Wait until the script has run and every figure and font is there; never on time."""
    page.wait_for_function(SETTLED, timeout=PATIENCE)
    return page


@dataclass
class Visitor:
    """A browser window of its own on the dashboard at `url`, and what it asked and complained."""

    url: str
    context: BrowserContext
    hosts: set[str] = field(default_factory=set)
    complaints: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.context.set_default_timeout(PATIENCE)
        self.context.on("request", lambda request: self._asked(request.url))
        self.context.on("console", self._said)
        self.context.on("weberror", lambda error: self._failed(str(error.error)))

    def open(self, path: str) -> Page:
        """Open `path` in a new tab and wait until it has settled."""
        page = self.context.new_page()
        page.on("websocket", lambda socket: self._asked(socket.url))
        page.goto(self.url + path)
        return settled(page)

    def check(self) -> None:
        """Fail if a page asked another host, or if its console holds an error."""
        assert self.hosts <= {urlsplit(self.url).netloc}, f"Asked other hosts: {self.hosts}"
        assert not self.complaints, self.complaints

    def forget(self) -> None:
        """Start anew, after an error that was provoked."""
        self.hosts.clear()
        self.complaints.clear()

    def _asked(self, address: str) -> None:
        scheme, host, *_ = urlsplit(address)
        if scheme not in {"data", "blob"}:
            self.hosts.add(host)

    def _failed(self, error: str) -> None:
        if not _paused(error):
            self.complaints.append(error)

    def _said(self, message: ConsoleMessage) -> None:
        if message.type == "error" and not _expected(message):
            self.complaints.append(f"{message.text} {message.location}")


def _paused(error: str) -> bool:
    """Tell whether Plotly was paused: it rejects the rest of an animation, without a reason."""
    return error == "undefined"


def _expected(message: ConsoleMessage) -> bool:
    """Tell whether Streamlit looks for its root: below a deep link first, where it gets a 404."""
    return "404" in message.text and "/_stcore/" in message.location["url"]


@contextmanager
def visitor(browser: Browser, url: str, *, dark: bool, phone: bool) -> Iterator[Visitor]:
    """Give a new visitor with a desktop or a phone, and check afterwards what it noted."""
    context = browser.new_context(
        color_scheme="dark" if dark else "light",
        viewport=PHONE if phone else DESKTOP,
        has_touch=phone,
        is_mobile=phone,
        reduced_motion="reduce",
    )
    try:
        noted = Visitor(url, context)
        yield noted
    finally:
        context.close()
    noted.check()


if __name__ == "__main__":
    print(executable())
