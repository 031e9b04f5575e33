"""The Laplace mechanism: an answer plus noise as wide as one record can move it.

    A(D) = f(D) + Lap(b),   b = GS/ε,   density exp(-|t|/b)/(2b)

with GS the global sensitivity: the most that f changes when one record is replaced. Replacing one
record moves the centre of the density by at most GS, so that at every output the log-density
changes by at most GS/b = ε (TU Theorem 4; Dwork, McSherry, Nissim and Smith 2006).

How far the answer lies from the truth: |noise| is an exponential variable of mean b, so that a
share s of all answers lies within b log(1/(1-s)). Chebyshev's inequality, variance 2b², knows no
more than b √(2/(1-s)). TU's "95 % within 14.5" at ε = 0.1 has the .95 where .05 belongs:
14.5 = √(2/.95)/0.1, and 76.5 % of the answers lie there.

Examples
--------
>>> b = scale(1, epsilon=0.1)
>>> [round(within(0.95, b), 2) for within in (half_width, chebyshev_half_width, paper_half_width)]
[29.96, 63.25, 14.51]
>>> round(coverage(14.5, b), 3)
0.765
"""

import numpy as np
import numpy.typing as npt

from dpcore import checks
from dpcore.checks import Array


def scale(sensitivity: float, epsilon: float) -> float:
    """Return b = GS/ε, the scale of the noise that makes an answer ε-DP.

    GS, the sensitivity, is the most that the answer changes when one record is replaced.

    Raises
    ------
    InvalidInput
        If one of them is not positive and finite.
    """
    return checks.positive("sensitivity", sensitivity) / checks.positive("epsilon", epsilon)


def answers(
    value: float, sensitivity: float, epsilon: float, n_draws: int, rng: np.random.Generator
) -> Array:
    """Draw private answers to one question.

    `value` is the true answer f(D). Each draw by itself costs ε, all together `n_draws` times ε.

    Notes
    -----
    **Guarantee.** Each answer is ε-DP where neighbours are data sets of the same public n that
    differ in one record, and replacing one record changes f by `sensitivity` at most (TU Theorem
    4). Floating point is not part of the theorem: a release rounds its answer.
    """
    return value + rng.laplace(scale=scale(sensitivity, epsilon), size=n_draws)


def density(output: npt.ArrayLike, centre: npt.ArrayLike, b: float) -> Array:
    """Return the density of answers around `centre`, in the shape that both broadcast to."""
    return np.asarray(np.exp(-np.abs(np.subtract(output, centre)) / b) / (2 * b))


def privacy_loss(
    output: npt.ArrayLike, here: tuple[float, float], there: tuple[float, float]
) -> Array:
    """Return log p(output | here) - log p(output | there), in nats.

    Parameters
    ----------
    output : array
        Any shape.
    here, there : tuple of float
        Centre and scale b of the answers on two neighbouring data sets. With equal scales the loss
        never exceeds |difference of the centres|/b; with unequal ones it has no bound.
    """
    (m, b), (other, c) = here, there
    y = np.asarray(output, dtype=float)
    return np.asarray(np.log(c / b) + np.abs(y - other) / c - np.abs(y - m) / b)


def half_width(share: float, b: float) -> float:
    """Return the half width around the truth in which a share of all answers lies: b log(1/(1-s)).

    The scale of the noise is b.
    """
    return float(-b * np.log1p(-_share(share)))


def chebyshev_half_width(share: float, b: float) -> float:
    """Return the half width that Chebyshev's inequality gives for the variance 2b²; see above."""
    return float(b * np.sqrt(2 / (1 - _share(share))))


def paper_half_width(share: float, b: float) -> float:
    """Return what TU prints for it: the share stands where 1 - share belongs. Too short."""
    return float(b * np.sqrt(2 / _share(share)))


def coverage(width: float, b: float) -> float:
    """Return the share of all answers within ± `width` of the truth."""
    return float(-np.expm1(-width / b))


def _share(share: float) -> float:
    value = checks.between("share", share, 0, 1)
    if value in (0, 1):
        raise checks.InvalidInput(f"share must be above 0 and below 1; got {value:g}.")
    return value
