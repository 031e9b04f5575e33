"""How noise becomes a classifier, and back: the two families of mechanisms, an object each.

Noise b leads to exactly one classifier w, and w back to exactly one b:

| family | forward | back | Jacobian of the way back |
| --- | --- | --- | --- |
| `OUTPUT` | w = argmin J + b | b = w - w* | 1 |
| `OBJECTIVE` | w = argmin J(w) + b·w/n | b = -n∇J(w) | det(n∇²J(w)) |

with J the regularized risk at λ + Δ, and w* its minimiser: the papers' "sensitivity method" and
"new method" (CMS11 Algorithms 1 and 2), here *output* and *objective perturbation*. What rests on
where the noise enters asks the family: a simulation runs it forward, the meter reads it back, a
release wants to know what hides the solver's residual. Nobody asks for a family by its name.

Conventions
-----------
Noise and classifiers are rows, draws are axis 0: ``(n_draws, n_features)``.

Examples
--------
>>> noises = np.array([[0.2, 0.0]])
>>> OUTPUT.coefs(np.array([[1.0, 1.0]]), noises)
array([[1.2, 1. ]])
>>> OBJECTIVE.linear_terms(noises, n=10)
array([[0.02, 0.  ]])
"""

from collections.abc import Callable
from typing import Protocol

import numpy as np

from dpcore.checks import Array
from dpcore.erm.losses import Loss
from dpcore.erm.objective import Objective
from dpcore.erm.records import Rows
from dpcore.privacy.minimisers import minimisers
from dpcore.privacy.neighbours import Neighbours


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

        Parameters
        ----------
        coefs : array (n_draws, n_features)

        Returns
        -------
        noise, gap : array (n_draws, n_features)
        log_jacobians : array (n_draws,)
        """


class Family(Protocol):
    """Where the noise of a mechanism enters, and what follows from it.

    Parameters
    ----------
    has_jacobian : bool
        Whether one record changes how densely classifiers lie: then a part of ε pays for it.
    solves_each_draw : bool
        Whether each draw is a minimisation of its own.
    hides_residual : bool
        Whether the noise is added after the minimisation, and so hides what the solver leaves.
    reach_is_exact : bool
        Whether `reach` holds for noise of any length; else it is the limit of short noise.
    """

    has_jacobian: bool
    solves_each_draw: bool
    hides_residual: bool
    reach_is_exact: bool

    def linear_terms(self, noises: Array, n: int) -> Array:
        """Return b/n of each minimisation; a row of zeros where all draws share one."""

    def coefs(self, minimisers: Array, noises: Array) -> Array:
        """Return the classifiers, from the minimisers at these linear terms."""

    def stiffness(self, n: int, curvature: float) -> float:
        """Return how much noise moves a classifier by 1 where J has this curvature, n records."""

    def reach(self, X: Array, hessian: Callable[[], Array]) -> Array:
        """Return how far noise of length 1 can move the margin of each record.

        Parameters
        ----------
        X : array (n, n_features)
            Records that are answered.
        hessian : callable
            Returns n∇²J at the minimiser, (n_features, n_features). Only a family whose classifiers
            depend on it calls it.

        Returns
        -------
        array (n,)
        """

    def inverse(self, neighbours: Neighbours, loss: Loss, lam: float) -> Inverse:
        """Return the way back on neighbours, at λ + Δ."""


class _Output:
    """w = argmin J + b (CMS11 Algorithm 1)."""

    has_jacobian, solves_each_draw, hides_residual, reach_is_exact = False, False, True, True

    def linear_terms(self, noises: Array, n: int) -> Array:  # noqa: ARG002
        # One row: all draws are around the same minimiser, which is solved for once.
        return np.zeros((1, noises.shape[1]))

    def coefs(self, minimisers: Array, noises: Array) -> Array:
        return minimisers + noises

    def stiffness(self, n: int, curvature: float) -> float:  # noqa: ARG002
        return 1.0

    def reach(self, X: Array, hessian: Callable[[], Array]) -> Array:  # noqa: ARG002
        return np.asarray(np.linalg.norm(X, axis=1))

    def inverse(self, neighbours: Neighbours, loss: Loss, lam: float) -> Inverse:
        return _FromMinimiser(neighbours, loss, lam)


class _Objective:
    """w = argmin J(w) + b·w/n (CMS11 Algorithm 2)."""

    has_jacobian, solves_each_draw, hides_residual, reach_is_exact = True, True, False, False

    def linear_terms(self, noises: Array, n: int) -> Array:
        return noises / n

    def coefs(self, minimisers: Array, noises: Array) -> Array:  # noqa: ARG002
        return minimisers

    def stiffness(self, n: int, curvature: float) -> float:
        # To first order w moves by (n∇²J)⁻¹ b; J has no more curvature than this in any direction.
        return n * curvature

    def reach(self, X: Array, hessian: Callable[[], Array]) -> Array:
        # To first order w moves by -(n∇²J)⁻¹ b, and x·w by b along (n∇²J)⁻¹ x.
        return np.asarray(np.linalg.norm(np.linalg.solve(hessian(), X.T), axis=0))

    def inverse(self, neighbours: Neighbours, loss: Loss, lam: float) -> Inverse:
        return _FromGradient(neighbours, loss, lam)


OUTPUT: Family = _Output()
OBJECTIVE: Family = _Objective()


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
        self.counts, self.common = np.append(neighbours.counts, 0.0), common
        self.records = neighbours.before, neighbours.after
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
            self._own(z, coefs, A) for z in self.records
        )
        return -gradient - slope, slope - other_slope, log_det - other_log_det

    def _own(self, z: Array, coefs: Array, A: Array) -> tuple[Array, Array]:
        """Return the gradient of one record's loss, and log det(A + ℓ'' z zᵀ) - log det A."""
        margins = coefs @ z
        # zᵀA⁻¹z. A is positive definite, by n(λ+Δ) at least, so that it can be solved and the
        # logarithm is of 1 or more.
        reach = np.linalg.solve(A, np.broadcast_to(z, coefs.shape)[:, :, None])[:, :, 0] @ z
        log_det = np.log1p(self.loss.curvature_at(margins) * reach)
        return self.loss.slope(margins)[:, None] * z, log_det
