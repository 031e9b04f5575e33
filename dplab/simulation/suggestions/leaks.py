"""Columns that predict the label alone: perhaps they are known only after the outcome is.

A discharge code predicts a death, and a refund predicts a complaint, but neither is there when the
prediction is wanted. Such a column is found by its errors: a classifier that sees it alone (and a
constant) is about as good as one that sees all columns. *About* means within a third of the error
of all columns, or one test record; and it has to be good by itself: at most a third of the error of
always naming the larger class, or else every column of a hopeless table would be suspected. Where
the test part holds fewer than `FEWEST` records of the rarer class, nothing is suspected: one record
more or less would decide.

The errors are those of a test part, without noise and with hardly any regularization: read from the
data, and not private.

Examples
--------
>>> import pandas as pd
>>> from dpcore.data.encoding import encode
>>> from dpcore.data.declared.schema import Label, Numeric
>>> rng = np.random.default_rng(0)
>>> y = np.where(rng.random(500) < 0.4, "yes", "no")
>>> values = {"age": rng.integers(18, 80, 500), "refund": np.where(y == "yes", 9, 1), "y": y}
>>> schema = Schema(Label("y", ("yes",)), (Numeric("age", 0, 90), Numeric("refund", 0, 10)))
>>> [leak.column for leak in target_leakage(encode(pd.DataFrame(values), schema), schema)]
['refund']
"""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
from threadpoolctl import threadpool_limits

from dpcore.checks import Array
from dpcore.data.dataset import n_training
from dpcore.data.declared.schema import Schema
from dpcore.data.encoding import Encoded
from dpcore.erm.losses import Logistic
from dpcore.erm.prediction import error
from dpcore.erm.solver import solve
from dplab.simulation.sources import stream

Rows = npt.NDArray[np.int64]
Names = npt.NDArray[np.str_]

LAM = 1e-5
"""So little regularization that a column's scale hardly matters."""

MOST_VALUES = 100_000
"""Records times features that are learned from, at most: some tenths of a second in all."""

NEAR, GOOD = 1 / 3, 1 / 3
"""How far above the error of all columns, and how far below the constant rule's, a leak is."""


FEWEST = 5
"""Test records of the rarer class from which on a column may be called a leak."""


@dataclass(frozen=True)
class LeakingColumn:
    """A column that predicts the label almost as well as all columns together.

    `alone` and `together` are 0-1 test errors without noise, of this column and of all, in [0, 1].
    Not private.
    """

    column: str
    alone: float
    together: float


def target_leakage(data: Encoded, schema: Schema, seed: int = 0) -> tuple[LeakingColumn, ...]:
    """Return the columns that look like leaks, the best predictor first.

    The data are what the schema made of a table; the seed is that of the split.
    """
    # One column is all columns: it would always be as good as them.
    if len(schema.features) < 2:
        return ()
    train, test = _rows(data, seed)
    n_positive = int(np.sum(data.y[test] > 0))
    if min(n_positive, len(test) - n_positive) < FEWEST:
        return ()
    owner, features = _owners(schema), _unshortened(data, schema)
    with threadpool_limits(1):
        together = _error(data.X, data.y, train, test)
        alone = {
            each.name: _error(features[:, owner == each.name], data.y, train, test)
            for each in schema.features
        }
    positive = n_positive / len(test)
    # One test record more, or a perfect classifier of all columns would let no other be near it.
    most = min(together * (1 + NEAR) + 1 / len(test), GOOD * min(positive, 1 - positive))
    leaks = [LeakingColumn(name, each, together) for name, each in alone.items() if each <= most]
    return tuple(sorted(leaks, key=lambda leak: leak.alone))


def _rows(data: Encoded, seed: int) -> tuple[Rows, Rows]:
    """Return the training rows, a part of a large table, and the test rows."""
    order = stream(seed, "leaks").permutation(len(data.y))
    most = max(1, MOST_VALUES // data.X.shape[1])
    cut = n_training(len(order))
    return order[: min(most, cut)], order[cut:]


def _owners(schema: Schema) -> Names:
    """Return the feature that each encoded column belongs to, but for the constant's."""
    return np.array([each.name for each in schema.features for _ in each.encoded_names])


def _unshortened(data: Encoded, schema: Schema) -> Array:
    """Return the features as they were before rows were shortened: each has a norm of at most 1."""
    # A row's factor depends on its other columns, and would tell of them through this one.
    scale = np.maximum(1, data.norms) * (np.sqrt(2) if schema.intercept else 1)
    features = data.X[:, :-1] if schema.intercept else data.X
    return np.asarray(features * scale[:, None])


def _error(X: Array, y: Array, train: Rows, test: Rows) -> float:
    """Return the test error of a classifier that sees some columns and a constant."""
    solution = solve(_with_constant(X[train]), y[train], Logistic(), LAM)
    return float(error(solution.coefs, _with_constant(X[test]), y[test])[0])


def _with_constant(X: Array) -> Array:
    # In the unit ball, as everywhere. The constant: one column has no plane through the origin to
    # part its values by.
    return np.asarray(np.hstack([X, np.ones((len(X), 1))]) / np.sqrt(2))
