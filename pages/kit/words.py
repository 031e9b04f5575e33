"""Numbers in words: one way to write a percentage, a cost in points, a count, an ε."""

from collections.abc import Mapping, Sequence

from dpcore import checks
from dpcore.checks import InvalidInput, cut
from dplab.numerals import LIST_HINT as LIST_HINT
from dplab.numerals import as_cell as as_cell
from dplab.numerals import as_shown as as_shown
from dplab.numerals import read_number as read_number
from dplab.numerals import read_numbers as read_numbers

ENDS = ("← more private", "more accurate →")
"""Of a dial for ε, from left to right."""

VISIBLE = 0.0005
"""Half of the 0.1 points that costs are rounded to."""

MANY = 8
"""Choices that a refusal calls by their names on the screen; a longer list stands there."""


def one_of(called: str, text: str, allowed: Mapping[str, str]) -> str:
    """Return a word of the address if it is one of those allowed.

    A refusal calls the choice `called`; `allowed` is, by each word, what the screen calls it.

    Raises
    ------
    InvalidInput
        If it is not; the sentence has both spellings, that of the screen and that of a link.
    """
    if text in allowed:
        return text
    names = listed([f"“{each}”" for each in allowed.values()], "or")
    which = names if len(allowed) <= MANY else "one of the list"
    links = ", ".join(filter(None, allowed))
    raise InvalidInput(f"{called} must be {which} (in a link: {links}); got “{cut(text)}”.")


def number(value: float) -> str:
    """Return a setting as people write it: 0.1, 1e-6, 20,000, ∞."""
    return checks.written(value)


def rounded(value: float, digits: int = 2) -> str:
    """Return a number that nobody typed to so many digits: 370, 0.012, never 3.7e+02."""
    return number(float(f"{value:.{digits}g}"))


def signed(value: float) -> str:
    """Return such a number with its sign.

    Examples
    --------
    >>> [signed(value) for value in (0.5234, -1250.0, 0.0, 1e-20, -7e-5)]
    ['+0.52', '−1,200', '0', '+1e−20', '−7e−5']
    """
    return f"{'+' if value > 0 else ''}{rounded(value)}".replace("-", "−")


def percent(share: float) -> str:
    """Return a share with one decimal: 4.7 %; all is 100 %."""
    return "100 %" if share == 1 else f"{100 * share:.1f} %"


def points(cost: float) -> str:
    """Return a difference of errors in percentage points: 2.1 points, 1.0 point."""
    value = tenths(cost)
    return f"{value} {'point' if value in ('1.0', '−1.0') else 'points'}"


def signed_points(cost: float) -> str:
    """Return the same with its sign."""
    return ("+" if cost >= VISIBLE else "") + points(cost)


def pluralize(count: int, noun: str) -> str:
    """Return a number with its noun, in the plural where there is not exactly one."""
    return f"{count:,} {noun}" + ("" if count == 1 else "s")


def duration(seconds: float) -> str:
    """Return a time roughly: 3 seconds, 2 minutes, 1 hour."""
    for size, noun in ((3600.0, "hour"), (60.0, "minute")):
        if seconds >= 1.5 * size:
            return pluralize(round(seconds / size), noun)
    return pluralize(max(1, round(seconds)), "second")


def tenths(cost: float) -> str:
    """Return a difference of errors in tenths of a point: 2.1, −0.3."""
    # Adding 0 turns the -0.0 of a rounded trifle into 0.0.
    return f"{round(100 * cost, 1) + 0.0:.1f}".replace("-", "−")


def in_100(share: float) -> str:
    """Return a share as people of 100, to tenths below ten.

    Examples
    --------
    >>> in_100(0.0179), in_100(0.4415)
    ('1.8', '44')
    """
    return tenths(share) if share < 0.0995 else f"{100 * share:.0f}"


def listed(names: Sequence[str], last: str = "and") -> str:
    """Return names as a sentence lists them: A, B and C."""
    *most, end = names or [""]
    return f"{', '.join(most)} {last} {end}" if most else end
