"""How far to go: a line search on the slope, for a batch of draws.

Along a descent direction D, φ(t) = J(w + tD) is convex, so φ'(t) = ∇J(w + tD)·D climbs from
φ'(0) < 0 through 0 at the best t. A step is good when it has halved the slope,
|φ'(t)| ≤ |φ'(0)|/2. A step that fell short is made four times as long; one that went too far
brackets the root, and the Illinois variant of regula falsi (Dowell and Jarratt 1971) finds it;
where the slope is flat and then steep, regula falsi creeps, so that a bracket it did not halve is
bisected.

Why the slope and not the value: near the optimum differences of values drown in rounding long
before the slope does, and why not ‖∇J‖: under noise and small λ it need not fall along the way.
"""

from collections.abc import Callable

import numpy as np

from dpcore.checks import Array
from dpcore.erm.objective import DrawIndex

# Share of the slope that a good step may leave. Far from the minimiser an exact search would
# waste gradients on a direction that will change; near it, Newton's full step leaves next to
# nothing and is taken at the first trial. With any share below 1 a convex J falls enough to
# converge.
GOOD_ENOUGH = 0.5

# Factor of a step that fell short: 20 trials reach 1e12, as far as a flat hinge under small λ
# asks for, and a step that became too long is mended by the bracket.
LENGTHENING = 4.0

# Trials before the last step is taken as it is; Newton's next direction corrects it. Bisection
# every other trial gains 40 binary digits, enough for a bracket 1e12 times its root.
MAX_TRIALS = 80


def slope_search(
    gradient_at: Callable[[Array, DrawIndex], Array],
    W: Array,
    D: Array,
    gradient: Array,
    resolution: float = 0.0,
) -> tuple[Array, Array]:
    """Step from each row of W along D until the slope has halved.

    Parameters
    ----------
    gradient_at : callable
        Maps points (k, d) and the k row numbers they belong to on gradients (k, d).
    W, D, gradient : array (m, d)
        Points, descent directions and the gradients at the points.
    resolution : float
        How far off the gradients may be: slopes below it are as good as none.

    Returns
    -------
    W, gradient : array (m, d)
        The new points and the gradients there.
    """
    W, gradient = W.copy(), gradient.copy()
    # A gradient that is off by `resolution` has a slope along D that is off by ‖D‖ times that.
    hidden = resolution * np.linalg.norm(D, axis=1)
    bracket = _Bracket(np.einsum("ij,ij->i", gradient, D), hidden)
    origin, todo = W.copy(), np.arange(len(W))
    for _ in range(MAX_TRIALS):
        W[todo] = origin[todo] + bracket.step[todo, None] * D[todo]
        gradient[todo] = gradient_at(W[todo], todo)
        slope = np.einsum("ij,ij->i", gradient[todo], D[todo])
        todo = bracket.narrow(todo, slope)
        if not len(todo):
            break
    return W, gradient


class _Bracket:
    """Per draw, the longest step known to be short and the shortest known to be long."""

    def __init__(self, slope: Array, hidden: Array) -> None:
        self.goal = np.maximum(GOOD_ENOUGH * np.abs(slope), hidden)
        self.short, self.short_slope = np.zeros(len(slope)), slope.copy()
        self.long, self.long_slope = np.full(len(slope), np.inf), np.zeros(len(slope))
        self.step = np.ones(len(slope))
        self.width = np.full(len(slope), np.inf)
        self.last_moved = np.zeros(len(slope))  # -1 the short end, +1 the long one

    def narrow(self, todo: DrawIndex, slope: Array) -> DrawIndex:
        """Take in the slopes at the current steps; return the draws that need another."""
        # Written so that a slope that is no number is not good either.
        pending = ~(np.abs(slope) <= self.goal[todo])
        todo, slope = todo[pending], slope[pending]
        if not len(todo):
            return todo
        under = slope < 0
        self._move_short(todo[under], slope[under])
        self._move_long(todo[~under], slope[~under])
        self._choose(todo)
        return todo

    def _move_short(self, draws: DrawIndex, slope: Array) -> None:
        # Illinois: an end that stays put twice in a row counts half, or it would stay for ever.
        self.long_slope[draws] *= np.where(self.last_moved[draws] < 0, 0.5, 1.0)
        self.short[draws], self.short_slope[draws] = self.step[draws], slope
        self.last_moved[draws] = -1

    def _move_long(self, draws: DrawIndex, slope: Array) -> None:
        self.short_slope[draws] *= np.where(self.last_moved[draws] > 0, 0.5, 1.0)
        self.long[draws], self.long_slope[draws] = self.step[draws], slope
        self.last_moved[draws] = 1

    def _choose(self, draws: DrawIndex) -> None:
        open_ended = np.isinf(self.long[draws])
        longer, closed = draws[open_ended], draws[~open_ended]
        self.step[longer] *= LENGTHENING
        weight = self.long_slope[closed] / (self.long_slope[closed] - self.short_slope[closed])
        self.step[closed] = weight * self.short[closed] + (1 - weight) * self.long[closed]
        self._bisect(closed)

    def _bisect(self, draws: DrawIndex) -> None:
        # Without it, one search in ten used up all trials on hinges of one feature and small λ.
        width = self.long[draws] - self.short[draws]
        slow = draws[width > 0.5 * self.width[draws]]
        self.step[slow] = 0.5 * (self.short[slow] + self.long[slow])
        self.width[draws] = width
