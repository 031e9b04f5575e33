"""Newton directions -H⁻¹g for a batch of draws, where Hessians are built.

A Hessian's d(d+1)/2 different entries are weighted sums of the products x_a x_b, so that one
matrix product gives those of all draws, in the same pass as their gradients. Right for few
features; for many, `conjugate` does without.

Near the optimum the Hessian hardly changes any more, so that the last one does again: each draw
keeps its own for as long as what it left of the gradient last time, left once more, would reach
the goal.

Works in the precision of the objective's records. `draws` are ascending index arrays.
"""

from dataclasses import replace
from typing import Any, Protocol

import numpy as np
import numpy.typing as npt

from dpcore.checks import Array
from dpcore.erm.newton.conjugate import Conjugate
from dpcore.erm.objective import Draws, Objective, Positions, row_dot
from dpcore.erm.records import FEW_DRAWS, Tile, n_pairs

MAX_DIRECT_FEATURES = 25
"""Above this, building the Hessians costs more than conjugate gradients."""

SAFETY = 2.0
"""A Hessian that is kept does about so many times worse than when it was new."""


class Way(Protocol):
    """What gives a batch of draws its gradients and directions, and remembers what serves again.

    The gradients may be those of another form of the objective than the one that steers.
    """

    def start(self, objective: Objective, W: Array) -> Array:
        """Return the gradients of all draws, where a descent begins."""

    def gradient(self, objective: Objective, W: Array, draws: Draws) -> Array:
        """Return the gradients of some draws, at points that they are tried at."""

    def direction(self, W: Array, gradient: Array, draws: Draws, goal: Array) -> Array:
        """Return -H⁻¹g of some draws at the last points, leaving at most a share `goal` of g."""

    def foreseen(self, W: Array, D: Array, draws: Draws) -> Array:
        """Return a bound on the norms of the gradients at W + D, or infinity."""

    def note(self, draws: Draws, left_over: Array) -> None:
        """Learn which share of its gradient the last step of each draw left."""


def way(steering: Objective, n_draws: int) -> Way:
    """Return the way that suits the number of features."""
    kind = Direct if few_features(steering.rows.n_features) else Conjugate
    return kind(steering, n_draws)


def few_features(d: int) -> bool:
    """Tell whether Hessians are built."""
    return d <= MAX_DIRECT_FEATURES


class Direct:
    """Directions from each draw's own Hessian, kept for as long as it serves: see `Way`."""

    def __init__(self, steering: Objective, n_draws: int) -> None:
        d = steering.rows.n_features
        self.steering, self.kept = steering, np.empty((n_draws, d, d))
        self.left_over, self.built_at = np.full(n_draws, np.inf), np.full((n_draws, d), np.nan)

    def start(self, objective: Objective, W: Array) -> Array:
        """Return the gradients; in the same pass, build the first Hessians."""
        every, built = np.arange(len(W)), np.isfinite(self.left_over).any()
        if built or objective is not self.steering:
            return self.gradient(objective, W, every)
        return self._build(W, every)

    def gradient(self, objective: Objective, W: Array, draws: Draws) -> Array:
        """Return the gradients alone: most points need no Hessian of their own."""
        return _cut_for(objective, draws).gradient(W, draws)

    def direction(self, W: Array, gradient: Array, draws: Draws, goal: Array) -> Array:
        """Return -H⁻¹g, with H built anew where the last one would miss the goal."""
        old = SAFETY * self.left_over[draws] > goal
        if old.any():
            self._build(W[old], draws[old])
        return direct(self.kept[draws], gradient)

    def foreseen(self, W: Array, D: Array, draws: Draws) -> Array:
        """Return ‖D‖²/2 times the bound on |ℓ'''|, where the Hessian was built at this point.

        For ∇J(w + D) = ∫ (H(w + tD) - H(w)) D dt, and no record is longer than 1.
        """
        bound = 0.5 * self.steering.loss.twist * row_dot(D, D)
        return np.where(np.all(self.built_at[draws] == W, axis=1), bound, np.inf)

    def note(self, draws: Draws, left_over: Array) -> None:
        """Learn how well the Hessians served."""
        self.left_over[draws] = left_over

    def _build(self, W: Array, draws: Draws) -> Array:
        gradient, self.kept[draws] = derivatives(self.steering, W, draws)
        self.left_over[draws], self.built_at[draws] = 0.0, W
        return gradient


def direct(H: Array, gradient: Array) -> Array:
    """Return -H⁻¹g of each draw, shape (n_draws, d)."""
    return np.asarray(-np.linalg.solve(H, gradient[:, :, None])[:, :, 0], dtype=np.float64)


def derivatives(objective: Objective, W: Array, draws: Draws) -> tuple[Array, Array]:
    """Return ∇J(w) and ∇²J(w) of each draw, in one pass over the records.

    Parameters
    ----------
    objective : Objective
    W : array (len(draws), d)
    draws : int array

    Returns
    -------
    gradient : array (len(draws), d)
    hessian : array (len(draws), d, d)
    """
    objective = _cut_for(objective, draws)
    curvature = _Curvature(objective, len(draws))
    gradient = objective.gradient(W, draws, curvature)
    return gradient, curvature.hessians(objective.lam[draws])


def _cut_for(objective: Objective, draws: Draws) -> Objective:
    """Return the objective, its records in tiles that are worth a few draws' while."""
    few = len(draws) <= FEW_DRAWS < objective.rows.n_draws
    return replace(objective, rows=objective.rows.for_few) if few else objective


class _Curvature(Positions):
    """The Hessians' entries, summed up as the positions pass by."""

    def __init__(self, objective: Objective, n_draws: int) -> None:
        super().__init__()
        self.objective = objective
        self.packed = np.zeros((n_draws, n_pairs(objective.rows.n_features)))

    def see(self, tile: Tile, position: npt.NDArray[Any]) -> None:
        products = self.objective.rows.products[tile.number]
        self.packed += self.objective.loss.bend(position) @ products()

    def hessians(self, lam: Array) -> Array:
        d = self.objective.rows.n_features
        a, b = np.triu_indices(d)
        pair = np.empty((d, d), dtype=np.intp)
        pair[a, b] = pair[b, a] = np.arange(len(a))
        H: Array = self.packed[:, pair]
        H[:, range(d), range(d)] += lam[:, None]
        return H
