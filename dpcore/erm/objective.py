"""The regularised empirical risk of many draws at once, and its derivatives.

    J(w) = (1/n) Σ ℓ(y_i w·x_i) + (λ/2)‖w‖² + B·w

The draws share the records and the loss; each has its own linear term B (b/n of objective
perturbation, 0 for the non-private problem) and its own λ. With rows z_i = y_i x_i,

    gradient  (1/n) Σ ℓ'(z_i·w) z_i + λw + B
    Hessian   (1/n) Σ ℓ''(z_i·w) z_i z_iᵀ + λI

With weights s_i, (1/n) Σ becomes (1/Σs) Σ s_i.

Conventions: W, gradients and directions are (n_draws, n_features); `draws` is an index array that
picks some of the draws, in step with the rows of W. *Positions* say where each margin stands on
the loss's bend, from which slope and curvature both follow; a pass over the records' tiles shows
each tile's to whoever wants more than the gradient (`Positions`).

`rounded` gives the same problem with its records in single precision. Margins, slopes and products
are then computed in single precision, about three times as fast, and a gradient is off by
some 1e-7: enough to steer by, not enough to certify a minimiser.
"""

from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import numpy.typing as npt

from dpcore.checks import Array
from dpcore.erm.losses import Loss
from dpcore.erm.records import Rows, Tile

Draws = npt.NDArray[np.intp]


@dataclass(frozen=True, eq=False)
class Objective:
    """J for a batch of draws.

    Parameters
    ----------
    rows : Rows
        The records y_i x_i and their shares.
    loss : Loss
    lam : array (n_draws,)
        Regularization of each draw.
    linear : array (n_draws, n_features)
        B of each draw.
    """

    rows: Rows
    loss: Loss
    lam: Array
    linear: Array

    def of_draws(self, draws: slice | Draws) -> "Objective":
        """Return the same problem for some of the draws."""
        return replace(self, lam=self.lam[draws], linear=self.linear[draws])

    def rounded(self) -> "Objective":
        """Return the same problem with its records in single precision."""
        return replace(self, rows=self.rows.rounded)

    def value(self, W: Array, draws: Draws) -> Array:
        """Return J(w), shape (len(draws),)."""
        total = 0.5 * self.lam[draws] * row_dot(W, W) + row_dot(self.linear[draws], W)
        for tile in self.rows.tiles:
            total += self.loss.value(tile.margins(W)) @ tile.share
        return total

    def gradient(self, W: Array, draws: Draws, positions: "Positions | None" = None) -> Array:
        """Return ∇J(w), shape (len(draws), n_features).

        Parameters
        ----------
        W : array (len(draws), n_features)
        draws : int array
        positions : Positions, optional
            What is to become of the margins' positions on the loss's bend.
        """
        rows, positions = self.rows, positions or Positions()
        total = self.lam[draws, None] * W + (self.linear[draws] - rows.half)
        points = np.asarray(W / self.loss.width, rows.dtype)
        for tile in rows.tiles:
            room = positions.room(tile, len(W), rows.dtype)
            position = self.loss.position(tile.margins(points, room))
            positions.see(tile, position)
            tile.add(self.loss.sigmoid(position), total)
        return total


class Positions:
    """Positions that nobody asks for again: those of a tile take the place of those before.

    So they stay in a core's cache, instead of going to memory and back.
    """

    def __init__(self) -> None:
        self._room = np.empty(0)

    def room(self, tile: Tile, n_draws: int, dtype: npt.DTypeLike) -> npt.NDArray[Any]:
        """Return an array (n_draws, n_rows) for a tile's margins, to be turned into positions."""
        size = n_draws * len(tile.share)
        if len(self._room) < size or self._room.dtype != dtype:
            self._room = np.empty(size, dtype)
        return self._room[:size].reshape(n_draws, -1)

    def see(self, tile: Tile, position: npt.NDArray[Any]) -> None:
        """Do something with a tile's positions, before the next tile's take their place."""


class Kept(Positions):
    """Positions that are written down.

    Parameters
    ----------
    arrays : list of arrays (n_draws, n_rows)
        A tile's positions each, as from `Rows.empty_tiles`.
    draws : int array
        The rows of the arrays that are meant.
    """

    def __init__(self, arrays: list[npt.NDArray[Any]], draws: Draws) -> None:
        super().__init__()
        self.arrays, self.draws = arrays, draws

    def room(self, tile: Tile, n_draws: int, dtype: npt.DTypeLike) -> npt.NDArray[Any]:
        """Return the array itself where it fits."""
        array = self.arrays[tile.number]
        fits = len(array) == n_draws and array.dtype == dtype
        return array if fits else super().room(tile, n_draws, dtype)

    def see(self, tile: Tile, position: npt.NDArray[Any]) -> None:
        """Write the positions down, unless they are there already."""
        array = self.arrays[tile.number]
        if position is not array:
            array[self.draws] = position


def row_dot(A: npt.NDArray[Any], B: npt.NDArray[Any]) -> Array:
    """Return the scalar product of each row of A with the same row of B."""
    product: Array = np.einsum("ij,ij->i", A, B)
    return product


def some(array: npt.NDArray[Any], draws: Draws) -> npt.NDArray[Any]:
    """Return the rows `draws`, ascending, of an array: itself, not a copy, if these are all."""
    return array if len(draws) == len(array) else array[draws]
