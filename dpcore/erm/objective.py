"""The regularised empirical risk of many draws at once, and its derivatives.

    J(w) = (1/n) Σ ℓ(y_i w·x_i) + (λ/2)‖w‖² + B·w

The draws share the records and the loss; each has its own linear term B (b/n of objective
perturbation, 0 for the non-private problem) and its own λ. With rows z_i = y_i x_i,

    gradient  (1/n) Σ ℓ'(z_i·w) z_i + λw + B
    Hessian   (1/n) Σ ℓ''(z_i·w) z_i z_iᵀ + λI

With weights s_i, (1/n) Σ becomes (1/Σs) Σ s_i.

Conventions: W, gradients and directions are (n_draws, n_features); `draws` is an index array that
picks some of the draws, in step with the rows of W. Rows are worked through in tiles, so that
memory stays bounded whatever n is.

`rounded` gives the same problem with its records in single precision. Margins, slopes and products
are then computed in single precision, about three times as fast, and a gradient is off by
some 1e-7: enough to steer by, not enough to certify a minimiser.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from dpcore.checks import Array
from dpcore.erm.losses import Loss

TILE_ELEMENTS = 2**16
"""Margins in one tile, rows × draws: half a MiB of doubles, which a core's own cache holds."""

MIN_TILE_ROWS = 256
"""Below this, a matrix product spends more on the call than on the work."""

Draws = npt.NDArray[np.intp]


@dataclass(frozen=True, eq=False)
class Objective:
    """J for a batch of draws.

    Parameters
    ----------
    Z : array (n, n_features)
        Rows y_i x_i.
    share : array (n,)
        Weight of each record, summing to 1: 1/n each where none is given.
    loss : Loss
    lam : array (n_draws,)
        Regularization of each draw.
    linear : array (n_draws, n_features)
        B of each draw.
    """

    Z: npt.NDArray[Any]
    share: npt.NDArray[Any]
    loss: Loss
    lam: Array
    linear: Array

    def of_draws(self, draws: slice | Draws) -> "Objective":
        """Return the same problem for some of the draws."""
        return Objective(self.Z, self.share, self.loss, self.lam[draws], self.linear[draws])

    def rounded(self) -> "Objective":
        """Return the same problem with its records in single precision."""
        Z, share = self.Z.astype(np.float32), self.share.astype(np.float32)
        return Objective(Z, share, self.loss, self.lam, self.linear)

    def every(self, step: int) -> "Objective":
        """Return the same problem on every `step`-th record: a cheap place to start from."""
        share = self.share[::step]
        return Objective(self.Z[::step], share / share.sum(), self.loss, self.lam, self.linear)

    def value(self, W: Array, draws: Draws) -> Array:
        """Return J(w), shape (len(draws),)."""
        total = 0.5 * self.lam[draws] * row_dot(W, W) + row_dot(self.linear[draws], W)
        for rows in self.tiles(len(W)):
            total += self.share[rows] @ self.loss.value(self.Z[rows] @ W.T)
        return total

    def gradient(self, W: Array, draws: Draws) -> Array:
        """Return ∇J(w), shape (len(draws), n_features)."""
        total = self.lam[draws, None] * W + self.linear[draws]
        columns = W.T.astype(self.Z.dtype, copy=False)
        for rows in self.tiles(len(W)):
            slope = self.loss.slope(self.Z[rows] @ columns)
            slope *= self.share[rows, None]
            total += slope.T @ self.Z[rows]
        return total

    def curvature(self, W: Array) -> npt.NDArray[Any]:
        """Return share_i ℓ''(z_i·w), shape (n, len(W)): the weights of the Hessian's sum."""
        weights = np.empty((len(self.Z), len(W)), self.Z.dtype)
        columns = W.T.astype(self.Z.dtype, copy=False)
        for rows in self.tiles(len(W)):
            curvature = self.loss.curvature_at(self.Z[rows] @ columns)
            np.multiply(curvature, self.share[rows, None], out=weights[rows])
        return weights

    def tiles(self, n_columns: int) -> Iterator[slice]:
        """Yield slices of rows whose product with `n_columns` columns stays in a core's cache."""
        height = max(MIN_TILE_ROWS, TILE_ELEMENTS // max(n_columns, 1))
        for start in range(0, len(self.Z), height):
            yield slice(start, start + height)


def row_dot(A: npt.NDArray[Any], B: npt.NDArray[Any]) -> Array:
    """Return the scalar product of each row of A with the same row of B."""
    product: Array = np.einsum("ij,ij->i", A, B)
    return product
