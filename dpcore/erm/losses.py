"""Convex losses of the margin, with the two constants that privacy is paid in.

A record's margin under the classifier `w` is `z = y (w·x)`; its loss is `ℓ(z)`. Every theorem
used here asks for a convex `ℓ` with `|ℓ'| ≤ lipschitz` and `0 ≤ ℓ'' ≤ curvature`: the first
bounds how far one record can pull the minimiser (sensitivity), the second how much one record
can change the Hessian (the Jacobian term of objective perturbation).

| loss | lipschitz | curvature c | source |
| --- | --- | --- | --- |
| logistic | 1 | 1/4 | CM08 |
| Huber hinge of width h | 1 | 1/(2h) | CMS11 equation 23, Corollary 4 |
| smoothed hinge of width h | 1 | 3/(4h) | CMS11 equation 20 |

The plain hinge is not here: its slope jumps, so no curvature bound holds, and CMS11's proofs
need one. The Huber hinge's second derivative jumps at `1 ± h`, which CMS11 Corollary 4 covers.

All pass from one straight line, of slope -1, to another, of slope 0. The *position* p of a
margin says where it stands between the two, as a number from -1 to 1. With a sigmoid σ of p,

    ℓ'(z) = (σ - 1)/2,    ℓ''(z) = dσ/dz / 2,

both follow from p alone: gradient and Hessian take one pass over the records together.

| loss | width | position p | σ(p) | ℓ'' |
| --- | --- | --- | --- | --- |
| logistic | 2 | tanh(z/2) | p | (1 - p²)/4 |
| Huber hinge | h | (z - 1)/h, held to [-1, 1] | p | 1/(2h) inside, 0 at the ends |
| smoothed hinge | h | (z - 1)/h, held to [-1, 1] | (3p - p³)/2 | 3(1 - p²)/(4h) |

tanh never overflows, needs no division, and is the one transcendental function for both
derivatives.

Conventions: margins are arrays of any shape; value, slope and curvature_at return that shape, in
the margins' precision. `position` writes to `out`, which may be its argument.

To add a loss, write one class that keeps `contract.Loss` and name it in `LOSSES` and in both
tables. Nobody asks a loss for its name: the solver, the mechanisms and the pages read the contract.

Examples
--------
>>> Logistic().slope(np.array([0.0]))
array([-0.5])
>>> HuberHinge(h=0.5).curvature
1.0
"""

from dataclasses import dataclass
from typing import ClassVar, Self

import numpy as np

from dpcore import checks
from dpcore.checks import Array

# Again under its own name: whoever takes a loss from here takes its contract from here too.
from dpcore.erm.contract import Loss as Loss
from dpcore.erm.contract import Sigmoidal
from dpcore.erm.weighted import EVEN, by_share


@dataclass(frozen=True)
class Logistic(Sigmoidal):
    """ℓ(z) = log(1 + e^-z): logistic regression."""

    name: ClassVar[str] = "logistic"
    label: ClassVar[str] = "Logistic"
    noun: ClassVar[str] = "logistic loss"
    has_series: ClassVar[bool] = True
    lipschitz: ClassVar[float] = 1.0
    curvature: ClassVar[float] = 0.25  # (1 - p²)/4 at p = 0
    third_derivative_bound: ClassVar[float] = 1 / (6 * 3**0.5)  # |p(1 - p²)|/4 at p = 1/√3
    kinks: ClassVar[tuple[float, ...]] = ()
    width: ClassVar[float] = 2.0  # p = tanh(z/2)

    @classmethod
    def of_half_width(cls, _: float) -> Self:
        """Return the loss: it has no half-width."""
        return cls()

    def value(self, margins: Array) -> Array:
        """Return log(1 + e^-z), exact to rounding at both ends."""
        return np.logaddexp(0.0, -margins)

    def position(self, widths: Array, out: Array) -> Array:
        """Return tanh(z/2)."""
        return np.tanh(widths, out=out)

    def sigmoid(self, position: Array) -> Array:
        """Return p."""
        return position

    def second_derivative(self, position: Array) -> Array:
        """Return (1 - p²)/4."""
        # In place: three arrays fewer for each tile, on the way that every margin takes.
        second = position * position
        second -= 1.0
        second *= -0.25
        return second

    def third_and_fourth(self, position: Array) -> tuple[Array, Array]:
        """Return ℓ''' = -p(1 - p²)/4 and ℓ'''' = (1 - p²)(3p² - 1)/8."""
        square = position * position
        return position * (square - 1) / 4, (1 - square) * (3 * square - 1) / 8


NARROWEST, WIDEST = 1e-6, 1e6
"""A half-width beyond these is a plain hinge, or a straight line, in double precision."""


@dataclass(frozen=True)
class _Banded(Sigmoidal):
    """A hinge whose corner at z = 1 is rounded off in the band |1 - z| ≤ h."""

    h: float = 0.5
    has_half_width: ClassVar[bool] = True
    lipschitz: ClassVar[float] = 1.0

    @classmethod
    def of_half_width(cls, h: float) -> Self:
        """Return the loss whose band has the half-width h."""
        return cls(h=h)

    def __post_init__(self) -> None:
        object.__setattr__(self, "h", checks.between("h", self.h, NARROWEST, WIDEST))

    @property
    def width(self) -> float:
        """Return h."""
        return self.h

    @property
    def kinks(self) -> tuple[float, ...]:
        """Return the ends of the band."""
        return 1 - self.h, 1 + self.h

    def position(self, widths: Array, out: Array) -> Array:
        """Return (z - 1)/h, held to [-1, 1]."""
        # z/h - 1/h, not (z - 1)/h: the solver divides w by h once, instead of every margin.
        np.subtract(widths, 1 / self.h, out=out)
        return np.clip(out, -1.0, 1.0, out=out)

    def positions(self, margins: Array) -> Array:
        """Return (z - 1)/h, held to [-1, 1]."""
        # Exact to the last digit, which z/h - 1/h is not in a narrow band.
        with np.errstate(over="ignore"):  # a margin infinitely many widths away is at an end
            return np.asarray(np.clip((margins - 1) / self.h, -1.0, 1.0))


@dataclass(frozen=True)
class HuberHinge(_Banded):
    """CMS11 equation 23: a quadratic piece, (1+h-z)²/(4h), between the two lines of the hinge.

    Parameters
    ----------
    h : float
        Half-width of the band, from 1e-6 to 1e6; CMS11 uses 0.5.
    """

    name: ClassVar[str] = "huber"
    label: ClassVar[str] = "Huber"
    noun: ClassVar[str] = "Huber loss"
    third_derivative_bound: ClassVar[float] = np.inf  # ℓ'' jumps from 0 to c

    @property
    def curvature(self) -> float:
        """Return c = 1/(2h)."""
        return 1 / (2 * self.h)

    def value(self, margins: Array) -> Array:
        """Return 0 above the band, the quadratic inside, 1 - z below."""
        inside = np.clip(1 + self.h - margins, 0.0, 2 * self.h)
        return inside**2 / (4 * self.h) + np.maximum(1 - self.h - margins, 0.0)

    def sigmoid(self, position: Array) -> Array:
        """Return p."""
        return position

    def second_derivative(self, position: Array) -> Array:
        """Return c inside the open band, 0 outside: an element of the generalised Jacobian."""
        inside = np.abs(position) < 1
        return np.where(inside, position.dtype.type(self.curvature), position.dtype.type(0))


@dataclass(frozen=True)
class SmoothedHinge(_Banded):
    """CMS11 equation 20: a quartic piece that makes the hinge twice differentiable.

    With u = (1-z)/h held to [-1, 1], the band's piece is h(3 + 8u + 6u² - u⁴)/16.

    Parameters
    ----------
    h : float
        Half-width of the band, from 1e-6 to 1e6; CMS11 uses 0.5.
    """

    name: ClassVar[str] = "smoothed"
    label: ClassVar[str] = "Smoothed"
    noun: ClassVar[str] = "smoothed hinge loss"

    @property
    def curvature(self) -> float:
        """Return c = 3/(4h)."""
        return 3 / (4 * self.h)

    @property
    def third_derivative_bound(self) -> float:
        """Return 3/(2h²), the slope of ℓ'' at the ends of the band."""
        return 3 / (2 * self.h**2)

    def value(self, margins: Array) -> Array:
        """Return 0 above the band, the quartic inside, 1 - z below."""
        u = np.clip(1 - margins, -self.h, self.h) / self.h
        band = self.h * (3 + u * (8 + u * (6 - u * u))) / 16
        return band + np.maximum(1 - self.h - margins, 0.0)

    def sigmoid(self, position: Array) -> Array:
        """Return (3p - p³)/2."""
        sigmoid = position * position
        sigmoid -= 3.0
        sigmoid *= position
        sigmoid *= -0.5
        return sigmoid

    def second_derivative(self, position: Array) -> Array:
        """Return 3(1 - p²)/(4h), which is 0 at both ends of the band."""
        second = position * position
        second -= 1.0
        second *= -self.curvature
        return second


LOSSES: dict[str, type[Loss]] = {loss.name: loss for loss in (Logistic, HuberHinge, SmoothedHinge)}
"""Every loss by its name; tests and pages iterate over this registry."""


def make_loss(name: str, h: float = 0.5, positive_share: float = EVEN) -> Loss:
    """Return the loss called `name`, of half-width `h` where it has a band.

    Parameters
    ----------
    name : str
        A key of `LOSSES`.
    h : float
        Half-width of the band, positive; losses without `has_half_width` ignore it.
    positive_share : float
        *Declared* share of the records labelled +1, at which both classes count alike
        (`weighted.by_share`); at 1/2 no record counts less than another.

    Raises
    ------
    InvalidInput
        If there is no such loss (the plain hinge, for one, has no curvature bound), h is not
        positive, or the share out of range.
    """
    if name == "hinge":
        raise checks.InvalidInput(
            "loss must have a bounded second derivative, which the plain hinge lacks; "
            "use huber or smoothed."
        )
    loss = LOSSES[checks.one_of("loss", name, tuple(LOSSES))].of_half_width(h)
    return by_share(loss, positive_share)
