"""Where a visitor is in the lessons: lesson and step; and where a step sends."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any
from urllib.parse import parse_qsl, urlencode

from dpcore.checks import InvalidInput
from dplab.simulation.settings import UPLOAD
from dplab.studies.lessons import entries
from dplab.studies.lessons.entries import ExamQuestion, Lesson, LessonStep
from dplab.studies.lessons.grading import Truth
from dplab.studies.lessons.replies.background import TruthRequest
from pages.comparison.screen import cached
from pages.kit import address, page
from pages.kit.values import UrlParameter, reading, texts_of
from pages.lessons.values import LESSON, NO_LESSON, STEP

LEFT_OUT = {"lam": "0.01", "axis": "epsilon", "epsilon": "0.1"}
"""What pictures in codes of before mean by naming none of these: the defaults of then. Since then
each reply names all, so that a code is graded alike for ever."""
OWN_TABLE = "A lesson uses the program's own data, not your table: press Reset."


def current() -> tuple[Lesson, int] | None:
    """Return the lesson under way and the number of its step, the last one at most."""
    name = address.get(LESSON)
    if name == NO_LESSON:
        return None
    lesson = entries.lessons()[name]
    return lesson, min(address.get(STEP), len(lesson.steps))


def link(lesson: Lesson, number: int, *, is_guessed: bool = True) -> dict[str, str]:
    """Return what a link to a step sets: its lesson, its number, and the settings of its page.

    Where a number is still to be guessed, the page stands as it was before.

    What the step does not name goes back to its default; the seed stays, which a class may have
    chosen for its own numbers.
    """
    step = lesson.steps[number - 1]
    usual = address.reset(page.values_of(step.page))
    at = {name: text for name, text in usual.items() if name != "seed"}
    before = {} if is_guessed or not step.guess else texts_of(step.guess.at)
    return at | {LESSON.name: lesson.name, STEP.name: str(number)} | texts_of(step.at) | before


def is_before(step: LessonStep) -> bool:
    """Tell whether the page is not yet at the settings that follow upon the guess of a step."""
    return any(address.text_of(value) != text for value, text in _revealing(step).items())


def reveal(step: LessonStep) -> None:
    """Move the page to the settings that follow upon a guess; for callbacks."""
    for value, text in _revealing(step).items():
        address.put(value, value.read(text))


def _revealing(step: LessonStep) -> dict[UrlParameter, str]:
    """Return what the page is moved to when the number of a step was guessed."""
    moved, texts = step.guess.at if step.guess else {}, texts_of(step.at)
    return {
        value: texts.get(value.name, value.default)
        for value in page.values_of(step.page)
        if value.name in moved
    }


def truth(lesson: Lesson, step: LessonStep, reply: str, seed: int) -> Truth:
    """Return the right answer to a step.

    Of a picture, the reply is the settings at which it was checked, as a query: what is asked is
    true of them or not. Elsewhere the step's own settings count, whatever was moved since. The seed
    is of the numbers that were asked about.

    Raises
    ------
    InvalidInput
        If nothing can be computed at those settings.
    """
    question = asked(lesson, step, reply, seed)
    with about_no_own_table(question):
        return computed(question.lesson, question.check, question.on, question.texts)


def reply(on: str) -> str:
    """Return the settings of a page as a query: a picture that is handed in."""
    named = {value.name: address.text_of(value) for value in page.values_of(on)}
    defaults = {value.name: value.default for value in page.values_of(on)}
    return urlencode(
        {name: text for name, text in named.items() if text != defaults[name] or name in LEFT_OUT}
    )


def _left_out(on: str) -> dict[str, str]:
    """Return what a reply to a page means by what it leaves out, where that is no default."""
    names = {value.name for value in page.values_of(on)}
    return {name: text for name, text in LEFT_OUT.items() if name in names}


def asked(lesson: Lesson, step: LessonStep, reply: str, seed: int) -> TruthRequest:
    """Return what is asked of a step; parameters as in `truth`."""
    is_picture = step.kind == "picture"
    texts = _left_out(step.page) | dict(parse_qsl(reply)) if is_picture else texts_of(step.at)
    given = {"seed": str(seed)} | texts
    return TruthRequest(lesson.name, step.check, step.page, tuple(sorted(given.items())))


@contextmanager
def about_no_own_table(question: TruthRequest) -> Iterator[None]:
    """Say of a refusal about an own table that no answer is about one."""
    try:
        yield
    except InvalidInput:
        if ("data", UPLOAD) in question.texts:  # It stays with its visitor.
            raise InvalidInput(OWN_TABLE) from None
        raise


def example(step: LessonStep) -> str:
    """Return settings, as a query, at which a picture shows what is asked."""
    return urlencode(texts_of({**step.at, **step.example}))


def exam(lesson: Lesson, question: ExamQuestion, seed: int) -> Truth:
    """Return the numbers of an exam's question, and its answer, for the class of that seed."""
    return computed(lesson.name, question.check, "lessons", (("seed", str(seed)),))


@cached.memoized(500)
def computed(name: str, check: str, on: str, texts: tuple[tuple[str, str], ...]) -> Truth:
    """Return the truth of a check of the lesson `name`, at texts of the values of a page."""
    return entries.truth(name, check, values_at(on, texts))


def values_at(on: str, texts: tuple[tuple[str, str], ...]) -> dict[str, Any]:
    """Return the values of a page that texts name, and the defaults of the others.

    Raises
    ------
    InvalidInput
        If a text is none of its value.
    """
    get = reading(dict(texts))
    return {value.name: get(value) for value in page.values_of(on)}
