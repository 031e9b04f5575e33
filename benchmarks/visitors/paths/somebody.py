"""Somebody new at a window: hands that press what is seen, eyes that read, and a clock.

They know nothing of a page but what it shows. Where it shows no way on, the path has stopped, with
the page's last word. What the clock counts is the machine's time: a person reads and thinks, too.
"""

import re
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

from playwright.sync_api import Error, FilePayload, Locator, Page

from tests.e2e.browser import SETTLED

PATIENCE = 60_000
"""Milliseconds: a step that takes longer has stopped the path."""

MAIN = '[data-testid="stMain"]'
WORD = re.compile(r"[^\W\d_]{2,}")
LONGEST_SAID = 200


class Stopped(Exception):
    """The path ended too early: the message says by which word of the page."""


@dataclass(frozen=True)
class Lap:
    """A step of a path, once it is done or has stopped.

    Parameters
    ----------
    step : str
    seconds : float
        That the machine took for it.
    presses : int
        Of buttons, links and boxes that were filled.
    words : int
        In lines that were not on the screen before.
    said : str
        What the page said, in short; of a path that stopped, its last word.
    has_stopped : bool
    """

    step: str
    seconds: float
    presses: int
    words: int
    said: str = ""
    has_stopped: bool = False


class Somebody:
    """Somebody new at a window."""

    def __init__(self, page: Page, base: str) -> None:
        page.set_default_timeout(PATIENCE)
        self.page, self.base = page, base
        self.presses, self.words = 0, 0
        self._read = set[str]()

    # --- Hands ------------------------------------------------------------------------------------

    def open(self, path: str) -> None:
        """Open an address that somebody was sent."""
        if self.page.url != self.base + path:
            self.page.goto(self.base + path)
        self.settled()

    def press(self, what: Locator, *, force: bool = False) -> None:
        """Press what is seen, or stop with what the page says instead."""
        self.settled()
        # On a phone a button with a tooltip is there twice, once unseen; a radio is never seen.
        seen = what if force else what.filter(visible=True)
        if not seen.count():
            raise Stopped(self.last_word())
        seen.first.click(force=force)
        self.presses += 1
        self.settled()

    def press_link(self, name: str) -> None:
        """Press the first link of a name."""
        self.press(self.page.get_by_role("link", name=name))

    def press_button(self, name: str) -> None:
        """Press the first button of a name."""
        self.press(self.page.get_by_role("button", name=name))

    def type_in(self, label: str, text: str) -> None:
        """Type into a box, whose label is read whole."""
        self.settled()
        box = self.page.get_by_role("textbox", name=label, exact=True)
        if not box.count():
            raise Stopped(self.last_word())
        box.first.fill(text)
        box.first.press("Enter")
        self.presses += 1
        self.settled()

    def give(self, label: str, name: str, content: bytes) -> None:
        """Drop a file into a box."""
        box = self.page.get_by_role("region", name=label, exact=True)
        if not box.count():
            raise Stopped(self.last_word())
        file = FilePayload(name=name, mimeType="application/octet-stream", buffer=content)
        box.locator("input[type=file]").set_input_files(file)
        self.presses += 1
        self.settled()
        if said := self.alert():
            raise Stopped(said)

    def download(self, label: str) -> bytes:
        """Return the file behind a button."""
        self.settled()
        with self.page.expect_download() as file:
            self.press(self.page.get_by_role("button", name=label, exact=True))
        return Path(file.value.path()).read_bytes()

    def go(self, path: str, title: str, group: str) -> None:
        """Change pages by the navigation: by a link of its bar, below a word there, or a drawer."""
        self.settled()
        drawer = self.page.get_by_test_id("stExpandSidebarButton")
        self.page.get_by_test_id("stTopNavLink").or_(drawer).first.wait_for()
        link = self.page.get_by_test_id("stTopNavLink").filter(has_text=title)
        if drawer.is_visible():
            drawer.click()
            link = self.page.get_by_test_id("stSidebarNav").get_by_role("link", name=title)
        elif not link.count():
            self.page.get_by_test_id("stTopNavSection").filter(has_text=group).click()
            link = self.page.get_by_test_id("stTopNavDropdownLink").filter(has_text=title)
        link.first.click()
        self.presses += 2
        self.arrive(path)

    # --- Eyes -------------------------------------------------------------------------------------

    def settled(self) -> None:
        """Wait until the page stands still, and read what is new on it."""
        self.page.wait_for_function(SETTLED, timeout=PATIENCE)
        lines = self.page.locator(MAIN).inner_text().splitlines()
        new = {" ".join(line.split()) for line in lines} - self._read
        self.words += sum(len(WORD.findall(line)) for line in new)
        self._read |= new

    def arrive(self, path: str) -> None:
        """Wait for a page, which answers or says why it does not."""
        self.page.wait_for_url(f"**/{path}*")
        self.settled()
        if said := self.alert():
            raise Stopped(said)

    def wait_for(self, what: Locator) -> None:
        """Wait for a sign that a step is done, or stop with what the page says instead."""
        try:
            what.first.wait_for()
        except Error:
            raise Stopped(self.last_word()) from None
        self.settled()

    def text(self, place: str = MAIN) -> str:
        """Return what is seen at a place; nothing where the place is not there."""
        self.settled()
        return " ".join(" ".join(self.page.locator(place).first.all_inner_texts()).split())

    def find(self, pattern: str, place: str = MAIN) -> str:
        """Return what a pattern finds in what is seen, or stop."""
        found = re.search(pattern, self.text(place))
        if not found:
            raise Stopped(f"Nothing on the screen reads like {pattern}")
        return found[1]

    def bold(self) -> str:
        """Return the page's first sentence in bold."""
        lines = self.page.locator(f"{MAIN} .stMarkdown strong").all_inner_texts()
        texts = (" ".join(line.split()) for line in lines)
        return next((text for text in texts if len(text.split()) > 4), "")

    def tile(self, label: str) -> str:
        """Return the number under a label; a dash where there is none."""
        value = self.page.get_by_test_id("stMetric").filter(has_text=label)
        found = value.get_by_test_id("stMetricValue").all_inner_texts()
        return " ".join(found[0].split()) if found else "–"

    def alert(self) -> str:
        """Return the page's refusal, if it shows one."""
        alerts = self.page.locator(f"{MAIN} [data-testid=stAlertContentError]")
        return " ".join(alerts.first.inner_text().split()) if alerts.count() else ""

    def last_word(self) -> str:
        """Return what the page says that does not go on: a refusal, or else how it begins."""
        return self.alert() or self.text(f"{MAIN} [role=alert]") or self.text()


Who = TypeVar("Who", bound=Somebody)
Steps = Mapping[str, Callable[[Who], str]]
"""By the words of the report, what is done; each returns what was said."""


def walk(who: Who, steps: Steps[Who]) -> Iterator[Lap]:
    """Take one step after the other, and yield each with its clock, until one has stopped."""
    for name, step in steps.items():
        start, presses, words, has_stopped = time.perf_counter(), who.presses, who.words, False
        try:
            said = step(who)
        except (Stopped, Error) as end:
            said, has_stopped = str(end), True
        seconds = time.perf_counter() - start
        counts = who.presses - presses, who.words - words
        yield Lap(name, seconds, *counts, in_short(said), has_stopped)
        if has_stopped:
            return


def in_short(said: str) -> str:
    r"""Return what was said on one line of a readable length.

    Examples
    --------
    >>> in_short("Not\nyet")
    'Not yet'
    """
    line = " ".join(said.split())
    return line if len(line) <= LONGEST_SAID else f"{line[:LONGEST_SAID]} …"
