"""How noise becomes a classifier: the two families of mechanisms, an object each.

Noise b leads to exactly one classifier w, and w back to one b, which a privacy loss rests on:

| family | forward | back | Jacobian of the way back |
| --- | --- | --- | --- |
| `OUTPUT` | w = argmin J + b | b = w - w* | 1 |
| `OBJECTIVE` | w = argmin J(w) + b·w/n | b = -n∇J(w) | det(n∇²J(w)) |

with J the regularized risk at λ + Δ, and w* its minimiser: the papers' "sensitivity method" and
"new method" (CMS11 Algorithms 1 and 2), here *output* and *objective perturbation*. What rests on
where the noise enters asks the family, and nobody asks for one by its name.

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

        X (n, n_features) are the records that are answered. `hessian` returns n∇²J at the
        minimiser, (n_features, n_features): only a family whose classifiers depend on it calls it.
        """


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


OUTPUT: Family = _Output()
OBJECTIVE: Family = _Objective()
