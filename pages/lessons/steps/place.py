"""Where a visitor is in the lessons: lesson, step, what is done; and where a step sends.

`lesson` and `step` are in the address of every page, so that a step's card stands above whatever
page it sends to. `lessons_done` holds what was answered right: "1.3f,2.7" are the steps 1 to 6 of
lesson 1 and 1 to 3 of lesson 2, one bit each, in hexadecimal. It is also the code that carries the
progress into another browser.
"""

import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any
from urllib.parse import parse_qsl, urlencode

from dpcore.checks import InvalidInput, cut
from dplab.simulation.settings import UPLOAD
from dplab.studies.lessons import entries
from dplab.studies.lessons.entries import ExamQuestion, Lesson, LessonStep
from dplab.studies.lessons.grading import Truth
from dplab.studies.lessons.replies.background import TruthRequest
from pages.comparison.screen import cached
from pages.kit import address, page
from pages.kit.values import UrlParameter, reading, texts_of

Done = Mapping[int, frozenset[int]]
"""By a lesson's number, the numbers of the steps that were answered right; both from 1."""

MOST_STEPS, LONGEST_CODE = 32, 400
TOKEN = re.compile(r"([1-9]\d?)\.([0-9a-f]{1,8})")
NO_LESSON = ""
LEFT_OUT = {"lam": "0.01", "axis": "epsilon"}
"""What pictures in codes of before mean by naming neither: the defaults of then. Since then each
reply names both, so that a code is graded alike for ever."""
OWN_TABLE = "A lesson is about the program's data, and not about your own table: press Reset."

TITLES = {NO_LESSON: "No lesson"} | {
    name: lesson.title for name, lesson in entries.lessons().items()
}


def read_done(text: str) -> Done:
    """Return what a code says was done.

    Raises
    ------
    InvalidInput
        If it is none.
    """
    tokens = [token for token in text.lower().replace(" ", "").split(",") if token]
    found = [TOKEN.fullmatch(token) for token in tokens]
    if len(text) > LONGEST_CODE or not all(found):
        raise InvalidInput(
            "The code of your progress must look like 1.3f,2.7: copy it whole from the page "
            f"Lessons of the other browser; got “{cut(text.strip())}”."
        )
    done: dict[int, frozenset[int]] = {}
    lengths = {each.number: len(each.steps) for each in entries.lessons().values()}
    for number, bits in (match.groups() for match in found if match):
        there = range(1, lengths.get(int(number), 0) + 1)  # an older code may know more steps
        done[int(number)] = done.get(int(number), frozenset()) | (
            _steps(int(bits, 16)) & frozenset(there)
        )
    return {number: steps for number, steps in done.items() if steps}


def spell_done(done: Done) -> str:
    """Return the code that `read_done` reads."""
    return ",".join(
        f"{number}.{sum(1 << (step - 1) for step in steps):x}"
        for number, steps in sorted(done.items())
        if steps
    )


def joined(*all_done: Done) -> Done:
    """Return what any of them says was done."""
    numbers = {number for done in all_done for number in done}
    return {
        number: frozenset().union(*(done.get(number, frozenset()) for done in all_done))
        for number in numbers
    }


LESSON = address.one_of("The lesson", "lesson", NO_LESSON, TITLES)
STEP = UrlParameter("step", "1", address.whole("The step", 1, MOST_STEPS))
DONE = UrlParameter("lessons_done", "", read_done, lambda text: text or "Nothing done")
VALUES = (LESSON, STEP, DONE)

ENDED = address.one_of("The lesson at its end", "lesson_ended", NO_LESSON, TITLES)
"""The lesson whose last step one comes from, on the page Lessons."""


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
    at = {name: text for name, text in page.reset(step.page).items() if name != "seed"}
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


def _steps(bits: int) -> frozenset[int]:
    return frozenset(step + 1 for step in range(MOST_STEPS) if bits >> step & 1)
