"""The records in the forms that sums over them need, cut into tiles that a core's cache holds.

With rows z_i = y_i x_i and shares s_i (1/n each where no weights are given), every loss here has
ℓ'(z) = (σ(z) - 1)/2, so that the risk's gradient is Σ σ(z_i·w) s_i z_i/2 less a constant: the sum
of `halves`, s_i z_i/2. The Hessian is Σ ℓ''(z_i·w) s_i z_i z_iᵀ, whose d(d+1)/2 different
entries are weighted sums of `products`, s_i z_ia z_ib for a ≤ b.

All of this depends on the records alone: it is made once for all draws and all Newton steps.

Tables with categories are mostly zeros, a column for each level. A tile leaves out the features
that are 0 in all of its rows, and `alike` puts rows with the same levels beside each other,
so that most tiles leave out most of the levels: as exact as before, for less work.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property, partial
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

FEW_DRAWS = 16
"""Draws for which `for_few` cuts: those solved before many, or left after them."""

SPARSE = 0.5
"""Share of entries that are not 0, up to which rows are worth sorting."""

WORTH_LEAVING_OUT = 0.75
"""Share of the features that a tile may have and still be copied without the others."""

COARSE_STEPS = (16, 4)
MIN_COARSE_ROWS = 1500
"""Steps on a part of fewer rows that weigh anything cost hardly less than steps on all."""

Real = npt.NDArray[Any]
Features = slice | npt.NDArray[np.intp]


@dataclass(frozen=True, eq=False)
class Tile:
    """Some of the records.

    Parameters
    ----------
    number : int
        Its place among the tiles.
    features : slice or int array
        Those that any of the records has; the others are 0 throughout.
    columns : array (len(features), n_rows)
        z_i, a column each.
    share : array (n_rows,)
        s_i.
    halves : array (n_rows, len(features))
        s_i z_i/2.
    """

    number: int
    features: Features
    columns: Real
    share: Real
    halves: Real

    def margins(self, W: Real, out: Real | None = None) -> Real:
        """Return z_i·w of each row w of W, shape (len(W), n_rows)."""
        return np.matmul(W[:, self.features], self.columns, out=out)

    def add(self, weights: Real, total: Real) -> None:
        """Add Σ t_i s_i z_i/2 to each row of `total`, for the rows t of `weights`."""
        total[:, self.features] += weights @ self.halves


class _Forms:
    """The forms of all records, of which tiles of few features are views: made once for any cut."""

    def __init__(self, Z: Real, share: Real) -> None:
        self.Z, self.share = Z, share

    @cached_property
    def columns(self) -> Real:
        # Laid out anew, a few columns are read faster; many are not worth the copy.
        return np.ascontiguousarray(self.Z.T)

    @cached_property
    def halves(self) -> Real:
        return _halves(self.Z, self.share)

    @cached_property
    def products(self) -> Real:
        return _products(self.columns, self.share)


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
        self._forms = _Forms(Z, share)

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
    def _cuts(self) -> list[slice]:
        """Where one tile ends and the next begins: margins of a tile stay in cache."""
        height = max(MIN_TILE_ROWS, TILE_ELEMENTS // self.n_draws)
        return [slice(start, start + height) for start in range(0, self.n, height)]

    @cached_property
    def tiles(self) -> list[Tile]:
        """The records in order, in tiles."""
        make = self._view if self.n_features <= NARROW else self._copy
        return [make(number, cut) for number, cut in enumerate(self._cuts)]

    def _view(self, number: int, cut: slice) -> Tile:
        forms = self._forms
        return Tile(number, slice(None), forms.columns[:, cut], self.share[cut], forms.halves[cut])

    def _copy(self, number: int, cut: slice) -> Tile:
        Z, share = self.Z[cut], self.share[cut]
        features = present(Z)
        return Tile(number, features, Z.T[features], share, _halves(Z[:, features], share))

    @cached_property
    def for_few(self) -> "Rows":
        """The same records cut for a few draws: without a copy, where they have few features."""
        if self.n_features > NARROW:
            return self
        rows = Rows(self.Z, self.share, FEW_DRAWS)
        rows._forms = self._forms
        return rows

    @cached_property
    def half(self) -> npt.NDArray[np.float64]:
        """Σ s_i z_i/2, shape (n_features,)."""
        total = np.zeros(self.n_features)
        for tile in self.tiles:
            total[tile.features] += tile.halves.sum(axis=0, dtype=np.float64)
        return total

    @cached_property
    def products(self) -> list[Callable[[], Real]]:
        """Per tile, a function that returns s_i z_ia z_ib for a ≤ b, shape (n_rows, n_pairs).

        The products, whose columns are the upper triangle's rows, are kept where they are few.
        """
        if self.n * n_pairs(self.n_features) <= MAX_PRODUCTS:
            return [_constant(self._forms.products[cut]) for cut in self._cuts]
        columns = self._forms.columns
        return [partial(_products, columns[:, cut], self.share[cut]) for cut in self._cuts]

    def empty_tiles(self, n_draws: int) -> list[Real]:
        """Return arrays (n_draws, n_rows), one for each tile."""
        return [np.empty((n_draws, len(tile.share)), self.dtype) for tile in self.tiles]


def present(Z: Real) -> Features:
    """Return the features that any row has, or all as a slice, which copies nothing."""
    features = np.flatnonzero(Z.any(axis=0))
    return slice(None) if len(features) > WORTH_LEAVING_OUT * Z.shape[1] else features


def alike(Z: Real) -> slice | npt.NDArray[np.intp]:
    """Return an order that puts rows with the same features beside each other.

    The rarest features decide first: most tiles then have none of them.
    """
    if Z.shape[1] <= NARROW or np.count_nonzero(Z) > SPARSE * Z.size:
        return slice(None)
    has = Z != 0
    rarest_first = np.argsort(has.sum(axis=0), kind="stable")
    bits = np.ascontiguousarray(np.packbits(has[:, rarest_first], axis=1))
    return np.argsort(bits.view(f"S{bits.shape[1]}")[:, 0], kind="stable")


def _halves(Z: Real, share: Real) -> Real:
    halves: Real = Z * (0.5 * share[:, None])
    return halves


def _products(columns: Real, share: Real) -> Real:
    d, n = columns.shape
    weighted, start = columns * share, 0
    products = np.empty((n_pairs(d), n), columns.dtype)
    for a in range(d):
        end = start + d - a
        np.multiply(weighted[a], columns[a:], out=products[start:end])
        start = end
    return products.T


def n_pairs(d: int) -> int:
    """Return d(d+1)/2, the different entries of a symmetric matrix."""
    return d * (d + 1) // 2


def _constant(array: Real) -> Callable[[], Real]:
    return lambda: array
