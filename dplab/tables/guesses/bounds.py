"""Three kinds of bounds for a number that nobody has described: its range, around 0, its middle.

**Rounded range.** A range [a, b] sends its middle to 0 and its ends to ±1. It loses no value, and a
single far one presses all others together.

**Zero-centred.** Where most cells are 0 and the range starts there, nearly every cell becomes -1,
every row is long and gets shortened, and little is left of what varies. Bounds [-q, q] leave a 0 at
0. They suit columns that are mostly zero, start near zero or have both signs; a column of years
between them would become a constant, so that it keeps its range. The number q is the largest
magnitude, or where that stands far out, the 97.5th percentile of those that are not 0.

**Middle 98 %.** From the 1 % to the 99 % quantile, rounded outwards: what lies beyond is clipped. A
typing error in one record of a thousand then costs that record, and not the column. Where one value
fills the middle, the quantiles are those of all others, and the bounds hold that value too.

Each kind is *read from the data* and marked so: the quantiles of a table are facts of its records,
as its extremes are.

Examples
--------
>>> column = pd.Series([0, 0, 0, 0, 1.5, 3, 4], name="minutes")
>>> kinds = kinds_of(Numeric("minutes", 0, 60), column)
>>> [(feature.lower, feature.upper) for feature in kinds]
[(0.0, 4.0), (-4.0, 4.0), (0.0, 3.0)]
>>> is_centrable(np.array([1987.0, 1995.0, 2003.0]))
False
"""

from collections.abc import Collection, Sequence
from dataclasses import replace

import numpy as np
import pandas as pd

from dpcore.checks import Array
from dpcore.data import cells
from dpcore.data.declared.reading import as_declared
from dpcore.data.declared.schema import READ, Feature, Numeric, Schema
from dpcore.data.facts import LARGEST, USUAL_MARKERS
from dplab.tables import proposal
from dplab.tables.guesses.completion import middle_of

MOSTLY = 0.5
"""A column is mostly zero if so large a share of its numbers is 0."""

NEAR = 0.1
"""A column starts near zero if its smallest number is at most this part of q."""

PERCENTILE, FAR = 97.5, 2.0
"""The largest magnitude stands far out where it is more than `FAR` times this percentile."""

DIGITS = 2
"""Digits of a typical number."""

TAIL = 0.01
"""Share of the records beyond either end of the middle: the middle 98 % lies between."""


def kinds_of(
    feature: Numeric, column: pd.Series, markers: Sequence[str] = USUAL_MARKERS
) -> tuple[Numeric, Numeric, Numeric]:
    """Return a feature under its column's rounded range, [-q, q] where that suits, and middle 98 %.

    The constant for missing values that was the middle of the bounds is the middle of the new ones,
    or the median under zero-centred ones, where all values lie on one side of 0. Another stays,
    moved to a bound if need be. Where a column has fewer than two numbers, the
    feature stays as it is.
    """
    numbers = _numbers(as_declared(column, feature), markers)
    if len(np.unique(numbers)) < 2:
        return feature, feature, feature
    usual = _typical(numbers)
    rounded = _bounded(feature, *proposal.rounded_range(numbers), usual)
    middle = _bounded(feature, *middle_range(numbers), usual)
    if not is_centrable(numbers):
        return rounded, rounded, middle
    return rounded, _centred(feature, numbers, usual), middle


def middle_range(numbers: Array) -> tuple[float, float]:
    """Return the middle 98 % of some numbers, rounded outwards; [-1, 1] for flags of 0 and 1.

    Parameters
    ----------
    numbers : array (n,)
        At least two different ones, finite.
    """
    if set(np.unique(numbers)) <= {0.0, 1.0}:
        return proposal.rounded_range(numbers)
    low, high = _middle(numbers)
    if low == high:
        # One value fills the middle, as 0 does in a column of rare payments.
        others_low, others_high = _middle(numbers[numbers != low])
        low, high = min(low, others_low), max(high, others_high)
    return proposal.round_outwards(low, high)


def _middle(numbers: Array) -> tuple[float, float]:
    # Values that occur, the inner ones: between two neighbours, a part of a far value would count.
    low = np.quantile(numbers, TAIL, method="higher")
    high = np.quantile(numbers, 1 - TAIL, method="lower")
    # Of fewer than three numbers the inner ones stand the wrong way round.
    return float(min(low, high)), float(max(low, high))


def is_centrable(numbers: Array) -> bool:
    """Return whether numbers (n,) are mostly zero, start near zero or have both signs.

    Flags of 0 and 1 do not count: [-1, 1] leaves their 0 at 0 already.
    """
    low, high = numbers.min(), numbers.max()
    if low == high or set(np.unique(numbers)) <= {0.0, 1.0}:
        return False
    if max(-low, high) > LARGEST / 10:
        return False  # rounded, it would be out of a schema's range
    _, q = _around_zero(numbers)
    near = 0 <= low <= NEAR * q or 0 <= -high <= NEAR * q
    return bool(np.mean(numbers == 0) >= MOSTLY or near or low < 0 < high)


def each_kind(
    table: pd.DataFrame, schema: Schema, names: Collection[str] | None = None
) -> tuple[Schema, Schema, Schema]:
    """Return a schema under rounded ranges, zero-centred bounds where these suit, and middle 98 %.

    Only the bounds of `names` are replaced, numeric features; of all by default.
    """
    columns: list[tuple[Feature, Feature, Feature]] = []
    for feature in schema.features:
        kinds: tuple[Feature, Feature, Feature] = (feature, feature, feature)
        chosen = isinstance(feature, Numeric) and (names is None or feature.name in names)
        if chosen and isinstance(feature, Numeric) and feature.name in table.columns:
            kinds = kinds_of(feature, table[feature.name], schema.markers)
        columns.append(kinds)
    first, second, third = zip(*columns, strict=True)
    rounded, centred = replace(schema, features=first), replace(schema, features=second)
    return rounded, centred, replace(schema, features=third)


def _around_zero(numbers: Array) -> tuple[float, float]:
    sizes = np.abs(numbers[numbers != 0])
    largest, usual = float(sizes.max()), float(np.percentile(sizes, PERCENTILE))
    q = usual if largest > FAR * usual else largest
    return -q, q


def _bounded(feature: Numeric, lower: float, upper: float, usual: float) -> Numeric:
    """Return a feature under other bounds; a missing number that was usual is so again."""
    missing = feature.missing
    if missing is not None and missing in (usual, middle_of(feature.lower, feature.upper)):
        missing = middle_of(lower, upper)
    elif missing is not None:
        missing = min(max(missing, lower), upper)
    return replace(feature, lower=lower, upper=upper, missing=missing, origin=READ)


def _centred(feature: Numeric, numbers: Array, usual: float) -> Numeric:
    """Return a feature under [-q, q]; where no number is near 0, a missing one is a typical one."""
    found = _bounded(feature, *proposal.round_outwards(*_around_zero(numbers)), usual)
    is_one_sided = numbers.min() >= 0 or numbers.max() <= 0
    return replace(found, missing=usual) if found.missing == 0 and is_one_sided else found


def typical(column: pd.Series, feature: Numeric, markers: Sequence[str] = USUAL_MARKERS) -> float:
    """Return the median of a column of numbers, rounded to `DIGITS` digits; nan where none is."""
    numbers = _numbers(as_declared(column, feature), markers)
    return _typical(numbers) if len(numbers) else float("nan")


def _typical(numbers: Array) -> float:
    return float(f"{np.median(numbers):.{DIGITS}g}")


def _numbers(column: pd.Series, markers: Sequence[str]) -> Array:
    """Return the finite numbers of a column, one for each record that has one."""
    found = cells.texts(column)
    numbers = cells.parsed(found.distinct)
    numbers[cells.marked(found.distinct, markers)] = np.nan
    each = numbers[found.codes]
    return np.asarray(each[np.isfinite(each)])
