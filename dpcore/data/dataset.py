"""Records that are ready to learn from, and the split into training and test part.

A `Dataset` holds rows inside the unit ball and labels of -1 and +1, as every mechanism assumes.
The split is a seeded permutation of the row numbers: it looks at no value, so that it does not
leak any, and the same seed gives the same split for any two tables of the same size.

A law with few points needs no list of records: its `Dataset` holds each point once, with its
`chance`. The split then draws how many of n training records fall on each point, which costs the
same for a million records as for ten, and tests on the law itself, so that an error is exact.

Records may have columns that no classifier learns from, such as a group. They stand `beside` the
features: no mechanism sees them, the split does not carry them, and `rows_to_test` says which of
their rows belong to the test part.
"""

from dataclasses import dataclass, field, replace

import numpy as np
import numpy.typing as npt
import pandas as pd

from dpcore import checks
from dpcore.checks import Array

FOLDS = 5
TEST_SHARE = 1 / FOLDS
"""One record in five tests what the other four taught."""

ROUNDING = 1e-9
"""How far a sum of probabilities may be from 1."""

COUNTED = 1_250_000
"""Records that a law by its points stands for: a million of them can be learned from."""


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
    chance : array (n,) or None
        Probability of each row, where the rows are all points of a law and no records yet.
    beside : DataFrame (n, n_columns) or None
        Columns of the records that are kept beside the features and never encoded, such as a
        group; its row i belongs to row i of X.
    """

    X: Array
    y: Array
    features: tuple[str, ...]
    remarks: tuple[str, ...] = field(default=())
    chance: Array | None = field(default=None, kw_only=True)
    beside: pd.DataFrame | None = field(default=None, kw_only=True)

    def __post_init__(self) -> None:
        """Check the records once, where they come into being."""
        checks.records(self.X, self.y)
        if self.chance is not None:
            _check_chance(self.chance, len(self.y))
        if self.beside is not None and len(self.beside) != len(self.y):
            raise checks.InvalidInput(
                f"beside must have a row for each of the {len(self.y):,} records; "
                f"it has {len(self.beside):,}."
            )
        if len(self.features) != self.X.shape[1]:
            raise checks.InvalidInput(
                f"features must name each of the {self.X.shape[1]} columns of X; "
                f"got {len(self.features)}."
            )

    @property
    def n_records(self) -> int:
        """How many records there are; a law by its points has `COUNTED`."""
        return len(self.y) if self.chance is None else COUNTED

    @property
    def positive_share(self) -> float:
        """Share of the records that are labelled +1, in [0, 1]. Not private."""
        return float(np.average(self.y > 0, weights=self.chance))


@dataclass(frozen=True, eq=False)
class Split:
    """The first `n` training records of a permutation, X (rows, n_features), and all test records.

    `weight` (rows,) is how many training records a row stands for; one each if None. `test_weight`
    (test_rows,) is the probability of each test row, where the test part is a law and its errors
    are exact.
    """

    X: Array
    y: Array
    X_test: Array
    y_test: Array
    weight: Array | None = None
    test_weight: Array | None = None

    @property
    def n(self) -> int:
        """How many training records there are: what calibration goes by."""
        return len(self.y) if self.weight is None else int(self.weight.sum())


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
        How many training records to use, from 1 to `n_training(data.n_records)`. A smaller `n`
        takes the head of the same training part: the test part stays the same. (Of a law by its
        points, each n draws records of its own.)
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
    available = n_training(data.n_records)
    n = checks.whole("n", n, high=available)
    if data.chance is not None:
        return _counted(data, data.chance, _drawn(data.chance, n, seed, fold))
    order = _order(data, seed, fold)
    train, test = order[:n], order[available:]
    return Split(data.X[train], data.y[train], data.X[test], data.y[test])


def training_rows(data: Dataset, n: int, seed: int, fold: int = 0) -> npt.NDArray[np.int64]:
    """Return which rows of `data` the training rows of `split` are, in its order, from 0.

    Parameters
    ----------
    data, n, seed, fold
        As in `split`.

    Raises
    ------
    InvalidInput
        As `split`.
    """
    n = checks.whole("n", n, high=n_training(data.n_records))
    if data.chance is not None:
        return np.flatnonzero(_drawn(data.chance, n, seed, fold))
    return _order(data, seed, fold)[:n]


def rows_to_test(data: Dataset, seed: int, fold: int = 0) -> npt.NDArray[np.int64]:
    """Return which rows of `data` the test rows of `split` are, in its order, from 0.

    Parameters
    ----------
    data, seed, fold
        As in `split`; the test part is the same for every n.

    Raises
    ------
    InvalidInput
        If seed or fold is out of range.
    """
    if data.chance is not None:
        _checked(fold, seed)
        return np.arange(len(data.y))
    return _order(data, seed, fold)[n_training(data.n_records) :]


def shuffled(data: Dataset, seed: int, fold: int = 0) -> Dataset:
    """Return records in the order in which `split` takes them, for many splits of different n.

    What stands `beside` them is left out, as it is by `split`.

    Raises
    ------
    InvalidInput
        If seed or fold is out of range.
    """
    order = _order(data, seed, fold)
    X, y = data.X[order], data.y[order]
    for shared in (X, y):
        shared.setflags(write=False)
    return replace(data, X=X, y=y, beside=None)


def cut(records: Dataset, n: int) -> Split:
    """Return the same as `split` with that n, from what `shuffled` returned and without a copy.

    Raises
    ------
    InvalidInput
        If n is out of range.
    """
    available = n_training(records.n_records)
    n = checks.whole("n", n, high=available)
    X, y = records.X, records.y
    return Split(X[:n], y[:n], X[available:], y[available:])


def _order(data: Dataset, seed: int, fold: int) -> npt.NDArray[np.int64]:
    fold, seed = _checked(fold, seed)
    order = np.random.default_rng(seed).permutation(len(data.y))
    return np.roll(order, fold * (len(data.y) - n_training(data.n_records)))


def _checked(fold: int, seed: int) -> tuple[int, int]:
    return checks.whole("fold", fold, low=0, high=FOLDS - 1), checks.whole("seed", seed, low=0)


def _drawn(chance: Array, n: int, seed: int, fold: int) -> Array:
    """Draw how often each point of a law comes among n records."""
    fold, seed = _checked(fold, seed)
    rng = np.random.default_rng(np.random.SeedSequence(seed, spawn_key=(fold,)))
    return rng.multinomial(n, chance).astype(np.float64)


def _counted(data: Dataset, chance: Array, counts: Array) -> Split:
    """Keep the points that were drawn; test on the law."""
    drawn = counts > 0
    return Split(data.X[drawn], data.y[drawn], data.X, data.y, counts[drawn], chance)


def _check_chance(chance: Array, n_rows: int) -> None:
    checks.finite("chance", chance, 1)
    if len(chance) != n_rows or chance.min() < 0 or abs(chance.sum() - 1) > ROUNDING:
        raise checks.InvalidInput(
            f"chance must hold {n_rows} probabilities, none negative, with the sum 1."
        )
