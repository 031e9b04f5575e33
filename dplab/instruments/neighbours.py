"""Neighbouring data sets: the same public n, one record exchanged.

A record enters every formula here only through z = y x, a vector of the unit ball, and, where a
loss has class weights, through what its label counts. Equal records
are stored once, with their count; records at the origin have no effect on any classifier and need
no row at all.

Examples
--------
>>> up, across = np.array([0.0, 1.0]), np.array([1.0, 0.0])
>>> pair = Neighbours(up[None], np.array([9.0]), before=across, after=-across, n=30)
>>> X, y, counts = pair.first
>>> X.tolist(), counts.tolist()
([[1.0, 0.0], [0.0, 1.0], [0.0, 0.0]], [1.0, 9.0, 20.0])
"""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from dpcore import checks
from dpcore.checks import Array, InvalidInput

Weighted = tuple[Array, Array, Array]
"""Records as rows, their labels, and how many records each row stands for."""


@dataclass(frozen=True, eq=False)
class Neighbours:
    """Two data sets that differ in one record.

    Parameters
    ----------
    common : array (k, n_features)
        Different records z = y x that both have; there may be none.
    counts : array (k,)
        How often each occurs.
    before, after : array (n_features,)
        The record that is exchanged, and what takes its place.
    n : int
        Records of each data set; those that `counts` leaves out are at the origin.
    common_y : array (k,), optional
        Labels, -1 or +1: a loss may weigh records by them. All +1 if left out.
    before_y, after_y : float
        Labels of the two.

    Raises
    ------
    InvalidInput
        If a record is longer than 1 or the counts exceed n - 1.
    """

    common: Array
    counts: Array
    before: Array
    after: Array
    n: int
    common_y: Array | None = None
    before_y: float = 1.0
    after_y: float = 1.0

    def __post_init__(self) -> None:
        rows = np.vstack([self.before, self.after, self.common])
        checks.records(rows, np.ones(len(rows)))
        if np.any(self.counts < 0) or self.counts.sum() > self.n - 1:
            raise InvalidInput(
                f"counts must be at least 0 and leave room for one record more among "
                f"n = {self.n}; they sum to {self.counts.sum():g}."
            )

    @property
    def n_features(self) -> int:
        """Number of features d."""
        return len(self.before)

    @property
    def first(self) -> Weighted:
        """The data set with the record `before`, as X, y and counts."""
        return self._with(self.before, self.before_y)

    @property
    def second(self) -> Weighted:
        """The data set with the record `after`."""
        return self._with(self.after, self.after_y)

    @property
    def labels(self) -> Array:
        """Labels of `common`, shape (k,)."""
        return np.ones(len(self.counts)) if self.common_y is None else self.common_y

    def _with(self, record: Array, label: float) -> Weighted:
        at_origin = self.n - 1 - self.counts.sum()
        y = np.concatenate([[label], self.labels, [1.0]])
        rows = np.vstack([record, self.common, np.zeros_like(record)]) * y[:, None]
        return rows, y, np.concatenate([[1.0], self.counts, [at_origin]])


def exchange(X: npt.ArrayLike, y: npt.ArrayLike, x: npt.ArrayLike, label: float) -> Neighbours:
    """Return a data set beside the one in which the first record is (x, label).

    X is (n, n_features), y (n,), and x (n_features,); labels are -1 or +1.
    """
    X, y = checks.records(X, y)
    Z = X * y[:, None]
    after = label * np.asarray(x, dtype=np.float64)
    return Neighbours(
        Z[1:], np.ones(len(Z) - 1), Z[0], after, len(Z), y[1:], float(y[0]), float(label)
    )


def in_ball(Z: Array) -> Array:
    """Return the rows of Z, those that are longer than 1 cut down to just below 1."""
    # Just below, so that rounding never lets a record out of the ball.
    return np.asarray(Z / np.maximum(1.0, np.linalg.norm(Z, axis=1, keepdims=True) * (1 + 1e-12)))
