"""The contract of a loss, and what follows from positions: what the classes of `losses` keep.

Who adds a loss reads `Loss` and derives from `Sigmoidal`, as `losses.Logistic` does.
"""

from typing import ClassVar, Protocol, Self

import numpy as np

from dpcore.checks import Array


class Loss(Protocol):
    """The whole contract of a loss: all that the solver, the mechanisms and the pages ask of it.

    The theorems need a convex ℓ with |ℓ'| ≤ `lipschitz` and 0 ≤ ℓ'' ≤ `curvature`. The solver
    needs a sigmoid: ℓ' = (σ - 1)/2 with σ from -1 to 1, and positions from which σ and ℓ'' follow.
    The worst case of privacy rests on an odd σ and an even ℓ'', and on 1 - σ and ℓ'' that are
    concave from -1 to 0: then ℓ'' has tails like e^-z, or shorter. A hinge that is rounded by a
    square root has the two constants, and not this. In double precision ℓ is 0 at margins of 10⁶
    and, where there are no `kinks`, positions are at their ends 40 widths from 0.

    Attributes
    ----------
    name, label, noun : str
        Key in `LOSSES` and in addresses; name on screen, in a choice and in a sentence.
    has_half_width : bool
        Whether the user chooses a half-width h of a band, with `kinks` at 1 ± h and straight lines
        outside. A loss without one ignores it.
    has_series : bool
        Whether `third_and_fourth` exists, so that the solver may follow the minimiser by a Taylor
        series. Useful where ℓ'' is smooth; a band's ends are jumps that no series sees.
    lipschitz : float
        Bound on |ℓ'|.
    curvature : float
        Bound c on ℓ''.
    third_derivative_bound : float
        Bound on |ℓ'''|, infinite where ℓ'' jumps. Bounds what a Newton step leaves.
    is_twice_differentiable : bool
        Whether ℓ'' exists everywhere. Where it jumps, CMS11 Theorem 2 needs Corollary 4.
    kinks : tuple of float
        Margins at which ℓ'' or its derivative jumps: the worst case of privacy may lie there.
    width : float
        The scale of the transition: positions are functions of z/width. The solver measures in
        widths how far noise moves a margin.
    """

    name: ClassVar[str]
    label: ClassVar[str]
    noun: ClassVar[str]
    has_half_width: ClassVar[bool]
    has_series: ClassVar[bool]

    @classmethod
    def of_half_width(cls, h: float) -> Self:
        """Return the loss of half-width h."""

    @property
    def lipschitz(self) -> float:
        """Bound on |ℓ'|."""

    @property
    def curvature(self) -> float:
        """Bound c on ℓ''."""

    @property
    def third_derivative_bound(self) -> float:
        """Bound on |ℓ'''|."""

    @property
    def is_twice_differentiable(self) -> bool:
        """Whether ℓ'' exists everywhere."""

    @property
    def kinks(self) -> tuple[float, ...]:
        """Margins at which ℓ'' or its derivative jumps."""

    @property
    def width(self) -> float:
        """Scale of the transition."""

    def class_weights(self, y: Array) -> Array:
        """Return a_y, how much each record of labels y counts, from above 0 to 1; mostly 1."""

    def value(self, margins: Array) -> Array:
        """Return ℓ(z); what a record counts is not in it."""

    def slope(self, margins: Array) -> Array:
        """Return ℓ'(z)."""

    def curvature_at(self, margins: Array) -> Array:
        """Return ℓ''(z); where it jumps, either side's value."""

    def positions(self, margins: Array) -> Array:
        """Return the positions of margins z, to the last digit."""

    def position(self, widths: Array, out: Array) -> Array:
        """Write the positions of margins z/width to `out`, and return it: what the solver asks for.

        In a narrow band it is off by about 1e-16/width, as everything is that starts from z/width.
        """

    def sigmoid(self, position: Array) -> Array:
        """Return σ = 2ℓ' + 1."""

    def second_derivative(self, position: Array) -> Array:
        """Return ℓ''."""

    def third_and_fourth(self, position: Array) -> tuple[Array, Array]:
        """Return ℓ''' and ℓ''''; asked only of losses with `has_series`."""


class Sigmoidal:
    """What follows from positions, and the answers that most losses give."""

    has_half_width: ClassVar[bool] = False
    has_series: ClassVar[bool] = False

    @property
    def is_twice_differentiable(self: Loss) -> bool:
        """Whether ℓ'' exists everywhere: where it jumps, no bound on its slope holds."""
        return bool(np.isfinite(self.third_derivative_bound))

    def class_weights(self, y: Array) -> Array:
        """Return 1 for each record: both classes count alike."""
        return np.ones(len(y))

    def slope(self: Loss, margins: Array) -> Array:
        """Return ℓ'(z)."""
        return (self.sigmoid(self.positions(margins)) - 1) * 0.5

    def curvature_at(self: Loss, margins: Array) -> Array:
        """Return ℓ''(z); where it jumps, 0."""
        return self.second_derivative(self.positions(margins))

    def positions(self: Loss, margins: Array) -> Array:
        """Return the positions of margins z."""
        widths = np.asarray(margins / self.width)
        return self.position(widths, out=widths)

    def third_and_fourth(self, position: Array) -> tuple[Array, Array]:
        """Refuse: `has_series` is False."""
        raise NotImplementedError(f"{type(self).__name__} has no series.")
