"""Parameter checks, with one wording.

Every check returns the value in the type that the caller works with, or raises
`InvalidInput` with a sentence that names the parameter, the value and the rule. The
screen shows the same sentence, so it is written for the person who gave the input.

Examples
--------
>>> positive("epsilon", 0.5)
0.5
>>> positive("epsilon", -1)
Traceback (most recent call last):
...
dpcore.checks.InvalidInput: epsilon must be positive; got -1.
"""

import math
import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import numpy as np
import numpy.typing as npt

Array = npt.NDArray[np.float64]

UNIT_BALL_TOLERANCE = 1e-12
"""Rounding allowed on a row of norm 1: a few units in the last place, times sqrt(d)."""


QUOTED = 40
"""Characters that a sentence repeats of what was given."""

LONG = 1e15
"""From here on a whole number is written with a power of ten."""


EXPONENT = re.compile(r"e([+-])0*(?=\d)")
"""Python writes 1e-06 and 1e+09; people write 1e-6 and 1e9."""


DEEPEST, LONGEST_NUMBER = 20, 400
"""Lists within lists, and digits of a number, in a file that is read."""

MOST_PARTS, MOST_TABLES = 3, 1_000
"""Parts of a dotted key of TOML, and lists and tables: a story has keys of one part, 30 tables."""

MOST_LISTS, MOST_ENTRIES, MOST_VALUES = 5_000, 20_000, 160_000
"""Lists and objects, entries of objects, and values of JSON. A schema of the largest size has some
2,000, 7,000 and 125,000; a list takes fifty times as long to make as its two characters to read."""

# Possessive, and without need of an end: each character is read once, whatever stands there. Where
# a text has no end the parser stops too, so that what is skipped behind it does not matter.
JSON_TEXT = re.compile(r'"(?:[^"\\]++|\\.)*+"?', re.S)
TOML_TEXT = re.compile(
    r'"""(?:[^"\\]++|\\.|"(?!""))*+(?:"{3,5})?'
    r"|'''(?:[^']++|'(?!''))*+(?:'{3,5})?"
    r'|"(?:[^"\\\n]++|\\[^\n])*+"?'
    r"|'[^'\n]*+'?"
    r"|\#[^\n]*+",
    re.S,
)
"""A text in quotes, or a comment."""

DOTTED = re.compile(rf"(?:\.[^.,=\n\[\]{{}}]*+){{{MOST_PARTS}}}")
"""More than `MOST_PARTS` with dots between; a number has one dot, and a text is left out before."""

# From the first digit of a number only, or each of them would begin a search of its own.
DIGITS = re.compile(rf"[0-9](?<![0-9][0-9])[0-9]{{{LONGEST_NUMBER}}}")


class InvalidInput(ValueError):
    """What was given cannot be used; the message says why and what to do."""


class MissingExtra(InvalidInput, ImportError):
    """A package that an extra of `dpcore` brings is not installed; the message names the extra."""


@contextmanager
def needing(extra: str, what: str) -> Iterator[None]:
    """Import within this what an extra brings.

    Parameters
    ----------
    extra : str
        Its name in `pyproject.toml`.
    what : str
        Whatever needs it, as a sentence begins.

    Raises
    ------
    MissingExtra
        If a package is not installed.
    """
    try:
        yield
    except ModuleNotFoundError as missing:
        package = (missing.name or "").partition(".")[0]
        raise MissingExtra(
            f"{what} needs the package {package}, which is not installed. "
            f'Install it by: pip install "dpcore[{extra}]"'
        ) from None


class Unavailable(RuntimeError):
    """A process or machine that computes is missing or was lost; the message is for the screen."""


class Overrun(RuntimeError):
    """A task took `seconds` of the processor, all that it was given, and was not done."""

    def __init__(self, seconds: float) -> None:
        super().__init__(seconds)
        self.seconds = seconds


def cut(value: object) -> str:
    """Return a value as a sentence repeats it: long texts and numbers cut.

    Examples
    --------
    >>> cut("a" * 10_000)
    'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa…'
    """
    text = str(value)
    return text if len(text) <= QUOTED else text[:QUOTED] + "…"


def written(value: float) -> str:
    """Return a number as a sentence has it, to six digits, with commas between thousands.

    Examples
    --------
    >>> [written(value) for value in (0.5, 1_000_000, 1234.5, 1e-6, math.inf)]
    ['0.5', '1,000,000', '1,234.5', '1e-6', '∞']
    """
    if math.isinf(value):
        return "∞" if value > 0 else "-∞"
    if value == int(value) and abs(value) < LONG:
        return f"{int(value):,}"
    return shortened(f"{value:,.6g}")


def shortened(text: str) -> str:
    """Return a number that Python has written without zeros that its exponent does not need."""
    return EXPONENT.sub(lambda found: "e" + found[1].strip("+"), text)


def positive(name: str, value: float, *, infinite: bool = False) -> float:
    """Return `value` as a float above 0; ∞ only where `infinite` says so.

    Raises
    ------
    InvalidInput
        If the value is no number, not positive, or infinite without permission.
    """
    number = _number(name, value)
    if not number > 0:
        raise InvalidInput(f"{name} must be positive; got {written(number)}.")
    if math.isinf(number) and not infinite:
        raise InvalidInput(f"{name} must be finite; got {written(number)}.")
    return number


def between(name: str, value: float, low: float, high: float) -> float:
    """Return `value` as a float in the closed interval [low, high].

    Raises
    ------
    InvalidInput
        If the value is no number or lies outside.
    """
    number = _number(name, value)
    if not low <= number <= high:
        # To six digits, 1.0000001 would seem to lie between 0 and 1.
        got = written(number) if float(f"{number:.6g}") not in (low, high) else repr(number)
        raise InvalidInput(f"{name} must be between {written(low)} and {written(high)}; got {got}.")
    return number


def whole(name: str, value: float, *, low: int = 1, high: int | None = None) -> int:
    """Return `value` as an int from `low` to `high`.

    Raises
    ------
    InvalidInput
        If the value is not a whole number or lies outside.
    """
    number = _number(name, value)
    if not number.is_integer():
        # All of its digits: to six of them, 2.0000001 would seem to be whole.
        got = written(number) if math.isinf(number) else cut(value)
        raise InvalidInput(f"{name} must be a whole number; got {got}.")
    if number < low:
        raise InvalidInput(f"{name} must be at least {low:,}; got {written(number)}.")
    if high is not None and number > high:
        raise InvalidInput(f"{name} must be at most {high:,}; got {written(number)}.")
    # Not by way of the float, which would round integers beyond 2^53.
    return int(value)


def flag(name: str, value: object) -> bool:
    """Return `value`, which must be True or False: "False" as a text would count as true.

    Raises
    ------
    InvalidInput
        If it is anything else.
    """
    if not isinstance(value, bool | np.bool_):
        raise InvalidInput(f"{name} must be True or False; got {cut(repr(value))}.")
    return bool(value)


def one_of(name: str, value: str, allowed: Sequence[str]) -> str:
    """Return `value` if it is one of `allowed`.

    Raises
    ------
    InvalidInput
        If it is not; the sentence lists what is allowed.
    """
    if value not in allowed:
        raise InvalidInput(f"{name} must be one of {', '.join(allowed)}; got {cut(value)}.")
    return value


def records(X: npt.ArrayLike, y: npt.ArrayLike) -> tuple[Array, Array]:
    """Return records (n, n_features) and labels (n,) as float64 arrays, once they are checked.

    What every theorem assumes: one record a row, ‖x‖₂ ≤ 1, and labels -1 or +1.

    Raises
    ------
    InvalidInput
        If the shapes do not fit, a value is not finite, a row is longer than 1, or a label is
        neither -1 nor +1.
    """
    X, y = finite("X", X, 2), finite("y", y, 1)
    if len(X) != len(y):
        raise InvalidInput(f"X and y must have as many rows; got {len(X)} and {len(y)}.")
    if X.size == 0:
        raise InvalidInput(f"X must have at least one row and one column; got {X.shape}.")
    if not np.isin(y, (-1.0, 1.0)).all():
        wrong = y[~np.isin(y, (-1.0, 1.0))][0]
        raise InvalidInput(f"y must hold -1 and +1 only; got {written(wrong)}.")
    longest = float(np.sqrt(np.einsum("ij,ij->i", X, X).max()))
    if longest > 1 + UNIT_BALL_TOLERANCE:
        raise InvalidInput(
            f"X must have rows of norm at most 1; the longest is {longest:.6g}. "
            "Divide all rows by a bound that does not depend on the data."
        )
    return X, y


def counts(name: str, values: npt.ArrayLike, n_rows: int) -> Array:
    """Return how many records each row stands for, shape (n_rows,).

    Raises
    ------
    InvalidInput
        If these are no whole numbers, one is negative, or all are 0.
    """
    found = finite(name, values, 1)
    whole = np.all((found >= 0) & (found == np.floor(found)))
    if len(found) != n_rows or not whole or found.sum() < 1:
        raise InvalidInput(
            f"{name} must hold {n_rows} whole numbers, none negative and not all 0: how "
            "many records each row stands for."
        )
    return found


def finite(name: str, values: npt.ArrayLike, ndim: int) -> Array:
    """Return `values` as a float64 array of `ndim` dimensions without infinities and nans.

    Raises
    ------
    InvalidInput
        If a value is not finite or the number of dimensions differs.
    """
    try:
        array = np.asarray(values, dtype=np.float64)
    except (TypeError, ValueError):
        raise InvalidInput(f"{name} must hold numbers in rows of equal length.") from None
    if array.ndim != ndim:
        raise InvalidInput(f"{name} must be {ndim}-dimensional; it is {array.ndim}-dimensional.")
    if not np.isfinite(array).all():
        raise InvalidInput(f"{name} must hold finite numbers only; it has an infinity or a nan.")
    return array


def plain_toml(what: str, text: str) -> None:
    """Refuse TOML that takes far longer to parse than its length says, in one pass.

    Python's parser goes through all parts of a dotted key for each of them: 64 kB of ``a.a.a…=1``
    took it eleven seconds of the processor.

    Raises
    ------
    InvalidInput
        If a key has more than `MOST_PARTS` parts, there are more than `MOST_TABLES` lists and
        tables, or one stands in more than `DEEPEST` others.

    Examples
    --------
    >>> plain_toml("a story", 'title = "e.g. 1.2.3.4.5"  # a.b.c.d.e')
    >>> plain_toml("a story", 'a . "b" . c.d = 1')
    Traceback (most recent call last):
    ...
    dpcore.checks.InvalidInput: a story must have keys of at most 3 parts; one has more.
    """
    bare = TOML_TEXT.sub("_", text)
    if DOTTED.search(bare):
        raise InvalidInput(f"{what} must have keys of at most {MOST_PARTS} parts; one has more.")
    _check_count(what, "lists and tables", bare.count("[") + bare.count("{"), MOST_TABLES)
    _check_depth(what, bare)


def plain_json(what: str, text: str, longest: int) -> None:
    """Refuse JSON that takes far longer to parse than its length says, in one pass.

    Raises
    ------
    InvalidInput
        If there are more than `longest` characters, `MOST_LISTS` lists and objects, `MOST_ENTRIES`
        entries or `MOST_VALUES` values, one stands within more than `DEEPEST` others, or a number
        has more than `LONGEST_NUMBER` digits.

    Examples
    --------
    >>> plain_json("the schema", '{"label": "[[[1, 2]]]"}', 100)
    >>> plain_json("the schema", "[" * 21 + "]" * 21, 100)
    Traceback (most recent call last):
    ...
    dpcore.checks.InvalidInput: the schema must be nested at most 20 deep.
    """
    _check_count(what, "characters", len(text), longest)
    # A text has two quotes, and may hold some; where there are far more, even skipping takes long.
    _check_count(what, "quotes", text.count('"'), 3 * MOST_VALUES)
    bare = JSON_TEXT.sub("_", text)
    _check_count(what, "lists and objects", bare.count("[") + bare.count("{"), MOST_LISTS)
    _check_count(what, "entries", bare.count(":"), MOST_ENTRIES)
    _check_count(what, "values", bare.count(","), MOST_VALUES)
    if DIGITS.search(bare):
        raise InvalidInput(f"{what} must have numbers of at most {LONGEST_NUMBER} digits.")
    _check_depth(what, bare)


def _check_count(what: str, of: str, given: int, most: int) -> None:
    if given > most:
        raise InvalidInput(f"{what} must have at most {most:,} {of}; it has {given:,}.")


def _check_depth(what: str, bare: str) -> None:
    depth = 0
    for bracket in re.findall(r"[\[\]{}]", bare):
        depth += 1 if bracket in "[{" else -1
        if depth > DEEPEST:
            raise InvalidInput(f"{what} must be nested at most {DEEPEST} deep.")


def _number(name: str, value: Any) -> float:
    try:
        number = float(value)
    except OverflowError:
        raise InvalidInput(f"{name} must be below 1.8e308; got a larger number.") from None
    except (TypeError, ValueError):
        raise InvalidInput(f"{name} must be a number; got {cut(repr(value))}.") from None
    if math.isnan(number):
        raise InvalidInput(f"{name} must be a number; got nan.")
    return number
