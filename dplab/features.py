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
>>> import numpy as np
>>> phi = make("gaussian", 2, {"bandwidth": 1.0, "features": 20_000}, seed=0)
>>> X = np.array([[0.6, 0.8], [0.0, 0.5]])
>>> phi(X).shape, float(phi.kernel(X, X)[0, 1].round(3)), float((phi(X) @ phi(X).T)[0, 1].round(2))
((2, 20000), 0.638, 0.64)
>>> cubic = make("polynomial", 10, {"degree": 3}, seed=0)
>>> cubic.n_features
286
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from dpcore import checks
from dpcore.checks import InvalidInput
from dpcore.data.recipes import RecipeParameter
from dplab.maps.contract import FeatureMap
from dplab.maps.exact import MOST_DEGREE, LinearMap, make_polynomial
from dplab.maps.fourier import LARGEST_BANDWIDTH, SMALLEST_BANDWIDTH, make_fourier

SIZES = (10, 20, 50, 100, 200, 500, 1000)
"""D at which random features are compared: 1, 2 and 5 of each decade."""


@dataclass(frozen=True)
class MapKind:
    """One entry of the registry.

    Parameters
    ----------
    name, label : str
        Key and name on screen.
    parameters : mapping of str to RecipeParameter
        What it is made from beside d and a seed, with the range that a screen offers.
    is_random : bool
        Whether the features approximate the kernel, by frequencies from the seed.
    make : callable
        Called as ``make(name, d, values, seed)``, all values present.
    """

    name: str
    label: str
    parameters: Mapping[str, RecipeParameter]
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


_RANDOM = {
    "bandwidth": RecipeParameter("Bandwidth γ", SMALLEST_BANDWIDTH, LARGEST_BANDWIDTH, 8.0),
    "features": RecipeParameter("Features D", 2, 1_000, 200),
}

FEATURE_MAPS: Mapping[str, MapKind] = {
    kind.name: kind
    for kind in (
        MapKind("linear", "Linear", {}, False, lambda _, d, *__: LinearMap(d)),
        MapKind("gaussian", "Gaussian", _RANDOM, True, make_fourier),
        MapKind("laplacian", "Laplacian", _RANDOM, True, make_fourier),
        MapKind("cauchy", "Cauchy", _RANDOM, True, make_fourier),
        MapKind(
            "polynomial",
            "Polynomial",
            {"degree": RecipeParameter("Degree p", 1, MOST_DEGREE, 3)},
            False,
            lambda _, d, values, __: make_polynomial(d, values),
        ),
    )
}
"""Every feature map by its name; pages and tests iterate over this registry."""
