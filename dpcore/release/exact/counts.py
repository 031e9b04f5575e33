"""Whole numbers with noise, and choices, drawn with whole numbers and fractions alone.

No logarithm and no exponential is computed: an event of probability e^-x is made of fair bits
(Canonne, Kamath and Steinke 2020, Algorithm 1), and the laws are made of such events. ε is the
fraction that its double is. The number of bits that are used depends on what is drawn.

Examples
--------
>>> abs(discrete_laplace(Entropy(), 1e9))
0
>>> choice(Entropy(), [3, 0, 5], 1e9)
1
"""

import itertools
import math
from collections.abc import Sequence
from fractions import Fraction

import numpy as np
import numpy.typing as npt

from dpcore.release.entropy import Entropy


def happens(entropy: Entropy, minus_log: Fraction) -> bool:
    """Return true with probability exp(-minus_log), for a fraction of at least 0."""
    # exp(-x) = exp(-1)^⌊x⌋ exp(-(x - ⌊x⌋)); the first that does not happen ends it.
    whole, rest = divmod(minus_log, 1)
    return all(_happens(entropy, Fraction(1)) for _ in range(whole)) and _happens(entropy, rest)


def _happens(entropy: Entropy, x: Fraction) -> bool:
    """Return true with probability exp(-x), for x from 0 to 1: the alternating series, by coins."""
    # The chance to come through k coins is x^k/k!, so that the first failure is at an odd place
    # with probability 1 - x + x²/2 - ….
    for k in itertools.count(1):
        if entropy.below(x.denominator * k) >= x.numerator:
            return k % 2 == 1
    raise AssertionError  # pragma: no cover


def discrete_laplace(entropy: Entropy, epsilon: float) -> int:
    """Draw a whole number k of probability ∝ exp(-ε|k|), for a positive and finite ε.

    Guarantee
    ---------
    A count that one record changes by at most 1 keeps ε-differential privacy with it (Ghosh,
    Roughgarden and Sundararajan 2009), on a machine too: all arithmetic is exact (Canonne, Kamath
    and Steinke 2020, Algorithm 2).
    """
    rate = Fraction(epsilon)
    s, t = rate.numerator, rate.denominator
    while True:
        # X = U + tV is geometric with rate 1/t; X // s with rate s/t = ε.
        u = entropy.below(t)
        if not happens(entropy, Fraction(u, t)):
            continue
        v = next(k for k in itertools.count() if not happens(entropy, Fraction(1)))
        size = (u + t * v) // s
        is_negative = entropy.below(2) == 1
        if not (is_negative and size == 0):  # else 0 would count twice
            return -size if is_negative else size


def choice(entropy: Entropy, mistakes: Sequence[int | Fraction], epsilon: float) -> int:
    """Draw a place i of probability ∝ exp(-ε z_i/2), for counts z of mistakes, or their weights.

    ε is positive, or ∞: then those with the fewest mistakes share the probability.

    Guarantee
    ---------
    ε-differentially private where one record changes each count by at most 1: the exponential
    mechanism (McSherry and Talwar 2007), by rejection with exact events.
    """
    best = min(mistakes)
    if math.isinf(epsilon):
        places = [place for place, z in enumerate(mistakes) if z == best]
        return places[entropy.below(len(places))]
    half = Fraction(epsilon) / 2
    while True:
        place = entropy.below(len(mistakes))
        if happens(entropy, half * (mistakes[place] - best)):
            return place


def weighed(wrong: npt.NDArray[np.bool_], weight: npt.NDArray[np.float64]) -> Fraction:
    """Return the sum of the weights of mistakes, exactly: `wrong` and `weight` are (n,).

    A sum of doubles would depend on the order of the records.
    """
    values, counted = np.unique(weight[wrong], return_counts=True)
    pairs = zip(values.tolist(), counted.tolist(), strict=True)
    return sum((Fraction(value) * count for value, count in pairs), Fraction(0))
