"""The largest profile below a bound: convex in e^ε, as every profile is."""

import numpy as np

from dpcore.checks import Array

NEAR = 1e-12
"""Shares of all the ε within which places count as one."""


def lower_hull(epsilons: Array, deltas: Array) -> Array:
    """Return the lower convex hull, in e^ε, of the points (ε, δ), at each of their ε.

    The ε rise, and differ. A profile that is nowhere above the points is nowhere above the hull:
    it is convex in e^ε, so that it lies below each chord between two of them.

    Examples
    --------
    >>> lower_hull(np.log([1.0, 2.0, 3.0]), np.array([0.4, 0.3, 0.0])).round(3)
    array([0.4, 0.2, 0. ])
    """
    factors = np.exp(epsilons)
    # Of places that are all but the same one is enough: the slope between them would be rounding,
    # and a corner there would hide those before it. A hull of fewer points lies above, if anything.
    apart = np.append(True, np.diff(epsilons) > NEAR * (epsilons[-1] - epsilons[0]))
    x, y, corners = factors[apart].tolist(), deltas[apart].tolist(), [0]
    for i in range(1, len(x)):
        # The last corner lies on or above the chord from the one before it to this point.
        while len(corners) > 1:
            first, last = corners[-2:]
            if (y[last] - y[first]) * (x[i] - x[first]) < (y[i] - y[first]) * (x[last] - x[first]):
                break
            corners.pop()
        corners.append(i)
    return np.asarray(np.interp(factors, [x[i] for i in corners], [y[i] for i in corners]))
