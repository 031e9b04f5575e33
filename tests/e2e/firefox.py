"""Firefox walks through every page, in three windows: `make firefox` prints what is wrong there.

Playwright drives a Firefox of its own only. Debian's is spoken to over WebDriver BiDi, which it
knows by itself: each page settles without a complaint, shows its figure and keeps its words whole;
on a desktop an arrow key moves ε, the figure and the sentence, and the numbers can be saved.
"""

import json
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from websockets.sync.client import ClientConnection, connect

from tests.e2e.addresses import PAGES
from tests.e2e.browser import LISTENING, PHONES_NAME, SETTLED
from tests.e2e.first_screens import dashboard
from tests.e2e.test_downloads import FILES
from tests.e2e.test_every_address import WITHOUT_ANSWER
from tests.e2e.test_narrow import FAULTS

WINDOWS = {"desktop": (1440, 900), "phone": (390, 844), "small phone": (320, 844)}
PATIENCE, MISSING = 120, 400
"""Seconds until an answer counts as missing; the least status of an answer that is a fault."""
KNOWN = "blocked WebAssembly"
"""No fault: Streamlit tries whether it may compile, and does without."""

SHOWN = """() => [
  ".js-plotly-plot .main-svg, .instrument svg, .stMain img", ".stMain strong, .instrument-said"]
  .map((place) => [...document.querySelectorAll(place)].map((each) => each.outerHTML))"""
FITS = """() => [...document.querySelectorAll(".js-plotly-plot")].every((each) =>
  each.querySelector(".main-svg").getBoundingClientRect().right
    <= each.getBoundingClientRect().right + 1)"""
"""A figure that was drawn before the bar for scrolling came is drawn again."""

FOCUS = """() => {
  const [slider] = [...document.querySelectorAll('[role=slider], input[type=range]')].filter(
    (each) => each.ariaLabel === "Privacy parameter ε" && each.checkVisibility());
  slider?.focus();
  return slider !== undefined;
}"""
BUTTON = (
    """[...document.querySelectorAll("button")].find((each) => each.innerText.includes("{}"))"""
)


class Firefox:
    """A window of Firefox, and what it told since its page was opened."""

    def __init__(self, socket: ClientConnection, folder: str) -> None:
        self._socket, self._count, self.window = socket, 0, ""
        self.complaints, self.saved = list[str](), list[str]()
        self.ask("session.new", capabilities={})
        events = ["log.entryAdded", "network.responseCompleted", "browsingContext.downloadEnd"]
        self.ask("session.subscribe", events=events)
        self.ask("script.addPreloadScript", functionDeclaration=f"() => {{ {LISTENING} }}")
        to_folder = {"type": "allowed", "destinationFolder": folder}
        self.ask("browser.setDownloadBehavior", downloadBehavior=to_folder)

    def ask(self, method: str, **parameters: Any) -> Any:
        """Return what Firefox answers; what it tells meanwhile is kept."""
        self._count += 1
        self._socket.send(json.dumps({"id": self._count, "method": method, "params": parameters}))
        while (said := json.loads(self._socket.recv(PATIENCE))).get("id") != self._count:
            self._heard(said["method"], said["params"])
        if "error" in said:
            raise RuntimeError(f"{method}: {said['message']}")
        return said["result"]

    def _heard(self, event: str, told: dict[str, Any]) -> None:
        if event == "browsingContext.downloadEnd":
            self.saved.append(told["filepath"])
        elif event == "network.responseCompleted" and told["response"]["status"] >= MISSING:
            self.complaints.append(f"{told['response']['status']} {told['response']['url']}")
        elif told.get("level") == "error" and KNOWN not in told["text"]:
            self.complaints.append(told["text"])

    def open(self, url: str, width: int, height: int) -> None:
        """Open an address in a new window, by a phone's name where it is high, until it settled."""
        self.complaints, self.saved = [], []
        self.window = self.ask("browsingContext.create", type="tab")["context"]
        name = PHONES_NAME if width < height else None
        self.ask("emulation.setUserAgentOverride", userAgent=name, contexts=[self.window])
        size = {"width": width, "height": height}
        self.ask("browsingContext.setViewport", context=self.window, viewport=size)
        self.ask("browsingContext.navigate", context=self.window, url=url, wait="complete")
        self.wait(SETTLED)
        self.wait(FITS)

    def run(self, function: str) -> Any:
        """Return what a function answers on the page."""
        whole = f"async () => JSON.stringify(await ({function})() ?? null)"
        place = {"target": {"context": self.window}, "awaitPromise": True}
        said = self.ask("script.callFunction", functionDeclaration=whole, **place)
        if said["type"] == "exception":
            raise RuntimeError(said["exceptionDetails"]["text"])
        return json.loads(said["result"]["value"])

    def wait(self, test: str) -> None:
        """Wait until a function is true on the page; it is looked at in every other frame."""
        frame = "await new Promise(requestAnimationFrame);"
        self.run(f"async () => {{ do {{ {frame} {frame} }} while (!({test})()); }}")


@contextmanager
def firefox() -> Iterator[Firefox]:
    """Run Firefox without a screen, with an empty profile."""
    path = shutil.which("firefox-esr") or shutil.which("firefox")
    if path is None:
        raise SystemExit("No Firefox found: sudo apt-get install firefox-esr")
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        asked = [path, "--headless", "--profile", folder, "--remote-debugging-port=0"]
        with subprocess.Popen(
            asked, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True
        ) as process:
            try:
                told = next(line for line in process.stderr or () if "BiDi listening" in line)
                with connect(f"{told.split()[-1]}/session", max_size=None) as socket:
                    yield Firefox(socket, folder)
            finally:
                process.terminate()


def walk(browser: Firefox, path: str, *, is_desktop: bool) -> Iterator[str]:
    """Yield what is wrong with the page that is open, and close it."""
    yield from browser.run(f"() => ({FAULTS})(document.querySelector('[data-testid=stMain]'))")
    before = browser.run(SHOWN)
    if path not in WITHOUT_ANSWER and not all(before):
        yield "no figure, or no sentence"
    if is_desktop and browser.run(FOCUS):
        keys = [{"type": kind, "value": "\ue014"} for kind in ("keyDown", "keyUp")]
        pressed = {"type": "key", "id": "keyboard", "actions": keys}  # the arrow to the right
        browser.ask("input.performActions", context=browser.window, actions=[pressed])
        while browser.run(SHOWN) == before:
            browser.wait("() => true")
        browser.wait(SETTLED)
        moved = zip(("figure", "sentence"), before, browser.run(SHOWN), strict=True)
        yield from (f"the {name} stays as ε moves" for name, one, other in moved if one == other)
    if is_desktop and "CSV" in FILES.get(path, []):
        for label in ("Download", "CSV"):
            browser.wait(f"() => {BUTTON.format(label)}")
            browser.run(f"() => {BUTTON.format(label)}.click()")
        while not browser.saved:
            browser.wait("() => true")
        if Path(browser.saved[0]).stat().st_size < 50:
            yield "an empty file"
    browser.ask("browsingContext.close", context=browser.window)
    yield from browser.complaints


if __name__ == "__main__":
    wrong = 0
    with dashboard(None) as url, firefox() as browser:
        for path in sys.argv[1:] or PAGES:
            for window, size in WINDOWS.items():
                browser.open(url + path, *size)
                found = list(walk(browser, path, is_desktop=window == "desktop"))
                wrong += len(found)
                print(f"{path}, {window}: {'; '.join(found) or 'in order'}", flush=True)
    sys.exit(min(wrong, 1))
