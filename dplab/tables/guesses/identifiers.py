"""Columns that tell records apart: identifiers, persons, and codes that are a category after all.

- A column is *named like an identifier* where its last word is id (id, customer_id, PatientID), or
  uid, mrn or the like, and *looks like one* where it holds for nearly each record a whole number of
  its own, as a counter does, or a code: many digits, or letters and digits in one pattern.
- A column *names persons* where its name is patient, person, customer, user, subject or the like,
  alone or with id, no or code after it, and where it has many levels or levels that hold digits.
  customer_age, new_customer with yes and no, and user with guest and member are none.
- A code whose levels *repeat evenly*, such as the ten values of room_id, is a category: an
  identifier's levels are seen once, or as often as each of their persons happens to come.

Examples
--------
>>> is_named_id("customer_id"), is_named_id("paid"), is_person("patient no"), is_person("user_age")
(True, False, True, False)
>>> rooms = pd.Series([f"R{row % 5}" for row in range(60)], name="room_id")
>>> is_category(rooms), is_category(rooms.rename("patient_id"))
(True, False)
"""

import re
from collections.abc import Sequence

import numpy as np
import numpy.typing as npt
import pandas as pd

from dpcore.checks import Array
from dpcore.data import cells
from dpcore.data.facts import USUAL_MARKERS

Counts = npt.NDArray[np.intp]

BARE = ("id", "uuid", "guid", "uid", "pid", "mrn", "ssn")
"""Names that say nothing of what is told apart: it may be persons."""
NAMED_ID = re.compile(rf"(.*[^a-z])?({'|'.join(BARE)})", re.I)

CAMEL = re.compile(r"(?<=[a-z])(?=[A-Z])")
WORD = re.compile(r"[^\W_]+")


def distinct_words(text: str) -> frozenset[str]:
    """Return the words of a text."""
    return frozenset(text.split())


PERSONS = distinct_words(
    "patient person customer user subject client participant respondent employee member student "
    "pupil case"
)
NUMBERED = distinct_words("id uuid guid no nr nbr num number code key ref name index hash")
"""Words after one of `PERSONS` that still name the person: patient no, and not patient age."""

MEASURED = distinct_words("average avg by each for mean new of per total")
"""Words before one of `PERSONS` under which it is counted or measured: income per person."""

IDENTIFIER_ROWS = 50
"""Records from which on distinct whole numbers look like an identifier, not like chance."""

DENSE = 2
"""A counter's range is below this many times its records."""

NEARLY_ALL = 0.95
"""Share of the records that have a value of their own, at least, in a column of identifiers."""

DIGITS, MOST_ROUND = 8, 0.2
"""Digits of numbers that look like identifiers, and the share of these that may end in 0: amounts
of money do more often."""

DIGITS_ALONE = re.compile(r"[0-9]+", re.ASCII).fullmatch
DIGIT, LETTER = re.compile(r"[0-9]"), re.compile(r"[^\W\d_]")

FEWEST_PERSONS, MANY_PERSONS = 3, 30
"""Levels that a column of persons has at least; and from which on they need no digits."""

MOST_LEVELS = 100
"""Levels that a code may have as a category."""

SEVERAL, RARER, OFTENER = 2, 3, 2
"""Levels repeat evenly if nearly all occur `SEVERAL` times or more, and few occur less than a third
as often, or more than twice as often, as the one in the middle."""

TAIL = 0.05
"""Share of the levels, at either end, that evenness leaves out."""


def words_of(name: str) -> list[str]:
    """Return the words of a column's name, in small letters: HeartDisease is heart, disease."""
    return WORD.findall(CAMEL.sub("_", name).casefold())


def is_named_id(name: str) -> bool:
    """Return whether a name says id: id, customer_id, PatientID; not paid, humid or idea."""
    return bool(NAMED_ID.fullmatch(CAMEL.sub("_", name.strip())))


def is_person(name: str) -> bool:
    """Return whether a name is that of a person: patient, subject #, user_id, customer no."""
    found = words_of(name)
    if len(found) == 1:  # userid
        joined = found[0]
        found = next(([each] for each in PERSONS if joined in _joined(each)), found)
    if len(found) > 1 and found[-1] in NUMBERED:
        found.pop()
    return bool(found) and found[-1] in PERSONS and not MEASURED & set(found)


def names_persons(column: pd.Series, markers: Sequence[str] = USUAL_MARKERS) -> bool:
    """Return whether a column holds persons, by its name and by how its levels look."""
    if not is_person(str(column.name)):
        return False
    values = cells.present(column, markers)
    with_digits = np.mean([any(map(str.isdigit, text)) for text in values] or [False])
    is_fraction = any("." in text for text in values) and np.isfinite(cells.parsed(values)).all()
    if len(values) < FEWEST_PERSONS or is_fraction:
        return False
    return len(values) >= MANY_PERSONS or bool(with_digits > 1 / 2)


def is_category(column: pd.Series, markers: Sequence[str] = USUAL_MARKERS) -> bool:
    """Return whether a column that is named like an identifier holds a code that is none.

    Its levels repeat evenly, they are few, and neither persons nor a bare id.
    """
    name = str(column.name)
    if name.strip().casefold() in BARE or is_person(name):
        return False
    counts = per_level(column, markers)
    return 1 < len(counts) <= MOST_LEVELS and repeats_evenly(counts)


def repeats_evenly(counts: Counts) -> bool:
    """Return whether levels with these counts (n_levels,) repeat, about equally often."""
    if not len(counts):
        return False
    low, middle, high = np.quantile(counts, (TAIL, 0.5, 1 - TAIL))
    return bool(low >= max(SEVERAL, middle / RARER) and high <= OFTENER * middle)


def per_level(column: pd.Series, markers: Sequence[str] = USUAL_MARKERS) -> Counts:
    """Return how many records share each value that does not mean missing."""
    found = cells.texts(column)
    counts = np.bincount(found.codes[found.codes >= 0], minlength=len(found.distinct))
    by_text: dict[str, int] = {}
    for text, count in zip(found.distinct, counts.tolist(), strict=True):
        by_text[text] = by_text.get(text, 0) + count
    present = cells.unmarked([text for text, count in by_text.items() if count], markers)
    return np.array([by_text[text] for text in present], dtype=np.intp)


def looks_like_identifier(column: pd.Series) -> bool:
    """Return whether a column holds for nearly each record a number or a code of its own.

    A counter rises from record to record, or leaves few numbers out; measurements in whole numbers
    may all differ, and do neither. Nor do they all have as many digits, and seldom eight or more. A
    code of letters and digits has one pattern.
    """
    if len(column) < IDENTIFIER_ROWS or column.nunique() < NEARLY_ALL * len(column):
        return False
    found = cells.texts(column)
    distinct = found.used()
    if len(distinct) < NEARLY_ALL * len(column):
        return False
    numbers = cells.parsed(found.distinct)[found.codes]
    if not np.isfinite(numbers).all():
        return _is_pattern(distinct)
    return bool((numbers == np.floor(numbers)).all()) and (
        _is_counter(numbers) or _are_long(distinct)
    )


def _is_counter(numbers: Array) -> bool:
    steps = np.diff(numbers)
    return bool((steps > 0).all() or (steps < 0).all() or np.ptp(numbers) < DENSE * len(numbers))


def _are_long(texts: Sequence[str]) -> bool:
    """Return whether whole numbers all have as many digits, many of them, and seldom end in 0."""
    lengths = {len(text) for text in texts}
    is_round = np.mean([text.endswith("0") for text in texts]) > MOST_ROUND
    return (
        len(lengths) == 1
        and min(lengths) >= DIGITS
        and all(map(DIGITS_ALONE, texts))
        and (not is_round)
    )


def _is_pattern(texts: Sequence[str]) -> bool:
    """Return whether texts are letters and digits in one pattern: A-1034, B-2210."""
    patterns = {LETTER.sub("a", DIGIT.sub("9", text)) for text in texts}
    return (
        len(patterns) == 1
        and "9" in (pattern := patterns.pop())
        and "a" in pattern
        and (" " not in pattern)
    )


def _joined(person: str) -> set[str]:
    return {person, *(person + end for end in NUMBERED)}
