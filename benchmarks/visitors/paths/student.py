"""The path of somebody whose teacher said "do lesson 1, and hand in": by the screen alone.

Each answer is read on the page that its question is about, as a student would; none is computed by
the program that checks it. The first one is wrong on purpose: it is what ε looks like.
"""

import math
import re

from benchmarks.visitors.paths.somebody import Somebody, Stopped

CARD, SAID = ".st-key-lesson_card", ".st-key-lesson_said"
NAME = "Ana"
ASKED = 7
"""Steps of the lesson."""


class ScreenStudent(Somebody):
    """Somebody in a class."""

    def find_lesson(self) -> str:
        """Go from the first page to the first step of the first lesson."""
        self.open("/")
        self.press_link("Learn it in an hour")
        self.press_link("Begin")
        return self.text(f"{CARD} h2")

    def two_curves(self) -> str:
        """Take ε for the ratio, are told what it is, and find the ratio on the page."""
        wrong = self.answer("1")
        if not wrong.startswith("Not yet"):
            raise Stopped(f"A wrong answer is told: {wrong}")
        ratio = self.find(r"e\^ε ≈ ([\d.]+)")
        return f"{wrong} {self.right(ratio)}"

    def how_far(self) -> str:
        """Guess, see what came, and read the line among the answers."""
        self.next_step()
        self.fill("50")
        self.press_button("Guess")
        return self.right(self.find(r"95 % within ± ([\d.]+)"))

    def buy_accuracy(self) -> str:
        """Move ε until the line is as short as it should be."""
        self.next_step()
        wanted = float(self.find(r"within ±([\d.]+) of the truth", CARD))
        shown = float(self.find(r"95 % within ± ([\d.]+)"))
        epsilon = 0.1 * shown / wanted
        self.type_in("Privacy parameter ε, typed", f"{epsilon:.1g}")
        self.press_button("Check the picture")
        return self.told()

    def average(self) -> str:
        """Read how far one record moves the average."""
        self.next_step()
        return self.right(self.find(r"moves the average by ([\d.]+)"))

    def game(self) -> str:
        """Play a round, and read how often the optimal Bob wins."""
        self.next_step()
        self.press_button("It was A")
        return self.right(self.find(r"optimal Bob wins ([\d.]+) %"))

    def ten_questions(self) -> str:
        """Read what ten answers cost."""
        self.next_step()
        return self.right(self.find(r"cost kε = ([\d.]+) together"))

    def belief(self) -> str:
        """Do what a wrong answer says: multiply odds of 1 to 1 by a power of e."""
        self.next_step()
        said = self.answer("50")
        epsilon = re.search(r"ε = (\d+\.?\d*)", self.text(CARD))
        if "multiplies them by" not in said or not epsilon:
            raise Stopped(said)
        odds = math.exp(float(epsilon[1]))
        return self.right(f"{100 * odds / (1 + odds):.1f}")

    def hand_in(self) -> str:
        """Save the sheet where the lesson ends."""
        self.press_link("End of the lesson")
        fold = self.page.locator(".st-key-lesson_ending summary", has_text="Hand in")
        if fold.count():  # On a phone.
            self.press(fold)
        self.type_in("Your name, for the sheet", NAME)
        sheet = self.download("Save the sheet").decode()
        right = sheet.count("<td>yes")
        tries = sum(map(int, re.findall(r"<td>(\d+)<td>yes", sheet)))
        if NAME not in sheet or right != ASKED:
            raise Stopped(f"The sheet has {right} right answers of {ASKED}.")
        return f"A sheet with {right} right answers in {tries} tries, and its code"

    # --- What each step takes ---------------------------------------------------------------------

    def next_step(self) -> None:
        """Press what leads on."""
        self.press_link("Next step")

    def fill(self, text: str) -> None:
        """Type into the only box of the question."""
        self.page.locator(f"{CARD} .stForm").get_by_role("textbox").fill(text)
        self.presses += 1

    def answer(self, text: str) -> str:
        """Give an answer; return what is said of it."""
        self.fill(text)
        self.press(self.page.locator(CARD).get_by_role("button", name="Check", exact=True))
        return self.told()

    def right(self, text: str) -> str:
        """Give an answer that should be right."""
        said = self.answer(text)
        if not said.startswith("Right"):
            raise Stopped(f"{text}: {said}")
        return said

    def told(self) -> str:
        """Return what is said of an answer, without the name of its icon."""
        return self.text(f"{SAID} [data-testid=stMarkdownContainer]")


STEPS = {
    "find lesson 1": ScreenStudent.find_lesson,
    "1 two curves": ScreenStudent.two_curves,
    "2 how far": ScreenStudent.how_far,
    "3 buy accuracy": ScreenStudent.buy_accuracy,
    "4 an average": ScreenStudent.average,
    "5 the game": ScreenStudent.game,
    "6 ten questions": ScreenStudent.ten_questions,
    "7 belief": ScreenStudent.belief,
    "hand in": ScreenStudent.hand_in,
}
