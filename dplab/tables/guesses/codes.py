r"""Numbers that are codes: a 999 for missing, dates in digits, long numbers, kinds.

A column of them is read as numbers, and each number says something else than how much there is:

- a *stand-in* means that nothing was measured: -1, -9, 99 or the like in two records or more, 999
  in one, and beyond all other values of its column (`stand_in`);
- *dates in digits*, 20240131 or 202401, are no steps of one length (`are_dates_in_digits`);
- whole numbers *too long* for a double are read as their neighbours (`are_too_long`);
- codes with *leading zeros* are no amounts (`have_leading_zeros`), nor are postal codes
  (`is_postal`);
- a few whole numbers, such as 1, 2 and 3 for three classes, may be *kinds* (`are_kinds`). Counts
  are none: their 0 is the commonest value, and larger ones get rarer; nor is what a name says is
  one, or a grade.

Read from the data, and not private.

Examples
--------
>>> column = pd.Series([18, 93, 40, 57, 999, 999], name="age")
>>> stand_in(column, None, ("",))
StandIn(number=999.0, texts=('999',), records=2, low=18.0, high=93.0)
>>> are_dates_in_digits(["20240131", "20231224"]), are_too_long(["12345678901234567890"])
(True, True)
>>> are_kinds(pd.Series([1, 2, 3] * 20, name="pclass"), ("",))
True
"""

import re
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
import pandas as pd

from dpcore.checks import Array
from dpcore.data import cells
from dpcore.data.written.writing import Writing
from dplab.tables.guesses.identifiers import distinct_words, words_of

STAND_INS = (-1.0, -9.0, -99.0, -999.0, -9999.0, -99999.0, 99.0, 999.0, 9999.0, 99999.0)
"""Numbers that people write where nothing was measured."""

FEWEST, FEWEST_OTHERS, BESIDE_ONE = 2, 2, 4
"""Records that hold a stand-in, and other values beside it, at least; beside -1, which is near."""

PLAIN = 999.0
"""From here on, up or down, one record is enough."""

MONTH = "(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\\.?"
DATES = re.compile(
    r"\d{4}([-/.])\d{1,2}\1\d{1,2}([T ].*)?|\d{1,2}([-/.])\d{1,2}\3(\d{4}|\d{2})([T ].*)?"
    r"|\d{8}T\d{4,6}"
    rf"|\d{{1,2}}[-. ]+{MONTH}[-, ]+(\d{{4}}|\d{{2}})|{MONTH}[-. ]+\d{{1,2}},?[- ]+\d{{4}}",
    re.IGNORECASE,
)
IN_DIGITS = re.compile(r"(19|20)[0-9]{2}(0[1-9]|1[0-2])((0[1-9]|[12][0-9]|3[01])?)(\.0)?", re.ASCII)

MOST = 0.9
"""Share of a column's texts that have to look alike."""

SAMPLE = 50
"""Texts that tell whether it is worth looking at all."""

EXACT = 2.0**53
"""Up to here a double holds every whole number."""

MAX_DIGITS = 1_000
"""Longer ones are no numbers of anybody's."""

WHOLE = re.compile(r"[+-]?[0-9]{16,}", re.ASCII)
ZERO_LED = re.compile(r"0[0-9]+", re.ASCII)
DIGITS = re.compile(r"[0-9]+", re.ASCII)

FEWEST_KINDS, MOST_KINDS, PER_KIND, LARGEST_KIND = 3, 6, 5, 20
"""Kinds that a column has, records for each of them on average, and the largest number of one."""

POSTAL = distinct_words("fips plz postal postcode zip zipcode")

ORDERED = distinct_words(
    """
    age ages amount attempts bathrooms bedrooms births calls cars children count counts cylinders
    day days degree dependents doors doses education failures floors grade grades guests hour hours
    kids level levels limit month months n nodes num number order parch parents pregnancies
    priors quality quantity rank rating rooms satisfaction score severity siblings sibsp size stage
    stars steps stories times total visits week weeks year years
    """
)
"""Words of what is counted, or of grades: more is more."""


class StandIn(NamedTuple):
    """A number that stands for a missing one, as it seems.

    `texts` are the ways in which the column writes it, `records` counts those that hold it; all
    other values lie between `low` and `high`.
    """

    number: float
    texts: tuple[str, ...]
    records: int
    low: float
    high: float


def stand_in(column: pd.Series, way: Writing | None, markers: Sequence[str]) -> StandIn | None:
    """Return the number of a column, written so, that seems to stand for missing ones, or None."""
    raw = cells.texts(column)
    numbers = cells.parsed(
        [way.plain(text) or text for text in raw.distinct] if way else raw.distinct
    )
    numbers[cells.marked(raw.distinct, markers)] = np.nan
    seen = np.unique(numbers[np.isfinite(numbers)])
    if len(seen) <= FEWEST_OTHERS or not {seen[0], seen[-1]} & {*STAND_INS}:
        return None
    counts = np.bincount(raw.codes % len(raw.distinct), minlength=len(raw.distinct))
    for code in (seen[0], seen[-1]):
        here = numbers == code
        count = int(counts[here].sum())
        others = seen[seen != code]
        edge = others[0] if code < others[0] else others[-1]
        at_edge = int(counts[numbers == edge].sum())
        fewest = 1 if abs(code) >= PLAIN else FEWEST
        if code in STAND_INS and count >= fewest and _is_beyond(code, others, count > at_edge):
            texts = {raw.distinct[place] for place in np.flatnonzero(here & (counts > 0))}
            return StandIn(
                float(code), tuple(sorted(texts)), count, float(others[0]), float(others[-1])
            )
    return None


def _is_beyond(code: float, others: Array, is_heap: bool) -> bool:
    """Return whether a code lies beyond all other values, as no further value of them would."""
    low, high = others[0], others[-1]
    if code == -1:
        # Next to 0 it has to be commoner than the smallest value.
        return bool(len(others) >= BESIDE_ONE and (low >= 1 or (low >= 0 and is_heap)))
    if code < 0 <= low:
        return True
    gap = low - code if code < low else code - high
    return bool(gap > high - low)


def are_dates(texts: Sequence[str]) -> bool:
    """Return whether nearly all texts are dates with a day, a month and a year."""
    return _are(texts, DATES)


def are_dates_in_digits(texts: Sequence[str]) -> bool:
    """Return whether nearly all texts are dates in digits alone, year first, all of one length."""
    return _are(texts, IN_DIGITS) and len({len(text.removesuffix(".0")) for text in texts}) == 1


def _are(texts: Sequence[str], pattern: re.Pattern[str]) -> bool:
    if len(texts) < 2 or _share(texts[:: -(-len(texts) // SAMPLE)], pattern) < 1 / 2:
        return False
    return _share(texts, pattern) >= MOST


def _share(texts: Sequence[str], pattern: re.Pattern[str]) -> float:
    return float(np.mean([bool(pattern.fullmatch(text)) for text in texts]))


def are_too_long(texts: Sequence[str]) -> bool:
    """Return whether half of the texts or more are whole numbers that a double does not keep."""
    long = [text for text in texts if WHOLE.fullmatch(text)]
    is_long = [abs(int(text)) > EXACT for text in long if len(text) < MAX_DIGITS]
    return bool(texts) and sum(is_long) >= len(texts) / 2


def have_leading_zeros(texts: Sequence[str]) -> bool:
    """Return whether nearly all texts are digits, and two or more begin with a 0: 01067."""
    zeros = [text for text in texts if ZERO_LED.fullmatch(text)]
    return len(zeros) >= FEWEST and _share(texts, DIGITS) >= MOST


def is_postal(name: str) -> bool:
    """Return whether a column is named like a postal code: zipcode, ZIP, Postal Code, plz."""
    words = words_of(name)
    return bool(POSTAL & {*words, "".join(words)})


def are_kinds(column: pd.Series, markers: Sequence[str]) -> bool:
    """Return whether a column holds few whole numbers, which may be kinds, and no counts."""
    if ORDERED & {*words_of(str(column.name))} or column.nunique() > MOST_KINDS + len(markers):
        return False
    found = cells.texts(column)
    numbers = cells.parsed(found.distinct)
    numbers[cells.marked(found.distinct, markers)] = np.nan
    each = numbers[found.codes]
    values, counts = np.unique(each[np.isfinite(each)], return_counts=True)
    if not FEWEST_KINDS <= len(values) <= MOST_KINDS or counts.sum() < PER_KIND * len(values):
        return False
    is_count = values[0] == 0 and len(values) > FEWEST_KINDS and (np.diff(counts) < 0).all()
    is_whole = (values == np.floor(values)).all() and values[0] >= 0 and values[-1] <= LARGEST_KIND
    return bool(is_whole and not is_count)
