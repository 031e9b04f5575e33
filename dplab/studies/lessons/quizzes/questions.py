"""Questions that a learning platform can grade: what is accepted, and what is said of each answer.

A platform knows no lesson. It compares a number with numbers and tolerances, in their order, and
says the sentence of the first that fits. So a question here lists, in this order, the right answer,
its roundings to two digits or more that lie beyond its tolerance, what known misunderstandings
give, and the right answer off by a factor of 100; whatever else is typed gets the step's own
sentence. It is the grading of the page (`grading.grade`), written out.

Numbers come from a seed, so that each class, or each student, has others (`student_seed`). A
picture cannot be made on another platform: such a step is left out, and named (`left_out`).

Examples
--------
>>> first, *_ = of_lesson("promises")
>>> first.name, [round(each.value, 2) for each in first.numbers if each.is_right][:1]
('Lesson 1.1: Two curves', [2.72])
>>> graded(first, 1.0).text
'**Not yet.** That is ε itself, the bound on the *logarithm* of the ratio. What is the ratio then?'
>>> student_seed(7, "Ada") == student_seed(7, "Ada") != student_seed(7, "Bob")
True
"""

import hashlib
import unicodedata
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from urllib.parse import urlencode

from dplab.studies.lessons import entries
from dplab.studies.lessons.entries import LessonStep
from dplab.studies.lessons.grading import FEWEST_DIGITS, PERCENT, Truth, is_near, is_rounded
from dplab.studies.lessons.replies import feedback
from dplab.studies.lessons.replies.feedback import Feedback

CATEGORY = "Privacy-Accuracy Explorer"
"""What a question bank calls them together."""

MOST_KEPT = 500
"""Questions that are kept for who asks again at the same seed."""

MOST_DIGITS = 12
"""Digits up to which a rounded answer is told from the answer."""

SEEDS = 1_000_000
"""Seeds of students lie below; a student's code is theirs in six digits."""


@dataclass(frozen=True)
class AcceptedNumber:
    """A number that a platform knows, right or not, and what it says of it.

    What is typed fits if it lies within the tolerance, both ends included.
    """

    value: float
    tolerance: float
    is_right: bool
    said: str


@dataclass(frozen=True)
class QuizOption:
    """One answer of a choice, and what is said of it."""

    word: str
    label: str
    is_right: bool
    said: str


@dataclass(frozen=True, kw_only=True)
class QuizQuestion:
    """One question.

    Parameters
    ----------
    name : str
        Lesson and step, and the step's title.
    key : str
        Unique among all questions: letters, digits, points.
    text : str
        What to do, and the question, as Markdown with formulas between dollar signs.
    unit : str
        Of a number, shown behind it.
    numbers : tuple of AcceptedNumber
        In the order in which they are compared; empty for other kinds.
    options : tuple of QuizOption
        Of a choice.
    order : tuple of str
        Of an order, what the screen calls each, in the right order.
    right, otherwise : str
        What is said of the right answer, and of one that nothing is known of.
    """

    name: str
    key: str
    text: str
    right: str
    otherwise: str
    unit: str = ""
    numbers: tuple[AcceptedNumber, ...] = ()
    options: tuple[QuizOption, ...] = ()
    order: tuple[str, ...] = ()


def student_seed(seed: int, name: str) -> int:
    """Return the seed of a student: it follows from the class's and a name, and tells neither.

    Who has the seeds of a class cannot find the names by it unless they guess them, and the class's
    seed: the table of names and codes stays with the teacher.
    """
    text = f"{seed}\n{_folded(name)}"
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:8], "big") % SEEDS


def is_same_name(name: str, other: str) -> bool:
    """Tell whether two names are one by all but case, blanks, and how accents are stored.

    Examples
    --------
    >>> is_same_name("Zo\N{LATIN SMALL LETTER E WITH DIAERESIS}", "zoe\N{COMBINING DIAERESIS} ")
    True
    """
    return _folded(name) == _folded(other)


def _folded(name: str) -> str:
    return unicodedata.normalize("NFC", " ".join(name.split()).casefold())


def of_all(*, seed: int = 0, server: str = "") -> Iterator[QuizQuestion]:
    """Yield the questions of all lessons, then of all exams, at a seed."""
    for name in entries.lessons():
        yield from of_lesson(name, seed=seed, server=server)
    for name in entries.lessons():
        yield from of_exam(name, seed=seed)


def of_lesson(name: str, *, seed: int = 0, server: str = "") -> Iterator[QuizQuestion]:
    """Yield the questions of a lesson but for those about a picture.

    `server` is the address of the pages, without a path: each question then begins with a link.
    """
    for number, step in enumerate(entries.lessons()[name].steps, 1):
        if step.kind != "picture":
            asked = _of_step(name, number, seed)
            link = f"[Open the page]({server.rstrip('/')}/{_address(step, seed)}).\n\n"
            yield replace(asked, text=link + asked.text) if server else asked


def left_out(name: str) -> tuple[str, ...]:
    """Return the titles of a lesson's steps that no platform can grade."""
    return tuple(each.title for each in entries.lessons()[name].steps if each.kind == "picture")


def of_exam(name: str, *, seed: int = 0) -> Iterator[QuizQuestion]:
    """Yield the exam's questions of a lesson, with the numbers of a seed."""
    for number in range(1, len(entries.lessons()[name].exam) + 1):
        yield _of_exam(name, number, seed)


def graded(question: QuizQuestion, given: float) -> Feedback:
    """Return what a platform makes of a number: the first that fits, else the general sentence."""
    for each in question.numbers:
        if abs(given - each.value) <= each.tolerance:
            return Feedback(each.is_right, each.said)
    return Feedback(False, question.otherwise)


@lru_cache(MOST_KEPT)
def _of_step(name: str, number: int, seed: int) -> QuizQuestion:
    lesson = entries.lessons()[name]
    step = lesson.steps[number - 1]
    truth = entries.truth(name, step.check, {"seed": seed, **step.at})
    right = _said(step, truth, is_right=True)
    otherwise = _said(step, truth)
    asked = QuizQuestion(
        name=f"Lesson {lesson.number}.{number}: {step.title}",
        key=f"lesson.{lesson.number}.{number}",
        text=f"{step.on_live_page}\n\n{step.ask}",
        right=right,
        otherwise=otherwise,
        unit=step.unit,
    )
    if step.kind == "number":
        return replace(asked, numbers=tuple(_numbers(step, truth, right, otherwise)))
    if isinstance(truth.answer, tuple):
        return replace(asked, order=tuple(step.options[word] for word in truth.answer))
    options = tuple(
        QuizOption(word, label, word == truth.answer, feedback.on(step, word, truth).text)
        for word, label in step.options.items()
    )
    return replace(asked, options=options)


@lru_cache(MOST_KEPT)
def _of_exam(name: str, number: int, seed: int) -> QuizQuestion:
    lesson = entries.lessons()[name]
    question = lesson.exam[number - 1]
    truth = entries.truth(name, question.check, {"seed": seed})
    solution = truth.fill(question.solution)
    right, otherwise = f"**{feedback.RIGHT}** {solution}", f"**{feedback.NOT_YET}** {solution}"
    return QuizQuestion(
        name=f"Exam {lesson.number}.{number}: {lesson.title}",
        key=f"exam.{lesson.number}.{number}",
        text=truth.fill(question.ask),
        right=right,
        otherwise=otherwise,
        numbers=tuple(_known(truth, right, {}, otherwise)),
    )


def _numbers(
    step: LessonStep, truth: Truth, right: str, otherwise: str
) -> Iterator[AcceptedNumber]:
    """Yield what a step knows of numbers, in the order in which it compares them."""
    misses = {name: _said(step, truth, miss=name) for name in truth.misses}
    yield from _known(truth, right, misses, otherwise)
    answer = float(truth.answer) if isinstance(truth.answer, float | int) else 0.0
    if answer and feedback.is_share(step, truth):
        for by in (PERCENT, 1 / PERCENT):
            said = f"{otherwise} {feedback.OFF}"
            yield AcceptedNumber(answer * by, _room(truth.tolerance * by, answer * by), False, said)


def _known(
    truth: Truth, right: str, misses: Mapping[str, str], otherwise: str
) -> Iterator[AcceptedNumber]:
    answer = float(truth.answer)  # type: ignore[arg-type]
    yield AcceptedNumber(answer, _room(truth.tolerance, answer), True, right)
    # Whoever rounds to two digits or more has the answer, however narrow the tolerance is.
    rounded = (float(f"{answer:.{digits}g}") for digits in range(FEWEST_DIGITS, MOST_DIGITS))
    for value in dict.fromkeys(rounded):
        is_known = is_near(value, answer, truth.tolerance)
        if truth.tolerance and not is_known and is_rounded(value, answer):
            yield AcceptedNumber(value, _room(0.0, value), True, right)
    share = truth.tolerance / abs(answer) if answer else 0.0
    for name, miss in truth.misses.items():
        said = misses.get(name, otherwise)
        yield AcceptedNumber(miss, _room(share * abs(miss), miss), False, said)


def _room(tolerance: float, value: float) -> float:
    """Return a tolerance with what `grading.is_near` allows for last bits."""
    return tolerance * (1 + 1e-9) + 1e-12 * abs(value)


def _said(step: LessonStep, truth: Truth, *, is_right: bool = False, miss: str = "") -> str:
    if is_right:
        return f"**{feedback.RIGHT}** {truth.fill(step.right)}"
    return f"**{feedback.NOT_YET}** {truth.fill(step.misses.get(miss, step.wrong))}"


def _address(step: LessonStep, seed: int) -> str:
    texts = {name: feedback.typed(value) for name, value in step.at.items()}
    if seed:
        texts["seed"] = str(seed)
    return f"{step.page.replace('_', '-')}?{urlencode(texts)}"
