"""The cells of a lesson: what is told, computed, asked and checked; with solutions or without."""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from urllib.parse import urlencode

from dplab import lessons
from dplab.studies.lessons.entries import Lesson, LessonStep
from dplab.studies.lessons.grading import Truth
from dplab.studies.lessons.replies import feedback
from edition import views
from edition.notebooks import scripts
from pages.kit import notebook, paths, text
from pages.kit.notebook import WHEEL, NotebookCell
from pages.kit.values import texts_of

HOW = (
    "Run the cells from the top. Replace each `...` by your answer. The cell below it says whether "
    "it is right, and if not, why."
)
FIRST = f"""\
# If dpcore is not installed: remove the first # of the next line, and run this cell once.
# %pip install {WHEEL} matplotlib
from dplab.lessons import came, check"""
UNGRADED = "skip-execution"
"""Marks cells that draw: programs that run a notebook leave them out, Otter too, and people's do
not. On no figure does an answer depend, and some take long."""
SAME = "The numbers of this step are those that the code of step {number} prints."


@dataclass(frozen=True)
class LessonNotebook:
    """A lesson as a notebook, its numbers drawn by a seed.

    Its steps link to the dashboard at `live`, an address; empty for none.
    """

    lesson: Lesson
    seed: int = 0
    live: str = ""

    def student(self) -> str:
        """Return the notebook that is handed out."""
        return notebook.notebook(self._cells(is_solved=False))

    def solution(self) -> str:
        """Return the same with every answer filled in, and with why it is right."""
        return notebook.notebook(self._cells(is_solved=True))

    def truth(self, number: int) -> Truth:
        """Return what is right of a step."""
        return lessons.truth(self.lesson.name, number, seed=self.seed)

    def _cells(self, *, is_solved: bool) -> Iterator[NotebookCell]:
        lesson = self.lesson
        yield NotebookCell(
            f"# {lesson.number}. {lesson.title}\n\n{lesson.lead}\n\n"
            f"About {lesson.minutes} minutes, after which you can {lesson.able}.\n\n"
            f"{HOW}\n\n*{text.SIMULATION}*"
        )
        yield NotebookCell(FIRST, is_code=True)
        for number in range(1, len(lesson.steps) + 1):
            yield from self._step(number, is_solved=is_solved)
        yield NotebookCell(f"## What you have seen\n\n{lesson.summary}")

    def _step(self, number: int, *, is_solved: bool) -> Iterator[NotebookCell]:
        step = self.lesson.steps[number - 1]
        heading = f"## Step {number}: {step.title}"
        if step.guess:
            yield NotebookCell(f"{heading}\n\n**First a guess.** {step.guess.ask}")
            kind = _in_unit(step.guess.unit)
            guess = f"guess_{number} = ...  # {kind}\n{self._call('came', number, 'guess')}"
            yield NotebookCell(guess, is_code=True)
        yield _text("" if step.guess else heading, *self._told(number))
        if self._same_as(number) == number:
            for code in _code_of(self.lesson.name, number, self.seed):
                yield NotebookCell(code, is_code=True)
            if plot := scripts.plot(step):
                yield NotebookCell(plot, is_code=True, tags=(UNGRADED,))
            yield _folded(
                "What the page says of it", *_said_of(self.lesson.name, number, self.seed)
            )
        yield from self._question(number, is_solved=is_solved)

    def _told(self, number: int) -> Iterator[str]:
        step = self.lesson.steps[number - 1]
        yield step.do
        if self.live:
            query = urlencode(texts_of({"seed": self.seed, **step.at}))
            yield f"[The picture]({self.live}/{paths.address_of(step.page)}?{query})"
        if (before := self._same_as(number)) != number:
            yield SAME.format(number=before)

    def _same_as(self, number: int) -> int:
        """Return the first step with the same picture."""
        pictures = [(step.page, step.at) for step in self.lesson.steps]
        return 1 + pictures.index(pictures[number - 1])

    def _question(self, number: int, *, is_solved: bool) -> Iterator[NotebookCell]:
        step = self.lesson.steps[number - 1]
        options = "\n".join(f"- `{word}`: {shown}" for word, shown in step.options.items())
        yield _text(f"**Question {number}.** {step.ask}", options)
        given = right(step, self.truth(number)) if is_solved else "..."
        yield NotebookCell(f"answer_{number} = {given}  # {wanted(step)}", is_code=True)
        yield NotebookCell(self._call("check", number, "answer"), is_code=True)
        if is_solved:
            yield _text(f"**Solution.** {feedback.solution(step, self.truth(number))}")
        if step.hint:
            yield _folded("Hint", step.hint)
        yield _text(f"*Source: {step.source}.*")

    def _call(self, called: str, number: int, variable: str) -> str:
        seed = f", seed={self.seed}" if self.seed else ""
        return f'{called}("{self.lesson.name}", {number}, {variable}_{number}{seed})'


def _text(*parts: str) -> NotebookCell:
    return NotebookCell("\n\n".join(filter(None, parts)))


def _folded(title: str, *parts: str) -> NotebookCell:
    return _text(f"<details><summary>{title}</summary>", *parts, "</details>")


def right(step: LessonStep, truth: Truth) -> str:
    """Return the right answer to a step, as Python writes it."""
    if step.kind == "picture":
        return as_typed(texts_of(step.example))
    if isinstance(truth.answer, tuple):
        return as_typed(list(truth.answer))
    return as_typed(truth.answer)


def as_typed(answer: object) -> str:
    """Return an answer as a student might type it: rounded, unlike what a script has.

    Examples
    --------
    >>> print(as_typed(["a", "b"]), as_typed(14.97866136776995), as_typed(float("inf")))
    ["a", "b"] 14.9787 float("inf")
    """
    if isinstance(answer, float):
        rounded = f"{answer:.6g}"
        return f'float("{rounded}")' if rounded in ("inf", "-inf") else repr(float(rounded))
    return json.dumps(answer, ensure_ascii=False)


def wanted(step: LessonStep) -> str:
    """Return what kind of answer a step asks for, for the comment behind it."""
    if step.kind == "number":
        return _in_unit(step.unit)
    words = as_typed(list(step.options))
    if step.kind == "choice":
        return f"one of {words.strip('[]')}"
    if step.kind == "order":
        return f"in their order: {words}"
    texts = texts_of(step.at)
    moved = {name: texts.get(name, "") for name in step.example}
    return f"the settings that you would move, such as {as_typed(moved)}"


def _in_unit(unit: str) -> str:
    return f"a number, in {unit.removeprefix('in ')}" if unit else "a number"


@cache
def _code_of(name: str, number: int, seed: int) -> list[str]:
    return notebook.code_cells(scripts.script(lessons.step_of(name, number), seed))


@cache
def _said_of(name: str, number: int, seed: int) -> tuple[str, ...]:
    """Return the page's sentence of a step's picture, and what a lesson reads below it."""
    step = lessons.step_of(name, number)
    place = views.scene(step.page, texts_of({"seed": seed, **step.at}))
    return place.sentence, *place.below
