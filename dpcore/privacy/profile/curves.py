"""What follows from a law's profile: ε at a δ, both errors of a test, Rényi divergences.

Everything follows from δ(ε) at ε ≥ 0, since the pairs are symmetric. The **trade-off function**
(Dong, Roth and Su, *Gaussian Differential Privacy*, 2022, Proposition 6) is

    f(α) = sup over ε ≥ 0 of max(0, 1 - δ(ε) - e^ε α, e^{-ε}(1 - δ(ε) - α)),

and each ε that is tried gives a value that no test beats: a search that stops early errs on the
side of the attacker. The supremum is where Pr_Q[L > ε] = α, or Pr_P[L ≤ ε] = α, and both follow
from the slope of δ in e^ε. **Rényi divergences** of what is known by its profile alone are

    e^{(α-1) D_α} ≤ 1 + α(α-1) ∫_0^∞ (e^{(α-1)ε} + e^{-αε}) δ(ε) dε.

Examples
--------
>>> from dpcore.privacy.profile.laws import GammaNoise
>>> round(epsilon_at(GammaNoise(1.0, 30), 1e-6), 3), round(area(GammaNoise(1.0, 30)), 3)
(0.659, 0.552)
"""

import math

import numpy as np
import numpy.typing as npt
from scipy.optimize import brentq
from scipy.special import logsumexp, ndtr, ndtri

from dpcore import checks
from dpcore.checks import Array, InvalidInput
from dpcore.privacy import gamma
from dpcore.privacy.profile.laws import (
    GammaInObjective,
    GammaNoise,
    GaussianInObjective,
    GaussianNoise,
    Law,
    Promise,
)

PLACES = 1500
"""Values of ε from which a trade-off function is searched; the error is of second order in them."""

SMALLEST = 1e-300
"""A δ below which a profile is not followed."""

NOTHING_LEFT = 1e-18
"""A δ that moves no type II error in a double."""

LARGEST = 700.0
"""The largest ε that is looked at: e^ε has to be a double."""

_NODES, _WEIGHTS = np.polynomial.legendre.leggauss(10)


def real(epsilon: npt.ArrayLike) -> Array:
    """Return numbers as an array, none of them missing."""
    epsilons = np.asarray(epsilon, dtype=np.float64)
    if np.isnan(epsilons).any():
        raise InvalidInput("epsilon must be numbers; got nan.")
    return epsilons


def epsilon_at(law: Law, delta: float) -> float:
    """Return the smallest ε ≥ 0 with δ(ε) ≤ δ, rounded up; ∞ where there is none."""
    delta = checks.between("delta", delta, 0.0, 1.0)
    if delta < SMALLEST:
        return law.pure
    if isinstance(law, Promise):
        return _of_promise(law, delta)
    if _at(law, 0.0) <= delta:
        return 0.0
    low, high = 0.0, min(1.0, law.pure)
    while _at(law, high) > delta:
        low, high = high, min(2 * high, law.pure)
        if low == high or high > LARGEST:
            return math.inf
    found = brentq(lambda e: _log(law, e) - math.log(delta), low, high, xtol=1e-300, rtol=1e-14)
    return min(float(found) * (1 + 1e-11) + 1e-300, law.pure)


def type_two_error(law: Law, alpha: npt.ArrayLike) -> Array:
    """Return f(α), the least type II error at each type I error α in [0, 1]."""
    alphas = np.asarray(alpha, dtype=np.float64)
    if not ((alphas >= 0) & (alphas <= 1)).all():
        raise InvalidInput("alpha must be between 0 and 1.")
    if isinstance(law, GaussianNoise):
        return np.asarray(ndtr(ndtri(1 - alphas) - law.mu))
    if isinstance(law, Promise):
        return _promised(alphas, np.asarray(law.epsilon), np.asarray(law.delta))
    grid = _places(law)
    deltas = law.profile(grid)
    # Pr_Q[L > ε] is minus the slope of δ in e^ε, and Pr_P[L > ε] is δ + e^ε times that.
    middle = (grid[:-1] + grid[1:]) / 2
    tail = -np.diff(deltas) / (np.exp(grid[:-1]) * np.expm1(np.diff(grid)))
    below = 1 - (deltas[:-1] + deltas[1:]) / 2 - np.exp(middle) * tail
    # On the left of the curve the best ε has a tail of α; on the right, all but a tail.
    few = np.interp(-alphas, np.maximum.accumulate(-tail), middle)
    many = np.interp(alphas, np.maximum.accumulate(below), middle)
    near = np.searchsorted(grid, [few, many]).clip(1, len(grid) - 1)
    places = np.stack([few, many, *grid[near], *grid[near - 1]])
    return np.asarray(_promised(alphas, places, law.profile(places)).max(axis=0))


def advantage(law: Law) -> float:
    """Return the largest true positive rate less false positive rate of a test: δ at ε = 0."""
    return _at(law, 0.0)


def area(law: Law) -> float:
    """Return what the area under the ROC curve of an attack is at most: 1 - ∫f."""
    # At the middles: f is convex, so that the sum errs on the side of the attacker.
    edges = np.sin(np.linspace(0, np.pi / 2, 2001)) ** 2
    return float(1 - np.diff(edges) @ type_two_error(law, (edges[:-1] + edges[1:]) / 2))


def renyi_divergence(law: Law, alpha: npt.ArrayLike) -> Array:
    """Return the Rényi divergence at orders above 1: exact of noise on an answer, else a bound."""
    orders = np.asarray(alpha, dtype=np.float64)
    if not (orders > 1).all():
        raise InvalidInput("alpha must be above 1.")
    if isinstance(law, GammaNoise):
        return gamma.renyi(orders, law.epsilon, law.n_features)
    if isinstance(law, GaussianNoise):
        return np.asarray(orders * law.mu**2 / 2)
    if isinstance(law, Promise):
        if law.delta:
            return np.full(orders.shape, np.inf)
        log_gain = gamma.log_gain(orders, np.asarray(law.epsilon)) - np.log1p(np.exp(-law.epsilon))
        return np.asarray(np.logaddexp(0.0, log_gain) / (orders - 1))
    found = [min(_renyi_by_profile(law, order), law.pure) for order in orders.ravel()]
    return np.array(found).reshape(orders.shape)


def _of_promise(law: Promise, delta: float) -> float:
    """Return the ε of a promise at a δ: from its own ε on, its profile stays at its own δ."""
    if delta < law.delta:
        return math.inf
    more = 0.0 if delta == law.delta else (delta - law.delta) / (1 - law.delta)
    left = -more * (1 + math.exp(-law.epsilon))
    return 0.0 if left <= -1 else max(0.0, law.epsilon + math.log1p(left)) * (1 + 1e-11)


def _renyi_by_profile(law: Law, order: float) -> float:
    mu = getattr(law, "mu", 0.0)
    # Beyond, e^{(α-1)ε} δ(ε) falls as a Gaussian's tail.
    top = law.pure if math.isfinite(law.pure) else order * mu**2 + 40 * mu
    edges = np.unique([*np.linspace(0.0, top, 129), *_kinks(law)])
    half = np.diff(edges)[:, None] / 2
    places = (edges[:-1, None] + half * (1 + _NODES)).ravel()
    with np.errstate(divide="ignore"):
        log_delta = np.log(law.profile(places))
    weights = np.log((half * _WEIGHTS).ravel())
    both = np.logaddexp((order - 1) * places, -order * places)
    log_more = logsumexp(weights + both + log_delta) + math.log(order * (order - 1))
    return float(np.logaddexp(0.0, log_more) / (order - 1))


def _promised(alpha: Array, epsilon: Array, delta: Array) -> Array:
    """Return what (ε, δ) alone says of type II errors."""
    left = 1 - delta - np.exp(epsilon) * alpha
    return np.maximum(np.maximum(left, np.exp(-epsilon) * (1 - delta - alpha)), 0.0)


def _places(law: Law) -> Array:
    """Return rising ε ≥ 0, up to where nothing is left of the profile, with its kinks."""
    coarse = np.geomspace(1e-6, 1.0, 60) * min(law.pure, LARGEST)
    gone = coarse[law.profile(coarse) < NOTHING_LEFT]
    top = float(gone[0]) if gone.size else float(coarse[-1])
    return np.unique([*np.linspace(0.0, top, PLACES), *_kinks(law)])


def _kinks(law: Law) -> tuple[float, ...]:
    return (law.slack,) if isinstance(law, GammaInObjective | GaussianInObjective) else ()


def _at(law: Law, epsilon: float) -> float:
    return float(law.profile(np.asarray(epsilon)))


def _log(law: Law, epsilon: float) -> float:
    return math.log(max(_at(law, epsilon), SMALLEST))
