"""Chance for a release: from the operating system, each bit used once, without a seed.

`os.urandom` gives words of 64 bits. A word becomes a uniform number u in (0, 1], by its leading 53
bits; -log u is exponential; a sum of d exponentials has the Gamma law of shape d, which is how long
noise in R^d is. For a direction, d words become normal numbers by the inverse of their distribution
function; their vector, divided by its length, is uniform on the sphere. A whole number below k
comes from as many bits as k needs, drawn again where they say k or more: no remainder, no bias.

There is no generator and no state but the words that were fetched and not used yet. A word that was
used is gone, so that no noise can be had a second time: not by the program, and not by somebody who
finds its seed.

Examples
--------
>>> entropy = Entropy()
>>> entropy.vector(3, rate=2.0).shape
(3,)
>>> sorted(entropy.permutation(4).tolist())
[0, 1, 2, 3]
"""

import math
import os
from collections.abc import Callable

import numpy as np
import numpy.typing as npt
from scipy.special import ndtri

from dpcore.checks import Array

FETCHED = 1024
"""Words that are fetched at a time, at least."""

_NONE: npt.NDArray[np.uint64] = np.empty(0, dtype=np.uint64)


class Entropy:
    """A source of random numbers that cannot be had again.

    Parameters
    ----------
    source : callable, optional
        Returns that many random bytes. Tests alone name another than the operating system's.
    """

    def __init__(self, source: Callable[[int], bytes] = os.urandom) -> None:
        self._source = source
        self._process, self._words = os.getpid(), _NONE

    def uniforms(self, k: int) -> Array:
        """Return k uniform numbers in (0, 1], multiples of 2^-53."""
        # 53 bits, which a double holds exactly; and never 0, whose logarithm is infinite.
        return np.asarray(((self._take(k) >> np.uint64(11)) + np.uint64(1)) * 2.0**-53)

    def exponentials(self, k: int) -> Array:
        """Return k exponential numbers of mean 1."""
        return np.asarray(-np.log(self.uniforms(k)))

    def normals(self, k: int) -> Array:
        """Return k standard normal numbers."""
        # In the middle of 2^52 intervals: never 0 or 1, where the inverse is infinite.
        middles = ((self._take(k) >> np.uint64(12)) + 0.5) * 2.0**-52
        return np.asarray(ndtri(middles))

    def vector(self, d: int, rate: float) -> Array:
        """Return noise in R^d of density ∝ exp(-rate ‖b‖₂), shape (d,)."""
        # ‖b‖ ~ Gamma(d, 1/β), and a direction that is independent of it and uniform: together they
        # have this density, since the sphere of radius r is r^{d-1} times as large as that of 1.
        length = math.fsum(self.exponentials(d)) / rate
        direction = self.normals(d)
        return np.asarray(direction * (length / np.linalg.norm(direction)))

    def laplace(self, scale: float) -> float:
        """Return a Laplace number of that scale: the difference of two exponentials."""
        one, other = self.exponentials(2)
        return float(scale * (one - other))

    def choice(self, probabilities: Array) -> int:
        """Return a place of `probabilities` (m,), each with its probability."""
        # Up to the last step, not to 1, which rounding may miss. u is above 0 and the side is left,
        # so that a place of probability 0 is never taken.
        steps = np.cumsum(probabilities)
        return int(np.searchsorted(steps, self.uniforms(1)[0] * steps[-1], side="left"))

    def below(self, k: int) -> int:
        """Return a whole number from 0 to k - 1, all with the same probability."""
        # At least half of the numbers of so many bits are below k: two tries at most, on average.
        bits = max(1, (k - 1).bit_length())
        while True:
            number = int(self._take(1)[0]) >> (64 - bits)
            if number < k:
                return number

    def permutation(self, n: int) -> npt.NDArray[np.intp]:
        """Return the numbers from 0 to n - 1 in random order (Fisher and Yates)."""
        # Not by sorting random numbers: of equal ones the row number would decide.
        order = list(range(n))
        for last in range(n - 1, 0, -1):
            other = self.below(last + 1)
            order[last], order[other] = order[other], order[last]
        return np.array(order, dtype=np.intp)

    def _take(self, k: int) -> npt.NDArray[np.uint64]:
        if os.getpid() != self._process:
            # A fork has the same words, and one of both must not use them.
            self._process, self._words = os.getpid(), _NONE
        missing = k - len(self._words)
        if missing > 0:
            octets = self._source(8 * max(missing, FETCHED))
            # Little-endian everywhere: a test's bytes are the same words on every machine.
            self._words = np.concatenate([self._words, np.frombuffer(octets, dtype="<u8")])
        words, self._words = self._words[:k], self._words[k:]
        return words
