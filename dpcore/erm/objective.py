"""The regularised empirical risk of many draws at once, and its derivatives.

    J(w) = (1/n) Σ ℓ(y_i w·x_i) + (λ/2)‖w‖² + B·w

The draws share the records and the loss; each has its own linear term B (b/n of objective
perturbation, 0 for the non-private problem) and its own λ. With rows z_i = y_i x_i,

    gradient  (1/n) Σ ℓ'(z_i·w) z_i + λw + B
    Hessian   (1/n) Σ ℓ''(z_i·w) z_i z_iᵀ + λI

With weights s_i, (1/n) Σ becomes (1/Σs) Σ s_i.

Conventions: W, gradients and directions are (n_draws, n_features); `draws` is an index array that
picks some of the draws, in step with the rows of W. *Positions* say where each margin stands on
the loss's bend, from which slope and curvature both follow, so that a Newton step after a gradient
needs no margin again: a list of arrays (n_draws, n_rows), one for each tile of the records.

`rounded` gives the same problem with its records in single precision. Margins, slopes and products
are then computed in single precision, about three times as fast, and a gradient is off by
some 1e-7: enough to steer by, not enough to certify a minimiser.
"""

from dataclasses import dataclass, replace
from itertools import repeat
from typing import Any

import numpy as np
import numpy.typing as npt

from dpcore.checks import Array
from dpcore.erm.losses import Loss
from dpcore.erm.rows import Rows

Draws = npt.NDArray[np.intp]
Positions = list[npt.NDArray[Any]]


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

    def every(self, step: int) -> "Objective":
        """Return the same problem on every `step`-th record: a cheap place to start from."""
        return replace(self, rows=self.rows.every(step))

    def value(self, W: Array, draws: Draws) -> Array:
        """Return J(w), shape (len(draws),)."""
        total = 0.5 * self.lam[draws] * row_dot(W, W) + row_dot(self.linear[draws], W)
        for tile in self.rows.tiles:
            total += self.loss.value(tile.margins(W)) @ tile.share
        return total

    def gradient(self, W: Array, draws: Draws, positions: Positions | None = None) -> Array:
        """Return ∇J(w), shape (len(draws), n_features).

        Parameters
        ----------
        W : array (len(draws), n_features)
        draws : int array
        positions : list of arrays (n_draws, n_rows), optional
            In its rows `draws`, takes the margins' positions on the loss's bend, for the Hessian.
        """
        rows = self.rows
        total = self.lam[draws, None] * W + (self.linear[draws] - rows.half)
        points = np.asarray(W / self.loss.width, rows.dtype)
        for tile, keep in zip(rows.tiles, positions or repeat(None), strict=False):
            out = keep if keep is not None and _fits(keep, points) else None
            position = self.loss.position(tile.margins(points, out))
            if keep is not None and out is None:
                keep[draws] = position
            tile.add(self.loss.sigmoid(position), total)
        return total


def row_dot(A: npt.NDArray[Any], B: npt.NDArray[Any]) -> Array:
    """Return the scalar product of each row of A with the same row of B."""
    product: Array = np.einsum("ij,ij->i", A, B)
    return product


def some(array: npt.NDArray[Any], draws: Draws) -> npt.NDArray[Any]:
    """Return the rows `draws`, ascending, of an array: itself, not a copy, if these are all."""
    return array if len(draws) == len(array) else array[draws]


def _fits(keep: npt.NDArray[Any], points: npt.NDArray[Any]) -> bool:
    return len(keep) == len(points) and keep.dtype == points.dtype
