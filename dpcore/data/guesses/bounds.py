"""Two kinds of bounds for a number that nobody has described: a rounded range, or one around 0.

A range [a, b] sends its middle to 0 and its ends to ±1. Where most cells are 0 and the range starts
there, nearly every cell becomes -1, every row is long and gets shortened, and little is left of
what varies. Bounds [-q, q] leave a 0 at 0. They suit columns that are mostly zero, start near zero
or have both signs; a column of years between them would become a constant.

The number q is the largest magnitude, or where that stands far out, the 97.5th percentile of those
that are not 0: a single far value would press all others together. Either kind is *read from the
data* and marked so.

Examples
--------
>>> column = pd.Series([0, 0, 0, 0, 1.5, 3, 4], name="minutes")
>>> both = rounded_and_centred(Numeric("minutes", 0, 60), column)
>>> [(feature.lower, feature.upper) for feature in both]
[(0.0, 4.0), (-4.0, 4.0)]
>>> is_centrable(np.array([1987.0, 1995.0, 2003.0]))
False
"""

from collections.abc import Collection, Sequence
from dataclasses import replace

import numpy as np
import pandas as pd

from dpcore.checks import Array
from dpcore.data import cells, proposal
from dpcore.data.facts import LARGEST, USUAL_MARKERS
from dpcore.data.schema import READ, Numeric, Schema

MOSTLY = 0.5
"""A column is mostly zero if so large a share of its numbers is 0."""

NEAR = 0.1
"""A column starts near zero if its smallest number is at most this part of q."""

PERCENTILE, FAR = 97.5, 2.0
"""The largest magnitude stands far out where it is more than `FAR` times this percentile."""


def rounded_and_centred(
    feature: Numeric, column: pd.Series, markers: Sequence[str] = USUAL_MARKERS
) -> tuple[Numeric, Numeric]:
    """Return a feature under the rounded range of its column, and under [-q, q] where that suits.

    Parameters
    ----------
    feature : Numeric
        Whose bounds are replaced; its constant for missing values stays, moved to a bound if need
        be. Where a column has fewer than two numbers, it stays as it is.
    column : Series
    markers : sequence of str
        Texts that mean missing.
    """
    numbers = _numbers(column, markers)
    if len(np.unique(numbers)) < 2:
        return feature, feature
    rounded = _bounded(feature, *proposal.rounded_range(numbers))
    if not is_centrable(numbers):
        return rounded, rounded
    return rounded, _bounded(feature, *proposal.round_outwards(*_around_zero(numbers)))


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


def both_kinds(
    table: pd.DataFrame, schema: Schema, names: Collection[str] | None = None
) -> tuple[Schema, Schema]:
    """Return a schema under rounded ranges, and under zero-centred bounds where these suit.

    Parameters
    ----------
    table : DataFrame
    schema : Schema
    names : collection of str, optional
        The numeric features whose bounds are replaced; all by default.
    """
    first, second = [], []
    for feature in schema.features:
        one = two = feature
        chosen = isinstance(feature, Numeric) and (names is None or feature.name in names)
        if chosen and isinstance(feature, Numeric) and feature.name in table.columns:
            one, two = rounded_and_centred(feature, table[feature.name], schema.markers)
        first.append(one)
        second.append(two)
    return replace(schema, features=tuple(first)), replace(schema, features=tuple(second))


def _around_zero(numbers: Array) -> tuple[float, float]:
    sizes = np.abs(numbers[numbers != 0])
    largest, usual = float(sizes.max()), float(np.percentile(sizes, PERCENTILE))
    q = usual if largest > FAR * usual else largest
    return -q, q


def _bounded(feature: Numeric, lower: float, upper: float) -> Numeric:
    missing = feature.missing
    if missing is not None:
        missing = min(max(missing, lower), upper)
    return replace(feature, lower=lower, upper=upper, missing=missing, origin=READ)


def _numbers(column: pd.Series, markers: Sequence[str]) -> Array:
    """Return the finite numbers of a column, one for each record that has one."""
    found = cells.texts(column)
    numbers = cells.parsed(found.distinct)
    numbers[cells.marked(found.distinct, markers)] = np.nan
    each = numbers[found.codes]
    return np.asarray(each[np.isfinite(each)])
