"""The way back from classifiers to the noise, which the meter reads a privacy loss by.

| family | back | Jacobian |
| --- | --- | --- |
| `OUTPUT` | b = w - w* | 1 |
| `OBJECTIVE` | b = -n∇J(w) | det(n∇²J(w)) |

with J the regularized risk at λ + Δ and w* its minimiser (`dpcore.privacy.families`).

Examples
--------
>>> from dpcore.erm.losses import Logistic
>>> pair = Neighbours(np.empty((0, 1)), np.empty(0), np.ones(1), -np.ones(1), n=1)
>>> noise, gap, log_jacobians = inverse(OUTPUT, pair, Logistic(), 0.1).noise_for(np.zeros((1, 1)))
>>> bool(noise[0] == -gap[0] / 2), log_jacobians
(True, array([0.]))
"""

from collections.abc import Callable
from typing import Protocol

import numpy as np

from dpcore.checks import Array
from dpcore.erm.losses import Loss
from dpcore.erm.objective import Objective
from dpcore.erm.rows import Rows
from dpcore.privacy.families import OBJECTIVE, OUTPUT, Family
from dplab.instruments.minimisers import minimisers
from dplab.instruments.neighbours import Neighbours


class Inverse(Protocol):
    """The way from classifiers back to the noise, on a pair of neighbours D, D'.

    Parameters
    ----------
    width : int
        Numbers that one classifier takes on the way, for whoever works in blocks.
    """

    width: int

    def noise_for(self, coefs: Array) -> tuple[Array, Array, Array]:
        """Return b, b' - b and log det of the Jacobian on D less that on D'.

        Of coefs (n_draws, n_features), the first two have that shape, the last is (n_draws,).
        """


def inverse(family: Family, neighbours: Neighbours, loss: Loss, lam: float) -> Inverse:
    """Return a family's way back on neighbours, at λ + Δ."""
    return INVERSES[family](neighbours, loss, lam)


class _FromMinimiser:
    """b = w - w*(D): the way back of output perturbation; its Jacobian is 1."""

    def __init__(self, neighbours: Neighbours, loss: Loss, lam: float) -> None:
        self.width = neighbours.n_features
        self.centre, other = minimisers(neighbours, loss, lam)
        self.gap = self.centre - other

    def noise_for(self, coefs: Array) -> tuple[Array, Array, Array]:
        """Return b, b' - b and the difference of the log Jacobians."""
        return coefs - self.centre, np.broadcast_to(self.gap, coefs.shape), np.zeros(len(coefs))


class _FromGradient:
    """b = -n(λ+Δ)w - Σ y_i ℓ'(y_i w·x_i) x_i: the way back of objective perturbation.

    Its Jacobian is det H with H = Σ ℓ''(y_i w·x_i) x_i x_iᵀ + n(λ+Δ)I. With A what the Hessians of
    both neighbours have in common, det H/det A = 1 + ℓ'' zᵀA⁻¹z for the one record z that is left.
    """

    def __init__(self, neighbours: Neighbours, loss: Loss, lam: float) -> None:
        d = neighbours.n_features
        # A row of zeros with no weight, so that there is always one.
        common = np.vstack([neighbours.common, np.zeros((1, d))])
        weights = loss.class_weights(neighbours.labels)
        self.counts, self.common = np.append(neighbours.counts * weights, 0.0), common
        own = loss.class_weights(np.array([neighbours.before_y, neighbours.after_y]))
        self.records = (neighbours.before, own[0]), (neighbours.after, own[1])
        self.loss, self.pull = loss, neighbours.n * lam
        self.width = max(len(common), d * d)

    def noise_for(self, coefs: Array) -> tuple[Array, Array, Array]:
        """Return b, b' - b and log det H - log det H'."""
        # What both neighbours share is computed once and never subtracted: it cancels exactly.
        every = np.arange(len(coefs))
        rows = Rows(self.common, self.counts, len(coefs))
        # With counts for shares and nλ for λ, this is n times the risk of what both have.
        shared = Objective(rows, self.loss, np.full(len(coefs), self.pull), np.zeros_like(coefs))
        gradient, A = shared.derivatives(coefs, every)
        (slope, log_det), (other_slope, other_log_det) = (
            self._own(z, weight, coefs, A) for z, weight in self.records
        )
        return -gradient - slope, slope - other_slope, log_det - other_log_det

    def _own(self, z: Array, weight: float, coefs: Array, A: Array) -> tuple[Array, Array]:
        """Return the gradient of one record's loss, and log det(A + a ℓ'' z zᵀ) - log det A."""
        margins = coefs @ z
        # zᵀA⁻¹z. A is positive definite, by n(λ+Δ) at least, so that it can be solved and the
        # logarithm is of 1 or more.
        reach = np.linalg.solve(A, np.broadcast_to(z, coefs.shape)[:, :, None])[:, :, 0] @ z
        log_det = np.log1p(weight * self.loss.curvature_at(margins) * reach)
        return weight * self.loss.slope(margins)[:, None] * z, log_det


INVERSES: dict[Family, Callable[[Neighbours, Loss, float], Inverse]] = {
    OUTPUT: _FromMinimiser,
    OBJECTIVE: _FromGradient,
}
"""Of each family that a mechanism belongs to."""
