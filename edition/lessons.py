"""The lessons' reading part, with questions that are checked in the page.

What is right is computed at build, as the live lessons compute it; `lesson.js` reads an answer and
grades it by the same rules (`dplab.studies.lessons.grading`, `replies`). A picture
that has to be made by moving the controls needs the live page: such a step says what to do, and how
it ends.
"""

import math
from dataclasses import dataclass
from typing import Any, cast
from urllib.parse import urlencode

from dpcore.checks import LONG
from dplab import lessons as graded
from dplab import numerals
from dplab.studies.lessons.costs import drawn
from dplab.studies.lessons.entries import Lesson, LessonStep
from dplab.studies.lessons.grading import FEWEST_DIGITS, Truth
from dplab.studies.lessons.replies import feedback, reading
from edition import papers, prose, views
from pages.comparison.figures.drawing import content
from pages.kit.values import texts_of
from pages.kit.view import View

MOST_DIGITS = 17
"""Of a double: a number with more is not shorter than the answer itself."""

GUESS = "\u2060guess0"
"""Stands where the guessed number goes, and ends like one: its unit stays beside it."""

WORDS = {
    "right": feedback.RIGHT,
    "notYet": feedback.NOT_YET,
    "off": feedback.OFF,
    "misplaced": feedback.MISPLACED,
    "places": feedback.PLACES,
    "eachOnce": feedback.EACH_ONCE,
    "noneChosen": feedback.NONE_CHOSEN,
    "thousands": feedback.THOUSANDS,
    "decimal": feedback.DECIMAL,
    "wanted": reading.WANTED,
    "finite": numerals.FINITE,
    "called": reading.CALLED,
    "percents": reading.PERCENTS,
    "factors": reading.FACTORS,
    "guess": GUESS,
    "long": LONG,
}
"""What the script says, in the lessons' own words."""


@dataclass(frozen=True)
class ShownStep:
    """A step as its template and its script need it.

    `truth` is None where a picture has to be made. The place is the page's picture at the step's
    settings; None where a step before, `same_as`, has the same (0 for none).
    """

    step: LessonStep
    number: int
    truth: Truth | None
    place: View[Any] | None = None
    same_as: int = 0

    @property
    def query(self) -> str:
        """What the live page's address says."""
        return urlencode(texts_of(self.step.at))

    @property
    def paper(self) -> str:
        """Where the page of the paper's table or figure lies; nothing for other pages."""
        return papers.file_of(self.step.at["entry"]) if self.step.page == "papers" else ""

    @property
    def script(self) -> dict[str, Any] | None:
        """What grades an answer; None where nothing is graded."""
        truth, step = self.truth, self.step
        if truth is None:
            return None
        said = {name: _said(truth, text) for name, text in step.misses.items()}
        graded: dict[str, Any] = {
            "kind": step.kind,
            "unit": step.unit,
            "answer": truth.answer,
            "right": _said(truth, step.right),
            "wrong": _said(truth, step.wrong),
            "said": said,
        }
        if step.kind == "number":
            graded |= _of_number(truth) | {"isShare": feedback.is_share(step, truth)}
        if step.guess:
            graded["came"] = prose.inline(feedback.came(step, truth, GUESS))
            graded["guessUnit"] = step.guess.unit
        return graded


def steps(lesson: Lesson) -> list[ShownStep]:
    """Return the steps of a lesson, their answers computed."""
    first, shown = dict[tuple[str, str], int](), list[ShownStep]()
    for number, step in enumerate(lesson.steps, start=1):
        texts = texts_of(step.at)
        before = first.setdefault((step.page, urlencode(texts)), number)
        place = views.scene(step.page, texts) if before == number else None
        right = None if step.kind == "picture" else truth(lesson, step)
        shown.append(ShownStep(step, number, right, place, before if before < number else 0))
    return shown


def drawing(lesson: Lesson) -> dict[str, Any]:
    """Return what the reader draws before the first step."""
    found = drawn(lesson.steps[0].at)
    return content(found.errors, found.plain)


def truth(lesson: Lesson, step: LessonStep) -> Truth:
    """Return the right answer to a step that asks for no picture."""
    return graded.truth(lesson.name, lesson.steps.index(step) + 1)


def _said(truth: Truth, text: str) -> str:
    return prose.inline(truth.fill(text))


def _of_number(truth: Truth) -> dict[str, Any]:
    """Return what a number is compared with; infinity is a word, which JSON has none for."""
    answer = float(cast(float, truth.answer))
    digits = range(FEWEST_DIGITS, MOST_DIGITS + 1)
    return {
        "answer": _finite(answer),
        "tolerance": truth.tolerance,
        "misses": [[name, _finite(float(miss))] for name, miss in truth.misses.items()],
        "rounded": [_finite(float(f"{answer:.{count}g}")) for count in digits],
    }


def _finite(value: float) -> float | str:
    return "Infinity" if math.isinf(value) else value
