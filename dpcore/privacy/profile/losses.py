"""A privacy loss on a grid: its probabilities, their sums, and what bounds what is cut and rounded.

`composition` says what these are for. Probabilities are those under the first table, P; those under
its neighbour follow by e^{-loss}.

Examples
--------
>>> coin = Losses(-1, np.array([0.25, 0.75]), infinite=0.0)
>>> summed(coin, coin, tail=0.0).mass
array([0.0625, 0.375 , 0.5625])
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
from scipy.fft import irfft, next_fast_len, rfft

from dpcore.checks import Array

FARTHEST = 300.0
"""Largest loss of a law on a grid, since doubles end at e^709; what lies beyond is at ∞."""

ROUNDED = 1e-12
"""Share by which each value of a profile is raised, for what it and its slopes are rounded by."""

SHORT = 64
"""Places up to which a convolution is summed as it is written."""

UNIT = 2.0**-53

Places = npt.NDArray[np.int64]


@dataclass(frozen=True)
class Losses:
    """A privacy loss on a grid: its probabilities under P.

    Parameters
    ----------
    first : int
        Place of the first of them; the loss there is first · step.
    mass : array of shape (n_places,)
        Not negative; with `infinite` they come to 1, or a hair more.
    infinite : float
        Probability of ∞.
    doubt : float
        What all probabilities together may be wrong by.
    """

    first: int
    mass: Array
    infinite: float
    doubt: float = 0.0

    @property
    def total(self) -> float:
        """All of it."""
        return float(self.mass.sum()) + self.infinite

    def deltas(self, step: float, places: Places) -> Array:
        """Return δ at places of the grid, in ascending order."""
        above = np.append(np.cumsum(self.mass[::-1])[::-1], 0.0)
        scaled = np.append(_discounted(self.mass, step), 0.0)
        start = np.clip(places - self.first, 0, len(self.mass)).astype(np.int64)
        # Below the first place no loss is any smaller, but γ is.
        factor = np.exp(np.minimum(places - self.first, 0) * step)
        finite = np.maximum(above[start] - factor * scaled[start], 0.0)
        return np.asarray(np.minimum(finite + self.infinite + self.doubt, 1.0))


def _discounted(mass: Array, step: float) -> Array:
    """Return Σ p_j e^{-(j-i) step} over j ≥ i, for each place i."""
    size = max(1, math.floor(FARTHEST / step))
    found, after = np.empty_like(mass), 0.0
    # In blocks, since e^709 is the largest number.
    for start in range((len(mass) - 1) // size * size, -1, -size):
        block = mass[start : start + size]
        fall = np.exp(-step * np.arange(len(block)))
        sums = np.cumsum((block * fall)[::-1])[::-1] + after * fall[-1] * math.exp(-step)
        found[start : start + size] = sums / fall
        after = float(found[start])
    return found


def joined(deltas: Array, first: int, step: float) -> Losses:
    """Return the pair whose profile joins values of another by chords, from (γ, δ) = (0, 1) on."""
    deltas = np.minimum(deltas * (1 + ROUNDED), 1.0)
    # How steep it is after each place, times the γ there: no number here overflows.
    steep = np.maximum(-np.diff(deltas), 0.0) / math.expm1(step)
    # From the right, no slope is less steep than the one after it: rounding may have made it so,
    # and what is steeper lies above.
    heights = step * np.arange(len(steep))
    with np.errstate(divide="ignore"):
        logs = np.log(steep) - heights
    steep = np.maximum(steep, np.exp(np.maximum.accumulate(logs[::-1])[::-1] + heights))
    after = np.append(steep, 0.0)
    before = np.append(max(1.0 - float(deltas[0]), float(steep[0])), steep * math.exp(step))
    return Losses(first, np.maximum(before - after, 0.0), float(deltas[-1]))


def largest(parts: Sequence[Losses], step: float) -> Losses:
    """Return a pair that dominates several: the largest of their profiles is its profile."""
    if len(parts) == 1:
        return parts[0]
    first = min(each.first for each in parts)
    last = max(each.first + len(each.mass) for each in parts)
    places = np.arange(first, last)
    return joined(np.max([each.deltas(step, places) for each in parts], axis=0), first, step)


def repeated(one: Losses, n: int, tail: float) -> Losses:
    """Return the loss of n like releases."""
    found: Losses | None = None
    while n:
        if n % 2:
            found = one if found is None else summed(found, one, tail)
        n //= 2
        one = summed(one, one, tail) if n else one
    assert found is not None
    return found


def summed_all(several: list[Losses], tail: float) -> Losses:
    """Return the loss of several releases, added two by two, the shortest first."""
    while len(several) > 1:
        several = sorted(several, key=lambda each: len(each.mass))
        pairs = zip(several[::2], several[1::2], strict=False)
        odd = several[-1:] if len(several) % 2 else []
        several = [summed(one, other, tail) for one, other in pairs] + odd
    return several[0]


def summed(one: Losses, other: Losses, tail: float) -> Losses:
    """Return the loss of both."""
    n = len(one.mass) + len(other.mass) - 1
    doubt = one.doubt * other.total + other.doubt * one.total
    if min(len(one.mass), len(other.mass)) <= SHORT:
        mass = np.convolve(one.mass, other.mass)
    else:
        size = next_fast_len(n, real=True)
        mass = irfft(rfft(one.mass, size) * rfft(other.mass, size), size)[:n]
        mass = np.maximum(mass, 0.0)
        # Higham (2002, Theorem 24.2): a transform is off by a few log2(size) units of its length,
        # each place of the result then by as much of both lengths, and n of them by √n of that.
        lengths = math.sqrt(float(one.mass @ one.mass) * float(other.mass @ other.mass))
        doubt += 16 * UNIT * math.log2(size) * math.sqrt(n) * lengths
    infinite = one.infinite * other.total + other.infinite * float(one.mass.sum())
    return _cut(Losses(one.first + other.first, mass, infinite, doubt), tail)


def _cut(losses: Losses, tail: float) -> Losses:
    """Return a loss without its ends: the upper one at ∞, the lower one at the lowest place."""
    mass = losses.mass
    low = int(np.searchsorted(np.cumsum(mass), tail, side="right"))
    high = len(mass) - int(np.searchsorted(np.cumsum(mass[::-1]), tail, side="right"))
    low, high = min(low, len(mass) - 1), max(high, min(low, len(mass) - 1) + 1)
    kept = mass[low:high].copy()
    kept[0] += mass[:low].sum()
    infinite = losses.infinite + float(mass[high:].sum())
    return Losses(losses.first + low, kept, infinite, losses.doubt)
