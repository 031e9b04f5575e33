"""Noise in R^d as real numbers, known to as many digits as an answer needs.

**What is drawn.** Pairs of real uniforms (x, y) in the unit disc give independent normal numbers
x √(-2 log s/s), with s = x² + y² (Marsaglia's polar method). Divided by β they are Gaussian noise,
N(0, σ²I) with σ = 1/β. Gamma noise has their direction, which is uniform, and a length of its own:
d further uniforms give -log(u₁⋯u_d)/β, which has the Gamma law of shape d and rate β. Length and
direction are independent, so that its density is ∝ exp(-β‖b‖₂) (CMS11 equation 3).

**How it is known.** Of each uniform the leading bits are kept: it lies between two neighbouring
fractions, and further bits, fetched when they are needed, put it between closer ones. What follows
from it is computed with intervals (`intervals`), so that b certainly lies within.

**Why the guarantee holds on a machine.** `rounded` returns the point of the grid that is nearest to
centre + b, once the interval leaves no doubt which one that is; where it does, all uniforms get
more bits. What is returned is therefore a function of the centre and the *real* vector b alone, and
of no digit that a computer left out: post-processing of centre + b. Whatever differential privacy
the real sum keeps, the returned bits keep, holes in the law of doubles or not. That a cell stays in
doubt for ever has probability 0. How many bits were fetched depends on centre + b: time is not
protected.

Examples
--------
>>> noise = draw(Entropy(), "gamma", 3, rate=2.0)
>>> (noise.rounded(np.zeros(3), grid=0.25) % 0.25).tolist()
[0.0, 0.0, 0.0]
"""

import itertools
import math
from abc import ABC, abstractmethod
from collections.abc import Sequence
from decimal import Decimal

import numpy as np

from dpcore.checks import Array
from dpcore.release.entropy import Entropy
from dpcore.release.exact.intervals import Interval, Outwards

BITS = 64
"""Of each uniform, at first, and so many more wherever a cell is in doubt."""

SPARE_DIGITS = 8
"""Digits of the arithmetic beyond those of the uniforms, whose doubt is then the larger one."""


class Uniform:
    """A real number between 0 and 1: its leading bits, and where the others come from."""

    def __init__(self, entropy: Entropy) -> None:
        self._entropy, self._leading, self._known = entropy, 0, 0

    def leading(self, n_bits: int) -> int:
        """Return its first bits as a whole number a: it is from a to a + 1, times 2^-n_bits."""
        while self._known < n_bits:
            self._leading = self._leading << BITS | self._entropy.bits(BITS)
            self._known += BITS
        return self._leading >> (self._known - n_bits)


Pair = tuple[Uniform, Uniform]


class Noise(ABC):
    """A real vector in R^d that `draw` drew: normal numbers, all of them times one number."""

    def __init__(self, entropy: Entropy, d: int, rate: float) -> None:
        self._d, self._rate = d, rate
        self._pairs = [_in_the_disc(entropy) for _ in range((d + 1) // 2)]

    def nearest(self) -> Array:
        """Return the double nearest to each coordinate, shape (d,): off by 2^-53 of it at most."""
        for n_bits in itertools.count(BITS, BITS):
            ends = [(float(low), float(high)) for low, high in self._within(n_bits)]
            if ends and all(low == high for low, high in ends):
                break
        return np.array([low for low, _ in ends])

    def rounded(self, centre: Array, grid: float) -> Array:
        """Return the multiple of a grid nearest to each coordinate of centre + b, shape (d,)."""
        for n_bits in itertools.count(BITS, BITS):
            outwards = _arithmetic(n_bits)
            within = self._within(n_bits)
            cells = [
                outwards.cells(c, one, grid)
                for c, one in zip(centre.tolist(), within, strict=False)
            ]
            if cells and all(low == high for low, high in cells):
                break
        # What rounds from here on, where a cell has more than 53 bits, sees the cell alone.
        return np.array([float(low) * grid for low, _ in cells])

    def _within(self, n_bits: int) -> list[Interval]:
        """Return an interval for each coordinate, by so many bits; none where one has no end."""
        outwards, unit = _arithmetic(n_bits), 2**n_bits
        normals: list[Interval] = []
        squares: list[Interval] = []
        for pair in self._pairs:
            sides = [_side(each, n_bits) for each in pair]
            square = outwards.fraction(*_squared(sides), unit**2)
            if not square[0]:
                return []
            logs = outwards.minus_log(square)
            # z/√2 = x √(-log s/s): the factor cancels in a direction, and so is left for later.
            scale = outwards.root(outwards.over(logs, square))
            both = [outwards.times(outwards.fraction(*side, unit), scale) for side in sides]
            missing = self._d - len(normals)
            normals += both[:missing]
            # Of both together -log s, without the doubt of either; of one alone its own square.
            squares.append(logs if missing > 1 else outwards.square(both[0]))
        by = self._times(n_bits, outwards, squares)
        return [] if by is None else [outwards.times(normal, by) for normal in normals]

    @abstractmethod
    def _times(
        self, n_bits: int, outwards: Outwards, squares: Sequence[Interval]
    ) -> Interval | None:
        """Return what z/√2 is multiplied with, given its squares; None where it has no end."""


class _Gaussian(Noise):
    """z/β."""

    def _times(
        self,
        n_bits: int,  # noqa: ARG002
        outwards: Outwards,
        squares: Sequence[Interval],  # noqa: ARG002
    ) -> Interval:
        return outwards.over(outwards.root(_exactly(2.0)), _exactly(self._rate))


class _Gamma(Noise):
    """The direction of z, times a length of its own."""

    def __init__(self, entropy: Entropy, d: int, rate: float) -> None:
        self._factors = [Uniform(entropy) for _ in range(d)]
        super().__init__(entropy, d, rate)

    def _times(
        self, n_bits: int, outwards: Outwards, squares: Sequence[Interval]
    ) -> Interval | None:
        product = outwards.fraction(1, 1, 1)
        for factor in self._factors:
            leading = factor.leading(n_bits)
            product = outwards.times(product, outwards.fraction(leading, leading + 1, 2**n_bits))
        norm = outwards.root(outwards.total(squares))
        if not product[0] or not norm[0]:
            return None
        length = outwards.over(outwards.minus_log(product), _exactly(self._rate))
        return outwards.over(length, norm)


_LAWS: dict[str, type[Noise]] = {"gamma": _Gamma, "gaussian": _Gaussian}


def draw(entropy: Entropy, norm_law: str, d: int, rate: float) -> Noise:
    """Draw noise in R^d, for d at least 1.

    Its length has the density ∝ exp(-rate ‖b‖₂) for "gamma", and the vector N(0, I/rate²) for
    "gaussian"; the rate β, positive and finite, is the real number that the double is.
    """
    return _LAWS[norm_law](entropy, d, rate)


def _in_the_disc(entropy: Entropy) -> Pair:
    """Return two uniforms, from -1 to 1 when stretched, whose squares come to less than 1."""
    while True:
        pair = Uniform(entropy), Uniform(entropy)
        for n_bits in itertools.count(BITS, BITS):
            low, high = _squared([_side(each, n_bits) for each in pair])
            if high <= 4**n_bits:
                return pair
            if low >= 4**n_bits:
                break


def _side(uniform: Uniform, n_bits: int) -> tuple[int, int]:
    """Return between which multiples of 2^-n_bits the number 2u - 1 is."""
    low = 2 * uniform.leading(n_bits) - 2**n_bits
    return low, low + 2


def _squared(sides: Sequence[tuple[int, int]]) -> tuple[int, int]:
    """Return between which multiples of 4^-n_bits the sum of squares is; no side goes across 0."""
    squares = [sorted((low**2, high**2)) for low, high in sides]
    return sum(low for low, _ in squares), sum(high for _, high in squares)


def _exactly(number: float) -> Interval:
    exact = Decimal.from_float(number)
    return exact, exact


def _arithmetic(n_bits: int) -> Outwards:
    return Outwards(math.ceil(n_bits * math.log10(2)) + SPARE_DIGITS)
