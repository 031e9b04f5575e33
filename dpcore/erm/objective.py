"""The regularised empirical risk of many draws at once, and its derivatives.

    J(w) = (1/n) Σ ℓ(y_i w·x_i) + (λ/2)‖w‖² + B·w

The draws share the records and the loss; each has its own linear term B (b/n of objective
perturbation, 0 for the non-private problem) and its own λ. With rows z_i = y_i x_i,

    gradient  (1/n) Σ ℓ'(z_i·w) z_i + λw + B
    Hessian   (1/n) Σ ℓ''(z_i·w) z_i z_iᵀ + λI

With weights s_i, (1/n) Σ becomes (1/Σs) Σ s_i; class weights a_y are factors beside 1/n
(`weighted`). A draw may have one record of its own besides, where draws differ in a record: what
they share is still summed up for all of them together.

How they are computed: ℓ' = (σ - 1)/2, so that the gradient is Σ σ(z_i·w) s_i z_i/2 less the
constant Σ s_i z_i/2 (`Rows.half_sum`). A Hessian's d(d+1)/2 different entries are weighted sums of
the products z_ia z_ib, so that one matrix product per tile gives those of all draws.

Conventions: W, gradients and directions are (n_draws, n_features); `draws` is an index array that
picks some of the draws, in step with the rows of W. *Positions* say where each margin stands on
the loss's transition (see `losses`); slope and second derivative follow from them. A pass over the
records computes them tile by tile, and shows each tile's to a `Positions` object.

`rounded` gives the same problem with its records in single precision. Margins, slopes and products
are then computed in single precision, about three times as fast, and a gradient is off by
some 1e-7: enough to steer by, not enough to certify a minimiser.
"""

from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt

from dpcore.checks import Array
from dpcore.erm.losses import Loss
from dpcore.erm.rows import FEW_DRAWS, Rows, Tile, n_pairs

DrawIndex = npt.NDArray[np.intp]
"""Which draws are meant: ascending row numbers."""


@dataclass(frozen=True, eq=False)
class Objective:
    """J for a batch of draws.

    The rows are y_i x_i and their shares. `lam` (n_draws,) regularizes each draw, and `linear`
    (n_draws, n_features) is its B. `own` (n_draws, n_features) is a record u = y x of each draw's
    own, and `own_share` its share of the mean.
    """

    rows: Rows
    loss: Loss
    lam: Array
    linear: Array
    own: Array | None = None
    own_share: float = 0.0

    def of_draws(self, draws: slice | DrawIndex) -> "Objective":
        """Return the same problem for some of the draws."""
        own = None if self.own is None else self.own[draws]
        return replace(self, lam=self.lam[draws], linear=self.linear[draws], own=own)

    def rounded(self) -> "Objective":
        """Return the same problem with its records in single precision."""
        return replace(self, rows=self.rows.rounded)

    def tiled_for(self, n_draws: int) -> "Objective":
        """Return the same problem, its records in tiles of a size that suits so many draws."""
        few = n_draws <= FEW_DRAWS < self.rows.n_draws
        return replace(self, rows=self.rows.for_few) if few else self

    def value(self, W: Array, draws: DrawIndex) -> Array:
        """Return J(w), shape (len(draws),)."""
        total = 0.5 * self.lam[draws] * row_dot(W, W) + row_dot(self.linear[draws], W)
        for tile in self.rows.tiles:
            total += self.loss.value(tile.margins(W)) @ tile.share
        if self.own is not None:
            total += self.own_share * self.loss.value(row_dot(W, self.own[draws]))
        return total

    def gradient(self, W: Array, draws: DrawIndex, positions: "Positions | None" = None) -> Array:
        """Return ∇J(w), shape (len(draws), n_features), at W of that shape.

        `positions` says what is done with the positions of the margins; left out, nothing.
        """
        rows, positions = self.rows, positions or Positions()
        # The total is in double precision whatever the records are in: λw + B may be long, and a
        # sum over many tiles must not add its rounding to theirs.
        total = self.lam[draws, None] * W + (self.linear[draws] - rows.half_sum)
        # Dividing w by the width once is dividing every margin by it.
        points = np.asarray(W / self.loss.width, rows.dtype)
        for tile in rows.tiles:
            buffer = positions.buffer(tile, len(W), rows.dtype)
            position = self.loss.position(tile.margins(points, buffer), out=buffer)
            positions.visit(tile, position)
            tile.add(self.loss.sigmoid(position), total)
        if self.own is not None:
            total += self.own_gradient(W, self.own[draws])
        return total

    def own_gradient(self, W: Array, own: Array) -> Array:
        """Return what records u of the draws' own add to the gradients, as ℓ'(w·u) u."""
        return self.own_share * self.loss.slope(row_dot(W, own))[:, None] * own

    def own_curvature(self, W: Array, own: Array) -> Array:
        """Return the factor of u uᵀ in the Hessians, shape (len(W),)."""
        return self.own_share * self.loss.curvature_at(row_dot(W, own))

    def derivatives(self, W: Array, draws: DrawIndex) -> tuple[Array, Array]:
        """Return ∇J(w) and ∇²J(w), shape (len(draws), d, d), in one pass over the records."""
        tiled = self.tiled_for(len(draws))
        hessians = _HessianSum(tiled, len(draws))
        gradient = tiled.gradient(W, draws, hessians)
        H = hessians.total(self.lam[draws])
        if self.own is not None:
            own = self.own[draws]
            H += (self.own_curvature(W, own)[:, None] * own)[:, :, None] * own[:, None, :]
        return gradient, H


class Positions:
    """A scratch buffer for positions: each tile overwrites the last.

    So they stay in a core's cache. Written to an array of all margins, they would go to memory and
    come back: a third of the time of workload W1 (`benchmarks`) was that traffic.

    Subclasses override `visit` to use a tile's positions while they are there.
    """

    def __init__(self) -> None:
        self._scratch = np.empty(0)

    def buffer(self, tile: Tile, n_draws: int, dtype: npt.DTypeLike) -> npt.NDArray[Any]:
        """Return the array (n_draws, n_rows) that a tile's positions are to be written to."""
        size = n_draws * len(tile.share)
        if len(self._scratch) < size or self._scratch.dtype != dtype:
            self._scratch = np.empty(size, dtype)
        return self._scratch[:size].reshape(n_draws, -1)

    def visit(self, tile: Tile, position: npt.NDArray[Any]) -> None:
        """Use a tile's positions, before the next tile overwrites them."""


class StoredPositions(Positions):
    """Positions that are kept, for products with the Hessian.

    Parameters
    ----------
    arrays : list of arrays (n_draws, n_rows)
        A tile's positions each, as from `Rows.empty_tiles`.
    draws : int array
        The rows of the arrays that are meant.
    """

    def __init__(self, arrays: list[npt.NDArray[Any]], draws: DrawIndex) -> None:
        super().__init__()
        self.arrays, self.draws = arrays, draws

    def buffer(self, tile: Tile, n_draws: int, dtype: npt.DTypeLike) -> npt.NDArray[Any]:
        """Return the array itself where the positions may be written to it directly."""
        if self._is_direct(tile, n_draws, dtype):
            return self.arrays[tile.number]
        return super().buffer(tile, n_draws, dtype)

    def visit(self, tile: Tile, position: npt.NDArray[Any]) -> None:
        """Copy the positions to their rows, unless they were written there directly."""
        if not self._is_direct(tile, len(position), position.dtype):
            self.arrays[tile.number][self.draws] = position

    def _is_direct(self, tile: Tile, n_draws: int, dtype: npt.DTypeLike) -> bool:
        # Some of the draws are scattered rows, and a gradient in double precision may steer by
        # positions in single precision: both need a copy.
        array = self.arrays[tile.number]
        return len(array) == n_draws and array.dtype == dtype


class _HessianSum(Positions):
    """The Hessians' different entries, summed up tile by tile."""

    def __init__(self, objective: Objective, n_draws: int) -> None:
        super().__init__()
        self.objective = objective
        self.packed = np.zeros((n_draws, n_pairs(objective.rows.n_features)))

    def visit(self, tile: Tile, position: npt.NDArray[Any]) -> None:
        """Add a tile's records: Σ ℓ'' s_i z_ia z_ib for a ≤ b, of all draws in one product."""
        rows = self.objective.rows
        products, pairs = rows.products[tile.number](), rows.pairs[tile.number]
        second = self.objective.loss.second_derivative(position)
        if pairs is None:
            self.packed += second @ products
        else:
            self.scattered[pairs] += products.T @ second.T

    @cached_property
    def scattered(self) -> Array:
        """Sums of tiles that leave features out, a row for each pair: rows are what is picked."""
        return np.zeros(self.packed.shape[::-1])

    def total(self, lam: Array) -> Array:
        """Return the Hessians, λ included, shape (n_draws, d, d)."""
        d = self.objective.rows.n_features
        a, b = np.triu_indices(d)
        # Where entry (a, b) stands among the packed ones; the matrix is symmetric.
        pair = np.empty((d, d), dtype=np.intp)
        pair[a, b] = pair[b, a] = np.arange(len(a))
        if "scattered" in vars(self):
            self.packed += self.scattered.T
        H: Array = self.packed[:, pair]
        H[:, range(d), range(d)] += lam[:, None]
        return H


def row_dot(A: npt.NDArray[Any], B: npt.NDArray[Any]) -> Array:
    """Return the scalar product of each row of A with the same row of B."""
    product: Array = np.einsum("ij,ij->i", A, B)
    return product


def some(array: npt.NDArray[Any], draws: DrawIndex) -> npt.NDArray[Any]:
    """Return the rows `draws`, ascending, of an array: itself, not a copy, if these are all."""
    return array if len(draws) == len(array) else array[draws]
