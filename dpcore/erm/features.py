"""Feature maps: kernels as plain records of R^D, for which every mechanism runs unchanged.

A map φ takes a row x to D numbers with φ(x)·φ(y) = k(x, y), exactly or on average, and ‖φ(x)‖ ≤ 1.
It looks at no other row, and at no data when it is made: d, its parameters and a seed, all public,
are all that it is made from. So privacy of what is learned from φ(x) is privacy of x.

**Random Fourier features** (Rahimi and Recht 2007; CMS11 Algorithm 3). A kernel k(x - y) is the
Fourier transform of a law of frequencies ω. With m = D/2 of them,

    φ(x) = (cos ω_j·x, sin ω_j·x)_j / √m,    φ(x)·φ(y) = (1/m) Σ cos ω_j·(x - y),

of norm exactly 1 and mean k(x - y).

| kernel | k(u) | law of ω |
| --- | --- | --- |
| Gaussian | exp(-γ‖u‖₂²) | N(0, 2γI) |
| Laplacian | exp(-γ‖u‖₁) | each coordinate Cauchy of scale γ |
| Cauchy | Π 1/(1 + γ²u_e²) | each coordinate Laplace of scale γ |

One cosine has the variance (1 + k(2u))/2 - k(u)² and lies in [-1, 1]: the mean of m has the
standard error that follows (`standard_error`), and is off by more than √(2 log(2/β)/m) with a
probability of at most β (Hoeffding 1963, `error_bound`). The frequencies of a smaller D are the
first ones of a larger D with the same seed and kernel, so that error against D is compared on
common random numbers.

**Exact features** exist of the polynomial kernel ((x·y + 1)/2)^p on the unit ball: with
z = (x, 1)/√2 it is (z·z')^p, the sum over all monomials of degree p in d + 1 variables, each
weighed by its multinomial coefficient, C(d + p, p) of them. The linear kernel has x itself.

Conventions: X has a row for each record, (n, d); maps return (n, D); kernels return a matrix with a
row for each row of X and a column for each row of Y.

Examples
--------
>>> phi = make("gaussian", 2, {"bandwidth": 1.0, "features": 20_000}, seed=0)
>>> X = np.array([[0.6, 0.8], [0.0, 0.5]])
>>> phi(X).shape, float(phi.kernel(X, X)[0, 1].round(3)), float((phi(X) @ phi(X).T)[0, 1].round(2))
((2, 20000), 0.638, 0.64)
>>> cubic = make("polynomial", 10, {"degree": 3}, seed=0)
>>> cubic.n_features
286
"""

import math
import zlib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import combinations_with_replacement
from typing import Protocol

import numpy as np
import numpy.typing as npt

from dpcore import checks
from dpcore.checks import Array, InvalidInput
from dpcore.data.recipes import MAX_CELLS, Knob

BLOCK_CELLS = 2**20
"""Numbers of one block of rows, 8 MiB: scratch buffers stay near the caches."""

SMALLEST_BANDWIDTH, LARGEST_BANDWIDTH = 1e-6, 1e6
"""Beyond these every kernel of two rows in the unit ball is 1, or 0, to six digits."""

MOST_DEGREE = 10
"""At two features 66 monomials, at ten 184,756."""


class FeatureMap(Protocol):
    """The whole contract of a map: all that sweeps, scripts and estimators ask of it.

    Attributes
    ----------
    name : str
        A key of `FEATURE_MAPS`.
    d, n_features : int
        Features of a record, and D of its image.
    """

    @property
    def name(self) -> str:
        """A key of `FEATURE_MAPS`."""

    @property
    def d(self) -> int:
        """Features of a record."""

    @property
    def n_features(self) -> int:
        """D, features of its image."""

    def __call__(self, X: npt.ArrayLike) -> Array:
        """Return the features of each row, shape (n, D), of norm at most 1.

        Raises
        ------
        InvalidInput
            If the rows have not d features, are longer than the map allows, or n times D is more
            than memory can carry.
        """

    def kernel(self, X: npt.ArrayLike, Y: npt.ArrayLike) -> Array:
        """Return the kernel of each row of X with each of Y, what the features stand for."""

    def standard_error(self, X: npt.ArrayLike, Y: npt.ArrayLike) -> Array:
        """Return the standard error of φ(x)·φ(y) as a kernel, over seeds; 0 for exact features."""

    def error_bound(self, beta: float) -> float:
        """Return what φ(x)·φ(y) is off by with probability at most β over seeds, for one pair."""


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
        X = _rows(X, self.d)
        made = _space(len(X), self.n_features)
        for block in _blocks(len(X), self.n_features):
            angles = X[block] @ self.frequencies.T
            np.cos(angles, out=made[block, ::2])
            np.sin(angles, out=made[block, 1::2])
        made /= math.sqrt(len(self.frequencies))
        return made

    def kernel(self, X: npt.ArrayLike, Y: npt.ArrayLike) -> Array:
        """Return k(x - y)."""
        return SHIFT_INVARIANT[self.name](_rows(X, self.d), _rows(Y, self.d), self.bandwidth)

    def standard_error(self, X: npt.ArrayLike, Y: npt.ArrayLike) -> Array:
        """Return √(((1 + k(2u))/2 - k(u)²)/m) for each pair."""
        X, Y = _rows(X, self.d), _rows(Y, self.d)
        variance = (1 + self.kernel(2 * X, 2 * Y)) / 2 - self.kernel(X, Y) ** 2
        return np.asarray(np.sqrt(np.maximum(variance, 0) / len(self.frequencies)))

    def error_bound(self, beta: float) -> float:
        """Return √(2 log(2/β)/m), by Hoeffding."""
        return math.sqrt(2 * math.log(2 / _probability(beta)) / len(self.frequencies))


class _Exact:
    """What exact features say of their error."""

    def standard_error(self: FeatureMap, X: npt.ArrayLike, Y: npt.ArrayLike) -> Array:
        """Return zeros."""
        return np.zeros((len(_rows(X, self.d)), len(_rows(Y, self.d))))

    def error_bound(self, beta: float) -> float:
        """Return 0."""
        _probability(beta)
        return 0.0


@dataclass(frozen=True)
class PolynomialMap(_Exact):
    """All monomials of the polynomial kernel ((x·y + 1)/2)^p on the unit ball.

    Parameters
    ----------
    d : int
    degree : int
        p, from 1 to `MOST_DEGREE`.
    """

    d: int
    degree: int
    name: str = field(default="polynomial", init=False)

    @property
    def n_features(self) -> int:
        """C(d + p, p)."""
        return math.comb(self.d + self.degree, self.degree)

    def __call__(self, X: npt.ArrayLike) -> Array:
        """Return the weighed monomials, (n, D)."""
        X = _in_the_ball(X, self.d)
        made = _space(len(X), self.n_features)
        steps, weights = self._steps(), self._weights()
        for block in _blocks(len(X), self.n_features):
            part = X[block]
            z = np.column_stack([part, np.ones(len(part))]) / math.sqrt(2)
            monomials = z
            for parents, factors in steps:
                monomials = monomials[:, parents] * z[:, factors]
            np.multiply(monomials, weights, out=made[block])
        return made

    def kernel(self, X: npt.ArrayLike, Y: npt.ArrayLike) -> Array:
        """Return ((x·y + 1)/2)^p."""
        products = _in_the_ball(X, self.d) @ _in_the_ball(Y, self.d).T
        return np.asarray(((products + 1) / 2) ** self.degree)

    def _monomials(self, degree: int) -> list[tuple[int, ...]]:
        return list(combinations_with_replacement(range(self.d + 1), degree))

    def _steps(self) -> list[tuple[npt.NDArray[np.intp], npt.NDArray[np.intp]]]:
        """Return for each degree above 1 which monomial, times which variable, gives each one."""
        steps, lower = [], self._monomials(1)
        for degree in range(2, self.degree + 1):
            place, higher = {word: k for k, word in enumerate(lower)}, self._monomials(degree)
            parents = np.array([place[word[:-1]] for word in higher])
            steps.append((parents, np.array([word[-1] for word in higher])))
            lower = higher
        return steps

    def _weights(self) -> Array:
        """Return √(p!/Π k_e!), with k_e the power of variable e."""
        powers = (np.bincount(word) for word in self._monomials(self.degree))
        orders = (math.prod(math.factorial(int(k)) for k in each) for each in powers)
        return np.sqrt([math.factorial(self.degree) / order for order in orders])


@dataclass(frozen=True)
class LinearMap(_Exact):
    """The records as they are: kernel x·y."""

    d: int
    name: str = field(default="linear", init=False)

    @property
    def n_features(self) -> int:
        """Return d."""
        return self.d

    def __call__(self, X: npt.ArrayLike) -> Array:
        """Return X."""
        return _in_the_ball(X, self.d)

    def kernel(self, X: npt.ArrayLike, Y: npt.ArrayLike) -> Array:
        """Return x·y."""
        return np.asarray(_in_the_ball(X, self.d) @ _in_the_ball(Y, self.d).T)


@dataclass(frozen=True)
class MapKind:
    """One entry of the registry.

    Parameters
    ----------
    name, label : str
        Key and name on screen.
    parameters : mapping of str to Knob
        What it is made from beside d and a seed, with the range that a screen offers.
    is_random : bool
        Whether the features approximate the kernel, by frequencies from the seed.
    make : callable
        Called as ``make(name, d, values, seed)``, all values present.
    """

    name: str
    label: str
    parameters: Mapping[str, Knob]
    is_random: bool
    make: Callable[[str, int, Mapping[str, float], int], FeatureMap]


def make(name: str, d: int, parameters: Mapping[str, float], seed: int) -> FeatureMap:
    """Return a feature map; parameters that are left out take their defaults.

    Parameters
    ----------
    name : str
        A key of `FEATURE_MAPS`.
    d : int
        Features of a record.
    parameters : mapping
        ``bandwidth`` (γ, from 1e-6 to 1e6) and ``features`` (D, even) of random features;
        ``degree`` (p, from 1 to 10) of the polynomial kernel; none of the linear one.
    seed : int
        Of the frequencies, 0 or more: public. Exact features ignore it.

    Raises
    ------
    InvalidInput
        If there is no such map or parameter, or a value is out of range.
    """
    kind = FEATURE_MAPS[checks.one_of("feature map", name, tuple(FEATURE_MAPS))]
    for parameter in parameters:
        if parameter not in kind.parameters:
            allowed = ", ".join(kind.parameters) or "none"
            raise InvalidInput(
                f"The parameters of {name} features are: {allowed}; got {checks.cut(parameter)}."
            )
    values = {each: knob.default for each, knob in kind.parameters.items()} | dict(parameters)
    return kind.make(name, checks.whole("d", d), values, checks.whole("seed", seed, low=0))


def _fourier(name: str, d: int, values: Mapping[str, float], seed: int) -> FeatureMap:
    bandwidth = checks.positive("bandwidth", values["bandwidth"])
    checks.between("bandwidth", bandwidth, SMALLEST_BANDWIDTH, LARGEST_BANDWIDTH)
    n_features = checks.whole("features", values["features"], low=2)
    if n_features % 2:
        raise InvalidInput(
            f"features must be even, a cosine and a sine for each frequency; got {n_features:,}. "
            f"Take {n_features + 1:,}."
        )
    _check_memory("Columns", d, n_features)  # of the frequencies, twice over
    kernel = SHIFT_INVARIANT[name]
    # A stream of its own for each kernel; row by row, so that a smaller D takes the first rows.
    rng = np.random.default_rng(
        np.random.SeedSequence(seed, spawn_key=(zlib.crc32(name.encode()),))
    )
    drawn = kernel.frequencies(rng, (n_features // 2, d))
    return FourierMap(name, bandwidth, bandwidth**kernel.power * drawn)


def _polynomial(name: str, d: int, values: Mapping[str, float], seed: int) -> FeatureMap:  # noqa: ARG001
    made = PolynomialMap(d, checks.whole("degree", values["degree"], high=MOST_DEGREE))
    if made.n_features > MOST_MONOMIALS:
        raise InvalidInput(
            f"A polynomial kernel of degree {made.degree} in {d:,} features has "
            f"{made.n_features:,} monomials; at most {MOST_MONOMIALS:,} are computed. Take a "
            "smaller degree, or random features."
        )
    return made


def _linear(name: str, d: int, values: Mapping[str, float], seed: int) -> FeatureMap:  # noqa: ARG001
    return LinearMap(d)


MOST_MONOMIALS = 20_000
"""Their list takes a tenth of a second."""


def _rows(X: npt.ArrayLike, d: int) -> Array:
    array = checks.finite("X", X, 2)
    if array.shape[1] != d:
        raise InvalidInput(
            f"X must have {d:,} columns, as the map was made for; got {array.shape[1]:,}."
        )
    return array


def _in_the_ball(X: npt.ArrayLike, d: int) -> Array:
    # Outside of it the features would be longer than 1.
    array = _rows(X, d)
    return checks.records(array, np.ones(len(array)))[0]


def _space(n: int, n_features: int) -> Array:
    _check_memory("Rows", n, n_features)
    return np.empty((n, n_features))


def _check_memory(what: str, n: int, n_features: int) -> None:
    if n * n_features > MAX_CELLS:
        raise InvalidInput(
            f"{what} times features must be at most {MAX_CELLS:,}; got {n:,} times "
            f"{n_features:,}. With {n:,} {what.lower()}, take up to {MAX_CELLS // n // 2 * 2:,} "
            "features."
        )


def _blocks(n: int, n_features: int) -> Iterator[slice]:
    step = max(1, BLOCK_CELLS // n_features)
    return (slice(start, start + step) for start in range(0, n, step))


def _probability(beta: float) -> float:
    if not 0 < checks.between("beta", beta, 0, 1) < 1:
        raise InvalidInput(f"beta must be between 0 and 1, both left out; got {beta:g}.")
    return beta


_RANDOM = {
    "bandwidth": Knob("Bandwidth γ", SMALLEST_BANDWIDTH, LARGEST_BANDWIDTH, 4.0),
    "features": Knob("Features D", 2, 1_000, 200),
}

FEATURE_MAPS: Mapping[str, MapKind] = {
    kind.name: kind
    for kind in (
        MapKind("linear", "Linear", {}, False, _linear),
        MapKind("gaussian", "Gaussian", _RANDOM, True, _fourier),
        MapKind("laplacian", "Laplacian", _RANDOM, True, _fourier),
        MapKind("cauchy", "Cauchy", _RANDOM, True, _fourier),
        MapKind(
            "polynomial",
            "Polynomial",
            {"degree": Knob("Degree p", 1, MOST_DEGREE, 3)},
            False,
            _polynomial,
        ),
    )
}
"""Every feature map by its name; pages and tests iterate over this registry."""
