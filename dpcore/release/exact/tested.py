"""What a count of mistakes with noise says of the error on other people.

z of n test records are wrong, each with the chance p that is asked for, and z + k is released: k of
probability ∝ e^{-|k|/s}, and the sum brought between 0 and n. The interval holds every p at which
neither what was released, nor what is further out on its side, has a chance below one half of what
may go wrong, as Clopper and Pearson (1934) do without noise: it counts the noise and the sampling,
and nothing of it looks at a record.

Examples
--------
>>> [round(end, 4) for end in interval(19, 200, scale=0.01)]  # hardly any noise
[0.0582, 0.1444]
>>> [round(end, 4) for end in interval(19, 200, scale=10.0)]
[0.0, 0.2566]
"""

import math
from collections.abc import Callable
from typing import Any

import numpy as np
from scipy.optimize import brentq
from scipy.special import gammaln, xlog1py, xlogy

from dpcore.checks import Array, written

CONFIDENCE = 0.95

FAR, MORE = 10.0, 40.0
"""Standard deviations from a mean, and counts besides, beyond which a count has no chance."""


def interval(mistakes: int, n: int, scale: float) -> tuple[float, float]:
    """Return the limits of the error, at `CONFIDENCE`, by a count with discrete Laplace noise.

    Parameters
    ----------
    mistakes : int
        The released count, from 0 to n.
    n : int
        Records that test; independent of each other.
    scale : float
        Of the noise; positive.
    """
    wrong = (1 - CONFIDENCE) / 2
    low = 0.0 if mistakes == 0 else _at(lambda p: 1 - _below(mistakes - 1, n, scale, p), wrong)
    high = 1.0 if mistakes == n else _at(lambda p: 1 - _below(mistakes, n, scale, p), 1 - wrong)
    return low, high


def in_words(facts: dict[str, Any]) -> str:
    """Return the test error of a certificate in words, with its interval where it has one.

    An older file was drawn with other noise, and records of one person err together.
    """
    test = facts["test"]
    law = "discrete Laplace" if "samplers" in facts else "Laplace"
    said = (
        f"{100 * test['error']:.1f} %: {test['mistakes']:,} mistakes among {test['n']:,} records, "
        f"with {law} noise of scale {written(test['scale'])}"
    )
    if "samplers" not in facts or facts.get("records_per_person", 1) > 1:
        return said
    low, high = interval(test["mistakes"], test["n"], test["scale"])
    return (
        f"{said}; {100 * CONFIDENCE:.0f} % interval from {math.floor(1000 * low) / 10:.1f} to "
        f"{math.ceil(1000 * high) / 10:.1f} %, for the noise and for the sample"
    )


def _at(chance: Callable[[float], float], wanted: float) -> float:
    """Return the p at which a rising chance is as wanted; an end where it is so nowhere."""
    if chance(0.0) >= wanted:
        return 0.0
    return 1.0 if chance(1.0) <= wanted else float(brentq(lambda p: chance(p) - wanted, 0.0, 1.0))


def _below(most: int, n: int, scale: float, p: float) -> float:
    """Return the chance that a count of mistakes and its noise are at most `most` together."""
    mean, deviation = n * p, math.sqrt(n * p * (1 - p))
    reach = FAR * deviation + MORE
    low, high = max(0, math.floor(mean - reach)), min(n, math.ceil(mean + reach))
    z = np.arange(low, high + 1, dtype=np.float64)
    log_ways = gammaln(n + 1) - gammaln(z + 1) - gammaln(n - z + 1)
    chances = np.exp(log_ways + xlogy(z, p) + xlog1py(n - z, -p))
    return float(chances @ _noise_at_most(most - z, scale))


def _noise_at_most(k: Array, scale: float) -> Array:
    """Return the chance that discrete Laplace noise is at most k."""
    tail = np.exp(-np.where(k >= 0, k + 1, -k) / scale) / (1 + math.exp(-1 / scale))
    return np.where(k >= 0, 1 - tail, tail)
