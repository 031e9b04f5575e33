"""Newton directions -H⁻¹g for a batch of draws, two ways.

`direct` builds every draw's Hessian: its d(d+1)/2 different entries are weighted sums of the
products x_a x_b, so that one matrix product gives those of all draws. Right for few features.

`conjugate` never builds them: preconditioned conjugate gradients for all draws in step, each
product H·v being two matrix products. The draws share one preconditioner, the mean of their
Hessians (its eigenvectors, so that every draw adds its own λ). Right for many features. It stops
early, at a share of the gradient that shrinks with the gradient (Dembo, Eisenstat and Steihaug
1982), which keeps Newton's method superlinear.
"""

import numpy as np

from dpcore.checks import Array
from dpcore.erm.objective import Draws, Objective, row_dot

MAX_DIRECT_FEATURES = 50
"""Above this, building the Hessians costs more than conjugate gradients."""

PRODUCT_ROWS = 2048
"""Rows of products x_a x_b held at once: at most 20 MiB for 50 features."""

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
    weights = objective.curvature(W)
    packed = np.zeros((len(W), len(a)))
    for start in range(0, len(objective.Z), PRODUCT_ROWS):
        Z = objective.Z[start : start + PRODUCT_ROWS]
        packed += weights[start : start + PRODUCT_ROWS].T @ (Z[:, a] * Z[:, b])
    H = np.empty((len(W), d, d))
    H[:, a, b] = H[:, b, a] = packed
    H[:, range(d), range(d)] += objective.lam[draws, None]
    return H


def conjugate(objective: Objective, W: Array, gradient: Array, draws: Draws) -> Array:
    """Return -H⁻¹g up to a residual that vanishes with the gradient, by conjugate gradients."""
    Z, lam = objective.Z, objective.lam[draws, None]
    weights = objective.curvature(W)
    values, vectors = np.linalg.eigh((Z * weights.mean(axis=1)[:, None]).T @ Z)
    damping = 1 / (np.maximum(values, 0.0) + lam)

    def precondition(R: Array) -> Array:
        S: Array = ((R @ vectors) * damping) @ vectors.T
        return S

    D, R = np.zeros_like(W), -gradient
    goal = _residual_goal(gradient)
    V = precondition(R)
    rho = row_dot(R, V)
    todo = np.arange(len(W))
    for _ in range(2 * Z.shape[1]):
        HV = ((Z @ V[todo].T) * weights[:, todo]).T @ Z + lam[todo] * V[todo]
        alpha = (rho[todo] / row_dot(V[todo], HV))[:, None]
        D[todo] += alpha * V[todo]
        R[todo] -= alpha * HV
        todo = todo[np.linalg.norm(R[todo], axis=1) > goal[todo]]
        if not len(todo):
            break
        S = precondition(R)[todo]
        previous, rho[todo] = rho[todo], row_dot(R[todo], S)
        V[todo] = S + (rho[todo] / previous)[:, None] * V[todo]
    return D


def _residual_goal(gradient: Array) -> Array:
    norm = np.linalg.norm(gradient, axis=1)
    return np.asarray(norm * np.minimum(LOOSEST_RESIDUAL, np.sqrt(norm)))
