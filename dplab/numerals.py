"""Numbers as people type them: 20,000, 1 000, 0,5, ½, ∞ and 1e-3 are numbers.

Examples
--------
>>> [read_number("λ", text) for text in ("20,000", "1 000", "0,5", "½", "∞", "1e-3")]
[20000.0, 1000.0, 0.5, 0.5, inf, 0.001]
"""

import math
import re
import unicodedata

from dpcore import checks
from dpcore.checks import InvalidInput, cut

ENDLESS = {"∞", "inf", "infinity", "infinite"}
EXAMPLES = "a number such as 0.5, 1e-3 or 20,000"
FINITE = "below 1.8e308, or ∞"
THOUSANDS = re.compile(r"[+-]?[1-9]\d{0,2}(,\d{3})+(\.\d*)?")
BLANKS = re.compile(r"[+-]?[1-9]\d{0,2}([ ’']\d{3})+([.,]\d*)?")
POINTS = re.compile(r"[+-]?[1-9]\d{0,2}((\.\d{3})+,\d*|(\.\d{3}){2,})")
"""1 000 and 1’000 as well as 1.234,5 and 1.000.000; a single 1.000 is 1."""
DECIMAL_COMMA = re.compile(r"[+-]?(0|\d+(?!,\d{3}(e|$))),\d+(e[+-]?\d+)?")
"""A comma before other than three digits, or behind a 0, groups no thousands."""
LIST_HINT = "With commas inside numbers, put semicolons between them: 0,01; 0,1."
USUAL = {0x2212: "-", 0x3001: ",", 0x3002: "."} | {0xFF01 + k: 0x21 + k for k in range(94)}
"""The minus sign, and what keyboards for Chinese or Japanese write in full width."""


def read_number(name: str, text: str, *, is_whole: bool = False, wanted: str = "") -> float:
    """Return what a visitor typed as a number: 20,000, 1 000, 0,5, ½, "∞" and "inf" are, too.

    The name is what the control is called on screen; `is_whole` whether an example names a whole
    number (`checks.whole` sees to it that it is one); `wanted` what a refusal asks for, where
    neither example fits.

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
        raise InvalidInput(f"{name} must be {FINITE}; got “{cut(text.strip())}”.")
    return value


def _usual(text: str) -> str:
    """Return a text with the usual signs: no full width, no unusual blanks, ½ as 0.5."""
    usual = " ".join(text.translate(USUAL).split())
    is_fraction = len(usual) == 1 and unicodedata.name(usual, "").startswith("VULGAR FRACTION")
    return str(unicodedata.numeric(usual)) if is_fraction else usual


def _plain(text: str) -> str:
    """Return a number as Python reads it.

    Raises
    ------
    ValueError
        If it holds what Python alone takes for part of one: 1_0 would be 10.
    """
    if "_" in text:
        raise ValueError
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
    return checks.written(float(_plain(text))) if _is_number(text) else f"“{text}”"


def as_cell(text: str) -> str:
    """Return a text as a spreadsheet should take it: never as a formula.

    Examples
    --------
    >>> as_cell("=1+1"), as_cell("-1"), as_cell("yes")
    ("'=1+1", '-1', 'yes')
    """
    return "'" + text if text[:1] in tuple("=+-@") and not _is_number(text) else text
