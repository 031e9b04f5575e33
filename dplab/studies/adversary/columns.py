"""What a record would be with another value in one column: the suspects of the attribute question.

A category has an alternative for each of its levels. A number has its own value, its bounds, and
the round numbers between them; a generated feature has values spread evenly over what the unit
ball allows beside the other features. Each alternative is encoded as any row of the table is.

Examples
--------
>>> from dplab.studies.adversary.person import person
>>> from dplab.simulation.settings import Settings
>>> who = person(Settings(data="breast_cancer", n=100), 5)
>>> names(who)[:2]
('mean radius', 'mean texture')
>>> found = alternatives(who, "mean radius")
>>> found.encoded.shape, found.labels[:2], found.labels[found.own]
((15, 30), ('≤ 0', '2'), '14.58')
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt
import pandas as pd

from dpcore.checks import Array, InvalidInput
from dpcore.data import cells
from dpcore.data.cells import listed, shown
from dpcore.data.declared.schema import Category, Feature, Numeric, Schema
from dpcore.data.encoding import into_the_ball, write
from dplab.studies.adversary.person import Person

SHOWN = 6
"""Columns that a picture has room for: the first ones of the table."""

MOST_STEPS = 20
"""Between the ends of a numeric column."""

SAME = 1e-9
"""Rows whose entries differ by less are one: rounding tells them apart, and nothing else does."""


@dataclass(frozen=True, eq=False)
class Alternatives:
    """A record with each value that a column may have.

    Parameters
    ----------
    encoded : array (k, n_features)
        In the unit ball, all different.
    labels : tuple of str
        The values as the table writes them, in its own unit.
    own : int
        Which of them is the record as it is.
    places : array (k,)
        Where each value lies between the least that the column may have, 0, and the largest, 1.
    """

    encoded: Array
    labels: tuple[str, ...]
    own: int
    places: Array


def names(who: Person) -> tuple[str, ...]:
    """Return the columns that can be asked for: those that are learned from, by their names."""
    if who.schema is None:
        return tuple(f"x{place}" for place in range(1, len(who.x) + 1))
    return tuple(feature.name for feature in who.schema.features)


def alternatives(who: Person, column: str) -> Alternatives:
    """Return a record with each value that a column may have, encoded.

    The column is one of `names`.

    Raises
    ------
    InvalidInput
        If there is no such column.
    """
    if column not in names(who):
        raise InvalidInput(
            f"The column must be one that the classifier learns from; got {shown(column)}. Choose "
            f"one of {listed(names(who))}."
        )
    place = names(who).index(column)
    if who.schema is None or who.cells is None:
        return _of_generated(who, place)
    feature = who.schema.features[place]
    if isinstance(feature, Category):
        return _of_category(who, who.schema, who.cells, feature)
    return _of_number(who, who.schema, who.cells, feature)


def place(who: Person, column: str, value: float | str) -> float:
    """Return where a value lies between the least of its column, 0, and the largest, 1."""
    if who.schema is None:
        return float(np.clip((float(value) + 1) / 2, 0.0, 1.0))
    return within(who.schema.features[names(who).index(column)], value)


def within(feature: Feature, value: float | str) -> float:
    """Return the same of a declared column; beyond an end, a number counts as that end."""
    if isinstance(feature, Category):
        low, high, at = 0.0, len(feature.levels) - 1.0, float(feature.levels.index(str(value)))
    else:
        low, high, at = feature.lower, feature.upper, float(value)
    return float(np.clip((at - low) / ((high - low) or 1.0), 0.0, 1.0))


def _of_generated(who: Person, place: int) -> Alternatives:
    others = np.delete(who.x, place)
    most = math.sqrt(max(0.0, 1 - float(others @ others)))
    values = np.concatenate([[who.x[place]], np.linspace(-most, most, MOST_STEPS + 1)])
    encoded = np.tile(who.x, (len(values), 1))
    encoded[:, place] = values
    return _in_order(who, encoded, values, [f"{value:.3f}" for value in values], (-1.0, 1.0))


def _of_category(who: Person, schema: Schema, row: pd.DataFrame, feature: Category) -> Alternatives:
    own = _read_as(feature, cells.text_at(row[feature.name], 0), schema)
    levels = [own, *feature.levels]
    places = np.array([feature.levels.index(level) for level in levels])
    ends = 0.0, len(feature.levels) - 1.0
    return _in_order(who, _encoded(schema, row, feature, levels), places, levels, ends)


def _of_number(who: Person, schema: Schema, row: pd.DataFrame, feature: Numeric) -> Alternatives:
    number = float(cells.numbers(row[feature.name], schema.markers)[0])
    if np.isnan(number) and feature.missing is not None:
        number = feature.missing
    own = np.clip(number, feature.lower, feature.upper)
    values = np.append(np.atleast_1d(own), _steps(feature))
    encoded = _encoded(schema, row, feature, [repr(value) for value in values.tolist()])
    labels = [_written(feature, value) for value in values.tolist()]
    return _in_order(who, encoded, values, labels, (feature.lower, feature.upper))


def _steps(feature: Numeric) -> Array:
    """Return the bounds, and the multiples of a round number between them."""
    rough = (feature.upper - feature.lower) / MOST_STEPS
    decade = 10.0 ** math.floor(math.log10(rough))
    step = decade * min(factor for factor in (1, 2, 5, 10) if factor * decade >= rough)
    first, last = math.ceil(feature.lower / step), math.floor(feature.upper / step)
    inside = np.arange(first, last + 1) * step
    near = SAME * (feature.upper - feature.lower)
    inside = inside[(inside > feature.lower + near) & (inside < feature.upper - near)]
    return np.concatenate([[feature.lower], inside, [feature.upper]])


def _written(feature: Numeric, value: float) -> str:
    text = f"{value:,.6g}" if abs(value) < 1e6 else f"{value:,.0f}"
    return {feature.lower: f"≤ {text}", feature.upper: f"≥ {text}"}.get(value, text)


def _read_as(feature: Category, text: str, schema: Schema) -> str:
    """Return the level that a cell of the table counts as."""
    if text in feature.levels:
        return text
    role = feature.missing if cells.marked([text], schema.markers)[0] else feature.other
    if role is None:
        raise InvalidInput(f"{feature.name} has no level for {shown(text)}.")
    return role


def _encoded(schema: Schema, row: pd.DataFrame, changed: Feature, texts: Sequence[str]) -> Array:
    """Return a row with each text instead of a column's cell, in the unit ball."""
    table = pd.concat([row] * len(texts), ignore_index=True)
    table[changed.name] = list(texts)
    encoded, start = np.zeros((len(texts), len(schema.encoded_names()))), 0
    for feature in schema.features:
        stop = start + len(feature.encoded_names)
        write(feature, table[feature.name], schema.markers, encoded[:, start:stop])
        start = stop
    into_the_ball(encoded, schema.intercept)
    return encoded


def _in_order(
    who: Person,
    encoded: Array,
    values: npt.NDArray[Any],
    labels: Sequence[str],
    ends: tuple[float, float],
) -> Alternatives:
    """Order alternatives by value; the first is the record's own, which stands there once."""
    is_other: npt.NDArray[np.bool_] = np.abs(encoded - who.x).max(axis=1) > SAME
    is_other[0] = True
    kept = np.argsort(values, kind="stable")
    kept = kept[is_other[kept]]
    own = int(np.flatnonzero(kept == 0)[0])
    rows = encoded[kept]
    # As it stands among the records, to the last bit.
    rows[own] = who.x
    low, high = ends
    places = (values[kept] - low) / ((high - low) or 1.0)
    return Alternatives(rows, tuple(labels[k] for k in kept), own, places)
