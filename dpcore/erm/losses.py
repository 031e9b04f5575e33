"""Convex losses of the margin, with the two constants that privacy is paid in.

A record's margin under the classifier `w` is `z = y (w·x)`; its loss is `ℓ(z)`. Every theorem
used here asks for a convex `ℓ` with `|ℓ'| ≤ lipschitz` and `0 ≤ ℓ'' ≤ curvature`: the first
bounds how far one record can pull the minimiser (sensitivity), the second how much one record
can bend the objective (the Jacobian term of objective perturbation).

| loss | lipschitz | curvature c | source |
| --- | --- | --- | --- |
| logistic | 1 | 1/4 | CM08 |
| Huber hinge of width h | 1 | 1/(2h) | CMS11 equation 23, Corollary 4 |
| smoothed hinge of width h | 1 | 3/(4h) | CMS11 equation 20 |

The plain hinge is not here: its slope jumps, so no curvature bound holds, and CMS11's proofs
need one. The Huber hinge's second derivative jumps at `1 ± h`, which CMS11 Corollary 4 covers.

All three bend from one straight line, of slope -1, to another, of slope 0. With the *position* p
of a margin on that bend, a number from -1 to 1, and a sigmoid σ from -1 to 1,

    ℓ'(z) = (σ - 1)/2,    ℓ''(z) = dσ/dz / 2,

both follow without another look at the margin: gradient and Hessian take one pass together.

| loss | width | position p | σ(p) | ℓ'' |
| --- | --- | --- | --- | --- |
| logistic | 2 | tanh(z/2) | p | (1 - p²)/4 |
| Huber hinge | h | (z - 1)/h, held to [-1, 1] | p | 1/(2h) inside, 0 at the ends |
| smoothed hinge | h | (z - 1)/h, held to [-1, 1] | (3p - p³)/2 | 3(1 - p²)/(4h) |

tanh never overflows, needs no division, and is the one transcendental function for both
derivatives.

Conventions: margins are arrays of any shape; value, slope and curvature_at return that shape, in
the margins' precision. `position` wants margins over the width and puts p in their place.

Examples
--------
>>> Logistic().slope(np.array([0.0]))
array([-0.5])
>>> HuberHinge(h=0.5).curvature
1.0
"""

from dataclasses import dataclass
from typing import ClassVar, Protocol

import numpy as np

from dpcore import checks
from dpcore.checks import Array


class Loss(Protocol):
    """What the solver and the mechanisms need to know of a loss."""

    name: ClassVar[str]
    label: ClassVar[str]

    @property
    def lipschitz(self) -> float:
        """Bound on |ℓ'|."""

    @property
    def curvature(self) -> float:
        """Bound c on ℓ''."""

    @property
    def twist(self) -> float:
        """Bound on |ℓ'''|, infinite where ℓ'' jumps."""

    def value(self, margins: Array) -> Array:
        """Return ℓ(z)."""

    def slope(self, margins: Array) -> Array:
        """Return ℓ'(z)."""

    def curvature_at(self, margins: Array) -> Array:
        """Return ℓ''(z); where it jumps, either side's value."""

    @property
    def width(self) -> float:
        """How far the bend reaches: positions are functions of z/width."""

    def position(self, widths: Array) -> Array:
        """Turn margins over the width into positions, in their own array."""

    def sigmoid(self, position: Array) -> Array:
        """Return σ = 2ℓ' + 1."""

    def bend(self, position: Array) -> Array:
        """Return ℓ''."""


class _Bent:
    """The derivatives of a loss, both read from positions."""

    def slope(self: Loss, margins: Array) -> Array:
        """Return ℓ'(z)."""
        return (self.sigmoid(_positions(self, margins)) - 1) * 0.5

    def curvature_at(self: Loss, margins: Array) -> Array:
        """Return ℓ''(z); where it jumps, 0."""
        return self.bend(_positions(self, margins))


def _positions(loss: Loss, margins: Array) -> Array:
    with np.errstate(over="ignore"):  # infinitely many widths away is at an end, as it should be
        widths = np.asarray(margins / loss.width)
    return loss.position(widths)


@dataclass(frozen=True)
class Logistic(_Bent):
    """ℓ(z) = log(1 + e^-z): logistic regression."""

    name: ClassVar[str] = "logistic"
    label: ClassVar[str] = "Logistic"
    lipschitz: ClassVar[float] = 1.0
    curvature: ClassVar[float] = 0.25
    twist: ClassVar[float] = 1 / (6 * 3**0.5)
    width: ClassVar[float] = 2.0

    def value(self, margins: Array) -> Array:
        """Return log(1 + e^-z), exact to rounding at both ends."""
        return np.logaddexp(0.0, -margins)

    def position(self, widths: Array) -> Array:
        """Return tanh(z/2)."""
        return np.tanh(widths, out=widths)

    def sigmoid(self, position: Array) -> Array:
        """Return p."""
        return position

    def bend(self, position: Array) -> Array:
        """Return (1 - p²)/4."""
        bend = position * position
        bend -= 1.0
        bend *= -0.25
        return bend

    @staticmethod
    def beyond(position: Array) -> tuple[Array, Array]:
        """Return ℓ''' = -p(1 - p²)/4 and ℓ'''' = (1 - p²)(3p² - 1)/8."""
        square = position * position
        return position * (square - 1) / 4, (1 - square) * (3 * square - 1) / 8


NARROWEST, WIDEST = 1e-6, 1e6
"""A half-width beyond these is a plain hinge, or a straight line, in double precision."""


@dataclass(frozen=True)
class _Banded(_Bent):
    """A hinge whose corner at z = 1 is rounded off in the band |1 - z| ≤ h."""

    h: float = 0.5
    lipschitz: ClassVar[float] = 1.0

    def __post_init__(self) -> None:
        object.__setattr__(self, "h", checks.between("h", self.h, NARROWEST, WIDEST))

    @property
    def width(self) -> float:
        """Return h."""
        return self.h

    def position(self, widths: Array) -> Array:
        """Return (z - 1)/h, held to [-1, 1]."""
        widths -= 1 / self.h
        return np.clip(widths, -1.0, 1.0, out=widths)


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

    twist: ClassVar[float] = np.inf

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

    def bend(self, position: Array) -> Array:
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

    @property
    def curvature(self) -> float:
        """Return c = 3/(4h)."""
        return 3 / (4 * self.h)

    @property
    def twist(self) -> float:
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

    def bend(self, position: Array) -> Array:
        """Return 3(1 - p²)/(4h), which is 0 at both ends of the band."""
        bend = position * position
        bend -= 1.0
        bend *= -self.curvature
        return bend


@dataclass(frozen=True)
class Stretched(_Bent):
    """s ℓ(z/s): the same loss with its corner drawn out s times as wide.

    The slopes stay the same and the curvature reaches s times as far, so that a solver which has
    lost its way on the flat parts of ℓ can follow the minimisers as s falls to 1.

    Parameters
    ----------
    loss : Loss
    scale : float
        s, at least 1.
    """

    loss: Loss
    scale: float
    name: ClassVar[str] = "stretched"
    label: ClassVar[str] = "Stretched"

    @property
    def lipschitz(self) -> float:
        """Return the bound on the slope, that of ℓ."""
        return self.loss.lipschitz

    @property
    def curvature(self) -> float:
        """Return c/s."""
        return self.loss.curvature / self.scale

    @property
    def twist(self) -> float:
        """Return the bound on |ℓ'''| over s²."""
        return self.loss.twist / self.scale**2

    def value(self, margins: Array) -> Array:
        """Return s ℓ(z/s)."""
        return self.scale * self.loss.value(margins / self.scale)

    @property
    def width(self) -> float:
        """Return s times the width of ℓ."""
        return self.scale * self.loss.width

    def position(self, widths: Array) -> Array:
        """Return the position of z/s."""
        return self.loss.position(widths)

    def sigmoid(self, position: Array) -> Array:
        """Return that of ℓ."""
        return self.loss.sigmoid(position)

    def bend(self, position: Array) -> Array:
        """Return ℓ''(z/s)/s."""
        return self.loss.bend(position) * (1 / self.scale)


LOSSES: dict[str, type[Logistic] | type[HuberHinge] | type[SmoothedHinge]] = {
    loss.name: loss for loss in (Logistic, HuberHinge, SmoothedHinge)
}
"""Every loss by its name; tests and pages iterate over this registry."""


def make_loss(name: str, h: float = 0.5) -> Loss:
    """Return the loss called `name`, of half-width `h` where it has a band.

    Parameters
    ----------
    name : str
        A key of `LOSSES`.
    h : float
        Half-width of the band, positive; the logistic loss has none and ignores it.

    Raises
    ------
    InvalidInput
        If there is no such loss (the plain hinge, for one, has no curvature bound) or h is not
        positive.
    """
    if name == "hinge":
        raise checks.InvalidInput(
            "loss must have a bounded second derivative, which the plain hinge lacks; "
            "use huber or smoothed."
        )
    kind = LOSSES[checks.one_of("loss", name, tuple(LOSSES))]
    return kind(h=h) if issubclass(kind, _Banded) else kind()
