"""The path from a file to a scored, certified release, as somebody new walks it.

Whoever walks it answers each question that is asked by the first answer that is offered, reads what
is said, declares all of it, and takes what comes along from page to page.
"""

import re
import zipfile
from io import BytesIO

from playwright.sync_api import Page

from benchmarks.visitors.paths.somebody import MAIN, Somebody, Stopped
from benchmarks.visitors.paths.tables import BroughtTable

MOST_QUESTIONS = 12
"""Answers after which somebody new gives up."""

EPSILON, TOTAL = "1", "2"
"""What is released for, and what the budget of the data set is."""

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


class Analyst(Somebody):
    """Somebody with a table of theirs."""

    def __init__(self, page: Page, base: str, own: BroughtTable) -> None:
        super().__init__(page, base)
        self.own, self.model = own, b""

    def data(self) -> str:
        """Bring the file, and answer what is asked of it."""
        self.open("/")
        self.press_link("Bring a table")
        self.give("Your table: CSV, Excel or Parquet", self.own.name, self.own.content)
        self.wait_for(self.page.get_by_role("button", name="Forget it"))
        answers = sum(1 for _ in range(MOST_QUESTIONS) if self.answered())
        if said := self.page.get_by_text(UNANSWERED).all_inner_texts():
            raise Stopped(said[0])
        remarks = self.page.locator(f"{MAIN} p", has_text="Read from the data").count()
        share = float(self.tile("Positive class").removesuffix(" %"))
        return (
            f"{self.text('.st-key-question h3')}; answers {answers}, remarks {remarks}; "
            f"a constant answer: {min(share, 100 - share):.1f} %"
        )

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

    def declare(self) -> str:
        """Declare all of what is listed."""
        way_on = self.page.locator(".st-key-complete")
        if not way_on.count():
            self.press(self.page.get_by_text("See what would be declared"))
            self.press_button("I declare all of this")
        for _ in range(2):  # A page that is laid out anew can take a button from under the press.
            if not way_on.count():
                self.press_button("I declare all of this")
        if not way_on.count():
            raise Stopped(self.text(".st-key-origins"))
        return "All of it is declared, and the page leads on"

    def trade_off(self) -> str:
        """Follow the link to what privacy costs, and read errors and the first sentence."""
        self.press_link("See what privacy costs on these records")
        self.arrive("trade-off")
        errors = self.tile("Non-private"), self.tile("Objective perturbation")
        return f"{errors[0]} without noise, {errors[1]} at ε = 1. {self.bold()}"

    def decide(self) -> str:
        """Look which ε is proposed."""
        self.go("decide", "Decide", "Use")
        return self.bold()

    def release(self) -> str:
        """Take table and schema along, open a budget, and release one classifier."""
        self.go("release", "Release", "Use")
        self.press(self.page.get_by_role("button", name=re.compile(f"^Take .*{self.own.name}")))
        self.press_button("Take the schema of the Data page")
        self.type_in("Total ε, set once", TOTAL)
        self.press_button("Open this budget")
        self.type_in("Privacy parameter ε", EPSILON)
        self.press_button("Release one classifier for")
        released = self.page.get_by_text("One classifier is released")
        self.wait_for(released)
        self.model = self.download("Model, scorer and certificate")
        with zipfile.ZipFile(BytesIO(self.model)) as packed:
            if "certificate.html" not in packed.namelist():
                raise Stopped("The zip holds no certificate.")
        return released.first.inner_text()

    def use(self) -> str:
        """Let the released model predict the same table."""
        self.press(self.page.get_by_role("radio", name="Use a released model"), force=True)
        self.give("A released model: model.json, or its zip", "model.zip", self.model)
        self.give("The table to predict", self.own.name, self.own.content)
        self.wait_for(self.page.get_by_text(re.compile(r"^Predictions of .* for [\d,]+ row")))
        rows = self.download("CSV").decode().splitlines()
        return f"{len(rows) - 1:,} rows are predicted"


STEPS = {
    "data": Analyst.data,
    "declare": Analyst.declare,
    "cost": Analyst.trade_off,
    "decide": Analyst.decide,
    "release": Analyst.release,
    "use": Analyst.use,
}
