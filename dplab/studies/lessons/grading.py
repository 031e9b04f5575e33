"""What is right at some settings, and whether an answer is: numbers, choices, orders, pictures.

A lesson never stores a result. Each question names a function of the lesson's module, which
computes a `Truth` at the settings of the step; `grade` compares an answer with it. A wrong answer
that shows a known misunderstanding (Chebyshev's width instead of the exact one) has a name
in `misses`, so that the lesson can say what happened.

Examples
--------
>>> truth = Truth(14.98, tolerance=0.15, misses={"printed": 63.2})
>>> grade(truth, 15.0).is_right, grade(truth, 63.0).miss, grade(truth, 20.0).miss
(True, 'printed', '')
>>> grade(Truth(("a", "b", "c")), ("a", "c", "b")).place
2
"""

import math
import string
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from dpcore import checks

Given = float | str | tuple[str, ...] | bool
"""A number, the word of a choice, words in an order, or whether a picture shows what was asked."""

PERCENT = 100.0
FEWEST_DIGITS = 2
"""Digits from which on a rounded answer counts as the answer."""


class Writer(string.Formatter):
    """Python's format language, with numbers as the screen writes them: ∞, −0.2 and 1e-6.

    The format "points" is one of its own: tenths with their noun, 1.0 point and 1.1 points.

    Examples
    --------
    >>> Writer().format("ε = {0:g}, λ = {1:g}, n = {2:,}", math.inf, 1e-6, 2_000)
    'ε = ∞, λ = 1e-6, n = 2,000'
    >>> Writer().format("{0:points} and {1:points}, {2:+.1f}", 0.96, 2.0, -0.2)
    '1.0 point and 2.0 points, −0.2'
    """

    def format_field(self, value: Any, format_spec: str) -> str:
        """Return a value by its format; infinite numbers have none."""
        if not isinstance(value, float):
            return str(super().format_field(value, format_spec))
        if math.isinf(value):
            return checks.written(value)
        is_points = format_spec == "points"
        text = str(super().format_field(value, ".1f" if is_points else format_spec))
        # An exponent keeps the sign of the keyboard, as elsewhere on the screen.
        text = checks.shortened("−" + text[1:] if text.startswith("-") else text)
        return f"{text} {'point' if text in ('1.0', '−1.0') else 'points'}" if is_points else text


WRITER = Writer()


@dataclass(frozen=True)
class Truth:
    """The right answer to a question, computed.

    Parameters
    ----------
    answer : float, str, tuple of str, or bool
        A number; the word of a choice; words in order; of a picture, whether it shows what is
        asked.
    tolerance : float
        How far a number may lie from the answer, both ends included. A miss counts within the
        same share of itself.
    misses : mapping of str to float
        Numbers that a known misunderstanding gives.
    said : mapping
        What explanations may name besides, as `{name}`; `answer` is there by itself.
    """

    answer: Given
    tolerance: float = 0.0
    misses: Mapping[str, float] = field(default_factory=dict)
    said: Mapping[str, float | str] = field(default_factory=dict)

    def fill(self, text: str) -> str:
        """Return a text with the numbers of this truth in their places."""
        return WRITER.vformat(text, (), {"answer": self.answer, **self.misses, **self.said})


@dataclass(frozen=True)
class Grade:
    """What an answer is worth.

    Parameters
    ----------
    is_right : bool
        Within the tolerance.
    miss : str
        The misunderstanding that it shows: of a number, a key of `Truth.misses`; of a choice, the
        word that was chosen; empty where there is none that is known.
    place : int
        Of an order, the first place that is wrong, from 1; 0 elsewhere.
    unit_is_off : bool
        Whether the number is right but for a factor of 100: per cent for a share, or the reverse.
    """

    is_right: bool
    miss: str = ""
    place: int = 0
    unit_is_off: bool = False


def grade(truth: Truth, given: Given) -> Grade:
    """Return what an answer of the same kind as the truth is worth."""
    answer = truth.answer
    if isinstance(answer, tuple):
        wrong = [at for at, pair in enumerate(zip(answer, _words(given), strict=False), 1)
                 if pair[0] != pair[1]]  # fmt: skip
        return Grade(given == answer, place=wrong[0] if wrong else 0)
    if isinstance(answer, str | bool):
        return Grade(given == answer, miss=given if isinstance(given, str) else "")
    return _grade_number(truth, answer, float(given) if not isinstance(given, tuple) else 0.0)


def _grade_number(truth: Truth, answer: float, given: float) -> Grade:
    if is_near(given, answer, truth.tolerance) or (truth.tolerance and is_rounded(given, answer)):
        return Grade(is_right=True)
    share = truth.tolerance / abs(answer) if answer else 0.0
    for name, miss in truth.misses.items():
        if is_near(given, miss, share * abs(miss)):
            return Grade(is_right=False, miss=name)
    off = any(is_near(given, answer * by, truth.tolerance * by) for by in (PERCENT, 1 / PERCENT))
    return Grade(is_right=False, unit_is_off=off and answer != 0)


def is_near(given: float, wanted: float, tolerance: float) -> bool:
    """Tell whether two numbers are within a tolerance, but for their last bits."""
    return abs(given - wanted) <= tolerance * (1 + 1e-9) + 1e-12 * abs(wanted)


def is_rounded(given: float, answer: float) -> bool:
    """Tell whether a number is the answer, rounded to the two digits or more that it has."""
    if not math.isfinite(given):
        return False
    written = f"{abs(given):.12g}"
    digits = len(written.partition("e")[0].replace(".", "").lstrip("0"))
    return digits >= FEWEST_DIGITS and float(f"{answer:.{digits}g}") == given


def _words(given: Given) -> tuple[str, ...]:
    return given if isinstance(given, tuple) else ()


def shown(value: float) -> str:
    """Return a number that may be ∞, with three digits, for the texts of a lesson.

    Examples
    --------
    >>> shown(0.20004), shown(float("inf"))
    ('0.2', '∞')
    """
    return "∞" if math.isinf(value) else f"{value:.3g}"
