"""Records that are ready to learn from, and the split into training and test part.

A `Dataset` holds rows inside the unit ball and labels of -1 and +1, as every mechanism assumes.
The split is a seeded permutation of the row numbers: it looks at no value, so that it does not
leak any, and the same seed gives the same split for any two tables of the same size.
"""

from dataclasses import dataclass, field

import numpy as np

from dpcore import checks
from dpcore.checks import Array

FOLDS = 5
TEST_SHARE = 1 / FOLDS
"""One record in five tests what the other four taught."""


@dataclass(frozen=True, eq=False)
class Dataset:
    """Records (X, y) in the unit ball with the names of their features.

    Parameters
    ----------
    X : array (n, n_features)
        Rows of norm at most 1.
    y : array (n,)
        Labels, -1 or +1.
    features : tuple of str
        One name per column of X.
    remarks : tuple of str
        Sentences about the rows that were *read from the data*, such as the share of clipped
        rows: good to know in a simulation, never part of a release.
    """

    X: Array
    y: Array
    features: tuple[str, ...]
    remarks: tuple[str, ...] = field(default=())

    def __post_init__(self) -> None:
        """Check the records once, where they come into being."""
        checks.records(self.X, self.y)
        if len(self.features) != self.X.shape[1]:
            raise checks.InvalidInput(
                f"features must name each of the {self.X.shape[1]} columns of X; "
                f"got {len(self.features)}."
            )


@dataclass(frozen=True, eq=False)
class Split:
    """The first `n` training records of a permutation, and all test records."""

    X: Array
    y: Array
    X_test: Array
    y_test: Array


def n_training(n_records: int) -> int:
    """Return how many of `n_records` are left to train on: four in five, at least one."""
    return max(1, n_records - max(1, round(TEST_SHARE * n_records)))


def split(data: Dataset, n: int, seed: int, fold: int = 0) -> Split:
    """Split `data` by a seeded permutation that looks at no value.

    Parameters
    ----------
    data : Dataset
        All records.
    n : int
        How many training records to use, from 1 to `n_training(len(data.y))`. A smaller `n`
        takes the head of the same training part: the test part stays the same.
    seed : int
        Seed of the permutation, 0 or more.
    fold : int
        Which fifth of the permutation is the test part, from 0 to 4: five folds are
        cross-validation, in which each record is tested on once (as far as five divides them).

    Raises
    ------
    InvalidInput
        If n, seed or fold is out of range.
    """
    available = n_training(len(data.y))
    n = checks.whole("n", n, high=available)
    fold = checks.whole("fold", fold, low=0, high=FOLDS - 1)
    order = np.random.default_rng(checks.whole("seed", seed, low=0)).permutation(len(data.y))
    order = np.roll(order, fold * (len(data.y) - available))
    train, test = order[:n], order[available:]
    return Split(data.X[train], data.y[train], data.X[test], data.y[test])
