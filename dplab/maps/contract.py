"""What every feature map promises, and what each checks of the rows that it is given."""

from collections.abc import Iterator
from typing import Protocol

import numpy as np
import numpy.typing as npt

from dpcore import checks
from dpcore.checks import Array, InvalidInput
from dpcore.data.recipes import MAX_CELLS

BLOCK_CELLS = 2**20
"""Numbers of one block of rows, 8 MiB: scratch buffers stay near the caches."""


class FeatureMap(Protocol):
    """The whole contract of a map: all that sweeps, scripts and estimators ask of it.

    Attributes
    ----------
    name : str
        A key of `FEATURE_MAPS`.
    d, n_features : int
        Features of a record, and D of its image.
    """

    @property
    def name(self) -> str:
        """A key of `FEATURE_MAPS`."""

    @property
    def d(self) -> int:
        """Features of a record."""

    @property
    def n_features(self) -> int:
        """D, features of its image."""

    def __call__(self, X: npt.ArrayLike) -> Array:
        """Return the features of each row, shape (n, D), of norm at most 1.

        Raises
        ------
        InvalidInput
            If the rows have not d features, are longer than the map allows, or n times D is more
            than memory can carry.
        """

    def kernel(self, X: npt.ArrayLike, Y: npt.ArrayLike) -> Array:
        """Return the kernel of each row of X with each of Y, what the features stand for."""

    def standard_error(self, X: npt.ArrayLike, Y: npt.ArrayLike) -> Array:
        """Return the standard error of φ(x)·φ(y) as a kernel, over seeds; 0 for exact features."""

    def error_bound(self, beta: float) -> float:
        """Return what φ(x)·φ(y) is off by with probability at most β over seeds, for one pair."""


def rows(X: npt.ArrayLike, d: int) -> Array:
    """Return rows of d finite features, or refuse them."""
    array = checks.finite("X", X, 2)
    if array.shape[1] != d:
        raise InvalidInput(
            f"X must have {d:,} columns, as the map was made for; got {array.shape[1]:,}."
        )
    return array


def in_the_ball(X: npt.ArrayLike, d: int) -> Array:
    """Return rows of d features of norm at most 1, or refuse them."""
    # Outside of it the features would be longer than 1.
    array = rows(X, d)
    return checks.records(array, np.ones(len(array)))[0]


def space(n: int, n_features: int) -> Array:
    """Return an array for n rows of D features, or refuse what memory cannot carry."""
    check_memory("Rows", n, n_features)
    return np.empty((n, n_features))


def check_memory(what: str, n: int, n_features: int) -> None:
    """Refuse n rows, or columns, times D features that memory cannot carry."""
    if n * n_features > MAX_CELLS:
        raise InvalidInput(
            f"{what} times features must be at most {MAX_CELLS:,}; got {n:,} times "
            f"{n_features:,}. With {n:,} {what.lower()}, take up to {MAX_CELLS // n // 2 * 2:,} "
            "features."
        )


def blocks(n: int, n_features: int) -> Iterator[slice]:
    """Return the rows block by block."""
    step = max(1, BLOCK_CELLS // n_features)
    return (slice(start, start + step) for start in range(0, n, step))


def probability(beta: float) -> float:
    """Return β, above 0 and below 1, or refuse it."""
    if not 0 < checks.between("beta", beta, 0, 1) < 1:
        raise InvalidInput(f"beta must be above 0 and below 1; got {beta:g}.")
    return beta
