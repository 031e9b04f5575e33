"""The noisy average, and three ways to promise ε and lose more.

Values in [0, M], M and n public: replacing one value moves the average by M/n at most, so that
noise of scale M/(nε) is ε-DP (TU Section 5). Each of these looks alike and is not:

- `largest_as_bound`: M is read from the data. The scale itself then changes with the record that
  holds the largest value, and far out the loss grows without bound.
- `hidden_count`: n is not public, and one record is *removed*. Centre and scale both change.
- `unclipped_outlier`: a value v above M is averaged as it is. The loss reaches ε (v/M).

Each returns the answers on two neighbouring data sets as (centre, scale), for `privacy_loss`.

Examples
--------
>>> here, there = unclipped_outlier(np.array([0.2, 0.4, 5.0]), bound=1, epsilon=1.0)
>>> round(worst_loss(here, there), 2), round(exceeds(1.0, here, there), 3)
(5.0, 0.932)
"""

from itertools import pairwise

import numpy as np
import numpy.typing as npt

from dpcore import checks
from dpcore.checks import Array, InvalidInput
from dplab.laplace.mechanism import scale

Answers = tuple[float, float]
"""Centre and scale of Laplace answers."""

ROUNDING = 1e-9
"""Share of ε that a difference of means may be off by: an ulp for each of a million values."""


def sensitivity(bound: float, n: int) -> float:
    """Return M/n, the most that replacing one of n values in [0, M] moves their average."""
    return checks.positive("bound", bound) / checks.whole("n", n)


def clipped(values: npt.ArrayLike, bound: float) -> Array:
    """Return values, shape (n,), cut to [0, M]: each on its own, whatever the others are.

    Raises
    ------
    InvalidInput
        If there is no value, one is not finite, or M is not positive.
    """
    return np.asarray(np.clip(_some(values), 0, checks.positive("bound", bound)))


def kept_promise(values: npt.ArrayLike, bound: float, epsilon: float) -> tuple[Answers, Answers]:
    """Return the answers on the values, and on those with the largest one replaced by 0.

    Notes
    -----
    **Guarantee.** ε-DP where one value is replaced and n and M are public (TU Section 5).
    """
    here = clipped(values, bound)
    b = scale(sensitivity(bound, len(here)), epsilon)
    return (float(here.mean()), b), (float(_without_largest(here).mean()), b)


def largest_as_bound(values: npt.ArrayLike, epsilon: float) -> tuple[Answers, Answers]:
    """Return the same answers where M is the largest value of the data at hand. Not ε-DP."""
    here = np.maximum(_some(values), 0)
    there = _without_largest(here)
    first, second = (
        (float(data.mean()), scale(sensitivity(_largest(data), len(data)), epsilon))
        for data in (here, there)
    )
    return first, second


def hidden_count(values: npt.ArrayLike, bound: float, epsilon: float) -> tuple[Answers, Answers]:
    """Return the answers on the values, and on those without the largest one. Not ε-DP.

    Noise of scale M/(nε) with the n of the data at hand, where n is not public: a neighbour has
    one record less.
    """
    here = clipped(values, bound)
    if len(here) < 2:
        raise InvalidInput("Leaving one record out needs at least 2 values; got 1.")
    there = np.delete(here, here.argmax())
    first, second = (
        (float(data.mean()), scale(sensitivity(bound, len(data)), epsilon))
        for data in (here, there)
    )
    return first, second


def unclipped_outlier(
    values: npt.ArrayLike, bound: float, epsilon: float
) -> tuple[Answers, Answers]:
    """Return the same answers with scale M/(nε) and values that nobody cut. Not ε-DP beyond M."""
    here = _some(values)
    b = scale(sensitivity(bound, len(here)), epsilon)
    return (float(here.mean()), b), (float(_without_largest(here).mean()), b)


def worst_loss(here: Answers, there: Answers) -> float:
    """Return the largest privacy loss over all outputs; ∞ where the scales differ.

    With unequal scales the answers of the wider noise lose without bound far out, and those of the
    narrower one do when the two change places.
    """
    (m, b), (other, c) = here, there
    return float(abs(m - other) / b) if b == c else float("inf")


def exceeds(epsilon: float, here: Answers, there: Answers) -> float:
    """Return the probability that an answer on the first data set loses more than ε, exactly.

    The loss is piecewise linear in the output, with corners at the two centres: where it lies above
    ε is a union of intervals, whose ends are solved for.
    """
    corners = sorted({here[0], there[0]})
    lines = [-np.inf, *corners, np.inf]
    found = 0.0
    for left, right in pairwise(lines):
        found += _mass_above(epsilon, here, there, left, right)
    return min(found, 1.0)


def _mass_above(epsilon: float, here: Answers, there: Answers, left: float, right: float) -> float:
    """Return the probability of outputs between neighbouring corners that lose more than ε."""
    (m, b), (other, c) = here, there
    inside = _between(left, right)
    at_m, at_other = (1 if inside > m else -1), (1 if inside > other else -1)
    # loss = offset + slope * output on this piece.
    slope = at_other / c - at_m / b
    offset = np.log(c / b) - at_other * other / c + at_m * m / b
    # A flat piece at ε itself does not exceed it.
    level = epsilon * (1 + ROUNDING)
    if slope == 0:
        low, high = (left, right) if offset > level else (left, left)
    else:
        crossing = (level - offset) / slope
        low, high = (max(left, crossing), right) if slope > 0 else (left, min(right, crossing))
    return _mass(low, high, here) if high > low else 0.0


def _mass(low: float, high: float, answers: Answers) -> float:
    """Return the probability of [low, high], precise in both tails: each has its own side."""
    centre = answers[0]
    if low >= centre:  # mirrored: 1 - 1e-20 would be 1
        low, high = 2 * centre - high, 2 * centre - low
    return max(_cdf(high, answers) - _cdf(low, answers), 0.0)


def _between(left: float, right: float) -> float:
    if np.isinf(left):
        return right - 1
    return left + 1 if np.isinf(right) else (left + right) / 2


def _cdf(output: float, answers: Answers) -> float:
    away = (output - answers[0]) / answers[1]
    return float(0.5 * np.exp(away) if away < 0 else 1 - 0.5 * np.exp(-away))


def _some(values: npt.ArrayLike) -> Array:
    given = checks.finite("values", values, ndim=1)
    if not given.size:
        raise InvalidInput("An average needs at least one value; this column has none.")
    return given


def _without_largest(values: Array) -> Array:
    """Replace the largest value by 0, the neighbour that moves the average most."""
    there = values.copy()
    there[there.argmax()] = 0.0
    return there


def _largest(values: Array) -> float:
    largest = float(values.max())
    if not largest > 0:
        raise InvalidInput(
            "With the largest value as the bound, some value must be above 0 on both data sets: "
            "noise of scale 0 would reveal the answer."
        )
    return largest
