"""The records in the forms that sums over them need, cut into tiles that a core's cache holds.

With rows z_i = y_i x_i and shares s_i (1/n each where no weights are given), every loss here has
ℓ'(z) = (σ(z) - 1)/2, so that the risk's gradient is Σ σ(z_i·w) s_i z_i/2 less a constant: the sum
of `half_rows`, s_i z_i/2. The Hessian is Σ ℓ''(z_i·w) s_i z_i z_iᵀ, whose d(d+1)/2 different
entries are weighted sums of `products`, s_i z_ia z_ib for a ≤ b.

All of this depends on the records alone: it is made once for all draws and all Newton steps.

Tables with categories are mostly zeros, a column for each level. A tile leaves out the features
that are 0 in all of its rows, and `sparsity_order` puts rows with the same levels beside each
other, so that most tiles leave out most of the levels: as exact as before, for less work.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property, partial
from typing import Any

import numpy as np
import numpy.typing as npt

# Margins in one tile, draws × rows: half a MiB of doubles, which a core's own cache holds.
#
# A tile is used three times while it is there: margins, positions, and the product with half_rows
# or products. Larger tiles go to memory and back between the three.
TILE_ELEMENTS = 2**16

# Below this, a matrix product spends more on the call than on the work: with many draws a tile
# would otherwise have some ten rows.
MIN_TILE_ROWS = 256

# Products kept, 16 MiB in single precision; beyond, each tile makes them anew.
#
# They depend on the records alone, so that keeping them saves d(d+1)/2 multiplications per record
# whenever Hessians are built; but a million records of 25 features would take 1.3 GB.
MAX_PRODUCTS = 2**22

# The same of tiles that leave features out, 64 MiB in double precision. Hessians of so many
# features are built for the adversary alone, for one block of draws after the other: making the
# products anew for each took a third of the time.
MAX_SPARSE_PRODUCTS = 2**23

# Features up to which products with the records are bound by the way they lie in memory.
#
# Then `columns` are laid out anew, tiles are views, and no feature is left out. With more
# features the product itself is the work: laid out anew, wide records were no faster, and took 30
# MB more.
NARROW = 25

# Draws for which `for_few` cuts: those solved before many, or left after them.
#
# Tiles cut for 500 draws have 256 rows; one draw alone would spend its time on the calls.
FEW_DRAWS = 16

# Share of entries that are not 0, up to which rows are worth sorting: with more, hardly a tile of
# `MIN_TILE_ROWS` rows lacks a feature whatever the order.
SPARSE = 0.5

# Share of the features that a tile may have and still be copied without the others: copying the
# records and gathering the columns of w is not repaid by leaving out less than a quarter.
WORTH_LEAVING_OUT = 0.75

# Every 16th record, then every 4th, then all (`Rows.levels`): a step on each of the parts costs
# 1/16 + 1/4 of a step on all, so that they pay if they save a third of a step.
COARSE_STEPS = (16, 4)

# Steps on a part of fewer rows that weigh anything cost hardly less than steps on all: there, the
# linear algebra of the draws (d³ each) outweighs the pass over the records.
MIN_COARSE_ROWS = 1500

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
    half_rows : array (n_rows, len(features))
        s_i z_i/2.
    """

    number: int
    features: Features
    columns: Real
    share: Real
    half_rows: Real

    def margins(self, W: Real, out: Real | None = None) -> Real:
        """Return z_i·w of each row w of W, shape (len(W), n_rows)."""
        return np.matmul(W[:, self.features], self.columns, out=out)

    def add(self, weights: Real, total: Real) -> None:
        """Add Σ t_i s_i z_i/2 to each row of `total`, for the rows t of `weights`."""
        total[:, self.features] += weights @ self.half_rows


class _Forms:
    """The forms of all records, of which tiles of few features are views: made once for any cut."""

    def __init__(self, Z: Real, share: Real) -> None:
        self.Z, self.share = Z, share

    @cached_property
    def columns(self) -> Real:
        # Laid out anew, a few columns are read faster; many are not worth the copy.
        return np.ascontiguousarray(self.Z.T)

    @cached_property
    def half_rows(self) -> Real:
        return _half_rows(self.Z, self.share)

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
        Weight of each record, in the same precision; they sum to 1, or with class weights to less.
    n_draws : int
        How many draws will be worked on at a time.
    forms : _Forms, optional
        The forms of the same records, where another cut has made them already.
    """

    def __init__(self, Z: Real, share: Real, n_draws: int, forms: "_Forms | None" = None) -> None:
        self.Z, self.share, self.n_draws = Z, share, n_draws
        self.n, self.n_features = Z.shape
        self.dtype = Z.dtype
        self._forms = forms or _Forms(Z, share)

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
        """Return every `step`-th record, with the same relative weights and the same sum."""
        share = self.share[::step]
        return Rows(self.Z[::step], share * (self.share.sum() / share.sum()), self.n_draws)

    @cached_property
    def _cuts(self) -> list[slice]:
        """Where one tile ends and the next begins: the margins of a tile stay in cache."""
        height = max(MIN_TILE_ROWS, TILE_ELEMENTS // self.n_draws)
        return [slice(start, start + height) for start in range(0, self.n, height)]

    @cached_property
    def tiles(self) -> list[Tile]:
        """The records in order, in tiles."""
        make = self._view if self.n_features <= NARROW else self._copy
        return [make(number, cut) for number, cut in enumerate(self._cuts)]

    def _view(self, number: int, cut: slice) -> Tile:
        forms = self._forms
        return Tile(
            number, slice(None), forms.columns[:, cut], self.share[cut], forms.half_rows[cut]
        )

    def _copy(self, number: int, cut: slice) -> Tile:
        Z, share = self.Z[cut], self.share[cut]
        features = nonzero_features(Z)
        return Tile(number, features, Z.T[features], share, _half_rows(Z[:, features], share))

    @cached_property
    def for_few(self) -> "Rows":
        """The same records cut for a few draws: without a copy, where they have few features."""
        if self.n_features > NARROW:
            return self
        return Rows(self.Z, self.share, FEW_DRAWS, self._forms)

    @cached_property
    def half_sum(self) -> npt.NDArray[np.float64]:
        """Σ s_i z_i/2, shape (n_features,)."""
        total = np.zeros(self.n_features)
        for tile in self.tiles:
            # Summed in double precision: it stands in every gradient, also of rounded records.
            total[tile.features] += tile.half_rows.sum(axis=0, dtype=np.float64)
        return total

    @cached_property
    def products(self) -> list[Callable[[], Real]]:
        """Per tile, a function that returns s_i z_ia z_ib for a ≤ b, shape (n_rows, n_pairs).

        The columns are the upper triangle's rows, over the features that the tile has. The products
        are kept where they are few.
        """
        return [self._products(tile, cut) for tile, cut in zip(self.tiles, self._cuts, strict=True)]

    def _products(self, tile: Tile, cut: slice) -> Callable[[], Real]:
        if not isinstance(tile.features, slice):
            make = partial(_products, tile.columns, tile.share)
            return _constant(make()) if self._few_pairs else make
        if self.n * n_pairs(self.n_features) <= MAX_PRODUCTS:
            return _constant(self._forms.products[cut])
        return partial(_products, self._forms.columns[:, cut], self.share[cut])

    @cached_property
    def pairs(self) -> list[npt.NDArray[np.intp] | None]:
        """Per tile, where the columns of its products stand among all pairs; None for all."""
        return [
            None if isinstance(tile.features, slice) else _places(tile.features, self.n_features)
            for tile in self.tiles
        ]

    @cached_property
    def _few_pairs(self) -> bool:
        sizes = [
            len(tile.share) * n_pairs(len(tile.features))
            for tile in self.tiles
            if not isinstance(tile.features, slice)
        ]
        return sum(sizes) <= MAX_SPARSE_PRODUCTS

    def empty_tiles(self, n_draws: int) -> list[Real]:
        """Return arrays (n_draws, n_rows), one for each tile."""
        return [np.empty((n_draws, len(tile.share)), self.dtype) for tile in self.tiles]


def nonzero_features(Z: Real) -> Features:
    """Return the features that any row has, or all as a slice, which copies nothing."""
    features = np.flatnonzero(Z.any(axis=0))
    return slice(None) if len(features) > WORTH_LEAVING_OUT * Z.shape[1] else features


def sparsity_order(Z: Real) -> slice | npt.NDArray[np.intp]:
    """Return an order that puts rows with the same features beside each other.

    Each row is read as a binary number whose leading digits are its rarest features, and the rows
    are sorted by it. The few rows with a rare feature are then neighbours: most tiles have none.
    """
    if Z.shape[1] <= NARROW or np.count_nonzero(Z) > SPARSE * Z.size:
        return slice(None)
    has = Z != 0
    rarest_first = np.argsort(has.sum(axis=0), kind="stable")
    # Packed eight to a byte and compared as byte strings: one sort instead of one per feature.
    bits = np.ascontiguousarray(np.packbits(has[:, rarest_first], axis=1))
    return np.argsort(bits.view(f"S{bits.shape[1]}")[:, 0], kind="stable")


def _half_rows(Z: Real, share: Real) -> Real:
    half_rows: Real = Z * (0.5 * share[:, None])
    return half_rows


def _products(columns: Real, share: Real) -> Real:
    # Feature by feature, each a long row of memory: up to three times as fast as record by record
    # beyond some 13,000 records of 25 features.
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


def _places(features: npt.NDArray[np.intp], d: int) -> npt.NDArray[np.intp]:
    """Return where the pairs a ≤ b of ascending features stand among those of all d features."""
    first, second = np.triu_indices(len(features))
    a, b = features[first], features[second]
    return np.asarray(a * d - a * (a - 1) // 2 + b - a)


def _constant(array: Real) -> Callable[[], Real]:
    return lambda: array
