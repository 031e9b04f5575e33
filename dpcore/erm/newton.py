"""Newton's method for a batch of draws, each going its own way.

A step costs a gradient, and a Hessian that costs about twice as much. Near the optimum the Hessian
hardly changes any more, so that the last one does again: each draw keeps its own for as long as
what it left of the gradient last time, left once more, would reach the goal.

Gradients and Hessians may come from different forms of the records: those of one precision
steer, those of the other certify.
"""

import numpy as np
import numpy.typing as npt

from dpcore.checks import Array
from dpcore.erm import directions
from dpcore.erm.line_search import slope_search
from dpcore.erm.objective import Draws, Objective, Positions

MAX_STEPS = 100
"""After so many Newton steps, each of one or more passes, a draw is given up, and says so."""

SAFETY = 2.0
"""A Hessian that is kept does about so many times worse than when it was new."""

HALVED = 0.5
"""A step that leaves more of a gradient that rounding may have made has shown no way on."""

Steps = npt.NDArray[np.int64]


class Newton:
    """The points of a batch of draws on their way to the minimisers.

    Parameters
    ----------
    steering : Objective
        Gives the Hessians.
    W : array (n_draws, n_features)
        Where to begin.
    """

    def __init__(self, steering: Objective, W: Array) -> None:
        self.steering, self.W = steering, W.copy()
        d = W.shape[1]
        self.kept = np.empty((len(W), d, d)) if directions.few_features(d) else None
        self.left_over = np.full(len(W), np.inf)

    def descend(
        self,
        objective: Objective,
        tolerance: Array,
        max_steps: int = MAX_STEPS,
        resolution: float = 0.0,
    ) -> tuple[Array, Steps]:
        """Step until the gradients of `objective` are within tolerance.

        Parameters
        ----------
        objective : Objective
        tolerance : array (n_draws,)
        max_steps : int
        resolution : float
            How far off rounding may put the gradients. Below it a step is taken as it comes, and
            a draw whose gradient it did not halve goes no further.

        Returns
        -------
        grad_norm : array (n_draws,)
        n_iter : int array (n_draws,)
        """
        draws = np.arange(len(self.W))
        positions = self.steering.rows.empty_tiles(len(draws))
        gradient = objective.gradient(self.W, draws, positions)
        norm, n_iter = np.linalg.norm(gradient, axis=1), np.zeros(len(draws), dtype=np.int64)

        def gradient_at(points: Array, trials: Draws) -> Array:
            return objective.gradient(points, draws[trials], positions)

        draws = draws[norm > tolerance]
        for _ in range(max_steps):
            if not len(draws):
                break
            goal = tolerance[draws] / norm[draws]
            D = self._direction(positions, gradient[draws], draws, goal)
            self.W[draws], gradient[draws] = slope_search(
                gradient_at, self.W[draws], D, gradient[draws], resolution
            )
            before, norm[draws] = norm[draws], np.linalg.norm(gradient[draws], axis=1)
            self.left_over[draws] = norm[draws] / before
            n_iter[draws] += 1
            hidden = (norm <= resolution) & (self.left_over > HALVED)
            draws = draws[(norm > tolerance)[draws] & ~hidden[draws]]
        return norm, n_iter

    def _direction(self, positions: Positions, gradient: Array, draws: Draws, goal: Array) -> Array:
        if self.kept is None:
            return directions.conjugate(self.steering, positions, gradient, draws, goal)
        old = draws[SAFETY * self.left_over[draws] > goal]
        if len(old):
            self.kept[old] = directions.hessians(self.steering, positions, old)
        return directions.direct(self.kept[draws], gradient)
