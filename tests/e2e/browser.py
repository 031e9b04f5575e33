"""Chromium under Playwright: how it starts, what a visitor's window is, when a page has settled.

A visit costs seconds of the processor, and two thirds of them are a new window's: a process of its
own, and four megabytes of scripts to be read and compiled. So a window is used again, emptied of
cookies and storage: to the server, each visitor is a new one.

`python -m tests.e2e.browser` prints the browser in use, and fails where there is none.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from urllib.parse import urlsplit

from playwright.sync_api import (
    Browser,
    ConsoleMessage,
    Error,
    Page,
    Request,
    WebError,
    WebSocket,
    expect,
    sync_playwright,
)

from edition.drawing.chromium import executable

DESKTOP = {"width": 1440, "height": 900}
PHONE = {"width": 390, "height": 844}
PHONES_NAME = (
    "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) "
    "Chrome/131.0.0.0 Mobile Safari/537.36"
)
"""How a phone's browser names itself: by that Streamlit closes the drawer when a page is chosen."""
PATIENCE = 120_000
"""Milliseconds until what does not appear counts as missing: other tests run on the same cores."""

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

FOR_SHORT_VISITS = (
    # Every core has a test of its own: what threads compile ahead, visits are too short to use,
    # and what is optimised, too: without that, and with room for what is young, a twelfth less.
    "--single-threaded",
    "--no-opt",
    "--min-semi-space-size=64",
    "--max-semi-space-size=64",
    # Playwright listens to errors. For each one that a script throws and catches, as Plotly does
    # while it starts, V8 would read the script anew to know its lines: half a second of each page.
    "--no-enable-lazy-source-positions",
)
"""What V8 is told."""

QUIET = (
    f"--disable-features={','.join(UNWANTED)}",
    "--no-sandbox",
    "--disable-dev-shm-usage",
    "--disable-gpu",
    "--in-process-gpu",
    "--disable-quic",
    f"--js-flags={' '.join(FOR_SHORT_VISITS)}",
    "--disable-sync",
    "--disable-background-networking",
    "--disable-component-update",
    "--no-first-run",
)

LISTENING = """
(() => {
  const [RERUN_SCRIPT, NEW_SESSION, SCRIPT_FINISHED] = [11, 4, 6];
  const EARLY_FOR_RERUN = 2;
  const fields = (bytes) => {
    const found = new Map();
    let at = 0;
    const number = () => {
      for (let value = 0, unit = 1; ; unit *= 128) {
        value += (bytes[at] & 127) * unit;
        if (!(bytes[at++] >= 128)) return value;
      }
    };
    while (at < bytes.length) {
      const [tag, value] = [number(), number()];
      found.set(tag >> 3, value);
      if ((tag & 7) === 2) at += value;
    }
    return found;
  };
  const heard = ({ data }) => {
    const message = fields(new Uint8Array(data));
    if (window.asked === "sent" && message.has(NEW_SESSION)) window.asked = "begun";
    const finished = message.get(SCRIPT_FINISHED) ?? EARLY_FOR_RERUN;
    if (window.asked === "begun" && finished !== EARLY_FOR_RERUN) window.asked = null;
  };
  const ended = () => { window.asked = null; };
  const send = WebSocket.prototype.send;
  WebSocket.prototype.send = function (data) {
    // Of one function a socket has one listener, however often it is added.
    this.addEventListener("message", heard);
    this.addEventListener("close", ended);
    if (fields(data).has(RERUN_SCRIPT)) window.asked = "sent";
    send.call(this, data);
  };
  window.presses = 0;
  const pressed = () => {
    window.presses += 1;
    requestIdleCallback(() => { window.presses -= 1; });
  };
  for (const press of ["click", "keydown", "change"]) addEventListener(press, pressed, true);
})();
"""
"""Keeps whether the page has dealt with each press, and whether what it asked of its server is
answered: until the answer's first word, it looks as if nothing was asked. Over a connection that
has ended no answer comes: the page asks anew once it has another, or never. The numbers are those
of the fields of Streamlit's `BackMsg` and `ForwardMsg`: whole numbers, or what begins with its
length."""

SETTLED = """
() => {
  const app = document.querySelector('[data-testid="stApp"]');
  const whole = (outer, inner) =>
    [...document.querySelectorAll(outer)].every((node) => node.querySelector(inner));
  return app?.dataset.testScriptState === "notRunning"
    && app.dataset.testConnectionState === "CONNECTED"
    && !window.presses && !window.asked
    && document.querySelector('[data-testid="stMain"] h1') !== null
    && document.querySelector('[data-testid="stSkeleton"], [data-stale="true"]') === null
    // What is not shown is not drawn: the page behind a lesson's drawing pad.
    && ![...document.querySelectorAll('[data-testid="stFullScreenFrame"]:empty')].some(
      (frame) => frame.checkVisibility(),
    )
    && whole('[data-testid="stPlotlyChart"]', ".js-plotly-plot .main-svg")
    && whole(".stBidiComponent", ".dial input, .drawing-point, .record-point")
    && whole(".instrument", ".instrument-here, .drawing-point")
    && document.querySelector("[data-owed]") === null
    && document.fonts.status === "loaded";
}
"""


class Windows:
    """The windows of a browser, desktops and phones, lent to one visitor after the other."""

    def __init__(self, browser: Browser) -> None:
        self.browser = browser
        self._idle: dict[bool, list[Page]] = {False: [], True: []}

    @contextmanager
    def lent(self, *, dark: bool, phone: bool) -> Iterator[Page]:
        """Give an empty window that nobody else has; it comes back when the block ends."""
        page = self._idle[phone].pop() if self._idle[phone] else self.new(phone=phone)
        page.emulate_media(color_scheme="dark" if dark else "light", reduced_motion="reduce")
        page.set_viewport_size(PHONE if phone else DESKTOP)
        try:
            yield page
        except BaseException:
            page.context.close()  # Nobody knows in which state the test left it.
            raise
        self._idle[phone].append(page)

    def new(self, *, phone: bool, script: str = "") -> Page:
        """Return a window that is not lent again, whose pages run a script before all others."""
        name = PHONES_NAME if phone else None
        context = self.browser.new_context(
            has_touch=phone, is_mobile=phone, user_agent=name, reduced_motion="reduce"
        )
        context.set_default_timeout(PATIENCE)
        context.add_init_script(LISTENING + script)
        return context.new_page()


@contextmanager
def chromium() -> Iterator[Windows]:
    """Run a browser that asks nobody for anything by itself."""
    expect.set_options(timeout=PATIENCE)  # five seconds otherwise, which a busy machine may take
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=executable(), args=list(QUIET))
        try:
            yield Windows(browser)
        finally:
            browser.close()


def settled(page: Page) -> Page:
    """Wait until what was asked is answered, every figure and font is there; never on time."""
    page.wait_for_function(SETTLED, timeout=PATIENCE)
    return page


EMPTY = "localStorage.clear(); sessionStorage.clear()"


@dataclass
class Visitor:
    """Somebody with an empty window on the dashboard at `url`; what was asked, and complained."""

    url: str
    window: Page
    hosts: set[str] = field(default_factory=set)
    complaints: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        for event, heard in self._events:
            self.window.context.on(event, heard)
        self.window.on("websocket", self._connected)

    def open(self, path: str) -> Page:
        """Open `path` and wait until it has settled."""
        self.window.goto(self.url + path)
        return settled(self.window)

    def tab(self, path: str) -> Page:
        """Open `path` in a further tab of the same browser."""
        page = self.window.context.new_page()
        page.emulate_media(reduced_motion="reduce")  # As the window does.
        page.set_viewport_size(self.window.viewport_size or DESKTOP)
        page.on("websocket", self._connected)
        page.goto(self.url + path)
        return settled(page)

    def leave(self) -> None:
        """Leave the window to somebody else, who finds nothing of this visitor."""
        for tab in self.window.context.pages:
            if tab != self.window:
                tab.close()
        with suppress(Error):  # A server that was killed left a page without storage.
            self.window.evaluate(EMPTY)
        self.window.goto("about:blank")
        self.window.context.clear_cookies()
        for event, heard in self._events:
            self.window.context.remove_listener(event, heard)
        self.window.remove_listener("websocket", self._connected)

    def check(self) -> None:
        """Fail if a page asked another host, or if its console holds an error."""
        assert self.hosts <= {urlsplit(self.url).netloc}, f"Asked other hosts: {self.hosts}"
        assert not self.complaints, self.complaints

    def forget(self) -> None:
        """Leave the page, which might complain again, and start anew after a provoked error."""
        for tab in self.window.context.pages:
            tab.goto("about:blank")
        self.hosts.clear()
        self.complaints.clear()

    @property
    def _events(self) -> tuple[tuple[str, Callable[..., None]], ...]:
        return ("request", self._requested), ("console", self._said), ("weberror", self._failed)

    def _requested(self, request: Request) -> None:
        self._asked(request.url)

    def _connected(self, socket: WebSocket) -> None:
        self._asked(socket.url)

    def _asked(self, address: str) -> None:
        scheme, host, *_ = urlsplit(address)
        if scheme not in {"data", "blob"}:
            self.hosts.add(host)

    def _failed(self, failure: WebError) -> None:
        if not _paused(str(failure.error)):
            self.complaints.append(str(failure.error))

    def _said(self, message: ConsoleMessage) -> None:
        if is_fault(message):
            self.complaints.append(f"{message.text} {message.location}")


def is_asked_by_page(request: Request) -> bool:
    """Tell whether a page asked, or its browser: for an icon, or for what might be needed later.

    When a browser asks, and whether at all, is its own affair: the shell of Chromium that has no
    window asks for no icon, the whole Chromium does once the page is there.
    """
    return request.resource_type != "other"


def is_given_up(request: Request) -> bool:
    """Tell whether a browser gave up a request by itself: the page was left, the picture gone."""
    return request.failure == "net::ERR_ABORTED"


def is_fault(message: ConsoleMessage) -> bool:
    """Tell whether a line of the console says that something is wrong with our pages.

    A browser asks for /favicon.ico where a page names no icon: ours name theirs, and others may
    have none.
    """
    asked = urlsplit(message.location["url"]).path
    return message.type == "error" and asked != "/favicon.ico"


def heard(page: Page) -> tuple[list[str], list[str]]:
    """Return what a page asks for from now on, and what is wrong with it."""

    def failed(request: Request) -> None:
        if not is_given_up(request):
            said.append(request.url)

    def told(message: ConsoleMessage) -> None:
        if is_fault(message):
            said.append(f"{message.text} {message.location}")

    asked, said = list[str](), list[str]()
    page.on("request", lambda request: asked.append(request.url))
    page.on("requestfailed", failed)
    page.on("console", told)
    page.on("pageerror", lambda fault: said.append(str(fault)))
    return asked, said


def _paused(error: str) -> bool:
    """Tell whether Plotly was paused: it rejects the rest of an animation, without a reason."""
    return error == "undefined"


@contextmanager
def visitor(windows: Windows, url: str, *, dark: bool, phone: bool) -> Iterator[Visitor]:
    """Give a new visitor with a desktop or a phone, and check afterwards what it noted."""
    with windows.lent(dark=dark, phone=phone) as window:
        noted = Visitor(url, window)
        yield noted
        noted.leave()
    noted.check()


if __name__ == "__main__":
    print(executable())
