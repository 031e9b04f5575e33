"""Numbers in words: one way to write a percentage, a cost in points, a count, an ε."""

import math
import re
import unicodedata
from collections.abc import Mapping, Sequence

from dpcore import checks
from dpcore.checks import InvalidInput, cut

ENDLESS = {"∞", "inf", "infinity", "infinite"}
EXAMPLES = "a number such as 0.5, 1e-3 or 20,000"
THOUSANDS = re.compile(r"[+-]?[1-9]\d{0,2}(,\d{3})+(\.\d*)?")
BLANKS = re.compile(r"[+-]?[1-9]\d{0,2}([ ’']\d{3})+([.,]\d*)?")
POINTS = re.compile(r"[+-]?[1-9]\d{0,2}((\.\d{3})+,\d*|(\.\d{3}){2,})")
"""1 000 and 1’000 as well as 1.234,5 and 1.000.000; a single 1.000 is 1."""
DECIMAL_COMMA = re.compile(r"[+-]?(0|\d+(?!,\d{3}(e|$))),\d+(e[+-]?\d+)?")
"""A comma before other than three digits, or behind a 0, groups no thousands."""
LIST_HINT = "With commas inside numbers, put semicolons between them: 0,01; 0,1."
USUAL = {0x2212: "-", 0x3001: ",", 0x3002: "."} | {0xFF01 + k: 0x21 + k for k in range(94)}
"""The minus sign, and what keyboards for Chinese or Japanese write in full width."""
VISIBLE = 0.0005
"""Half of the 0.1 points that costs are rounded to."""


def read_number(name: str, text: str, *, is_whole: bool = False, wanted: str = "") -> float:
    """Return what a visitor typed as a number: 20,000, 1 000, 0,5, ½, "∞" and "inf" are, too.

    Parameters
    ----------
    name : str
        What the control is called on screen.
    text : str
    is_whole : bool
        Whether an example names a whole number; `checks.whole` sees to it that it is one.
    wanted : str, optional
        What a refusal asks for, where neither example fits.

    Raises
    ------
    InvalidInput
        If it is none; the sentence says what is allowed.
    """
    cleaned = _usual(text).lower()
    if cleaned in ENDLESS:
        return math.inf
    try:
        value = float(_plain(cleaned))
    except ValueError:
        value = math.nan
    if math.isnan(value):
        wanted = wanted or ("a whole number such as 2,000" if is_whole else EXAMPLES)
        raise InvalidInput(f"{name} must be {wanted}; got “{cut(text.strip())}”.")
    if math.isinf(value):
        raise InvalidInput(f"{name} must be below 1.8e308, or ∞; got “{cut(text.strip())}”.")
    return value


def _usual(text: str) -> str:
    """Return a text with the usual signs: no full width, no unusual blanks, ½ as 0.5."""
    usual = " ".join(text.translate(USUAL).split())
    is_fraction = len(usual) == 1 and unicodedata.name(usual, "").startswith("VULGAR FRACTION")
    return str(unicodedata.numeric(usual)) if is_fraction else usual


def _plain(text: str) -> str:
    if THOUSANDS.fullmatch(text):
        return text.replace(",", "")
    if BLANKS.fullmatch(text):
        return re.sub("[ ’']", "", text).replace(",", ".")
    if POINTS.fullmatch(text):
        return text.replace(".", "").replace(",", ".")
    return text.replace(",", ".") if DECIMAL_COMMA.fullmatch(text) else text


def read_numbers(name: str, text: str) -> list[float]:
    """Return what a visitor typed as numbers with commas, or semicolons, between them.

    Examples
    --------
    >>> read_numbers("λ", "1e-3, 0.1"), read_numbers("λ", "0,001; 0,1")
    ([0.001, 0.1], [0.001, 0.1])

    Raises
    ------
    InvalidInput
        If one is none, or if its commas could stand between numbers and inside of them.
    """
    usual = _usual(text)
    mark = ";" if ";" in usual else ","
    pieces = usual.split(", ") if mark == "," else []
    if len(pieces) > 1 and any("," in each and _is_number(each) for each in pieces):
        raise InvalidInput(
            f"{name} must be numbers with one kind of comma; got “{cut(usual)}”. {LIST_HINT}"
        )
    return [read_number(name, part) for part in usual.split(mark) if part.strip()]


def _is_number(text: str) -> bool:
    try:
        return math.isfinite(float(_plain(text)))
    except ValueError:
        return False


def as_shown(text: str) -> str:
    """Return what was typed as the screen writes it: a number, or a word in quotes."""
    return number(float(_plain(text))) if _is_number(text) else f"“{text}”"


def as_cell(text: str) -> str:
    """Return a text as a spreadsheet should take it: never as a formula.

    Examples
    --------
    >>> as_cell("=1+1"), as_cell("-1"), as_cell("yes")
    ("'=1+1", '-1', 'yes')
    """
    return "'" + text if text[:1] in tuple("=+-@") and not _is_number(text) else text


MANY = 8
"""Choices that a refusal calls by their names on the screen; a longer list stands there."""


def one_of(called: str, text: str, allowed: Mapping[str, str]) -> str:
    """Return a word of the address if it is one of those allowed.

    Parameters
    ----------
    called : str
        What a refusal calls the choice.
    text : str
    allowed : mapping
        By each word, what the screen calls it.

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


def times_in_100(chance: float) -> str:
    """Return a chance as a count: 62 times in 100, with a decimal where a coin is near."""
    decimals = 1 if chance < 0.51 else 0
    # A bound is rounded up, or it would be one no more.
    bound = math.ceil(100 * chance * 10**decimals) / 10**decimals
    return f"{bound:.{decimals}f} times in 100"


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
