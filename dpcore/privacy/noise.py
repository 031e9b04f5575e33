"""Noise vectors: a length from one law, a direction uniform on the sphere.

`gamma` is the law of every ε-DP mechanism here. A vector of density ∝ exp(-β‖b‖₂) in R^d has
length ~ Gamma(shape d, scale 1/β), mean d/β (CM08 Algorithm 1, CMS11 Section 3).

`laplace` is CM08a's: the *length* is the absolute value of a Laplace variable of scale 1/β,
whatever d is. Its density in R^d is ∝ exp(-β‖b‖)/‖b‖^(d-1), unbounded at 0: not ε-DP for d > 1.

`gaussian` is that of (ε, δ)-differential privacy: with β = 1/σ the vector is N(0, σ²I), its length
σ times a chi variable of d degrees of freedom, its density ∝ exp(-(β‖b‖)²/2).

The draws do not depend on the rate but for the final division: the same generator state gives
the same vectors on another scale. Simulations use this to compare values of ε; a release must
not (the difference of two outputs would reveal the data).

Examples
--------
>>> b = sample("gamma", rate=2.0, n_draws=3, n_features=5, rng=np.random.default_rng(0))
>>> b.shape
(3, 5)
"""

import math
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from scipy.special import gammainccinv, ndtr

from dpcore import checks
from dpcore.checks import Array
from dpcore.privacy.projection import law

# Longest noise vector that squares, products and sums of doubles (up to 1.8e308) can still carry.
LONGEST = 1e100


@dataclass(frozen=True)
class NormLaw:
    """How long noise vectors are, and what density that gives them.

    Parameters
    ----------
    name : str
        The law's key in `NORM_LAWS`.
    lengths : callable
        Called as ``lengths(n_draws, d, rng)``; returns lengths at rate 1, shape (n_draws,).
    pole_order : callable
        Maps d on the k for which the density in R^d is ∝ exp(-(β‖b‖)^p/p)/‖b‖^k: with k above 0 it
        has no bound at 0.
    mean_square : callable
        Maps d on the mean of ‖b‖² at rate 1.
    power : int
        p, 1 or 2. With 2 the privacy loss grows with the noise, and has no bound far away.
    exceeded : callable
        Maps p and d on the length at rate 1 that is exceeded with probability p.
    along : callable, optional
        The distribution function of the vector's component along any one direction, at rate 1:
        called as ``along(t, d)`` with an array of any shape. None where it has no closed form.
    """

    name: str
    lengths: Callable[[int, int, np.random.Generator], Array]
    pole_order: Callable[[int], int]
    mean_square: Callable[[int], float]
    exceeded: Callable[[float, int], float]
    power: int = 1
    along: Callable[[Array, int], Array] | None = None

    def log_density(self, lengths: Array, rate: float, n_features: int) -> Array:
        """Return log densities of noise vectors of these lengths, but for a constant.

        The lengths are ‖b‖, and the rate is β. Where the density has no bound its logarithm is ∞.
        """
        log = -((rate * lengths) ** self.power) / self.power
        pole = self.pole_order(n_features)
        with np.errstate(divide="ignore"):
            return np.asarray(log - pole * np.log(lengths) if pole else log)


# Its length has the density r^{d-1} e^{-βr}, and the sphere of radius r the area r^{d-1}: what is
# left in R^d is e^{-β‖b‖}, without a pole.
GAMMA = NormLaw(
    "gamma",
    lambda n_draws, d, rng: rng.standard_gamma(d, n_draws),
    lambda _: 0,
    lambda d: d * (d + 1),
    lambda p, d: float(gammainccinv(d, p)),
    along=law.cdf,
)

# |Laplace| is an exponential variable.
LAPLACE = NormLaw(
    "laplace",
    lambda n_draws, _, rng: rng.standard_exponential(n_draws),
    lambda d: d - 1,
    lambda _: 2,
    lambda p, _: -math.log(p),
)

GAUSSIAN = NormLaw(
    "gaussian",
    lambda n_draws, d, rng: np.sqrt(rng.chisquare(d, n_draws)),
    lambda _: 0,
    lambda d: d,
    lambda p, d: math.sqrt(2 * gammainccinv(d / 2, p)),
    power=2,
    along=lambda t, _: np.asarray(ndtr(t)),
)

NORM_LAWS: dict[str, NormLaw] = {each.name: each for each in (GAMMA, LAPLACE, GAUSSIAN)}
"""Every law of the noise's length by its name."""


def sample(
    norm_law: str, rate: float, n_draws: int, n_features: int, rng: np.random.Generator
) -> Array:
    """Draw noise vectors (n_draws, n_features) of a law, a key of `NORM_LAWS`.

    The rate β is positive; ∞ gives zeros.

    Raises
    ------
    InvalidInput
        If the rate is so small that the noise exceeds what doubles can carry.
    """
    # Independent normal numbers have no direction that they prefer.
    directions = rng.standard_normal((n_draws, n_features))
    directions /= np.linalg.norm(directions, axis=1, keepdims=True)
    # After the directions, and at rate 1: with one state of the generator, every rate has the same
    # vectors on another scale, and every law the same directions.
    lengths = NORM_LAWS[norm_law].lengths(n_draws, n_features, rng)
    # Divided this way round, since lengths over a tiny rate would overflow.
    if lengths.max(initial=0.0) / LONGEST > rate:
        raise checks.InvalidInput(
            f"The noise would be longer than {LONGEST:g}, too large to compute "
            f"(noise rate {rate:.3g}). Take a larger ε or λ."
        )
    return directions * (lengths / rate)[:, None]
