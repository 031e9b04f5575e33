r"""What a number is written with that is none of its digits: signs, blanks, brackets and a unit.

Programs and people write the same number in many ways: a minus of Unicode's, one at the end, round
brackets as accountants do, a currency before or a unit behind, digits of another script. Here a
cell is taken apart, by itself, into a sign, a body of digits and what separates them, and a unit.

Examples
--------
>>> apart("(6,216 €)")
Apart(sign='-', body='6,216', unit='€')
>>> apart("\u221266"), apart("$ 1.50-").sign, apart("n/a")
(Apart(sign='-', body='66', unit=''), '-', None)
"""

import re
import unicodedata
from dataclasses import dataclass

BLANKS = "\t\u00a0\u202f\u205f\u3000" + "".join(map(chr, range(0x2000, 0x200B)))
MINUSES = "\u2010\u2011\u2012\u2013\u2212\ufe63\uff0d"
APOSTROPHES = "\u2018\u2019\u02bc\uff07\u066c"
OTHERS = {"\uff0b": "+", "\uff0e": ".", "\uff0c": ",", "\u066b": ".", "\uff05": "%", "\u066a": "%"}

SAME = str.maketrans(
    {
        **dict.fromkeys(BLANKS, " "),
        **dict.fromkeys(MINUSES, "-"),
        **dict.fromkeys(APOSTROPHES, "'"),
        **OTHERS,
        "\u200e": None,
        "\u200f": None,
        "\u2066": None,
        "\u2069": None,
    }
)
"""Signs that readers take for the same; marks of direction are seen by nobody."""

LONGEST = 64
"""Characters of a number with all around it: what is longer is a text."""

MOST_UNIT = 8
"""Characters of a unit, as in "kg/m²" or "CHF"; more are words."""

PIECES = re.compile(r"([^0-9]*)([0-9](?:.*[0-9])?[.,]?|[.,][0-9](?:.*[0-9])?)([^0-9]*)")
"""What stands before the first digit, from there to the last, and behind it."""


@dataclass(frozen=True)
class Apart:
    """A cell taken apart.

    Parameters
    ----------
    sign : str
        "-" or "".
    body : str
        From the first digit to the last, in ASCII, with what stands between.
    unit : str
        What stood before or behind it; never both.
    """

    sign: str
    body: str
    unit: str


def plainly(text: str) -> str:
    """Return a text with ASCII's digits and signs in place of those that readers take for them."""
    if text.isascii():
        return text.replace("\t", " ").strip()
    told = text.translate(SAME)
    return "".join(map(_digit, told)).strip()


def apart(text: str) -> Apart | None:
    """Return a cell taken apart, or None where it holds no number, or more than signs around it."""
    if len(text) > LONGEST:
        return None
    found = PIECES.fullmatch(plainly(text))
    if not found:
        return None
    before, body, behind = found.groups()
    before, lead = _leading_point(before, body)
    sign, before, behind = _signed(before, behind)
    unit = before or behind
    if sign is None or (before and behind) or not _is_unit(unit):
        return None
    return Apart(sign, lead + body, unit)


def _leading_point(before: str, body: str) -> tuple[str, str]:
    """Return what stands before a number, and the point that it begins with: ".5"."""
    if before and before[-1] in ".," and body[0] not in ".,":
        return before[:-1], before[-1]
    return before, ""


def _signed(before: str, behind: str) -> tuple[str | None, str, str]:
    """Return the sign of what stands around a number, and the rest; None where it has several."""
    before, behind = before.strip(), behind.strip()
    signs = [sign for sign in before + behind if sign in "+-"]
    opened, closed = before.count("("), behind.count(")")
    around = before.replace("(", ""), behind.replace(")", "")
    if opened != closed or opened + len(signs) > 1 or any(sign in "()" for sign in "".join(around)):
        return None, "", ""
    before, behind = (each.replace("+", "").replace("-", "").strip() for each in around)
    return "-" if opened or "-" in signs else "", before, behind


def _is_unit(text: str) -> bool:
    """Return whether a text may be a unit: short, and no part of a number or of a list."""
    return len(text) <= MOST_UNIT and not any(
        sign in '=:;|"<>[]{}_' or sign.isnumeric() for sign in text
    )


def _digit(sign: str) -> str:
    value = unicodedata.decimal(sign, None)
    return sign if value is None else str(value)
