"""Which column is to be predicted, and which side is positive: a proposal, read from the data.

What a table is to answer is nobody's guess but the visitor's, so the page asks; this only decides
where the question starts. A column that is called class, label, target, y or outcome leads, in
capitals or not. Then come the columns with two values, then those with up to `MAX_CLASSES`, then
quantities. Among equals the last one leads, as most tables keep the label there; no column is
proposed because it comes first.

Of two values the later one is positive: 1 of 0/1, +1 of ±1, M of B/M, >50K of <=50K/>50K. With more
than two the label stays open. A quantity gets a threshold, its median rounded to two digits: both
sides are then about equally large.

Examples
--------
>>> columns = {"sick": ["no", "yes"] * 6, "Class": ["a", "b", "c"] * 4, "kind": ["x", "z"] * 6}
>>> table = pd.DataFrame(columns)
>>> candidates(table)
('Class', 'kind', 'sick')
>>> proposed(table["sick"]).positive
('yes',)
"""

from collections.abc import Sequence

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

DIGITS = 2
"""Digits of a threshold that is proposed."""


def candidates(table: pd.DataFrame) -> tuple[str, ...]:
    """Return the columns that could be the label, the likeliest first."""
    ranks = {str(name): _rank(table[name]) for name in reversed(table.columns)}
    likely = [name for name, rank in ranks.items() if rank is not None]
    return tuple(sorted(likely, key=lambda name: ranks[name] or 0))


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
    """Return whether a column holds a whole number of its own for each record."""
    if len(column) < IDENTIFIER_ROWS or column.nunique() < len(column):
        return False
    numbers = cells.parsed(cells.texts(column).used())
    return bool(np.isfinite(numbers).all() and (numbers == np.floor(numbers)).all())


def _rank(column: pd.Series) -> int | None:
    """Return how soon a column is proposed, the smaller the sooner; None for never."""
    values = cells.present(column, USUAL_MARKERS)
    if len(values) < 2:
        return None
    named = str(column.name).strip().casefold() in NAMES
    if len(values) <= MAX_CLASSES and max(map(len, values)) <= MAX_TEXT:
        return 0 if named else 2 if len(values) == 2 else 3
    if not is_quantity(column) or (looks_like_identifier(column) and not named):
        return None
    return 1 if named else 4


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
