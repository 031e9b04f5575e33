"""The way from a file to a scored, certified release, as somebody new walks it.

Whoever walks it answers each question that is asked by the first answer that is offered, reads what
is said, declares all of it, and takes what comes along from page to page. They know nothing of the
page but what it shows: where it shows no way on, the way has stopped, with the page's last word.
"""

import re
import time
import zipfile
from collections.abc import Iterator
from dataclasses import dataclass, field
from io import BytesIO
from pathlib import Path

from playwright.sync_api import Error, FilePayload, Locator, Page

from benchmarks.visitors.newcomer.tables import BroughtTable
from tests.e2e.browser import SETTLED

PATIENCE = 60_000
"""Milliseconds: a step that takes longer has stopped the way."""

MOST_QUESTIONS = 12
"""Answers after which somebody new gives up."""

EPSILON, TOTAL = "1", "2"
"""What is released for, and what the budget of the data set is."""

DATA = "/data?data=upload"
MAIN = '[data-testid="stMain"]'
QUESTIONS = (
    ('[class*="st-key-question"] [class*="st-key-take_"]', "+1:"),
    ('.stVerticalBlock[class*="st-key-asked_"]', ""),
    ('.stVerticalBlock[class*="st-key-empty_"]', ""),
    ('.stVerticalBlock[class*="st-key-odd_cells"]', ""),
    ('.stVerticalBlock[class*="st-key-persons_"]', ""),
)
"""Where the Data page asks; the first button there is the answer that it offers first."""

UNANSWERED = re.compile(r"One thing is missing|Not used yet")
"""How the Data page says that a table waits for an answer."""


class Stopped(Exception):
    """The way ended before the release: the message says by which word of the page."""


@dataclass
class Walked:
    """What was met on the way.

    Parameters
    ----------
    name : str
        Of the file.
    seconds : dict
        When each step was done, since the file was there.
    asked : str
        What counts as +1.
    questions, presses, remarks : int
        Answers given to what the Data page asked; presses in all; lines of remarks that it shows.
    constant, without_noise, at_epsilon : str
        Errors: of a constant answer, of the classifier without noise, and at ε = 1.
    proposed : str
        What Decide says of ε.
    said : dict
        The sentence that each page begins with.
    scored : str
        What is said once the table is predicted by the released model.
    stopped : str
        Where the way ended early, and the page's word; empty where it did not.
    """

    name: str
    seconds: dict[str, float] = field(default_factory=dict)
    asked: str = ""
    questions: int = 0
    presses: int = 0
    remarks: int = 0
    constant: str = "–"
    without_noise: str = "–"
    at_epsilon: str = "–"
    proposed: str = ""
    said: dict[str, str] = field(default_factory=dict)
    scored: str = ""
    stopped: str = ""


def walk(page: Page, base: str, own: BroughtTable) -> Walked:
    """Walk the whole way with a table; whatever happens, return how far it went."""
    page.set_default_timeout(PATIENCE)
    walker = Walker(page, base, own)
    for name, step in STEPS.items():
        try:
            step(walker)
        except (Stopped, Error) as end:
            walker.met.stopped = f"{name}: {_in_short(str(end))}"
            break
        walker.met.seconds[name] = time.perf_counter() - walker.start
    return walker.met


class Walker:
    """Somebody new at a window."""

    def __init__(self, page: Page, base: str, own: BroughtTable) -> None:
        self.page, self.base, self.own = page, base, own
        self.met, self.start = Walked(own.name), time.perf_counter()
        self.model = b""

    # --- The steps --------------------------------------------------------------------------------

    def data(self) -> None:
        """Bring the file to the Data page, and answer what is asked of it."""
        self.page.goto(self.base + DATA)
        self.settled()
        self.start = time.perf_counter()
        self.give("Your table: CSV, Excel or Parquet", self.own.name, self.own.content)
        self.wait_for(self.page.get_by_role("button", name="Forget it"))
        for _ in range(MOST_QUESTIONS):
            if not self.answered():
                break
            self.met.questions += 1
        self.met.asked = self.seen(".st-key-question h3").removeprefix("+1: ")
        self.met.remarks = self.page.locator(f"{MAIN} p", has_text="Read from the data").count()
        if said := self.page.get_by_text(UNANSWERED).all_inner_texts():
            raise Stopped(said[0])
        share = float(self.tile("Positive class").removesuffix(" %"))
        self.met.constant = f"{min(share, 100 - share):.1f} %"

    def answered(self) -> bool:
        """Give the first answer to the first question that is open; tell whether there is one."""
        self.settled()
        for place, start in QUESTIONS:
            is_open = start != "+1:" or self.page.get_by_text("Which values of").count()
            buttons = self.page.locator(f"{place} button").filter(has_text=start)
            if is_open and buttons.count():
                self.press(buttons)
                return True
        left_out = self.page.locator('[class*="st-key-unlabelled_"] label')
        if left_out.count() and not left_out.locator("input").is_checked():
            self.press(left_out)
            self.press(self.page.locator('[class*="st-key-labelled_is_public_"] label'))
            return True
        return False

    def declare(self) -> None:
        """Declare all of what is listed."""
        way_on = self.page.locator(".st-key-complete")
        if not way_on.count():
            self.press(self.page.get_by_text("See what would be declared"))
            self.press(self.page.get_by_role("button", name="I declare all of this"))
        for _ in range(2):  # A page that is laid out anew can take a button from under the press.
            if not way_on.count():
                self.press(self.page.get_by_role("button", name="I declare all of this"))
        if not way_on.count():
            raise Stopped(self.seen(".st-key-origins"))

    def trade_off(self) -> None:
        """Follow the link to what privacy costs, and read errors and the first sentence."""
        self.press(self.page.get_by_role("link", name="See what privacy costs on these records"))
        self.arrive("trade-off")
        self.met.without_noise = self.tile("Non-private")
        self.met.at_epsilon = self.tile("Objective perturbation")
        self.note("Trade-off")

    def decide(self) -> None:
        """Look which ε is proposed."""
        self.go("decide", "Decide")
        self.met.proposed = self.note("Decide")

    def release(self) -> None:
        """Take table and schema along, open a budget, and release one classifier."""
        self.go("release", "Release")
        self.press(self.page.get_by_role("button", name=re.compile(f"^Take .*{self.own.name}")))
        self.press(self.page.get_by_role("button", name="Take the schema of the Data page"))
        self.type_in("Total ε, set once", TOTAL)
        self.press(self.page.get_by_role("button", name="Open this budget"))
        self.type_in("Privacy parameter ε", EPSILON)
        self.press(self.page.get_by_role("button", name="Release one classifier for"))
        self.wait_for(self.page.get_by_text("One classifier is released"))
        self.model = self.download("Model, scorer and certificate")
        with zipfile.ZipFile(BytesIO(self.model)) as packed:
            if "certificate.html" not in packed.namelist():
                raise Stopped("The zip holds no certificate.")

    def use(self) -> None:
        """Let the released model predict the same table."""
        self.press(self.page.get_by_role("radio", name="Use a released model"), force=True)
        self.give("A released model: model.json, or its zip", "model.zip", self.model)
        self.give("The table to predict", self.own.name, self.own.content)
        said = self.page.get_by_text(re.compile(r"^Predictions of .* for [\d,]+ row"))
        self.wait_for(said)
        self.met.scored = said.first.inner_text()
        rows = self.download("CSV").decode().splitlines()
        self.met.scored = f"{len(rows) - 1:,} rows"

    # --- What hands and eyes do -------------------------------------------------------------------

    def settled(self) -> None:
        """Wait until the page stands still."""
        self.page.wait_for_function(SETTLED, timeout=PATIENCE)

    def press(self, what: Locator, *, force: bool = False) -> None:
        """Press what is seen, or stop with what the page says instead."""
        self.settled()
        # On a phone a button with a tooltip is there twice, once unseen; a radio is never seen.
        seen = what if force else what.filter(visible=True)
        if not seen.count():
            raise Stopped(self.last_word())
        seen.first.click(force=force)
        self.met.presses += 1
        self.settled()

    def wait_for(self, what: Locator) -> None:
        """Wait for a sign that a step is done, or stop with what the page says instead."""
        try:
            what.first.wait_for()
        except Error:
            raise Stopped(self.last_word()) from None
        self.settled()

    def give(self, label: str, name: str, content: bytes) -> None:
        """Drop a file into a box."""
        box = self.page.get_by_role("region", name=label, exact=True)
        if not box.count():
            raise Stopped(self.last_word())
        file = FilePayload(name=name, mimeType="application/octet-stream", buffer=content)
        box.locator("input[type=file]").set_input_files(file)
        self.met.presses += 1
        self.settled()
        if said := self.alert():
            raise Stopped(said)

    def type_in(self, label: str, text: str) -> None:
        """Type into a box."""
        self.settled()
        box = self.page.get_by_role("textbox", name=label, exact=True)
        if not box.count():
            raise Stopped(self.last_word())
        box.fill(text)
        box.press("Enter")
        self.met.presses += 1
        self.settled()

    def download(self, label: str) -> bytes:
        """Return the file behind a button."""
        self.settled()
        with self.page.expect_download() as file:
            self.press(self.page.get_by_role("button", name=label, exact=True))
        return Path(file.value.path()).read_bytes()

    def go(self, path: str, title: str) -> None:
        """Change pages by the navigation: by a link of its bar, below a word there, or a drawer."""
        self.settled()
        drawer = self.page.get_by_test_id("stExpandSidebarButton")
        self.page.get_by_test_id("stTopNavLink").or_(drawer).first.wait_for()
        link = self.page.get_by_test_id("stTopNavLink").filter(has_text=title)
        if drawer.is_visible():
            drawer.click()
            link = self.page.get_by_test_id("stSidebarNav").get_by_role("link", name=title)
        elif not link.count():
            self.page.get_by_test_id("stTopNavSection").filter(has_text="Use").click()
            link = self.page.get_by_test_id("stTopNavDropdownLink").filter(has_text=title)
        link.first.click()
        self.met.presses += 2
        self.arrive(path)

    def arrive(self, path: str) -> None:
        """Wait for a page, which answers or says why it does not."""
        self.page.wait_for_url(f"**/{path}*")
        self.settled()
        if said := self.alert():
            raise Stopped(said)

    def note(self, title: str) -> str:
        """Keep the page's first sentence in bold; return it."""
        bold = self.page.locator(f"{MAIN} .stMarkdown strong")
        self.met.said[title] = next(self._long(bold), "")
        return self.met.said[title]

    def _long(self, bold: Locator) -> Iterator[str]:
        for text in bold.all_inner_texts():
            if len(text.split()) > 4:
                yield " ".join(text.split())

    def tile(self, label: str) -> str:
        """Return the number under a label; a dash where there is none."""
        value = self.page.get_by_test_id("stMetric").filter(has_text=label)
        found = value.get_by_test_id("stMetricValue").all_inner_texts()
        return " ".join(found[0].split()) if found else "–"

    def seen(self, place: str) -> str:
        """Return the text that stands at a place; nothing where the place is not there."""
        return " ".join(" ".join(self.page.locator(place).first.all_inner_texts()).split())

    def alert(self) -> str:
        """Return the page's refusal, if it shows one."""
        alerts = self.page.locator(f"{MAIN} [data-testid=stAlertContentError]")
        return " ".join(alerts.first.inner_text().split()) if alerts.count() else ""

    def last_word(self) -> str:
        """Return what the page says that does not go on: a refusal, or else how it begins."""
        return self.alert() or self.seen(f"{MAIN} [role=alert]") or self.seen(MAIN)


STEPS = {
    "data": Walker.data,
    "declared": Walker.declare,
    "cost": Walker.trade_off,
    "decide": Walker.decide,
    "released": Walker.release,
    "used": Walker.use,
}
"""The way's steps in their order, by the words of the report."""


def _in_short(said: str) -> str:
    line = " ".join(said.split())
    return line if len(line) <= 200 else f"{line[:200]} …"
