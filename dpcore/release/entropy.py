"""Chance for a release: from the operating system, each bit used once, without a seed.

`os.urandom` gives words of 64 bits, and every number is made of whole words. A whole number below k
comes from as many bits as k needs, drawn again where they say k or more: no remainder, no bias.
`dpcore.release.exact` makes noise of them.

There is no generator and no state but the words that were fetched and not used yet. A word that was
used is gone, so that no noise can be had a second time: not by the program, and not by somebody who
finds its seed.

Examples
--------
>>> entropy = Entropy()
>>> 0 <= entropy.bits(100) < 2**100
True
>>> sorted(entropy.permutation(4).tolist())
[0, 1, 2, 3]
"""

import os
from collections.abc import Callable

import numpy as np
import numpy.typing as npt

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

    def bits(self, k: int) -> int:
        """Return k random bits, as a whole number from 0 to 2^k - 1."""
        words = self._take(-(-k // 64))
        return int.from_bytes(words.tobytes(), "little") >> (-k % 64)

    def below(self, k: int) -> int:
        """Return a whole number from 0 to k - 1, all with the same probability."""
        # At least half of the numbers of so many bits are below k: two tries at most, on average.
        n_bits = max(1, (k - 1).bit_length())
        while True:
            number = self.bits(n_bits)
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
