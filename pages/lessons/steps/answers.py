"""What a visitor has answered: kept for the browser's cookie in this server's memory, no account.

It goes with what else is kept for a visitor, ten minutes after the last tab was closed; the address
then still says which steps are done (`values.DONE`).
"""

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

import streamlit as st

from dpcore.checks import InvalidInput
from dplab.studies.lessons import entries
from dplab.studies.lessons.entries import Lesson
from dplab.studies.lessons.replies import feedback
from pages.comparison import values
from pages.kit import address, visitor, words
from pages.lessons.steps import place
from pages.lessons.steps.done import Done, joined, spell_done
from pages.lessons.values import DONE

KEY, GUESSED = "lessons", "lessons_guessed"

DRAWN = 0
"""Stands among the guesses for the drawing before the first step."""


@dataclass(frozen=True)
class Reply:
    """The last answer to a step.

    The text is as it was typed; the word of a choice; words with commas between them; for a
    picture, the settings at which it was checked, as a query. `tries` counts answers so far, this
    one included; the seed is of the numbers that were asked about; `first_right` is the first right
    answer about the same numbers, where it came before this one.
    """

    text: str
    is_right: bool
    tries: int
    seed: int
    first_right: "Reply | None" = None

    @property
    def counted(self) -> "Reply":
        """The reply that counts: a right answer stays, whatever is tried after it."""
        return self.first_right or self


Replies = Mapping[tuple[str, int], Reply]
"""By a lesson's name and the number of a step."""

Guesses = Mapping[tuple[str, int], float]
"""By the same; what was shown without a guess is not among them."""


def given() -> Replies:
    """Return all replies of this visitor."""
    return visitor.kept.get(visitor.name(), KEY) or _in_session(KEY)


def guesses() -> Guesses:
    """Return all guesses of this visitor: no sheet and no code has them."""
    return visitor.kept.get(visitor.name(), GUESSED) or _in_session(GUESSED)


def is_guessing(lesson: Lesson, number: int) -> bool:
    """Tell whether a number is to be guessed before the page of a step moves."""
    step = lesson.steps[number - 1]
    return bool(step.guess) and (lesson.name, number) not in guesses() and place.is_before(step)


def is_drawing(lesson: Lesson, number: int) -> bool:
    """Tell whether a curve is to be drawn before the first step."""
    return number == 1 and lesson.draw != "" and (lesson.name, DRAWN) not in guesses()


def go_on(lesson: Lesson) -> None:
    """Leave the drawing, which nobody is told of; for callbacks."""
    _keep(GUESSED, {**guesses(), (lesson.name, DRAWN): 0.0})


def guess(lesson: Lesson, number: int, value: float) -> None:
    """Keep a guess; for callbacks."""
    _keep(GUESSED, {**guesses(), (lesson.name, number): value})


def came(lesson: Lesson, number: int) -> str:
    """Return a guess beside what came, as Markdown; nothing where none was made."""
    step, value = lesson.steps[number - 1], guesses().get((lesson.name, number))
    if not step.guess or value is None:
        return ""
    return feedback.came(step, place.truth(lesson, step, "", seed()), words.number(value))


def link(lesson: Lesson, number: int) -> dict[str, str]:
    """Return what a link to a step sets, by what this visitor has guessed."""
    return place.link(lesson, number, is_guessed=(lesson.name, number) in guesses())


def counted() -> Replies:
    """Return of each step the reply that counts, for a sheet."""
    return {at: reply.counted for at, reply in given().items()}


def of(lesson: Lesson, number: int) -> Reply | None:
    """Return the reply to a step at the seed of now."""
    reply = given().get((lesson.name, number))
    return reply if reply and reply.seed == seed() else None


def note(lesson: Lesson, number: int, text: str, *, is_right: bool) -> None:
    """Keep a reply, and what it makes done; for callbacks."""
    before = of(lesson, number)
    stays = before.counted if before and before.counted.is_right else None
    reply = Reply(text, is_right, before.tries + 1 if before else 1, seed(), stays)
    replies = {**given(), (lesson.name, number): reply}
    _keep(KEY, replies)
    if is_right:
        known = joined(done(), {lesson.number: frozenset({number})})
        address.put(DONE, spell_done(known))


def done() -> Done:
    """Return what is done: by the address, and by what this visitor answered."""
    numbers = {
        (entries.lessons()[name].number, step)
        for (name, step), reply in counted().items()
        if reply.is_right and name in entries.lessons()
    }
    by_reply = {
        number: frozenset(step for which, step in numbers if which == number)
        for number, _ in numbers
    }
    return joined(address.get(DONE), by_reply)


def _keep(key: str, contents: Mapping[tuple[str, int], Any]) -> None:
    _in_session(key).update(contents)
    with suppress(InvalidInput):  # Where the memory is full, session and address still know.
        visitor.kept.keep(visitor.name(), key, contents)


def _in_session(key: str) -> dict[tuple[str, int], Any]:
    kept: dict[tuple[str, int], Any] = st.session_state.setdefault(key, {})
    return kept


def seed() -> int:
    """Return the seed of the numbers that are asked about."""
    return int(address.get(values.VALUES["seed"]))
