"""What a visitor has answered: kept for the browser's cookie in this server's memory, no account.

It goes with what else is kept for a visitor, ten minutes after the last tab was closed; the address
then still says which steps are done (`place.DONE`).
"""

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass

import streamlit as st

from dpcore.checks import InvalidInput
from dpcore.studies.lessons import entries
from dpcore.studies.lessons.entries import Lesson
from pages.comparison import settings
from pages.kit import address, visitor
from pages.lessons.steps import place

KEY = "lessons"


@dataclass(frozen=True)
class Reply:
    """The last answer to a step.

    Parameters
    ----------
    text : str
        As it was typed; the word of a choice; words with commas between them; for a picture, the
        settings at which it was checked, as a query.
    is_right : bool
    tries : int
        Answers so far, this one included.
    seed : int
        Of the numbers that were asked about.
    first_right : Reply, optional
        The first right answer about the same numbers, where it came before this one.
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


def given() -> Replies:
    """Return all replies of this visitor."""
    return visitor.kept.get(visitor.name(), KEY) or _in_session()


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
    _in_session().update(replies)
    with suppress(InvalidInput):  # Where the memory is full, session and address still know.
        visitor.kept.keep(visitor.name(), KEY, replies)
    if is_right:
        known = place.joined(done(), {lesson.number: frozenset({number})})
        address.put(place.DONE, place.spell_done(known))


def done() -> place.Done:
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
    return place.joined(address.get(place.DONE), by_reply)


def _in_session() -> dict[tuple[str, int], Reply]:
    replies: dict[tuple[str, int], Reply] = st.session_state.setdefault(KEY, {})
    return replies


def seed() -> int:
    """Return the seed of the numbers that are asked about."""
    return int(address.get(settings.VALUES["seed"]))
