"""The path of a student with a graded practical on private ERM: by the screen alone.

The practical is that of the University of Lille (`assets/reading.toml`): its questions stand on the
page of courses, each with links. The student follows each link, reads what the page says, and does
on the page what the practical asks further: another λ, each loss, half of ε.
"""

import re

from benchmarks.visitors.paths.somebody import MAIN, Somebody, Stopped

QUESTIONS = "/lessons?lessons_open=course"
EPSILON, LAM = "Privacy parameter ε, typed", "Regularization λ, typed"
LOSSES = ("Huber", "Smoothed", "Logistic")
ERROR = "^Error: .*%"
"""How the sentence of a sweep begins."""

ENOUGH = r"Gaussian (needs about [\d,]+ records|does not reach that with .{1,20} records)"
NUMBER = r"(\d[\d,.]*\d|\d)"


class PracticalStudent(Somebody):
    """Somebody who is graded on nine questions."""

    def learning_curves(self) -> str:
        """Read the error against n, and again at another λ."""
        first = self.follow("Test error against n", ERROR)
        self.type_in(LAM, "0.1")
        return f"{first} At λ = 0.1: {self.answer(ERROR)}"

    def training_error(self) -> str:
        """Read the error on the training records beside that on the test records."""
        return self.follow("The error on the training records")

    def bound(self) -> str:
        """Read the bound, and how long noise for it is."""
        return self.follow("The bound 2/(nλ)")

    def measured(self) -> str:
        """Read how far exchanges move the minimiser, under each loss: never beyond the bound."""
        said = [self.follow("2,000 random exchanges")]
        for loss in LOSSES:
            self.press(self.page.get_by_role("radio", name=loss), force=True)
            said.append(f"{loss}: {self.answer()}")
            moved, bound = (self.number(rf"{word} {NUMBER}") for word in ("at most", "bound is"))
            if moved > bound:
                raise Stopped(said[-1])
        return " ".join(said)

    def as_c(self) -> str:
        """Find the row of scikit-learn's C, and put the page's numbers into it."""
        self.follow("A table of conventions")
        n = self.number(r"([\d,]+) training records")
        self.press(self.page.locator("summary").filter(has_text="How this works"))
        row = self.find(r"scikit-learn, LIBLINEAR (.{1,16}?\(nC\))")
        return f"λ here is {row}: C = 1/({n:g} · 0.01) = {1 / (n * 0.01):.3g}"

    def calibrated(self) -> str:
        """Read what noise for a measured move claims, and what is found."""
        self.follow("The ε that such noise claims")
        claimed = self.number(rf"claims ε = {NUMBER}")
        found = self.number(rf"reaches {NUMBER} on this table")
        if found <= claimed:
            raise Stopped(f"Claimed {claimed}, found {found}")
        return f"Claimed ε = {claimed:g}; found {found:g} on this table"

    def output_perturbation(self) -> str:
        """Read the error of (ε, δ) output perturbation against n, λ and ε."""
        links = "Gaussian noise on the classifier", "The same against λ", "The same against ε"
        return " ".join(map(self.follow, links))

    def more_records(self) -> str:
        """Read how many records match the accuracy without noise, and again at half of ε."""
        self.follow("The n at which the private curve")
        first = self.find(ENOUGH)
        self.type_in(EPSILON, "0.25")
        self.answer(r"At ε = 0\.25")
        return f"{first} at ε = 0.5; {self.find(ENOUGH)} at ε = 0.25"

    def membership(self) -> str:
        """Read what a threshold on the loss finds, with and without noise, and its limit."""
        links = "Losses of members and others", "The same with (ε, δ) output perturbation"
        return " ".join(map(self.follow, links))

    def objective_perturbation(self) -> str:
        """Compare both methods, and see where each puts its noise."""
        return " ".join(map(self.follow, ("Both methods against ε", "Where each puts its noise")))

    # --- What each step takes ---------------------------------------------------------------------

    def follow(self, link: str, says: str = r"\d") -> str:
        """Go to the questions, press a link, and return what the page that it opens says."""
        self.page.goto(self.base + QUESTIONS)
        self.press(self.page.get_by_role("link", name=link))
        self.page.wait_for_url(lambda url: "/lessons?" not in url)
        self.settled()
        return self.answer(says)

    def answer(self, says: str = r"\d") -> str:
        """Return the first sentence of a page that says something, once it is there."""
        lines = self.page.locator(f"{MAIN} .stMarkdown strong").filter(has_text=re.compile(says))
        self.wait_for(lines)
        if said := self.alert():
            raise Stopped(said)
        return " ".join(lines.first.inner_text().split())

    def number(self, pattern: str) -> float:
        """Return a number that is seen."""
        return float(re.sub(",", "", self.find(pattern)))


STEPS = {
    "1 learning curves": PracticalStudent.learning_curves,
    "1 training error": PracticalStudent.training_error,
    "2 the bound": PracticalStudent.bound,
    "2 measured": PracticalStudent.measured,
    "2 as C": PracticalStudent.as_c,
    "3 calibrated": PracticalStudent.calibrated,
    "3 output": PracticalStudent.output_perturbation,
    "3 bonus: records": PracticalStudent.more_records,
    "4 membership": PracticalStudent.membership,
    "4 bonus: objective": PracticalStudent.objective_perturbation,
}
