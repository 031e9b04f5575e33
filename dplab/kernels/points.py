"""Public test points by their kernel matrix, and least squares in the span of their images.

With K = U diag(ν) Uᵀ, w in the span of the φ(z_t) has coordinates v along orthonormal directions
and the predictions U (√ν ∘ v). Least squares over ‖w‖ ≤ C,

    min_v ‖√ν ∘ v - Uᵀf‖²  with ‖v‖ ≤ C,    v = √ν ∘ Uᵀf / (ν + μ),

with μ = 0 if that is short enough, else the one μ > 0 at which ‖v‖ = C: a ridge whose strength the
ball decides. Everything here is post-processing of f, and costs no privacy.

Examples
--------
>>> points = PublicPoints(np.array([[1.0, 0.5], [0.5, 1.0]]))
>>> points.within(np.array([[3.0, 1.0]]), radius=1.0).predictions.round(3)
array([[0.989, 0.622]])
"""

from dataclasses import dataclass
from functools import cached_property

import numpy as np
import numpy.typing as npt

from dpcore import checks
from dpcore.checks import Array, InvalidInput

RANK = 1e-12
"""Eigenvalues below this share of the largest are rounding."""

BISECTIONS = 100
"""Of μ, in its logarithm: from 1e-30 of its largest value to neighbouring doubles."""


@dataclass(frozen=True, eq=False)
class Fitted:
    """Classifiers in the span of the points' images.

    Parameters
    ----------
    predictions : array (n_draws, T)
        At the points themselves.
    weights : array (n_draws, T)
        α of w = Σ α_t φ(z_t): predictions elsewhere are α times the kernel with the points.
    norms : array (n_draws,)
        ‖w‖.
    """

    predictions: Array
    weights: Array
    norms: Array


@dataclass(frozen=True, eq=False)
class PublicPoints:
    """Test points, public, by the matrix of their kernel.

    Parameters
    ----------
    kernel : array (T, T)
        K_ZZ, symmetric and without negative eigenvalues.

    Raises
    ------
    InvalidInput
        If it is not.
    """

    kernel: npt.ArrayLike

    def __post_init__(self) -> None:
        """Check the matrix."""
        K = checks.finite("kernel", self.kernel, 2)
        if K.shape[0] != K.shape[1] or not np.allclose(K, K.T):
            raise InvalidInput("kernel must be symmetric: a row and a column for each test point.")
        if self._parts[0].min() < -1e-8 * self.largest_eigenvalue:
            raise InvalidInput("kernel must have no negative eigenvalue; this one has.")

    def __len__(self) -> int:
        return len(self._parts[0])

    @cached_property
    def _parts(self) -> tuple[Array, Array]:
        values, vectors = np.linalg.eigh(checks.finite("kernel", self.kernel, 2))
        return values, vectors

    @property
    def largest_eigenvalue(self) -> float:
        """λmax(K_ZZ)."""
        return float(self._parts[0][-1])

    @cached_property
    def directions(self) -> tuple[Array, Array]:
        """Roots √ν of the eigenvalues that are not rounding, and their vectors (T, rank)."""
        values, vectors = self._parts
        kept = values > RANK * self.largest_eigenvalue
        return np.sqrt(values[kept]), vectors[:, kept]

    def process(self, normals: Array) -> Array:
        """Return draws of a Gaussian process of covariance K at the points, from normal numbers.

        Parameters
        ----------
        normals : array (n_draws, T)
            Independent and standard.
        """
        roots, vectors = self.directions
        return np.asarray((normals[:, : len(roots)] * roots) @ vectors.T)

    def within(self, targets: Array, radius: float) -> Fitted:
        """Return the least squares fit to targets (n_draws, T) among ‖w‖ ≤ radius."""
        radius = checks.positive("radius", radius)
        roots, vectors = self.directions
        pulled = roots * (targets @ vectors)
        v = pulled / (roots**2 + least_strength(pulled, roots**2, radius)[:, None])
        norms = np.linalg.norm(v, axis=1)
        return Fitted((v * roots) @ vectors.T, (v / roots) @ vectors.T, norms)


def least_strength(pulled: Array, values: Array, radius: float) -> Array:
    """Return the least μ ≥ 0 at which ‖pulled/(values + μ)‖ ≤ radius, for each draw."""
    # ‖v‖ ≤ ‖pulled‖/μ: there the ball surely holds.
    high = np.linalg.norm(pulled, axis=1) / radius
    low = high * 1e-30
    for _ in range(BISECTIONS):
        middle = np.sqrt(low * high)
        long = np.linalg.norm(pulled / (values + middle[:, None]), axis=1) > radius
        low, high = np.where(long, middle, low), np.where(long, high, middle)
    inside = np.linalg.norm(pulled / values, axis=1) <= radius
    return np.where(inside, 0.0, high)
