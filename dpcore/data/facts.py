"""The single facts that a schema holds: texts and bounds, each checked and in its final form.

Examples
--------
>>> text("name of a column", " age ")
'age'
>>> bound("upper bound of age", 90)
90.0
"""

from collections import Counter
from collections.abc import Iterable
from typing import Any, Literal

import numpy as np

from dpcore import checks
from dpcore.checks import InvalidInput
from dpcore.data.cells import shown

Origin = Literal["declared", "read from the data", "proposed from the data, then declared"]
DECLARED: Origin = "declared"
READ: Origin = "read from the data"
PROPOSED: Origin = "proposed from the data, then declared"
"""What was proposed from a table's records, and its owner has declared since."""

MAX_TEXT = 200
"""Most characters of a column's name, of a level, a value of the label or a marker."""

USUAL_MARKERS = ("", "?", "NA", "N/A", "nan")
"""Texts that usually stand for a missing value, whatever their case."""

AMONG_NUMBERS = ("none", "null", "-")
"""Texts that do so in a column whose other cells are numbers; among texts they may mean a lot."""

LARGEST = 1e300
"""Largest bound of a number, and the most that a missing one can stand for: no difference or double
of such numbers overflows."""


def check_distinct(what: str, values: Iterable[str]) -> None:
    """Refuse a value that appears twice."""
    for value, times in Counter(values).items():
        if times > 1:
            raise InvalidInput(f"{what} must differ; {shown(value)} appears {times} times.")


def texts(what: str, values: Any) -> tuple[str, ...]:
    """Return a list of texts, each checked as `text` does; no two may be the same."""
    if isinstance(values, str) or not isinstance(values, Iterable):
        raise InvalidInput(f"{what} must be a list of texts.")
    trimmed = tuple(text(f"each of the {what}", value) for value in values)
    check_distinct(what, trimmed)
    return trimmed


def text(what: str, value: Any, *, trimmed: bool = True) -> str:
    """Return a text without the blanks around it; what is no text, or too long, is refused."""
    if not isinstance(value, str):
        raise InvalidInput(f"{what} must be a text; got {shown(str(value))}.")
    if len(value) > MAX_TEXT:
        raise InvalidInput(
            f"{what} must have at most {MAX_TEXT} characters; {shown(value)} has {len(value):,}."
        )
    return value.strip() if trimmed else value


def finite(what: str, value: Any) -> float:
    """Return a finite number; texts, truth values, infinities and nan are refused."""
    try:
        # float() would take True and "1"; in a saved schema they are mistakes.
        number = np.nan if isinstance(value, bool | str) else float(value)
    except (TypeError, ValueError, OverflowError):
        number = np.nan
    if not np.isfinite(number):
        raise InvalidInput(f"{what} must be a finite number; got {shown(str(value))}.")
    return float(number)


def bound(what: str, value: Any) -> float:
    """Return a finite number within ±`LARGEST`."""
    return checks.between(what, finite(what, value), -LARGEST, LARGEST)


def set_frozen(item: Any, name: str, value: Any) -> None:
    """Store the checked form of a value in a frozen instance that is being made."""
    object.__setattr__(item, name, value)


def check_origin(what: str, origin: Any) -> None:
    """Refuse what is no origin: a fact was declared, read from the data, or proposed by it."""
    if not isinstance(origin, str):
        raise InvalidInput(f"origin of {what} must be a text.")
    checks.one_of(f"origin of {what}", origin, (DECLARED, READ, PROPOSED))


def check_name(name: Any, origin: Any) -> None:
    """Refuse a column whose name is no text, or whose origin is unknown."""
    text("name of a column", name)
    check_origin(name, origin)
