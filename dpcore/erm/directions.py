"""Newton directions -H⁻¹g for a batch of draws, two ways.

`direct` builds every draw's Hessian: its d(d+1)/2 different entries are weighted sums of the
products x_a x_b, so that one matrix product gives those of all draws. Right for few features.

`conjugate` never builds them: preconditioned conjugate gradients for all draws in step, each
product H·v being two matrix products. The draws share one preconditioner, the mean of their
Hessians (its eigenvectors, so that every draw adds its own λ). Right for many features. It stops
early, at a share of the gradient that shrinks with the gradient (Dembo, Eisenstat and Steihaug
1982), which keeps Newton's method superlinear.

Both work in the precision of the objective's records.
"""

from typing import Any

import numpy as np
import numpy.typing as npt

from dpcore.checks import Array
from dpcore.erm.objective import Draws, Objective, row_dot

MAX_DIRECT_FEATURES = 50
"""Above this, building the Hessians costs more than conjugate gradients."""

ROUNDOFFS = 16.0
"""Conjugate gradients are not asked for residuals below so many roundings."""

LOOSEST_RESIDUAL = 0.1
"""Conjugate gradients stop at this share of the gradient's norm, or earlier near the optimum."""


def newton_direction(objective: Objective, W: Array, gradient: Array, draws: Draws) -> Array:
    """Return a descent direction close to -H⁻¹g for each draw, shape (len(draws), d)."""
    if objective.Z.shape[1] <= MAX_DIRECT_FEATURES:
        return direct(objective, W, gradient, draws)
    return conjugate(objective, W, gradient, draws)


def direct(objective: Objective, W: Array, gradient: Array, draws: Draws) -> Array:
    """Return -H⁻¹g exactly, with H built for every draw."""
    H = hessians(objective, W, draws)
    return np.asarray(-np.linalg.solve(H, gradient[:, :, None])[:, :, 0], dtype=np.float64)


def hessians(objective: Objective, W: Array, draws: Draws) -> Array:
    """Return ∇²J(w) of each draw, shape (len(draws), d, d)."""
    d = objective.Z.shape[1]
    a, b = np.triu_indices(d)
    Z, weights = objective.Z, objective.curvature(W)
    packed = np.zeros((len(W), len(a)))
    for rows in objective.tiles(len(a)):
        packed += weights[rows].T @ (Z[rows][:, a] * Z[rows][:, b])
    H = np.empty((len(W), d, d))
    H[:, a, b] = H[:, b, a] = packed
    H[:, range(d), range(d)] += objective.lam[draws, None]
    return H


def conjugate(objective: Objective, W: Array, gradient: Array, draws: Draws) -> Array:
    """Return -H⁻¹g up to a residual that vanishes with the gradient, by conjugate gradients."""
    system = _Systems(objective, W, draws)
    # Of unit length, a right-hand side fits into single precision whatever the noise.
    norm = np.linalg.norm(gradient, axis=1, keepdims=True)
    R = system.rounded(-gradient / norm)
    D = np.zeros_like(R)
    goal = np.minimum(LOOSEST_RESIDUAL, np.maximum(np.sqrt(norm[:, 0]), system.roundoff))
    V = system.precondition(R, slice(None))
    rho, todo = row_dot(R, V), np.arange(len(W))
    for _ in range(2 * W.shape[1]):
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

    def __init__(self, objective: Objective, W: Array, draws: Draws) -> None:
        self.Z, self.dtype = objective.Z, objective.Z.dtype
        self.roundoff = ROUNDOFFS * np.finfo(self.dtype).eps
        self.lam = self.rounded(objective.lam[draws, None])
        self.weights = objective.curvature(W)
        self.tiles = list(objective.tiles(len(W)))
        mean = self.Z.T @ (self.Z * self.weights.mean(axis=1)[:, None])
        values, vectors = np.linalg.eigh(mean.astype(np.float64))
        self.vectors = self.rounded(vectors)
        self.damping = self.rounded(1 / (np.maximum(values, 0.0) + objective.lam[draws, None]))

    def rounded(self, A: Array) -> npt.NDArray[Any]:
        return A.astype(self.dtype, copy=False)

    def product(self, V: npt.NDArray[Any], draws: Draws) -> npt.NDArray[Any]:
        """Return the Hessian of each draw times its row of V."""
        total = self.lam[draws] * V
        weights = self.weights if len(draws) == self.weights.shape[1] else self.weights[:, draws]
        for rows in self.tiles:
            margins = self.Z[rows] @ V.T
            margins *= weights[rows]
            total += margins.T @ self.Z[rows]
        return np.asarray(total)

    def precondition(self, R: npt.NDArray[Any], draws: Draws | slice) -> npt.NDArray[Any]:
        """Return R times the inverse of the mean Hessian with each draw's own λ."""
        return np.asarray(((R @ self.vectors) * self.damping[draws]) @ self.vectors.T)
