"""Answers on a sheet: a code that carries them, and their grades, computed anew from it.

The code holds for each step what was answered, how often was tried, and the seed: no name, and no
verdict that somebody could have changed.
"""

import html
import json
import zlib
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any
from urllib.parse import parse_qsl

from dpcore import checks
from dpcore.checks import InvalidInput
from dplab.studies.lessons import entries
from dplab.studies.lessons.entries import Lesson, LessonStep
from dplab.studies.lessons.grading import Truth
from dplab.studies.lessons.replies import feedback, reading
from dplab.studies.lessons.replies.feedback import Feedback
from pages.comparison.values import CALLED
from pages.kit import page
from pages.kit.text import escape_markdown
from pages.kit.values import texts_of
from pages.lessons.steps import place
from pages.lessons.steps.answers import Replies, Reply

LONGEST = 20_000
MOST_BYTES = 200_000
"""Of a code once it is unpacked: 64 answers of 40 characters take a tenth."""

LONGEST_ANSWER, MOST_TRIES, MOST_SEED = 3_000, 10_000, 2**32 - 1
Truths = Callable[[Lesson, LessonStep, str, int], Truth]
NOT_A_CODE = "This is not a sheet code: copy it whole, from the first character to the last."


class ManySeeds(InvalidInput):
    """A code has more seeds than steps: each would have to be computed, and be seen by nobody."""


@dataclass(frozen=True)
class Graded:
    """An answer on a sheet, and what it is worth now.

    `slip` is the same for wrong answers that show the same misunderstanding, and `why` what is said
    of them, as Markdown; both are empty where the answer is right.
    """

    lesson: Lesson
    number: int
    step: LessonStep
    reply: Reply
    given: str
    is_right: bool
    slip: str = ""
    why: str = ""


def spell(replies: Replies) -> str:
    """Return the code that `read` reads."""
    listed = [
        [name, step, reply.text, reply.tries, reply.seed]
        for (name, step), reply in sorted(replies.items())
    ]
    packed = zlib.compress(json.dumps(listed, ensure_ascii=False).encode(), 9)
    return urlsafe_b64encode(packed).decode().rstrip("=")


def read(code: str) -> Replies:
    """Return the answers that a code carries; none of them counts as right yet.

    Raises
    ------
    InvalidInput
        If it is none.
    """
    try:
        text = "".join(code.split())
        if not text.isascii() or len(text) > LONGEST:
            raise ValueError
        packed = urlsafe_b64decode(text + "=" * (-len(text) % 4))
        unpacker = zlib.decompressobj()
        unpacked = unpacker.decompress(packed, MOST_BYTES).decode()
        if unpacker.unused_data:  # Two codes without anything between them: one would be lost.
            raise ValueError
        checks.plain_json("the code of a sheet", unpacked, MOST_BYTES)
        listed = [_reply(each) for each in json.loads(unpacked)]
        _check_seeds(listed)
        return dict(listed)
    except ManySeeds:
        raise
    except (ValueError, TypeError, KeyError, RecursionError, zlib.error):
        raise InvalidInput(NOT_A_CODE) from None


def _check_seeds(listed: Sequence[tuple[tuple[str, int], Reply]]) -> None:
    """Refuse what no sheet writes: each of its steps has one answer, at one seed."""
    steps, seeds = {at for at, _ in listed}, {reply.seed for _, reply in listed}
    if len(seeds) > len(steps):
        raise ManySeeds(
            f"This code has {len(seeds)} seeds for {len(steps)} of the steps, and a sheet has at "
            "most one for each: ask for it to be copied from the page again."
        )


def _reply(entry: Any) -> tuple[tuple[str, int], Reply]:
    name, step, text, tries, seed = entry
    lesson = entries.lessons()[name]
    number = checks.whole("step", step, high=len(lesson.steps))
    if not isinstance(text, str) or len(text) > LONGEST_ANSWER:
        raise ValueError
    seed = checks.whole("seed", seed, low=0, high=MOST_SEED)
    tries = checks.whole("tries", tries, high=MOST_TRIES)
    return (lesson.name, number), Reply(text, is_right=False, tries=tries, seed=seed)


def graded(replies: Replies, truth: Truths = place.truth) -> Iterator[Graded]:
    """Yield each answer with its grade, in the order of the lessons; `truth` says what is right."""
    order = {name: lesson.number for name, lesson in entries.lessons().items()}
    for (name, number), reply in sorted(
        replies.items(), key=lambda each: (order[each[0][0]], each[0][1])
    ):
        lesson = entries.lessons()[name]
        step = lesson.steps[number - 1]
        given = _given(step, reply)
        said = _feedback(lesson, step, reply, truth)
        if said.is_right:
            yield Graded(lesson, number, step, reply, given, is_right=True)
        else:
            why = said.text.removeprefix(f"**{feedback.NOT_YET}** ")
            yield Graded(lesson, number, step, reply, given, False, said.miss or given, why)


def _feedback(lesson: Lesson, step: LessonStep, reply: Reply, truth: Truths) -> Feedback:
    try:
        return feedback.of(step, reply.text, truth(lesson, step, reply.text, reply.seed))
    except InvalidInput as refusal:
        return Feedback(False, escape_markdown(str(refusal)))


def _given(step: LessonStep, reply: Reply) -> str:
    """Return an answer as the screen shows it."""
    if step.kind == "number":
        return reading.with_unit(feedback.endless(reply.text), step.unit)
    if step.kind == "picture":
        return _moved(step, reply) or "as the step opens"
    return ", then ".join(step.options.get(word, word) for word in reply.text.split(","))


def _moved(step: LessonStep, reply: Reply) -> str:
    """Return what a picture was moved to, as its controls are called; not what stayed."""
    opened = {each.name: each.default for each in page.values_of(step.page)} | texts_of(step.at)
    at = {name: text for name, text in parse_qsl(reply.text) if text != opened.get(name)}
    return feedback.as_listed({CALLED.get(name, name): text for name, text in at.items()})


def ended(title: str) -> str:
    """Return a title in front of a sentence, with a full stop unless it ends in a mark.

    Examples
    --------
    >>> ended("Two curves"), ended("Whose cloud is round?")
    ('Two curves.', 'Whose cloud is round?')
    """
    return title if title.endswith(("?", "!", ".")) else f"{title}."


def as_html(name: str, replies: Replies, day: date) -> str:
    """Return a sheet as a page that prints by itself: name, answers, grades, code."""
    rows = "".join(map(_row, graded(replies)))
    who = html.escape(name.strip() or "(no name)")
    return (
        '<!doctype html><html lang="en"><meta charset="utf-8"><title>Lessons</title>'
        "<style>body{font:16px/1.5 sans-serif;max-width:46rem;margin:2rem auto;padding:0 1rem}"
        "table{border-collapse:collapse;width:100%}td,th{border-bottom:1px solid;padding:.4rem;"
        "text-align:left;vertical-align:top}code{overflow-wrap:anywhere}</style>"
        f"<h1>Lessons: answers</h1><p>{who}, {day:%d %B %Y}</p>"
        "<table><tr><th>Step<th>Question<th>Answer<th>Tries<th>Right</tr>"
        f"{rows}</table><p>Code, for your teacher to paste on the page Lessons:</p>"
        f"<p><code>{spell(replies)}</code></p></html>\n"
    )


def _row(each: Graded) -> str:
    cells = (
        f"{each.lesson.number}.{each.number} {each.step.title}",
        each.step.ask,
        each.given,
        str(each.reply.tries),
        "yes" if each.is_right else "not yet",
    )
    return f"<tr>{''.join(f'<td>{html.escape(cell)}' for cell in cells)}</tr>"
