"""Continuation: a sequence of easier losses that leads a lost draw to its minimiser.

Newton's method needs curvature. Where every margin lies on a flat part of a hinge, the Hessian is
λI alone, the method is steepest descent with steps of 1/λ, and may not arrive in its steps. The
same loss drawn out s times as wide,

    ℓ_s(z) = s ℓ(z/s),

has curvature wherever the margins are once s is large enough, and is ℓ itself at s = 1. Its
minimisers move continuously with s, so that each is a good start for the next (a homotopy; see
Nocedal and Wright, Numerical Optimization, section 11.3).

Few draws need it: those that the first steps of `solver` left outside of their tolerance, under
narrow hinges, small λ and strong noise.
"""

from dataclasses import dataclass, replace
from typing import ClassVar, Self

import numpy as np

from dpcore.checks import Array
from dpcore.erm.contract import Loss, Sigmoidal
from dpcore.erm.newton.descent import Newton, Steps
from dpcore.erm.objective import Objective

# s is divided by this from one loss to the next: the inner half of the last transition is the next
# one, so that a minimiser of the last problem finds curvature in the next.
FACTOR = 2.0

LOOSENESS = 1e3
"""The problems on the way are only starts: solved to a tolerance so many times as loose."""


@dataclass(frozen=True)
class ContinuedLoss(Sigmoidal):
    """s ℓ(z/s): the same loss with a transition s times as wide, for continuation.

    The slopes stay the same and ℓ'' is positive s times as far out. Where all margins lie on a flat
    part of ℓ, the Hessian tells nothing; with a large s it does, and the minimisers move
    continuously as s falls to 1. So the solver follows a sequence of easier problems to ℓ.

    s, the `scale`, is at least 1.
    """

    loss: Loss
    scale: float
    name: ClassVar[str] = "continued"
    label: ClassVar[str] = "Continued"
    noun: ClassVar[str] = "continued loss"

    @classmethod
    def of_half_width(cls, h: float) -> Self:
        """Refuse: it is made of another loss."""
        raise NotImplementedError(f"A continued loss is made of another loss, not of h = {h}.")

    @property
    def lipschitz(self) -> float:
        """Return the bound on the slope, that of ℓ."""
        return self.loss.lipschitz

    @property
    def curvature(self) -> float:
        """Return c/s."""
        return self.loss.curvature / self.scale

    @property
    def third_derivative_bound(self) -> float:
        """Return the bound on |ℓ'''| over s²."""
        return self.loss.third_derivative_bound / self.scale**2

    @property
    def kinks(self) -> tuple[float, ...]:
        """Return s times the kinks of ℓ."""
        return tuple(self.scale * kink for kink in self.loss.kinks)

    @property
    def width(self) -> float:
        """Return s times the width of ℓ."""
        return self.scale * self.loss.width

    def value(self, margins: Array) -> Array:
        """Return s ℓ(z/s)."""
        return self.scale * self.loss.value(margins / self.scale)

    def position(self, widths: Array, out: Array) -> Array:
        """Return the position of z/s."""
        return self.loss.position(widths, out)

    def sigmoid(self, position: Array) -> Array:
        """Return that of ℓ."""
        return self.loss.sigmoid(position)

    def second_derivative(self, position: Array) -> Array:
        """Return ℓ''(z/s)/s."""
        return self.loss.second_derivative(position) * (1 / self.scale)


def descend_by_continuation(
    objective: Objective, W: Array, tolerance: Array
) -> tuple[Array, Array, Steps]:
    """Return minimisers, gradient norms and steps, from easier losses to the loss itself.

    `W` (n_draws, n_features) is where the draws lost their way. The norms (n_draws,) are those of
    the objective itself; above the tolerance where this did not help either.
    """
    # No record is longer than 1, so that |z| ≤ ‖w‖: the first transition reaches every margin.
    scale = FACTOR ** np.ceil(np.log(np.linalg.norm(W, axis=1).max() + 1) / np.log(FACTOR))
    n_iter = np.zeros(len(W), dtype=np.int64)
    while scale > 1:
        easier = replace(objective, loss=ContinuedLoss(objective.loss, scale))
        newton = Newton(easier, W)
        n_iter += newton.descend(easier, LOOSENESS * tolerance)[1]
        W, scale = newton.W, scale / FACTOR
    newton = Newton(objective, W)
    grad_norm, steps = newton.descend(objective, tolerance)
    return newton.W, grad_norm, n_iter + steps
