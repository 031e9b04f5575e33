"""95 % intervals: of a share, of a mean cost, and of the gap between the ends of several costs.

A mean cost is uncertain for two reasons: a group has only so many test records, and where there is
no formula only so many draws were made. The first part is about normal. The second has as few
degrees of freedom as there are draws less one, so that its width is by Student's t. Squares of both
half widths add up.

The dearest group and the cheapest are chosen *after* a look at all costs, and the gap of several
equal groups is never 0. So that of g groups takes Tukey's studentized range in place of the normal
law (Tukey 1953): of equal groups, 19 in 20 of its intervals reach down to 0.

Examples
--------
>>> [round(end, 4) for end in wilson(0.0, 30)]
[0.0, 0.1135]
>>> [round(deviations(g), 2) for g in (2, 3, 12)]
[1.96, 2.34, 3.27]
"""

import math
from functools import cache

import numpy as np
from scipy import stats

from dpcore.checks import Array

LEVEL = 0.95

Z = float(stats.norm.ppf((1 + LEVEL) / 2))
"""Standard deviations on either side that hold 95 % of a normal law."""


def wilson(share: float, n: int) -> tuple[float, float]:
    """Return the ends of Wilson's interval of a share of n (Wilson 1927); of nothing, 0 and 1."""
    if n == 0:
        return 0.0, 1.0
    middle = share + Z**2 / (2 * n)
    reach = Z * math.sqrt(share * (1 - share) / n + Z**2 / (4 * n**2))
    low, high = ((middle + side * reach) / (1 + Z**2 / n) for side in (-1, 1))
    return max(0.0, low), min(1.0, high)


@cache
def deviations(n_groups: int) -> float:
    """Return how many standard deviations of a difference hold all those of so many groups."""
    if n_groups <= 2:
        return Z
    return float(stats.studentized_range.ppf(LEVEL, n_groups, np.inf)) / math.sqrt(2)


def half_width(variance: float, by_draw: Array, *, is_exact: bool, n_groups: int = 2) -> float:
    """Return half the width of the interval of a mean over test records and draws.

    Parameters
    ----------
    variance : float
        Of the mean, as far as its test records are chance.
    by_draw : array (n_draws,)
        What each draw gives.
    is_exact : bool
        Whether the mean over the noise is exact, so that draws are no chance.
    n_groups : int
        For a difference of the largest and the smallest of so many means.

    Returns
    -------
    float
        ∞ for a single draw, which tells nothing of the others.
    """
    squared = Z**2 * variance
    if not is_exact:
        squared += _of_draws(by_draw)
    return deviations(n_groups) / Z * math.sqrt(squared)


def _of_draws(by_draw: Array) -> float:
    """Return the square of Student's half width of a mean over draws."""
    k = len(by_draw)
    if k < 2:
        return math.inf
    t = _student(k - 1)
    return t**2 * float(np.var(by_draw, ddof=1)) / k


@cache
def _student(freedom: int) -> float:
    return float(stats.t.ppf((1 + LEVEL) / 2, freedom))
