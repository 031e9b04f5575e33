"""Newton directions -H⁻¹g for a batch of draws, where Hessians are built.

A Hessian's d(d+1)/2 different entries are weighted sums of the products x_a x_b, so that one
matrix product gives those of all draws, in the same pass as their gradients
(`Objective.derivatives`). Right for few features; for many, `conjugate` does without.

Near the optimum the Hessian hardly changes any more, so that the last one does again: each draw
keeps its own for as long as what it left of the gradient last time, left once more, would reach
the goal (a chord step: linear convergence at the price of a gradient).

Works in the precision of the objective's records. `draws` are ascending index arrays.
"""

from typing import Protocol

import numpy as np

from dpcore.checks import Array
from dpcore.erm.newton.conjugate import Conjugate
from dpcore.erm.objective import DrawIndex, Objective, row_dot

# Above this, building the Hessians costs more than conjugate gradients.
#
# A Hessian takes d(d+1) operations per record and draw, a product with one 4d. So a Hessian costs
# (d+1)/4 products; measured on one core, conjugate gradients are faster from 26 features on.
MAX_DIRECT_FEATURES = 25

# A Hessian that is kept leaves about so many times more of the gradient than it did last time,
# since the point has moved on. Too small costs a gradient in vain, too large a Hessian in vain.
SAFETY = 2.0


class Directions(Protocol):
    """What gives a batch of draws its gradients and directions, and keeps what serves again.

    The gradients may be those of another form of the objective than the one that steers: double
    precision beside single.
    """

    def start(self, objective: Objective, W: Array) -> Array:
        """Return the gradients of all draws, where a descent begins."""

    def gradient(self, objective: Objective, W: Array, draws: DrawIndex) -> Array:
        """Return the gradients of some draws, at points that the line search tries."""

    def direction(self, W: Array, gradient: Array, draws: DrawIndex, goal: Array) -> Array:
        """Return -H⁻¹g of some draws at the last points, leaving at most a share `goal` of g."""

    def residual_bound(self, W: Array, D: Array, draws: DrawIndex) -> Array:
        """Return a bound on the norms of the gradients at W + D, or infinity."""

    def note(self, draws: DrawIndex, residual_ratio: Array) -> None:
        """Learn which share of its gradient the last step of each draw left."""


def make_directions(steering: Objective, n_draws: int) -> Directions:
    """Return the directions that suit the number of features."""
    kind = Direct if few_features(steering.rows.n_features) else Conjugate
    return kind(steering, n_draws)


def few_features(d: int) -> bool:
    """Tell whether Hessians are built."""
    return d <= MAX_DIRECT_FEATURES


class Direct:
    """Directions from each draw's own Hessian, kept for as long as it serves: see `Directions`.

    The objective `steering` gives the `hessians` (n_draws, d, d). They belong to the points
    `built_at` (n_draws, d), nan before the first; `residual_ratio` (n_draws,) is the share of the
    gradient that each left last time: 0 when it is new, infinite when there is none.
    """

    def __init__(self, steering: Objective, n_draws: int) -> None:
        d = steering.rows.n_features
        self.steering, self.hessians = steering, np.empty((n_draws, d, d))
        self.residual_ratio = np.full(n_draws, np.inf)
        self.built_at = np.full((n_draws, d), np.nan)

    def start(self, objective: Objective, W: Array) -> Array:
        """Return the gradients; in the same pass, build the first Hessians."""
        every, built = np.arange(len(W)), np.isfinite(self.residual_ratio).any()
        # A descent in double precision goes on with the Hessians of the one in single precision.
        if built or objective is not self.steering:
            return self.gradient(objective, W, every)
        return self._build(W, every)

    def gradient(self, objective: Objective, W: Array, draws: DrawIndex) -> Array:
        """Return the gradients alone: most points need no Hessian of their own."""
        return objective.tiled_for(len(draws)).gradient(W, draws)

    def direction(self, W: Array, gradient: Array, draws: DrawIndex, goal: Array) -> Array:
        """Return -H⁻¹g, with H built anew where the last one would miss the goal."""
        old = SAFETY * self.residual_ratio[draws] > goal
        if old.any():
            self._build(W[old], draws[old])
        return newton_direction(self.hessians[draws], gradient)

    def residual_bound(self, W: Array, D: Array, draws: DrawIndex) -> Array:
        """Return ‖D‖²/2 times the bound on |ℓ'''|, where the Hessian was built at this point.

        For a Newton step, H(w) D = -∇J(w), so that ∇J(w + D) = ∫ (H(w + tD) - H(w)) D dt over t
        from 0 to 1; and ‖H(w + tD) - H(w)‖ ≤ t ‖D‖ max|ℓ'''|, because no record is longer than 1.
        """
        bound = 0.5 * self.steering.loss.third_derivative_bound * row_dot(D, D)
        return np.where(np.all(self.built_at[draws] == W, axis=1), bound, np.inf)

    def note(self, draws: DrawIndex, residual_ratio: Array) -> None:
        """Learn how well the Hessians served."""
        self.residual_ratio[draws] = residual_ratio

    def _build(self, W: Array, draws: DrawIndex) -> Array:
        gradient, self.hessians[draws] = self.steering.derivatives(W, draws)
        self.residual_ratio[draws], self.built_at[draws] = 0.0, W
        return gradient


def newton_direction(H: Array, gradient: Array) -> Array:
    """Return -H⁻¹g of each draw, shape (n_draws, d)."""
    return np.asarray(-np.linalg.solve(H, gradient[:, :, None])[:, :, 0], dtype=np.float64)
