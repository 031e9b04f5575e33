"""Lessons where there is no page: what is right of a step, and what is said of an answer.

Examples
--------
>>> check("promises", 1, 2.718).is_right, check("promises", 1, "2.72").is_right
(True, True)
>>> check("promises", 1, 1).text
'**Not yet.** That is ε itself, the bound on the *logarithm* of the ratio. What is the ratio then?'
>>> check("promises", 3, {"epsilon": "0.3"}).is_right
True
"""

import math
from collections.abc import Mapping
from functools import lru_cache
from numbers import Real
from types import MappingProxyType
from typing import Any, NoReturn

from dpcore import checks
from dpcore.checks import InvalidInput, cut
from dplab import numerals
from dplab.studies.lessons import entries
from dplab.studies.lessons.entries import LessonStep
from dplab.studies.lessons.grading import Truth
from dplab.studies.lessons.replies import feedback
from dplab.studies.lessons.replies.feedback import Feedback
from dplab.studies.lessons.replies.reading import CALLED, WANTED, read_answer

NO_ANSWER, NO_GUESS = "Nothing is answered yet.", "Nothing is guessed yet."
SETTINGS_WANTED = 'settings as the page\'s address spells them, such as {{"{name}": "{text}"}}'
SETTING_WANTED = "{name} must be {wanted}; got {value}."
NO_NUMBER: Mapping[tuple[str, str], Any] = MappingProxyType(
    {("lam", "auto"): "auto", ("n", "all"): None}
)
"""Words that stand where an address has a number."""
MOST = 10_000_000
"""How many a page takes of anything that is counted, at most."""


Moved = tuple[tuple[str, Any], ...]
"""Settings that were moved, by their names."""


def check(lesson: str, step: int, answer: object, *, seed: int = 0) -> Feedback:
    """Return what is said of an answer to a step of a lesson, the same as on its page.

    Parameters
    ----------
    lesson : str
        Its name, such as "promises": a key of `entries.lessons()`.
    step : int
        Its number, from 1.
    answer : float, str, sequence of str, or mapping
        A number, also as people type it ("2,718", "10 %"); the word of a choice; words in their
        order; for a picture, the settings that were moved, as the page's address names them.
        ``...`` and None are no answer yet.
    seed : int
        Of the numbers that are asked about: a class may have its own.

    Raises
    ------
    InvalidInput
        If there is no such lesson or step. Of an answer that cannot be read, the feedback says why.
    """
    asked = step_of(lesson, step)
    if answer is None or answer is ...:
        return Feedback(False, NO_ANSWER)
    try:
        if asked.kind == "picture":
            shown = _computed(lesson, step, _moved(asked, answer), seed)
            return feedback.on(asked, bool(shown.answer), shown)
        return _said(asked, answer, truth(lesson, step, seed=seed))
    except InvalidInput as reason:
        return Feedback(False, str(reason))


def came(lesson: str, step: int, guess: object, *, seed: int = 0) -> Feedback:
    """Return a guess beside what came. It is compared, and neither right nor wrong.

    Raises
    ------
    InvalidInput
        If there is no such lesson or step, or nothing is guessed there.
    """
    asked = step_of(lesson, step)
    if asked.guess is None:
        raise InvalidInput(f"Step {step} of {lesson} has nothing to guess.")
    if guess is None or guess is ...:
        return Feedback(False, NO_GUESS)
    try:
        is_text = isinstance(guess, str)
        value = read_answer(str(guess), asked.guess.unit) if is_text else _number(guess)
    except InvalidInput as reason:
        return Feedback(False, str(reason))
    right = truth(lesson, step, seed=seed)
    return Feedback(False, feedback.came(asked, right, checks.written(value)))


def step_of(lesson: str, step: int) -> LessonStep:
    """Return a step by its lesson's name and its number.

    Raises
    ------
    InvalidInput
        If there is none.
    """
    steps = entries.lessons()[checks.one_of("lesson", lesson, list(entries.lessons()))].steps
    return steps[checks.whole("step", step, high=len(steps)) - 1]


def settings_at(step: LessonStep, seed: int = 0) -> dict[str, Any]:
    """Return the settings of a step and its seed, by their names in the address.

    What it does not name is at its default, which the studies know that answer it.
    """
    return {"seed": seed, **step.at}


def truth(lesson: str, step: int, *, seed: int = 0) -> Truth:
    """Return the right answer to a step, at its settings; of a picture, at those of its example."""
    asked = step_of(lesson, step)
    return _computed(lesson, step, _moved(asked, asked.example), seed)


def _said(step: LessonStep, answer: object, right: Truth) -> Feedback:
    if step.kind == "number":
        if isinstance(answer, str):
            return feedback.of(step, answer, right)
        return feedback.on(step, _number(answer), right)
    if step.kind == "choice":
        return feedback.on(step, checks.one_of(CALLED, str(answer), list(step.options)), right)
    return feedback.on(step, _order(step, answer), right)


def _number(answer: object) -> float:
    try:
        value = float(answer) if isinstance(answer, Real) else math.nan
    except OverflowError:
        value = math.nan
    if isinstance(answer, bool) or math.isnan(value):
        raise InvalidInput(f"{CALLED} must be {WANTED}; got {cut(repr(answer))}.")
    return value


def _order(step: LessonStep, answer: object) -> tuple[str, ...]:
    words = answer.split(",") if isinstance(answer, str) else answer
    given = tuple(str(each).strip() for each in words) if isinstance(words, list | tuple) else ()
    if sorted(given) != sorted(step.options):
        raise InvalidInput(f"{feedback.EACH_ONCE} They are: {', '.join(step.options)}.")
    return given


def _moved(step: LessonStep, answer: object) -> Moved:
    if not isinstance(answer, Mapping):
        name, setting = next(iter(step.example.items()))
        text = feedback.typed(step.at.get(name, setting))
        wanted = SETTINGS_WANTED.format(name=name, text=text)
        raise InvalidInput(f"{CALLED} must be {wanted}; got {cut(repr(answer))}.")
    usual, moved = {**step.at, **step.example}, []
    for name, value in answer.items():
        if name not in usual:
            called = ", ".join(step.uses or step.example)
            raise InvalidInput(f"This step has no setting {cut(name)}; it has {called}.")
        moved.append((str(name), _setting(name, value, usual[name])))
    return tuple(moved)


@lru_cache(500)
def _computed(lesson: str, number: int, moved: Moved, seed: int) -> Truth:
    step = step_of(lesson, number)
    return entries.truth(lesson, step.check, settings_at(step, seed) | dict(moved))


def _setting(name: str, value: Any, usual: Any) -> Any:
    """Return a setting in the kind that the step has, from what was typed or computed for it."""
    is_text = isinstance(value, str)
    if is_text and (name, value.strip()) in NO_NUMBER:
        return NO_NUMBER[name, value.strip()]
    if isinstance(usual, list):
        numbers = numerals.read_numbers(name, value) if is_text else value
        if not isinstance(numbers, list | tuple):
            _refuse(name, value, "a list of numbers such as [0.01, 0.1]")
        return tuple(checks.positive(name, each) for each in numbers)
    if isinstance(usual, str):
        return value.strip() if is_text else _refuse(name, value, f"a word such as {usual}")
    number = numerals.read_number(name, value) if is_text else value
    if isinstance(usual, int):
        return checks.whole(name, number, high=MOST)
    return checks.positive(name, number, infinite=True)


def _refuse(name: str, value: object, wanted: str) -> NoReturn:
    raise InvalidInput(SETTING_WANTED.format(name=name, wanted=wanted, value=cut(repr(value))))
