"""The records in the forms that sums over them need, cut into tiles that a core's cache holds.

With rows z_i = y_i x_i and shares s_i (1/n each where no weights are given), every loss here has
ℓ'(z) = (σ(z) - 1)/2, so that the risk's gradient is Σ σ(z_i·w) s_i z_i/2 less a constant: the sum
of `halves`, s_i z_i/2. The Hessian is Σ ℓ''(z_i·w) s_i z_i z_iᵀ, whose d(d+1)/2 different
entries are weighted sums of `products`, s_i z_ia z_ib for a ≤ b.

All of this depends on the records alone: it is made once for all draws and all Newton steps.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt

TILE_ELEMENTS = 2**16
"""Margins in one tile, draws × rows: half a MiB of doubles, which a core's own cache holds."""

MIN_TILE_ROWS = 256
"""Below this, a matrix product spends more on the call than on the work."""

MAX_PRODUCTS = 2**22
"""Products kept, 16 MiB in single precision; beyond, each tile makes them anew."""

NARROW = 25
"""Features up to which products with the records are bound by the way they lie in memory."""

COARSE_STEPS = (16, 4)
MIN_COARSE_ROWS = 500
"""A part of fewer rows that weigh anything is no better a start than the origin."""

Real = npt.NDArray[Any]


@dataclass(frozen=True, eq=False)
class Tile:
    """Some of the records.

    Parameters
    ----------
    columns : array (n_features, n_rows)
        z_i, a column each: margins are W @ columns.
    share : array (n_rows,)
        s_i.
    halves : array (n_rows, n_features)
        s_i z_i/2.
    """

    columns: Real
    share: Real
    halves: Real

    def products(self) -> Real:
        """Return s_i z_ia z_ib for a ≤ b, shape (n_rows, n_pairs): the upper triangle's rows."""
        d, n = self.columns.shape
        weighted, start = self.columns * self.share, 0
        products = np.empty((n_pairs(d), n), self.columns.dtype)
        for a in range(d):
            end = start + d - a
            np.multiply(weighted[a], self.columns[a:], out=products[start:end])
            start = end
        return products.T


class Rows:
    """Records and their shares of the mean.

    Parameters
    ----------
    Z : array (n, n_features)
        Rows y_i x_i, in single or double precision.
    share : array (n,)
        Weight of each record, summing to 1, in the same precision.
    n_draws : int
        How many draws will be worked on at a time.
    """

    def __init__(self, Z: Real, share: Real, n_draws: int) -> None:
        self.Z, self.share, self.n_draws = Z, share, n_draws
        self.n, self.n_features = Z.shape
        self.dtype = Z.dtype

    @cached_property
    def rounded(self) -> "Rows":
        """The same records in single precision."""
        return Rows(self.Z.astype(np.float32), self.share.astype(np.float32), self.n_draws)

    @cached_property
    def levels(self) -> list["Rows"]:
        """Every 16th, every 4th and all of the records: the first only where they are enough."""
        counted = {step: np.count_nonzero(self.share[::step]) for step in COARSE_STEPS}
        steps = [step for step, n in counted.items() if n >= MIN_COARSE_ROWS]
        return [*map(self.every, steps), self]

    def every(self, step: int) -> "Rows":
        """Return every `step`-th record, with the same relative weights."""
        share = self.share[::step]
        return Rows(self.Z[::step], share / share.sum(), self.n_draws)

    @cached_property
    def tiles(self) -> list[Tile]:
        """The records in order, in tiles whose margins stay in cache."""
        height = max(MIN_TILE_ROWS, TILE_ELEMENTS // self.n_draws)
        # Laid out anew, a few columns are read faster; many are not worth the copy.
        narrow = self.n_features <= NARROW
        columns = np.ascontiguousarray(self.Z.T) if narrow else self.Z.T
        halves = self._halves
        cuts = [slice(start, start + height) for start in range(0, self.n, height)]
        return [Tile(columns[:, cut], self.share[cut], halves[cut]) for cut in cuts]

    @cached_property
    def _halves(self) -> Real:
        return np.asarray(self.Z * (0.5 * self.share[:, None]))

    @cached_property
    def half(self) -> npt.NDArray[np.float64]:
        """Σ s_i z_i/2, shape (n_features,)."""
        return np.asarray(self._halves.sum(axis=0, dtype=np.float64))

    @cached_property
    def products(self) -> list[Callable[[], Real]]:
        """The products of each tile, as functions: kept where they are few."""
        if self.n * n_pairs(self.n_features) > MAX_PRODUCTS:
            return [tile.products for tile in self.tiles]
        return [_constant(tile.products()) for tile in self.tiles]

    def empty_tiles(self, n_draws: int) -> list[Real]:
        """Return arrays (n_draws, n_rows), one for each tile."""
        return [np.empty((n_draws, len(tile.share)), self.dtype) for tile in self.tiles]


def n_pairs(d: int) -> int:
    """Return d(d+1)/2, the different entries of a symmetric matrix."""
    return d * (d + 1) // 2


def _constant(array: Real) -> Callable[[], Real]:
    return lambda: array
