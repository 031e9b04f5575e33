"""Random Fourier features of shift-invariant kernels (Rahimi and Recht 2007; CMS11 Algorithm 3).

The formulas stand in `dplab.features`, which makes them.
"""

import math
import zlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from dpcore import checks
from dpcore.checks import Array, InvalidInput
from dplab.maps.contract import blocks, check_memory, probability, rows, space

SMALLEST_BANDWIDTH, LARGEST_BANDWIDTH = 1e-6, 1e6
"""Beyond these every kernel of two rows in the unit ball is 1, or 0, to six digits."""


@dataclass(frozen=True)
class ShiftInvariant:
    """A kernel k(u) = exp(-Σ decay(u_e)), and the law of its frequencies.

    Parameters
    ----------
    decay : callable
        Maps γ and coordinates of u on -log of their factor of k.
    frequencies : callable
        Called as ``frequencies(rng, shape)``; returns frequencies at γ = 1, drawn row by row.
    power : float
        Frequencies at γ are those at 1 times γ to this power.
    """

    decay: Callable[[float, Array], Array]
    frequencies: Callable[[np.random.Generator, tuple[int, int]], Array]
    power: float = 1.0

    def __call__(self, X: Array, Y: Array, bandwidth: float) -> Array:
        """Return k(x - y) for each row x of X and y of Y."""
        exponent = np.zeros((len(X), len(Y)))
        for x, y in zip(X.T, Y.T, strict=True):  # by features: no array of n × n × d
            exponent -= self.decay(bandwidth, x[:, None] - y)
        return np.asarray(np.exp(exponent))


SHIFT_INVARIANT = {
    "gaussian": ShiftInvariant(
        lambda gamma, u: gamma * u * u,
        lambda rng, shape: math.sqrt(2) * rng.standard_normal(shape),
        0.5,
    ),
    "laplacian": ShiftInvariant(
        lambda gamma, u: gamma * np.abs(u), lambda rng, shape: rng.standard_cauchy(shape)
    ),
    "cauchy": ShiftInvariant(
        lambda gamma, u: np.log1p((gamma * u) ** 2), lambda rng, shape: rng.laplace(size=shape)
    ),
}
"""Shift-invariant kernels by the names of their maps."""


@dataclass(frozen=True, eq=False)
class FourierMap:
    """Random Fourier features of a shift-invariant kernel.

    Parameters
    ----------
    name : str
        A key of `SHIFT_INVARIANT`.
    bandwidth : float
        γ of the kernel.
    frequencies : array (D/2, d)
        Public: they are published with what is learned.
    """

    name: str
    bandwidth: float
    frequencies: Array

    @property
    def d(self) -> int:
        """Features of a record."""
        return int(self.frequencies.shape[1])

    @property
    def n_features(self) -> int:
        """D: a cosine and a sine for each frequency."""
        return 2 * len(self.frequencies)

    def __call__(self, X: npt.ArrayLike) -> Array:
        """Return the features, (n, D): cosine and sine of each frequency side by side."""
        X = rows(X, self.d)
        made = space(len(X), self.n_features)
        for block in blocks(len(X), self.n_features):
            angles = X[block] @ self.frequencies.T
            np.cos(angles, out=made[block, ::2])
            np.sin(angles, out=made[block, 1::2])
        made /= math.sqrt(len(self.frequencies))
        return made

    def kernel(self, X: npt.ArrayLike, Y: npt.ArrayLike) -> Array:
        """Return k(x - y)."""
        return SHIFT_INVARIANT[self.name](rows(X, self.d), rows(Y, self.d), self.bandwidth)

    def standard_error(self, X: npt.ArrayLike, Y: npt.ArrayLike) -> Array:
        """Return √(((1 + k(2u))/2 - k(u)²)/m) for each pair."""
        X, Y = rows(X, self.d), rows(Y, self.d)
        variance = (1 + self.kernel(2 * X, 2 * Y)) / 2 - self.kernel(X, Y) ** 2
        return np.asarray(np.sqrt(np.maximum(variance, 0) / len(self.frequencies)))

    def error_bound(self, beta: float) -> float:
        """Return √(2 log(2/β)/m), by Hoeffding."""
        return math.sqrt(2 * math.log(2 / probability(beta)) / len(self.frequencies))


def make_fourier(name: str, d: int, values: Mapping[str, float], seed: int) -> FourierMap:
    """Return the map of a kernel in `SHIFT_INVARIANT`; see `dplab.features.make`."""
    bandwidth = checks.positive("bandwidth", values["bandwidth"])
    checks.between("bandwidth", bandwidth, SMALLEST_BANDWIDTH, LARGEST_BANDWIDTH)
    n_features = checks.whole("features", values["features"], low=2)
    if n_features % 2:
        raise InvalidInput(
            f"features must be even, a cosine and a sine for each frequency; got {n_features:,}. "
            f"Take {n_features + 1:,}."
        )
    check_memory("Columns", d, n_features)  # of the frequencies, twice over
    kernel = SHIFT_INVARIANT[name]
    # A stream of its own for each kernel, which no recipe has: records and frequencies must not
    # share random numbers. Row by row, so that a smaller D takes the first rows.
    key = zlib.crc32(f"frequencies {name}".encode())
    rng = np.random.default_rng(np.random.SeedSequence(seed, spawn_key=(key,)))
    drawn = kernel.frequencies(rng, (n_features // 2, d))
    return FourierMap(name, bandwidth, bandwidth**kernel.power * drawn)
