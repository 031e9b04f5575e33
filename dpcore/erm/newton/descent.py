"""Newton's method for a batch of draws, each with steps of its own.

Directions come from one form of the records (`steering`), gradients may come from another. This
is mixed precision: a descent with gradients in single precision does most of the way, and a
second one, with gradients in double precision, certifies where it ends.

One step of a descent:

1. `Directions.direction` gives -H⁻¹g of the draws that are not done.
2. Where a bound says that the full step is sure to arrive, it is taken unchecked: no gradient is
   computed there. Only in single precision, since the certifying descent looks at it anyway.
3. Of the others, `slope_search` finds how far to go, and the gradient there.
4. Draws within their tolerance drop out; the rest tell `Directions` how much was left.
"""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from dpcore.checks import Array
from dpcore.erm.newton.directions import make_directions
from dpcore.erm.newton.line_search import slope_search
from dpcore.erm.objective import DrawIndex, Objective

# After so many Newton steps, each of one or more passes, a draw is given up, and says so.
#
# Where Newton's method converges, it mostly takes fewer than ten; a draw that needs more than 100
# is in a place where rounding hides the way.
MAX_STEPS = 100

# A step near the rounding error that leaves more than this of the gradient has met rounding: in
# exact arithmetic a Newton step so near to the minimiser leaves next to nothing.
NO_PROGRESS = 0.5

Steps = npt.NDArray[np.int64]


@dataclass(frozen=True, eq=False)
class MixedPrecision:
    """What a descent in single precision must know, since another one certifies where it ends.

    Parameters
    ----------
    resolution : float
        How far off rounding may put a gradient. Below it a slope is as good as 0, and a draw whose
        gradient a step did not halve goes no further.
    goal : array (n_draws,)
        Gradient norm that is as good as 0 in this precision. A step that is sure to lead there is
        taken unchecked; and so is one last step within the tolerance.
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
        self.directions = make_directions(steering, len(W))

    def descend(
        self,
        objective: Objective,
        tolerance: Array,
        max_steps: int = MAX_STEPS,
        mixed: MixedPrecision | None = None,
    ) -> tuple[Array, Steps]:
        """Step until the gradients of `objective` are within tolerance.

        `mixed` is given where the objective's gradients are in single precision; without it every
        step is checked. Returned are, of each draw, the norm of the gradient, infinite after an
        unchecked step, since it is not known there, and the number of checked steps.
        """
        draws = np.arange(len(self.W))
        self.gradient = self.directions.start(objective, self.W)
        norm, n_iter = np.linalg.norm(self.gradient, axis=1), np.zeros(len(draws), dtype=np.int64)
        resolution = mixed.resolution if mixed else 0.0
        draws = draws[norm > tolerance]
        for _ in range(max_steps):
            D = self._direction(draws, tolerance)
            if mixed:
                bound = self.directions.residual_bound(self.W[draws], D, draws)
                sure = bound <= mixed.goal[draws]
                self._step_unchecked(draws[sure], D[sure], norm)
                draws, D = draws[~sure], D[~sure]
            if not len(draws):
                break
            self._search(objective, draws, D, resolution)
            before, norm[draws] = norm[draws], np.linalg.norm(self.gradient[draws], axis=1)
            residual_ratio = norm[draws] / before
            self.directions.note(draws, residual_ratio)
            n_iter[draws] += 1
            # Records that repeat one another round alike, and their errors add up: such a draw
            # would use up all its steps and all trials of each (a curve on KDD Cup 99 took a
            # minute instead of four seconds). It ends here, and double precision goes on.
            hidden = (norm[draws] <= resolution) & (residual_ratio > NO_PROGRESS)
            draws = draws[(norm[draws] > tolerance[draws]) & ~hidden]
        if mixed:
            # One more step costs no gradient: it squares what is left, so that the certifying
            # gradient in double precision mostly finds nothing to do.
            arrived = np.flatnonzero((norm > mixed.goal) & (norm <= tolerance))
            self._step_unchecked(arrived, self._direction(arrived, mixed.goal), norm)
        return norm, n_iter

    def _direction(self, draws: DrawIndex, goal: Array) -> Array:
        W, gradient = self.W[draws], self.gradient[draws]
        if not len(draws):
            return W
        share = goal[draws] / np.linalg.norm(gradient, axis=1)
        return self.directions.direction(W, gradient, draws, share)

    def _step_unchecked(self, draws: DrawIndex, D: Array, norm: Array) -> None:
        """Take the full step; the gradient norm there is not known, hence infinite."""
        self.W[draws] += D
        norm[draws] = np.inf

    def _search(self, objective: Objective, draws: DrawIndex, D: Array, resolution: float) -> None:
        """Move along D, as far as the line search says."""

        def gradient_at(points: Array, trials: DrawIndex) -> Array:
            return self.directions.gradient(objective, points, draws[trials])

        self.W[draws], self.gradient[draws] = slope_search(
            gradient_at, self.W[draws], D, self.gradient[draws], resolution
        )
