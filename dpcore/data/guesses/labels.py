"""Which column is to be predicted, and which side is positive: a proposal, read from the data.

What a table is to answer is nobody's guess but the visitor's, so the page asks; this only decides
where the question starts. A column that is called class, label, target, y or outcome leads, in
capitals or not. Then come the columns with two values, then those with up to `MAX_CLASSES`, then
these again where cells are missing, then quantities. Among equals the last one leads, as most
tables keep the label there; no column is proposed because it comes first.

Of two values the later one is positive: 1 of 0/1, +1 of ±1, M of B/M, >50K of <=50K/>50K. With more
than two the label stays open. A quantity gets a threshold, its median rounded to two digits: both
sides are then about equally large.

Examples
--------
>>> columns = {"sick": ["no", "yes"] * 6, "Class": ["a", "b", "c"] * 4, "kind": ["x", "z"] * 6}
>>> table = pd.DataFrame(columns)
>>> tuple(candidates(table))
('Class', 'kind', 'sick')
>>> proposed(table["sick"]).positive
('yes',)
"""

from collections.abc import Iterator, Sequence

import numpy as np
import pandas as pd

from dpcore.checks import Array
from dpcore.data import cells
from dpcore.data.facts import AMONG_NUMBERS, LARGEST, MAX_TEXT, USUAL_MARKERS
from dpcore.data.schema import READ, Label

NAMES = ("class", "label", "target", "y", "outcome")
"""What labels are often called."""

MAX_CLASSES = 30
"""More values than this are no classes."""

IDENTIFIER_ROWS = 50
"""Records from which on distinct whole numbers look like an identifier, not like chance."""

DENSE = 2
"""A counter's range is below this many times its records."""

SPELLINGS = 10
"""Ways to write a marker, in capitals or with blanks, that a column of classes may hold."""

DIGITS = 2
"""Digits of a threshold that is proposed."""


def candidates(table: pd.DataFrame) -> Iterator[str]:
    """Yield the columns that could be the label, the likeliest first.

    Whether a column is a quantity is looked at only when it is needed: that reads every number.
    """
    columns = [str(name) for name in table.columns[::-1]]
    found = {name: _classes(table[name]) for name in columns}
    classes = [name for name in columns if len(found[name]) > 1]
    # A label that is missing is refused, so that columns without gaps lead.
    gaps = {name: set(cells.texts(table[name]).used()) != {*found[name]} for name in classes}
    classes.sort(key=lambda name: (gaps[name], len(found[name]) != 2))
    named = [name for name in columns if name.strip().casefold() in NAMES]
    yield from (name for name in named if name in classes)
    yield from (name for name in named if name not in classes and is_quantity(table[name]))
    yield from (name for name in classes if name not in named)
    for name in columns:
        rest = name not in named and name not in classes
        if rest and is_quantity(table[name]) and not looks_like_identifier(table[name]):
            yield name


def proposed(column: pd.Series) -> Label:
    """Return a column as the label; which values are positive stays open where nobody can guess."""
    name, values = str(column.name), cells.present(column, USUAL_MARKERS)
    if len(values) == 2 and max(map(len, values)) <= MAX_TEXT:
        negative, positive = _in_order(values)
        return Label(name, (positive,), (negative,), READ)
    if len(values) > MAX_CLASSES and is_quantity(column):
        return Label(name, origin=READ, threshold=threshold(column))
    return Label(name, origin=READ)


def is_quantity(column: pd.Series) -> bool:
    """Return whether a column holds numbers, more than two of them, or cells that are missing."""
    return len(np.unique(_quantities(column))) > 2


def threshold(column: pd.Series, markers: Sequence[str] = USUAL_MARKERS) -> float:
    """Return the median of a quantity, rounded to `DIGITS` digits where records stay on both sides.

    Parameters
    ----------
    column : Series
        A quantity, as `is_quantity` tells.
    markers : sequence of str
        Texts that mean missing.
    """
    numbers = cells.numbers(column, (*markers, *AMONG_NUMBERS))
    numbers = numbers[~np.isnan(numbers)]
    median = float(np.median(numbers))
    rounded = float(f"{median:.{DIGITS}g}")
    for value in (rounded, median):
        if numbers.min() <= value < numbers.max():
            return value
    return float(numbers.min())  # more than half of the records hold the largest value


def looks_like_identifier(column: pd.Series) -> bool:
    """Return whether a column holds a whole number of its own for each record, as a counter does.

    A counter rises from record to record, or leaves few numbers out; measurements in whole numbers
    may all differ, and do neither.
    """
    if len(column) < IDENTIFIER_ROWS or column.nunique() < len(column):
        return False
    found = cells.texts(column)
    numbers = cells.parsed(found.distinct)[found.codes]
    if not (np.isfinite(numbers).all() and (numbers == np.floor(numbers)).all()):
        return False
    steps = np.diff(numbers)
    return bool((steps > 0).all() or (steps < 0).all() or np.ptp(numbers) < DENSE * len(numbers))


def _classes(column: pd.Series) -> list[str]:
    """Return the values of a column if these could be classes, none if they are too many or long.

    Counting them is quick; so only columns with few are read one by one.
    """
    if column.nunique() > MAX_CLASSES + len(USUAL_MARKERS) * SPELLINGS:
        return []
    values = cells.present(column, USUAL_MARKERS)
    is_short = len(values) <= MAX_CLASSES and max(map(len, values), default=0) <= MAX_TEXT
    return values if is_short else []


def _in_order(values: Sequence[str]) -> Sequence[str]:
    numbers = cells.parsed(values)
    if not np.isfinite(numbers).all():
        return values
    return [values[place] for place in np.argsort(numbers, kind="stable")]


def _quantities(column: pd.Series) -> Array:
    """Return the distinct numbers of a column; nothing where another cell holds a text."""
    numbers = cells.parsed(cells.present(column, (*USUAL_MARKERS, *AMONG_NUMBERS)))
    usable = np.isfinite(numbers).all() and np.all(np.abs(numbers) <= LARGEST)
    return numbers if usable else np.empty(0)
