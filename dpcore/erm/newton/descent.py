"""Newton's method for a batch of draws, each going its own way.

Directions come from one form of the records (`steering`); gradients may come from another: those
of single precision steer, those of double precision certify.
"""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from dpcore.checks import Array
from dpcore.erm.newton import directions
from dpcore.erm.newton.line_search import slope_search
from dpcore.erm.objective import Draws, Objective

MAX_STEPS = 100
"""After so many Newton steps, each of one or more passes, a draw is given up, and says so."""

HALVED = 0.5
"""A step that leaves more of a gradient that rounding may have made has shown no way on."""

Steps = npt.NDArray[np.int64]


@dataclass(frozen=True, eq=False)
class Rounding:
    """What a descent is told whose gradients are rounded, for others to certify where it ends.

    Parameters
    ----------
    resolution : float
        How far off rounding may put a gradient. Below it a step is taken as it comes, and a draw
        whose gradient it did not halve goes no further.
    goal : array (n_draws,)
        What is as good as 0 in this precision. A step that is sure to lead there is taken on
        trust, without a look; and so is one last step within the tolerance.
    """

    resolution: float
    goal: Array


class Newton:
    """The points of a batch of draws on their way to the minimisers.

    Parameters
    ----------
    steering : Objective
        Gives the directions.
    W : array (n_draws, n_features)
        Where to begin.
    """

    def __init__(self, steering: Objective, W: Array) -> None:
        self.W, self.gradient = W.copy(), np.empty_like(W)
        self.way = directions.way(steering, len(W))

    def descend(
        self,
        objective: Objective,
        tolerance: Array,
        max_steps: int = MAX_STEPS,
        rounding: Rounding | None = None,
    ) -> tuple[Array, Steps]:
        """Step until the gradients of `objective` are within tolerance.

        Parameters
        ----------
        objective : Objective
        tolerance : array (n_draws,)
        max_steps : int
        rounding : Rounding, optional
            Of the objective's gradients, if it is worth a word.

        Returns
        -------
        grad_norm : array (n_draws,)
            Infinite for draws that took a step on trust: nobody has looked yet.
        n_iter : int array (n_draws,)
            Steps taken with a look.
        """
        draws = np.arange(len(self.W))
        self.gradient = self.way.start(objective, self.W)
        norm, n_iter = np.linalg.norm(self.gradient, axis=1), np.zeros(len(draws), dtype=np.int64)
        resolution = rounding.resolution if rounding else 0.0
        draws = draws[norm > tolerance]
        for _ in range(max_steps):
            D = self._direction(draws, tolerance)
            if rounding:
                sure = self.way.foreseen(self.W[draws], D, draws) <= rounding.goal[draws]
                self._trust(draws[sure], D[sure], norm)
                draws, D = draws[~sure], D[~sure]
            if not len(draws):
                break
            self._search(objective, draws, D, resolution)
            before, norm[draws] = norm[draws], np.linalg.norm(self.gradient[draws], axis=1)
            left_over = norm[draws] / before
            self.way.note(draws, left_over)
            n_iter[draws] += 1
            hidden = (norm[draws] <= resolution) & (left_over > HALVED)
            draws = draws[(norm[draws] > tolerance[draws]) & ~hidden]
        if rounding:
            arrived = np.flatnonzero((norm > rounding.goal) & (norm <= tolerance))
            self._trust(arrived, self._direction(arrived, rounding.goal), norm)
        return norm, n_iter

    def _direction(self, draws: Draws, goal: Array) -> Array:
        W, gradient = self.W[draws], self.gradient[draws]
        if not len(draws):
            return W
        share = goal[draws] / np.linalg.norm(gradient, axis=1)
        return self.way.direction(W, gradient, draws, share)

    def _trust(self, draws: Draws, D: Array, norm: Array) -> None:
        """Step without a look: what the gradient is there, nobody knows."""
        self.W[draws] += D
        norm[draws] = np.inf

    def _search(self, objective: Objective, draws: Draws, D: Array, resolution: float) -> None:
        """Move along D, as far as is good."""

        def gradient_at(points: Array, trials: Draws) -> Array:
            return self.way.gradient(objective, points, draws[trials])

        self.W[draws], self.gradient[draws] = slope_search(
            gradient_at, self.W[draws], D, self.gradient[draws], resolution
        )
