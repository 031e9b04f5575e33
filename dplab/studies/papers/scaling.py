"""The records of a table as a paper scaled them, where that differs from our encoding.

| rows | what becomes of a table |
| --- | --- |
| encoded | numbers by declared bounds, levels as 0 and 1, rows to norm at most 1: our own |
| quantities | the same of what is measured: neither levels nor flags |
| unit | numbers as they are, each row divided by its length |
| scaled | numbers as they are, all rows divided by the length of the longest |
| maxima | every column but the label, each divided by its largest absolute value, rows as encoded |

"quantities" leaves a kernel few enough features to have all of its monomials: Covertype keeps ten
columns of 54.

"maxima" is how CMS11 prepared Adult and KDD Cup 99. Levels are those that occur, as 0 and 1, and a
row with a missing value is left out.

"scaled" and "maxima" tie every row to all others: one record more or less would move the rest, and
no theorem covers that. `CAUTIONS` says so, on the page and in the report.

Examples
--------
>>> data = scaled("breast_cancer", "unit")
>>> data.X.shape, np.allclose(np.linalg.norm(data.X, axis=1), 1)
((569, 30), True)
"""

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import lru_cache

import numpy as np
import pandas as pd

from dpcore import checks
from dpcore.checks import Array
from dpcore.data.dataset import Dataset
from dpcore.data.declared.schema import Numeric
from dpcore.data.encoding import encode, into_the_ball
from dpcore.data.real import places, tables

MISSING = "?"
"""How the tables that lack values spell it."""

FLAG = (-1, 1)
"""The bounds of a column of 0 and 1."""

_LOOKS = (
    "{} That looks at all records: right for a re-run of a paper, but a private release must not "
    "use it: its bounds have to be declared."
)
CAUTIONS: Mapping[str, str] = {
    "encoded": "",
    "quantities": "",
    "unit": "",
    "scaled": _LOOKS.format("all rows are divided by the length of the longest."),
    "maxima": _LOOKS.format(
        "unless a panel says declared bounds, columns are divided by their largest values, as "
        "printed, the levels are those that occur, and rows with a missing value are left out."
    ),
}
"""Every way to scale rows, and its caution."""


@lru_cache(maxsize=1)
def scaled(name: str, rows: str) -> Dataset:
    """Return a table's records scaled as in a paper: the same object to all callers.

    Parameters
    ----------
    name : str
        A table.
    rows : str
        "quantities", "unit", "scaled" or "maxima".

    Raises
    ------
    InvalidInput
        If there is no such table or scaling, or the table is not on this machine.
    """
    scale = _SCALINGS[checks.one_of("rows", rows, tuple(_SCALINGS))]
    frame = places.read(tables.named(name))
    return scale(name, frame, tables.load(name).y)


def _quantities(name: str, frame: pd.DataFrame, y: Array) -> Dataset:  # noqa: ARG001
    schema = tables.named(name).schema
    measured = tuple(
        column
        for column in schema.features
        if isinstance(column, Numeric) and (column.lower, column.upper) != FLAG
    )
    return encode(frame, replace(schema, features=measured))


def _unit(name: str, frame: pd.DataFrame, y: Array) -> Dataset:
    X, features = _numbers(name, frame)
    return Dataset(X / np.maximum(_lengths(X), np.finfo(float).tiny), y, features)


def _by_the_longest(name: str, frame: pd.DataFrame, y: Array) -> Dataset:
    X, features = _numbers(name, frame)
    return Dataset(X / _lengths(X).max(), y, features)


def _by_maxima(name: str, frame: pd.DataFrame, y: Array) -> Dataset:
    whole = ~frame.eq(MISSING).any(axis=1).to_numpy()
    label = tables.named(name).schema.label.name
    wide = pd.get_dummies(frame[whole].drop(columns=label), dtype=np.float64)
    X = wide.to_numpy(np.float64)
    X = X / np.maximum(np.abs(X).max(axis=0), np.finfo(float).tiny)  # a column of zeros stays
    into_the_ball(X, intercept=False)
    return Dataset(X, y[whole], tuple(wide.columns))


def _numbers(name: str, frame: pd.DataFrame) -> tuple[Array, tuple[str, ...]]:
    features = tables.named(name).schema.features
    numeric = tuple(column.name for column in features if isinstance(column, Numeric))
    return np.nan_to_num(frame[list(numeric)].to_numpy(np.float64), nan=0.0), numeric


def _lengths(X: Array) -> Array:
    return np.asarray(np.linalg.norm(X, axis=1, keepdims=True))


_SCALINGS: Mapping[str, Callable[[str, pd.DataFrame, Array], Dataset]] = {
    "quantities": _quantities,
    "unit": _unit,
    "scaled": _by_the_longest,
    "maxima": _by_maxima,
}
