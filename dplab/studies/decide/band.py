"""The ε at which a risk and a cost are both low enough, and the one that is chosen among them.

Between its ends the larger ε costs less, and the smaller one rules out more. So somebody has to
choose; until they do, it is the geometric middle: ratios of ε are what the picture shows, and what
both ends are apart in.

Examples
--------
>>> band = Band(0.7883, 1.3863, 0.1)
>>> band.ends, band.middle, band.inside(5.0), band.inside(None)
((0.79, 1.3), 1.0, 1.3, 1.0)
"""

import math
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

MOST_DIGITS = 8
"""Of an ε: with more, the ends of a range would be written out."""

PLACES = 31
"""At most, of a dial inside of a band: two digits tell hardly more apart where it is narrow."""


@dataclass(frozen=True)
class Band:
    """The ε at which both tolerances hold, and the private classifier is of use.

    Parameters
    ----------
    affordable : float or None
        The smallest whose cost is low enough, and that of every larger one; None if none is.
    most : float
        The largest whose risk is low enough.
    useful : float or None
        The smallest at which the private classifier beats the constant rule, and at every larger
        one that was tried; None if it does at none.
    """

    affordable: float | None
    most: float
    useful: float | None = 0.0

    @property
    def least(self) -> float | None:
        """The smallest at which the cost is low enough and the classifier is of use, or None."""
        if self.affordable is None or self.useful is None:
            return None
        return max(self.affordable, self.useful)

    @property
    def holds(self) -> bool:
        """Whether there is one."""
        return self.least is not None and self.least <= self.most

    @property
    def times(self) -> float:
        """How many times the records both would take, by the noise; ∞ where no ε is enough."""
        return math.inf if self.least is None else self.least / self.most

    @property
    def ends(self) -> tuple[float, float]:
        """Both ends with as few digits, two at least, as keep them inside and in their order."""
        least = self._required()
        for digits in range(2, MOST_DIGITS):
            low = rounded(least, math.ceil, digits)
            high = rounded(self.most, math.floor, digits)
            if low <= high:
                return low, high
        return least, self.most

    @property
    def middle(self) -> float:
        """The geometric middle, to two digits, inside of the ends."""
        low, high = self.ends
        middle = float(f"{math.sqrt(self._required() * self.most):.2g}")
        return min(max(middle, low), high)

    @property
    def places(self) -> tuple[float, ...]:
        """What a dial inside of it turns through, ascending: its ends, its middle, and between."""
        low, high = self.ends
        between = {float(f"{each:.2g}") for each in np.geomspace(low, high, PLACES)}
        return tuple(sorted({low, self.middle, high} | {e for e in between if low < e < high}))

    def inside(self, asked: float | None) -> float:
        """Return the ε that is nearest to what is asked for; where nothing is, the middle."""
        if asked is None:
            return self.middle
        low, high = self.ends
        return min(max(asked, low), high)

    def _required(self) -> float:
        if self.least is None or not self.holds:
            raise ValueError("The band is empty.")
        return self.least


def rounded(epsilon: float, towards: Callable[[float], int], digits: int = 2) -> float:
    """Return an ε with so many digits: rounded up it is still enough, down still allowed.

    Examples
    --------
    >>> rounded(0.0721, math.ceil), rounded(0.4054, math.floor)
    (0.073, 0.4)
    """
    unit = 10.0 ** (math.floor(math.log10(epsilon)) - digits + 1)
    return float(f"{towards(round(epsilon / unit, 9)) * unit:.{digits + 1}g}")
