"""From u = y x back to a row of the table: what its cells were, and what cannot be told.

`dpcore.data.encoding` made v of a row (numbers scaled to [-1, 1], a 1 instead of each level),
shortened it to v/f, f = max(1, ‖v‖), and appended the intercept, if any: x = (v/f, 1)/√2. Of this

- *y* can be told where the schema does not allow -x beside x: by the intercept, or by a level,
  whose entry of v is 1 and never -1. Scaled numbers alone tell nothing: both rows are returned;
- *f* is 1 where v/f is shorter than 1, and 1 over the entry of a level. The intercept, appended
  afterwards, knows nothing of f. Of numbers alone that fill the ball, the direction is exact and f
  lies between 1 and 1/max|v_j/f|, since no |v_j| exceeds 1: every number has a range;
- *a number at its bound* may have been any number beyond, and what a missing cell, or a level that
  was not declared, counts as may have been such a cell.

A schema with a level, or an intercept, also fixes the length of u: of several multiples of one u,
as `dplab.instruments.adversary` finds them, only one `is_possible`.

Examples
--------
>>> from dpcore.data.declared.schema import Label
>>> features = (Numeric("age", 10, 90, missing=50), Category("sex", ("f", "m")))
>>> (row,) = decode(-np.array([0.6, 0.0, 1.0]) / np.sqrt(1.36), Schema(Label("sick"), features))
>>> row.label, round(row.factors[0], 3), row.cells[1].level, round(row.cells[0].low, 6)
(-1, 1.166, 'm', 74.0)
"""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from dpcore import checks
from dpcore.checks import Array, InvalidInput
from dpcore.data.declared.schema import MAX_ENCODED, Category, Feature, Numeric, Schema
from dpcore.data.encoding import into_the_ball

SLACK = 1e-6
"""What an entry of u's direction, and a scaled number, may be off by through rounding."""

LENGTH_SLACK = 1e-4
"""What u's length may be off by, relative: where two roots nearly meet, rounding moves them far."""

# No row is shortened by more; what claims to be is none.
_LARGEST_FACTOR = np.sqrt(MAX_ENCODED)


@dataclass(frozen=True)
class DecodedNumber:
    """What is reconstructed of a number.

    Parameters
    ----------
    low, high : float
        Where it lies, in the unit of its column, within the bounds; equal where it is
        reconstructed to a point.
    or_less, or_more : bool
        Whether `low` is the lower bound, to which smaller numbers were moved, or `high` the upper.
    or_missing : bool
        Whether a missing cell would read the same.
    """

    low: float
    high: float
    or_less: bool
    or_more: bool
    or_missing: bool


@dataclass(frozen=True)
class DecodedLevel:
    """What is read of a category.

    `or_missing` and `or_other` say whether a missing cell, or a level that was not declared, would
    read the same.
    """

    level: str
    or_missing: bool
    or_other: bool


@dataclass(frozen=True)
class DecodedRow:
    """A row that becomes a given u.

    Parameters
    ----------
    label : int
        -1 or +1.
    factors : (float, float)
        f, by which it had been shortened, at least 1: from where to where, equal where known.
    cells : tuple of DecodedNumber and DecodedLevel
        One per feature of the schema.
    """

    label: int
    factors: tuple[float, float]
    cells: tuple[DecodedNumber | DecodedLevel, ...]


def tells_label(schema: Schema) -> bool:
    """Return whether u = y x tells y: whether no row becomes -x where another becomes x."""
    return schema.intercept or any(isinstance(each, Category) for each in schema.features)


def decode(u: npt.ArrayLike, schema: Schema) -> tuple[DecodedRow, ...]:
    """Return what can be said of the row that became u: one row for each label that it may have.

    u is y x, up to rounding, as in `is_possible`. There are two, that of +1 first, where u does not
    tell the label (`tells_label`).

    Raises
    ------
    InvalidInput
        If u has the wrong length, a value that is not finite, or comes from no row.
    """
    given = _checked(checks.finite("u", u, 1)[None], schema)
    if not is_possible(given, schema)[0]:
        raise InvalidInput(
            "no row becomes this u: where the schema has levels or an intercept, they fix some of "
            "its entries and its length. Take the other candidate, or check that u was found "
            "under this schema."
        )
    labels, shortened = _signed(given, schema)
    factors = _factors(shortened, schema)[:, 0]
    sides = (float(labels[0]),) if tells_label(schema) else (1.0, -1.0)
    return tuple(_row(side, side * labels[0] * shortened[0], factors, schema) for side in sides)


def is_possible(us: npt.ArrayLike, schema: Schema) -> npt.NDArray[np.bool_]:
    """Return for each u whether some row becomes it, up to rounding, shape (m,).

    Its length may be off by `LENGTH_SLACK`, its direction by `SLACK` in each entry.

    Raises
    ------
    InvalidInput
        If the rows have the wrong length, or a value is not finite.
    """
    # No entry of a row is beyond 1; from 2 on it is as wrong, and squares nothing to infinity.
    us = np.clip(_checked(checks.finite("u", us, 2), schema), -2, 2)
    labels, shortened = _signed(us, schema)
    again = np.zeros_like(us)
    rows = again[:, : shortened.shape[1]]
    np.clip(shortened * _factors(shortened, schema)[0, :, None], -1, 1, out=rows)
    for block in _levels(schema):
        chosen = rows[:, block].argmax(axis=1)
        rows[:, block] = 0
        rows[np.arange(len(rows)), block.start + chosen] = 1
    into_the_ball(again, schema.intercept)
    again *= labels[:, None]
    length, expected = (np.linalg.norm(each, axis=1) for each in (us, again))
    scaled = us * np.divide(expected, length, out=np.ones(len(us)), where=length > 0)[:, None]
    same_length = np.abs(length - expected) <= LENGTH_SLACK
    return np.asarray(same_length & (np.abs(again - scaled).max(axis=1) <= SLACK))


def _checked(us: Array, schema: Schema) -> Array:
    width = len(schema.encoded_names())
    if us.shape[1] != width:
        raise InvalidInput(
            f"u must have {width:,} numbers, as many as a row of this schema becomes; "
            f"got {us.shape[1]:,}."
        )
    return us


def _signed(us: Array, schema: Schema) -> tuple[Array, Array]:
    """Return y, and v/f under it; y is +1 where it is not told."""
    shortened = us
    if schema.intercept:
        # Divided by the entry that is 1/√2: whatever u's length is off by goes. (No row's is below
        # a half.)
        told = us[:, -1]
        shortened = us[:, :-1] / np.maximum(np.abs(told), 0.5)[:, None]
    elif tells_label(schema):
        told = sum((us[:, block].sum(axis=1) for block in _levels(schema)), np.zeros(len(us)))
    else:
        told = np.ones(len(us))
    labels = np.where(told < 0, -1.0, 1.0)
    return labels, labels[:, None] * shortened


def _factors(shortened: Array, schema: Schema) -> Array:
    """Return the least and the largest f of each row, shape (2, m)."""
    entries = [shortened[:, block].max(axis=1) for block in _levels(schema)]
    if entries:
        known = 1 / np.maximum(np.mean(entries, axis=0), 1 / _LARGEST_FACTOR)
        return np.stack([np.maximum(known, 1)] * 2)
    ones = np.ones(len(shortened))
    fills = np.linalg.norm(shortened, axis=1) >= 1 - SLACK
    widest = np.abs(shortened).max(axis=1)
    most = np.divide(1, widest, out=ones.copy(), where=fills)
    return np.stack([ones, np.maximum(most, 1)])


def _levels(schema: Schema) -> Iterator[slice]:
    """Yield the columns of each category."""
    return (block for feature, block in _blocks(schema) if isinstance(feature, Category))


def _blocks(schema: Schema) -> Iterator[tuple[Feature, slice]]:
    start = 0
    for feature in schema.features:
        stop = start + len(feature.encoded_names)
        yield feature, slice(start, stop)
        start = stop


def _row(label: float, shortened: Array, factors: Array, schema: Schema) -> DecodedRow:
    cells = tuple(_cell(feature, shortened[block], factors) for feature, block in _blocks(schema))
    return DecodedRow(int(label), (float(factors[0]), float(factors[1])), cells)


def _cell(feature: Feature, entries: Array, factors: Array) -> DecodedNumber | DecodedLevel:
    if isinstance(feature, Category):
        level = feature.levels[int(np.argmax(entries))]
        return DecodedLevel(level, level == feature.missing, level == feature.other)
    low, high = sorted((factors * entries[0]).tolist())
    or_less, or_more = low <= -1 + SLACK, high >= 1 - SLACK
    missing = None if feature.missing is None else _scaled(feature, feature.missing)
    return DecodedNumber(
        _in_unit(feature, low),
        _in_unit(feature, high),
        or_less,
        or_more,
        missing is not None and low - SLACK <= missing <= high + SLACK,
    )


def _scaled(feature: Numeric, number: float) -> float:
    return 2 * (number - feature.lower) / (feature.upper - feature.lower) - 1


def _in_unit(feature: Numeric, scaled: float) -> float:
    """Return a number in the unit of its column; next to a bound, the bound itself."""
    if abs(scaled) >= 1 - SLACK:
        return feature.upper if scaled > 0 else feature.lower
    share = (scaled + 1) / 2
    return (1 - share) * feature.lower + share * feature.upper
