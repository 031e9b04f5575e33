"""Newton directions -H⁻¹g for a batch of draws, two ways.

`direct` builds every draw's Hessian: its d(d+1)/2 different entries are weighted sums of the
products x_a x_b, so that one matrix product gives those of all draws. Right for few features.

`conjugate` never builds them: preconditioned conjugate gradients for all draws in step, each
product H·v being two matrix products. The draws share one preconditioner, the mean of their
Hessians (its eigenvectors, so that every draw adds its own λ). Right for many features. It stops
early, at a share of the gradient that shrinks with the gradient (Dembo, Eisenstat and Steihaug
1982), which keeps Newton's method superlinear.

Both work in the precision of the objective's records. `draws` are ascending index arrays.
"""

from typing import Any

import numpy as np
import numpy.typing as npt

from dpcore.checks import Array
from dpcore.erm.objective import Draws, Objective, Positions, row_dot, some
from dpcore.erm.rows import Rows, n_pairs

MAX_DIRECT_FEATURES = 25
"""Above this, building the Hessians costs more than conjugate gradients."""

ROUNDOFFS = 16.0
"""Conjugate gradients are not asked for residuals below so many roundings."""

GOAL_SHARE = 0.3
"""Where this share of the goal is left by conjugate gradients, the step as a whole reaches it."""

LOOSEST_RESIDUAL = 0.1
"""Conjugate gradients stop at this share of the gradient's norm, or earlier near the optimum."""


def few_features(d: int) -> bool:
    """Tell whether Hessians are built."""
    return d <= MAX_DIRECT_FEATURES


def direct(H: Array, gradient: Array) -> Array:
    """Return -H⁻¹g of each draw, shape (n_draws, d)."""
    return np.asarray(-np.linalg.solve(H, gradient[:, :, None])[:, :, 0], dtype=np.float64)


def hessians(objective: Objective, positions: Positions, draws: Draws) -> Array:
    """Return ∇²J(w) of each draw, shape (len(draws), d, d).

    Parameters
    ----------
    objective : Objective
    positions : list of arrays (n_draws, n_rows)
        In its rows `draws`, where the margins stand on the loss's bend, tile by tile.
    draws : int array
    """
    d = objective.rows.n_features
    packed = np.zeros((len(draws), n_pairs(d)))
    for position, products in zip(positions, objective.rows.products, strict=True):
        packed += objective.loss.bend(some(position, draws)) @ products()
    H = np.empty((len(draws), d, d))
    a, b = np.triu_indices(d)
    H[:, a, b] = H[:, b, a] = packed
    H[:, range(d), range(d)] += objective.lam[draws, None]
    return H


def conjugate(
    objective: Objective, positions: Positions, gradient: Array, draws: Draws, goal: Array
) -> Array:
    """Return -H⁻¹g up to a residual that vanishes with the gradient, by conjugate gradients.

    Parameters
    ----------
    objective, positions, draws
        As for `hessians`.
    gradient : array (len(draws), n_features)
    goal : array (len(draws),)
        The share of the gradient that may be left after this step: no need to do better.
    """
    system = _Systems(objective, positions, draws)
    # Of unit length, a right-hand side fits into single precision whatever the noise.
    norm = np.linalg.norm(gradient, axis=1, keepdims=True)
    R = system.rounded(-gradient / norm)
    D = np.zeros_like(R)
    forcing = np.maximum(np.sqrt(norm[:, 0]), GOAL_SHARE * goal)
    goal = np.minimum(LOOSEST_RESIDUAL, np.maximum(forcing, system.roundoff))
    V = system.precondition(R, slice(None))
    rho, todo = row_dot(R, V), np.arange(len(R))
    for _ in range(2 * R.shape[1]):
        HV = system.product(V[todo], todo)
        alpha = (rho[todo] / row_dot(V[todo], HV))[:, None]
        D[todo] += alpha * V[todo]
        R[todo] -= alpha * HV
        todo = todo[np.linalg.norm(R[todo], axis=1) > goal[todo]]
        if not len(todo):
            break
        S = system.precondition(R[todo], todo)
        previous, rho[todo] = rho[todo], row_dot(R[todo], S)
        V[todo] = S + (rho[todo] / previous)[:, None] * V[todo]
    return np.asarray(norm * D, dtype=np.float64)


class _Systems:
    """The draws' Newton systems, never built: products with them, and a shared preconditioner."""

    def __init__(self, objective: Objective, positions: Positions, draws: Draws) -> None:
        self.rows, self.dtype = objective.rows, objective.rows.dtype
        self.roundoff = ROUNDOFFS * np.finfo(self.dtype).eps
        self.lam = self.rounded(objective.lam[draws, None])
        self.bends = bends(objective, positions, draws)
        self.spectrum = Spectrum(self.rows, self.bends)

    def rounded(self, A: Array) -> npt.NDArray[Any]:
        return A.astype(self.dtype, copy=False)

    def product(self, V: npt.NDArray[Any], draws: Draws) -> npt.NDArray[Any]:
        """Return the Hessian of each draw times its row of V."""
        total = np.zeros_like(V)
        for tile, bend in zip(self.rows.tiles, self.bends, strict=True):
            margins = tile.margins(V)
            margins *= some(bend, draws)
            tile.add(margins, total)
        return np.asarray(self.lam[draws] * V + 2 * total)

    def precondition(self, R: npt.NDArray[Any], draws: Draws | slice) -> npt.NDArray[Any]:
        """Return R times the inverse of the mean Hessian with each draw's own λ."""
        return self.spectrum.solve(R, self.lam[draws])


def bends(objective: Objective, positions: Positions, draws: Draws) -> list[npt.NDArray[Any]]:
    """Return ℓ'' of each margin, tile by tile: with `halves` they make up half the Hessian."""
    return [objective.loss.bend(some(position, draws)) for position in positions]


class Spectrum:
    """The mean of some draws' Hessians without λ, so decomposed that any λ may be added.

    Parameters
    ----------
    rows : Rows
    bends : list of arrays (n_draws, n_rows)
        ℓ'' of each margin, tile by tile.
    """

    def __init__(self, rows: Rows, bends: list[npt.NDArray[Any]]) -> None:
        mean = np.zeros((rows.n_features, rows.n_features))
        for tile, bend in zip(rows.tiles, bends, strict=True):
            some_rows = mean[tile.features]
            some_rows[:, tile.features] += (tile.columns * bend.mean(axis=0)) @ tile.halves
            mean[tile.features] = some_rows
        values, vectors = np.linalg.eigh(2 * mean)
        self.values = np.maximum(values, 0.0).astype(rows.dtype)
        self.vectors = vectors.astype(rows.dtype)

    def solve(self, R: npt.NDArray[Any], lam: npt.NDArray[Any]) -> npt.NDArray[Any]:
        """Return (mean + λI)⁻¹r of each row r, with the λ of its row of the column `lam`."""
        return np.asarray(((R @ self.vectors) / (self.values + lam)) @ self.vectors.T)
