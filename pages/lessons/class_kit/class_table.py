"""What a class handed in as a table: a row for each student, a column for each step.

A step that a code has no answer to is empty. Below the students stands of each step how many solved
it among those who answered, and the commonest slip: the wrong answer given most often, of those
that count. A code has of each step the first right answer, or else the last wrong one: wrong
answers of somebody who found the right one later are in no code.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import pandas as pd

from dplab.studies.lessons.entries import Lesson, LessonStep
from pages.kit import export, words
from pages.lessons.sheet import Graded

RIGHT, WRONG = "✓", "✗"
At = tuple[int, int]
"""The numbers of a lesson and of a step."""


@dataclass(frozen=True)
class Student:
    """Somebody's name, or number, and answers with their grades."""

    name: str
    answers: Mapping[At, Graded]


@dataclass(frozen=True)
class StepOfClass:
    """What a class made of a step.

    The step's number is from 1; `answered` and `solved` count students. The slip is that of one of
    those, `slipped` in number, who made the commonest.
    """

    lesson: Lesson
    number: int
    step: LessonStep
    answered: int
    solved: int
    slip: Graded | None
    slipped: int

    @property
    def name(self) -> str:
        """Its number as students see it: 2.3 is the third step of lesson 2."""
        return f"{self.lesson.number}.{self.number}"

    @property
    def count(self) -> str:
        """How many of how many solved it."""
        return f"{self.solved} of {self.answered}"


def steps(students: Sequence[Student]) -> list[StepOfClass]:
    """Return each step that somebody answered, in the order of the lessons."""
    every = sorted({at for student in students for at in student.answers})
    return [_step([each.answers[at] for each in students if at in each.answers]) for at in every]


def _step(answers: Sequence[Graded]) -> StepOfClass:
    first = answers[0]
    wrong = [each for each in answers if not each.is_right]
    slip, slipped = (Counter(each.slip for each in wrong).most_common(1) or [("", 0)])[0]
    return StepOfClass(
        first.lesson,
        first.number,
        first.step,
        answered=len(answers),
        solved=len(answers) - len(wrong),
        slip=next((each for each in wrong if each.slip == slip), None),
        slipped=slipped,
    )


def on_screen(students: Sequence[Student]) -> pd.DataFrame:
    """Return a row for each student and one for all: ✓ 2 is solved, with two tries; 9/10 solved."""
    rows = [
        {"Student": words.as_cell(student.name)}
        | {f"{at[0]}.{at[1]}": _mark(each) for at, each in student.answers.items()}
        for student in students
    ]
    counts = {each.name: f"{each.solved}/{each.answered}" for each in steps(students)}
    table = pd.DataFrame([*rows, {"Student": "Solved", **counts}])
    return table.reindex(columns=["Student", *counts]).fillna("")


def _mark(each: Graded) -> str:
    return f"{RIGHT if each.is_right else WRONG} {each.reply.tries}"


def as_csv(students: Sequence[Student]) -> str:
    """Return the table as a file: of each step whether it was solved, and the tries."""
    every = steps(students)
    rows = [
        {"student": student.name}
        | {
            f"{at[0]}.{at[1]} {what}": value
            for at, each in student.answers.items()
            for what, value in (
                ("solved", "yes" if each.is_right else "no"),
                ("tries", str(each.reply.tries)),
            )
        }
        for student in students
    ]
    below = [
        {"student": "(step)"} | {f"{each.name} solved": each.step.title for each in every},
        {"student": "(solved)"} | {f"{each.name} solved": each.count for each in every},
        {"student": "(commonest slip)"} | {f"{each.name} solved": slip(each) for each in every},
    ]
    columns = [f"{each.name} {what}" for each in every for what in ("solved", "tries")]
    table = pd.DataFrame([*rows, *below]).reindex(columns=["student", *columns])
    return export.csv(table.fillna(""))


def slip(each: StepOfClass) -> str:
    """Return the commonest slip: how many made it, an answer of theirs, and what is said of it."""
    if each.slip is None:
        return ""
    return f"{each.slipped} answered “{each.slip.given}”: {each.slip.why}"
