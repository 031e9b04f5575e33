r"""A cell as people write it, and the plain form of it: by itself, and by what was declared.

Programs and people write the same number in many ways: decimal commas, thousands in groups, a minus
of Unicode's or one at the end, round brackets as accountants do, a currency before or a unit
behind, digits of another script. And the same level: in capitals, with a blank too many, an accent
in two encodings, 1 as 1.0. Nothing here looks at a second cell.

The standard library alone, and `naming`: a released model's scorer is shipped with the text of both
in it (`dpcore.release.model.scorer_text`).

Examples
--------
>>> plain("(1.234,50 €)", decimal=",", grouping=".", unit="€"), plain("3 kg", unit="€")
('-1234.50', None)
>>> plain("01:06", form="time"), plain("6.2k", unit="k"), plain("\u221266")
('66', '6200', '-66')
>>> as_declared("2.1", {"decimal": ","}), alike("Zu\u0308rich ") == alike("ZÜRICH"), alike("+1.0")
('2.1 (not as declared)', True, '1')
"""

import math
import re
import unicodedata
from collections.abc import Callable, Mapping, Sequence
from decimal import Decimal
from functools import lru_cache
from typing import Any, NamedTuple

from dpcore.data.written.naming import looks

NUMBER = re.compile(r"[+-]?([0-9]+(\.[0-9]*)?|\.[0-9]+)([eE][+-]?[0-9]+)?", re.ASCII)
"""Digits are read in one way only: a long cell that is no number takes no longer than it is."""

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
        **dict.fromkeys("\u200e\u200f\u2066\u2069", None),
    }
)
"""Signs that readers take for the same; marks of direction are seen by nobody."""

LONGEST = 64
"""Characters of a number with all around it: what is longer is a text."""

LONGEST_LEVEL = 400
"""Characters of a spelling of a level, which has half as many: Unicode's form of a longer text may
take the square of its length, half a minute for one cell."""

MOST_UNIT = 8
"""Characters of a unit, as in "kg/m²" or "CHF"; more are words."""

SCALES = {"k": 3}
"""Powers of ten that a unit stands for, whatever its case."""

PIECES = re.compile(r"([^0-9]*)([0-9](?:.*[0-9])?[.,]?|[.,][0-9](?:.*[0-9])?)([^0-9]*)")
"""What stands before the first digit, from there to the last, and behind it."""

CLOCK = re.compile(r"([0-9]{1,3}):([0-5][0-9])(?::([0-5][0-9]))?")
TRUTHS = {"true": "1", "false": "0"}
NOT_AS_DECLARED = " (not as declared)"
"""What no number has: it marks one that is written in another way than was declared."""


class Apart(NamedTuple):
    """A cell taken apart: "-" or no sign; from the first digit to the last; what stood around."""

    sign: str
    body: str
    unit: str


def number(text: str) -> float | None:
    """Return the finite number that a text in its plain form writes, None where it writes none."""
    # Python's float() reads more: nan, 1_000, digits of other scripts.
    value = float(text) if NUMBER.fullmatch(text) else math.inf
    return value if math.isfinite(value) else None


def as_declared(text: str, written: Mapping[str, Any]) -> str:
    """Return the plain form of a cell of numbers; one that does not fit is no number any more.

    `written` are the arguments of `plain`.
    """
    found = plain(text, **written)
    if found is not None:
        return found
    return text + NOT_AS_DECLARED if NUMBER.fullmatch(text) else text


def plain(
    text: str, decimal: str = ".", grouping: str = "", unit: str = "", form: str = "number"
) -> str | None:
    """Return a number as computers write it, or None where a cell does not fit.

    Parameters
    ----------
    text : str
    decimal, grouping, unit, form : str
        As in `dpcore.data.written.writing.Writing`. A number need not be grouped, nor have its
        unit, to fit.
    """
    if form == "time":
        return _minutes(plainly(text))
    found = apart(text)
    if found is None or (found.unit and singular(found.unit) != singular(unit)):
        return None
    body = _bodies(decimal, grouping).fullmatch(found.body)
    if not body:
        return None
    whole, places, exponent = (part or "" for part in body.groups())
    digits = whole.replace(grouping, "") if grouping else whole
    said = f"{found.sign}{digits or 0}{'.' + places if places else ''}{exponent}"
    scale = SCALES.get(found.unit.casefold(), 0)
    if scale and exponent:
        return None
    return f"{Decimal(said).scaleb(scale):f}" if scale else said


def singular(unit: str) -> str:
    """Return a unit in lower case, and one year for years."""
    folded = unit.casefold().rstrip(".")
    return folded[:-1] if len(folded) > 2 and folded.endswith("s") else folded


@lru_cache
def _bodies(decimal: str, grouping: str) -> re.Pattern[str]:
    """Match digits in groups or without, places, and an exponent."""
    point, group = re.escape(decimal), re.escape(grouping)
    grouped = f"[1-9][0-9]{{0,2}}(?:{group}[0-9]{{3}})+|" if group else ""
    if grouping == ",":  # in India 12,34,567
        grouped += f"[1-9][0-9]?(?:{group}[0-9]{{2}})+{group}[0-9]{{3}}|"
    return re.compile(f"({grouped}[0-9]+)?(?:{point}([0-9]*))?([eE][+-]?[0-9]+)?")


def _minutes(text: str) -> str | None:
    found = CLOCK.fullmatch(text)
    if not found:
        return None
    hours, minutes, seconds = (int(part or 0) for part in found.groups())
    whole = 60 * hours + minutes
    return str(whole) if not seconds else repr(whole + seconds / 60)


def plainly(text: str) -> str:
    """Return a text with ASCII's digits and signs in place of those that readers take for them."""
    if text.isascii():
        return text.replace("\t", " ").strip()
    return text.translate(READABLE).strip()


def apart(text: str) -> Apart | None:
    """Return a cell taken apart, or None where it holds no number, or more than signs around it."""
    if len(text) > LONGEST:
        return None
    found = PIECES.fullmatch(plainly(text))
    if not found:
        return None
    before, body, behind = found.groups()
    lead = ""
    is_point = before[-1:] in (".", ",") and not before[-2:-1].isalpha()  # .5, but not Rs.5
    if is_point and body[0] not in ".,":
        before, lead = before[:-1], before[-1]
    if body[-1] in ".,":
        behind = behind.lstrip("-")  # 500,- is a price without cents, not less than 0
    sign, before, behind = _signed(before.strip(), behind.strip())
    unit = before or behind
    if sign is None or (before and behind) or not is_unit(unit):
        return None
    return Apart(sign, lead + body, unit)


def _signed(before: str, behind: str) -> tuple[str | None, str, str]:
    """Return the sign of what stands around a number, and the rest; None where it has several."""
    signs = [sign for sign in before + behind if sign in "+-"]
    # "3+" is three or more, and "500-ml" not less than 0.
    if "+" in behind or (behind[:1] == "-" and behind[1:2].isalpha()):
        return None, "", ""
    opened, closed = before.count("("), behind.count(")")
    around = before.replace("(", ""), behind.replace(")", "")
    if opened != closed or opened + len(signs) > 1 or any(sign in "()" for sign in "".join(around)):
        return None, "", ""
    before, behind = (each.replace("+", "").replace("-", "").strip() for each in around)
    return "-" if opened or "-" in signs else "", before, behind


def is_unit(text: str) -> bool:
    """Return whether a text may be a unit: short, and no part of a number or of a list."""
    return len(text) <= MOST_UNIT and not any(
        sign in '=:;|"<>[]{}_#' or (sign.isnumeric() and (not place or sign not in "²³"))
        for place, sign in enumerate(text)
    )


class Readable(dict[int, int | str | None]):
    """`SAME`, and the digits of other scripts, each sign looked up once: cells are many."""

    def __missing__(self, code: int) -> int | str:
        value = unicodedata.decimal(chr(code), None)
        self[code] = found = code if value is None else str(value)
        return found


READABLE = Readable(SAME)


def alike(text: str) -> str:
    """Return a level without what makes two spellings of it: case, blanks, Unicode, 1 as 1.0."""
    if len(text) > LONGEST_LEVEL:
        return text
    seen = looks(text)
    value = number(seen)
    if value is None:
        return TRUTHS.get(seen, seen)
    return repr(value + 0.0).removesuffix(".0")  # -0.0 is 0


def reader(column: Mapping[str, Any], markers: Sequence[str] = ()) -> Callable[[str], str] | None:
    """Return how each cell of a declared column is read; None where all stay as they are.

    `column` is a feature or the label as a saved schema has it. Numbers come in their plain form,
    but for cells that hold a marker of missing values, which stay; where levels, or the values on
    the label's sides, are joined, whatever is `alike` to one becomes it.
    """
    if written := column.get("written"):
        marked = {marker.casefold() for marker in markers}
        return lambda cell: cell if cell.casefold() in marked else as_declared(cell, written)
    if column.get("joined"):
        levels = column.get("levels") or [*column["positive"], *column["negative"]]
        spelled = {alike(level): level for level in reversed(levels)}
        return lambda cell: spelled.get(alike(cell), cell)
    return None
