"""Round numbers at which a column of numbers may be cut into groups.

A cut at q sends what is below q to one side, and q itself and what is above to the other. The
roundest number is taken (a multiple of 10^k, else of 5 · 10^(k-1), else of 2 · 10^(k-1), for the
largest k that has one) among those at which the share below is within `SLACK` of what is wanted, or
as near to it as repeated values allow. It is *read from the data*, as any quantile is.

Examples
--------
>>> round_cut(np.array([17.0, 23.0, 28.0, 29.0, 31.0, 36.0, 44.0, 61.0]))
30.0
>>> round_cut(np.array([0.0, 0.0, 0.0, 0.0, 0.37, 1.4]))
0.2
"""

import math

import numpy as np

from dpcore.checks import Array

SLACK = 0.1
"""How far the share below a cut may be from what is wanted, for the sake of a rounder number."""

DIGITS = 17
"""Significant digits after which a decimal number tells any two doubles apart."""


def round_cut(numbers: Array, share: float = 0.5) -> float:
    """Return a round number below which lies about a given share of some numbers.

    Parameters
    ----------
    numbers : array (n,)
        At least two different ones, finite.
    share : float
        Wanted below the cut, in (0, 1).

    Returns
    -------
    float
        Above the smallest number and at most the largest, so that neither side is empty.
    """
    values, counts = np.unique(numbers, return_counts=True)
    off = np.abs(np.cumsum(counts)[:-1] / len(numbers) - share)
    allowed = np.flatnonzero(off <= max(SLACK, float(off.min())))
    low, high = float(values[allowed[0]]), float(values[allowed[-1] + 1])
    nearest = int(np.argmin(off))
    return _roundest(low, high, near=float(values[nearest] / 2 + values[nearest + 1] / 2))


def _roundest(low: float, high: float, near: float) -> float:
    """Return the number in (low, high] that is a multiple of the largest step, the nearest one."""
    if low < 0 <= high:
        return 0.0
    largest = math.floor(math.log10(max(abs(low), abs(high))))
    for power in range(largest, largest - DIGITS - 1, -1):
        for digit in (10, 5, 2):
            # By its decimal digits: 3 times 0.1 would be 0.30000000000000004.
            step = float(f"{digit}e{power - 1}")
            if step == 0:  # The numbers are the smallest doubles.
                return high
            first, last = math.floor(low / step) + 1, math.floor(high / step)
            if first <= last:
                multiple = min(max(round(near / step), first), last)
                found = float(f"{multiple * digit}e{power - 1}")
                if low < found <= high:
                    return found
    return high
