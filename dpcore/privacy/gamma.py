"""Gamma noise, whole: the privacy profile and Rényi divergence of density ∝ e^{-β‖b‖} in R^d.

One record moves the centre of the noise by D at most. ε = βD is what a *pure* guarantee says, and
it is reached only by noise that lies on the line through both centres. Of all other noise the
privacy loss is smaller: it is εζ with ζ = (‖b + v‖ - ‖b‖)/D in [-1, 1], ‖v‖ = D. In prolate
spheroidal coordinates around both centres, with a = ε/2, the density of ζ for d ≥ 2 is

    p(ζ) ∝ e^{aζ} (1 - ζ²)^{(d-3)/2} (κ + 1 - ζ²),    κ = ((d-1)/a) K_{d/2}(a)/K_{d/2-1}(a),

with K the modified Bessel function (the proof page *Gamma noise, whole*, has it). For d = 1 it is
Laplace's: atoms at ±1, a density between.

The two centres are exchanged by b → -v - b, so that e^{-εζ} p(ζ) = p(-ζ), and everything follows
from ζ > 0 by integrals of what is positive, so that nothing cancels:

    δ(e) = ∫_{ζ > e/ε} (1 - e^{e - εζ}) p(ζ) dζ,    δ(-e) = 1 - e^{-e} + e^{-e} δ(e),
    E e^{(α-1)εζ} - 1 = ∫_{ζ > 0} (e^{(α-1)εζ} - 1)(1 - e^{-αεζ}) p(ζ) dζ,
    1 = ∫_{ζ > 0} (1 + e^{-εζ}) p(ζ) dζ.

With ζ = tanh v the integrand is p dv = e^{a tanh v} sech^{d-1} v (κ + sech² v) dv, whose logarithm
is smooth and falls nowhere faster than d - 1: Gauss and Legendre's rule on panels that are short
beside its slope gives it to a relative error of about 1e-13, for ε from 1e-4 to 50 and d from 1 to
10,000.

Examples
--------
>>> delta([0.3, 0.6], pure=1.0, n_features=10).round(5)
array([0.03347, 0.00274])
>>> round(pure_for(1.0, 1e-6, n_features=10), 4)  # the same noise is 1.09-DP, and (1, 1e-6)-DP
1.0912
"""

import math
from collections.abc import Callable
from functools import lru_cache
from itertools import accumulate

import numpy as np
import numpy.typing as npt
from scipy.optimize import brentq
from scipy.special import k0e, k1e, logsumexp

from dpcore import checks
from dpcore.checks import Array
from dpcore.privacy.gaussian import ROUNDING

_NODES, _WEIGHTS = np.polynomial.legendre.leggauss(14)

LARGEST = 1e6
"""Largest βD that is computed: noise a million times shorter than what one record moves."""

NEGLIGIBLE = 50.0
"""Where the integrand is e^-50 of what it is at its peak, nothing of it can be seen in a double."""

MOST_STEPS = 100_000
"""Steps of the recurrence for Bessel functions; of 10,000 coefficients it takes 5,000."""

UNDERFLOW = 760.0
"""Where it is e^-760 of that, doubles carry no more of it."""

DEEPEST = 40.0
"""1 - tanh v is below 1e-34 there: no ε of doubles below βD lies so far out."""

FIRST_STEP = 1e-4
"""From a peak to where the search for such places begins."""


def delta(epsilon: npt.ArrayLike, pure: float, n_features: int) -> Array:
    """Return the smallest δ for which Gamma noise is (ε, δ)-differentially private.

    Parameters
    ----------
    epsilon : array-like
        Any real numbers, of any shape; below 0, too, where a composition asks for it.
    pure : float
        βD, the ε that the noise keeps without a δ; positive.
    n_features : int
        d of the noise: levels and the constant count.

    Returns
    -------
    array of epsilon's shape
        In [0, 1], to a relative error of about 1e-12; 0 from `pure` on.

    Raises
    ------
    InvalidInput
        If an argument is out of range.
    """
    pure, d = _checked(pure, n_features)
    epsilons = np.asarray(epsilon, dtype=np.float64)
    if np.isnan(epsilons).any():
        raise checks.InvalidInput("epsilon must be numbers; got nan.")
    return _delta(epsilons, pure, d)


def renyi(alpha: npt.ArrayLike, pure: float, n_features: int) -> Array:
    """Return the Rényi divergence D_α of Gamma noise moved by D, the same in both directions.

    Parameters
    ----------
    alpha : array-like
        Orders above 1, of any shape.
    pure : float
        βD, positive and finite.
    n_features : int
        d of the noise.

    Returns
    -------
    array of alpha's shape
        In [0, βD]. In closed form, with ν = d/2 - 1, a = βD/2 and u = (2α - 1)a, (α - 1) D_α is the
        logarithm of a^{ν+2} u^{-ν} [K_{ν+1}(a) I_ν(u)/a + K_ν(a) I_{ν+1}(u)/u]; computed as the
        integral, which keeps its digits where that form loses them.

    Raises
    ------
    InvalidInput
        If an argument is out of range.
    """
    pure, d = _checked(pure, n_features)
    orders = np.asarray(alpha, dtype=np.float64)
    if not (orders > 1).all():
        raise checks.InvalidInput(
            f"alpha must be above 1; got {checks.cut(orders.min(initial=np.inf))}."
        )
    values = [_moment(order, pure, d) / (order - 1) for order in orders.ravel()]
    # Rounding could put it above what no divergence of the pair exceeds.
    return np.minimum(np.array(values).reshape(orders.shape), pure)


@lru_cache(maxsize=1024)
def rho(pure: float, n_features: int) -> float:
    """Return the ρ for which Gamma noise is ρ-zCDP: D_α ≤ αρ at every order, with none smaller.

    It is the divergence of Kullback and Leibler, (ε²/2) [I_{d/2}(a) K_{d/2}(a) + I_{d/2+1}(a)
    K_{d/2-1}(a)] ≤ ε²/(2d), with ε = βD and a = ε/2 (proof page *Gamma noise, whole*). Parameters
    and errors are those of `renyi`.
    """
    pure, d = _checked(pure, n_features)
    losses, log_mass = _half(pure, d)
    return float(np.exp(log_mass) @ (losses * -np.expm1(-losses)))


@lru_cache(maxsize=4096)
def pure_for(epsilon: float, delta: float, n_features: int) -> float:
    """Return the largest βD for which Gamma noise is (ε, δ)-private: the shortest noise.

    Parameters
    ----------
    epsilon : float
        Positive, or ∞.
    delta : float
        Between 0 and 1, both left out.
    n_features : int
        d of the noise.

    Returns
    -------
    float
        ε or more, rounded down by at most 2e-11 of it; ∞ where ε is. The same noise keeps this ε
        without any δ.

    Raises
    ------
    InvalidInput
        If an argument is out of range.

    Guarantee
    ---------
    An answer that one record moves by at most D in L2, with Gamma noise of rate βD/D in d
    dimensions, is (ε, δ)-differentially private, and βD-differentially private, in real
    arithmetic; no larger rate keeps (ε, δ) where the answer does move by D.
    """
    d = checks.whole("n_features", n_features)
    return _largest(lambda pure: _delta(np.asarray(epsilon), pure, d), epsilon, delta)


@lru_cache(maxsize=4096)
def pure_for_objective(epsilon_noise: float, delta: float, n_features: int) -> float:
    """Return the largest 2βg whose noise in the objective is (ε' + slack, δ)-private, by our bound.

    The bound is δ(ε' + slack) ≤ δ_Γ(ε'; 2g) + 2 δ_Γ(ε'; g), over the corners of both slopes, with g
    the longest gradient of one record's loss. ε' is positive, or ∞; the rest is as in `pure_for`.
    """
    return _largest(
        lambda pure: in_objective(epsilon_noise, pure, n_features), epsilon_noise, delta
    )


def in_objective(left: npt.ArrayLike, pure: float, n_features: int) -> Array:
    """Return δ_Γ(left; 2g) + 2 δ_Γ(left; g) at 2βg = pure: what `left`, ε less the slack, leaves.

    It may exceed 1, and the pure bound: `laws.GammaInObjective` says what holds then.
    """
    return delta(left, pure, n_features) + 2 * delta(left, pure / 2, n_features)


def _largest(delta_of: Callable[[float], Array], epsilon: float, delta: float) -> float:
    """Return the largest βD, from ε on, at which a growing δ(βD) is at most δ, rounded down."""
    epsilon = checks.positive("epsilon", epsilon, infinite=True)
    if not 0 < checks.between("delta", delta, 0.0, 1.0) < 1:
        raise checks.InvalidInput(
            f"delta must be above 0 and below 1; got {checks.written(delta)}."
        )
    if math.isinf(epsilon):
        return math.inf
    low, high = epsilon, 2 * epsilon
    while float(delta_of(high)) <= delta:
        low, high = high, 2 * high
    # In logarithms δ is nearly a line; δ is 0 up to ε.
    found: float = brentq(
        lambda pure: math.log(max(float(delta_of(pure)), 1e-320) / delta),
        low, high, xtol=1e-300, rtol=4 * np.finfo(float).eps,
    )  # fmt: skip
    return max(epsilon, found * (1 - ROUNDING))


def _delta(epsilon: Array, pure: float, d: int) -> Array:
    if np.isinf(pure):
        return np.where(epsilon < np.inf, 1.0, 0.0)
    size = np.minimum(np.abs(epsilon), pure)
    at = np.abs(np.expm1((size - pure) / 2)) if d == 1 else _upper(size, pure, d)
    # The pair is symmetric: what lies below 0 follows from what lies above.
    below = -np.expm1(-size) + np.exp(-size) * at
    beyond = np.where(epsilon < -pure, -np.expm1(np.minimum(epsilon, 0.0)), below)
    return np.where(epsilon >= 0, at, beyond)


def _checked(pure: float, n_features: int) -> tuple[float, int]:
    pure = checks.positive("pure", pure, infinite=True)
    if LARGEST < pure < np.inf:
        raise checks.InvalidInput(
            f"pure must be at most {LARGEST:g}, or infinite; got {checks.written(pure)}."
        )
    return pure, checks.whole("n_features", n_features)


def _upper(epsilon: Array, pure: float, d: int) -> Array:
    """Return δ at ε in [0, βD], d ≥ 2, from the far end inwards: only what is positive is added."""
    flat = epsilon.ravel()
    with np.errstate(divide="ignore"):
        places = np.log((pure + flat) / (pure - flat)) / 2  # artanh, with the digits of βD - ε
    log_density = _log_density(pure, d)
    peak = _peak(pure / 2, d)
    # Beyond the deepest place doubles carry nothing of the density, or of βD - ε.
    deepest = min(_fallen(log_density, peak, UNDERFLOW), DEEPEST)
    inner = np.minimum(places, deepest)
    end = _fallen(log_density, max(peak, float(inner.max(initial=0.0))), NEGLIGIBLE)
    edges = np.union1d(_edges(log_density, peak, end, pure / 2, d), inner)
    nodes, log_mass = _panels(edges, log_density)
    mass = np.exp(log_mass - _log_total(pure, d))
    low, high = edges[:-1, None], edges[1:, None]
    local = (mass * -np.expm1(-_rise(low, nodes, pure))).sum(axis=1)
    steps = _rise(low, high, pure)[:, 0]
    tails = np.append(np.cumsum(mass.sum(axis=1)[::-1])[::-1], 0.0)[1:]
    # δ(e) = e^{-h} δ(e + h) + (1 - e^{-h}) Pr[L > e + h] + ∫ (1 - e^{e-L}) over L in (e, e + h].
    gains = local - np.expm1(-steps) * tails
    pairs = zip(np.exp(-steps)[::-1].tolist(), gains[::-1].tolist(), strict=True)
    deltas = [*accumulate(pairs, lambda after, pair: pair[0] * after + pair[1], initial=0.0)]
    at = np.array(deltas)[::-1][np.searchsorted(edges, inner)]
    return np.where(places <= deepest, at, 0.0).reshape(epsilon.shape)


def _moment(alpha: float, pure: float, d: int) -> float:
    """Return log E e^{(α-1)L}."""
    losses, log_mass = _half(pure, d, alpha)
    return float(np.logaddexp(0.0, logsumexp(log_mass + log_gain(alpha, losses))))


def log_gain(alpha: npt.ArrayLike, loss: Array) -> Array:
    """Return log((e^{(α-1)L} - 1)(1 - e^{-αL})): what a loss ±L adds to E e^{(α-1)L} - 1.

    The probability of L counts, for a symmetric pair of laws.
    """
    # In logarithms, since e^{(α-1)L} overflows: x + log(1 - e^{-x}) is log(e^x - 1).
    up, down = np.subtract(alpha, 1) * loss, np.asarray(alpha) * loss
    return np.asarray(up + np.log(-np.expm1(-up)) + np.log(-np.expm1(-down)))


def _half(pure: float, d: int, alpha: float = 1.0) -> tuple[Array, Array]:
    """Return losses L > 0 and the logarithms of their probabilities, a rule for ∫ over L > 0.

    Its nodes suit integrands that grow as e^{(α-1)L}.
    """
    if d == 1:
        # Laplace's density e^{(L-ε)/2}/4, and the atom at ε.
        n_panels = math.ceil(pure * max(alpha, 1.0) / 6) + 1
        edges = np.linspace(0.0, pure, n_panels + 1)
        nodes, log_mass = _panels(edges, lambda loss: (loss - pure) / 2 - math.log(4))
        return np.append(nodes, pure), np.append(log_mass, -math.log(2))
    log_density = _log_density(pure, d)
    tilt = (alpha - 1) * pure

    def tilted(place: Array) -> Array:
        return log_density(place) + tilt * np.tanh(place)

    pull = pure / 2 + tilt
    peak = _peak(pull, d)
    edges = _edges(tilted, peak, _fallen(tilted, peak, NEGLIGIBLE), pull, d)
    nodes, log_mass = _panels(edges, log_density)
    return (pure * np.tanh(nodes)).ravel(), log_mass.ravel() - _log_total(pure, d)


@lru_cache(maxsize=1024)
def _log_total(pure: float, d: int) -> float:
    """Return the logarithm of what `_log_density` comes to over both halves."""
    log_density, peak = _log_density(pure, d), _peak(pure / 2, d)
    edges = _edges(log_density, peak, _fallen(log_density, peak, NEGLIGIBLE), pure / 2, d)
    nodes, log_mass = _panels(edges, log_density)
    return float(logsumexp(log_mass + np.log1p(np.exp(-pure * np.tanh(nodes)))))


def _log_density(pure: float, d: int) -> Callable[[Array], Array]:
    """Return log p(tanh v) dζ/dv for v ≥ 0, but for a constant."""
    a = pure / 2
    kappa = (d - 1) / a * _bessel_ratio(d, a)

    def log_density(place: Array) -> Array:
        small = np.exp(-2 * place)
        log_sech = math.log(2) - place - np.log1p(small)
        # a (tanh v - 1), without the rounding of tanh v at 1.
        pull = -2 * a * small / (1 + small)
        return np.asarray(pull + (d - 1) * log_sech + np.log(kappa + np.exp(2 * log_sech)))

    return log_density


def _bessel_ratio(d: int, a: float) -> float:
    """Return K_{d/2}(a)/K_{d/2-1}(a), by the recurrence that is stable upwards."""
    order, ratio = (0.5, 1.0) if d % 2 else (1.0, float(k1e(a) / k0e(a)))
    if d > 2 * MOST_STEPS:
        # A step shrinks what its start was off by to less than half, a up to `LARGEST`/2.
        order += d // 2 - MOST_STEPS
        ratio = (order - 0.5 + math.hypot(order - 0.5, a)) / a
    while order < d / 2:
        ratio = 2 * order / a + 1 / ratio
        order += 1
    return ratio


def _peak(pull: float, d: int) -> float:
    """Return the v ≥ 0 at which pull · tanh v + (d-1) log sech v is largest."""
    # There t = tanh v has pull (1 - t²) = (d-1) t; both 1 + t and 1 - t without cancellation.
    root = math.hypot(d - 1, 2 * pull)
    above = d - 1 + root + 2 * pull
    below = (d - 1) * (1 + (d - 1) / (root + 2 * pull))
    return math.log(above / below) / 2


def _fallen(log_density: Callable[[Array], Array], start: float, depth: float) -> float:
    """Return a place after `start` at which a logarithm has fallen by `depth`, or a little more."""
    top, step = float(log_density(np.asarray(start))), FIRST_STEP
    while float(log_density(np.asarray(start + step))) > top - depth:
        step *= 1.5
    return start + step


def _edges(
    log_density: Callable[[Array], Array], peak: float, end: float, pull: float, d: int
) -> Array:
    """Return the ends of panels, from where anything can be seen, on which the rule is exact.

    The density grows as e^{pull · tanh v} sech^{d-1} v.
    """
    top, step = float(log_density(np.asarray(peak))), FIRST_STEP
    while step < peak and float(log_density(np.asarray(peak - step))) > top - NEGLIGIBLE:
        step *= 1.5
    start = max(0.0, peak - step)
    rising, falling = pull / math.cosh(start) ** 2, (d - 1) * math.tanh(end)
    # On a panel the integrand changes by e^6 at most, and bends by a few units.
    width = min(0.5, 6 / (max(rising, falling) + 2), 2.5 / math.sqrt(2 * rising + d))
    return np.linspace(start, end, math.ceil((end - start) / width) + 1)


def _panels(edges: Array, log_density: Callable[[Array], Array]) -> tuple[Array, Array]:
    """Return the rule's nodes on each panel, and the logarithms of weight times density."""
    half = np.diff(edges)[:, None] / 2
    nodes = edges[:-1, None] + half * (1 + _NODES)
    return nodes, log_density(nodes) + np.log(half * _WEIGHTS)


def _rise(low: Array, high: Array, pure: float) -> Array:
    """Return by how much the loss pure · tanh v grows from one place to another."""
    return np.asarray(pure * np.sinh(high - low) / (np.cosh(low) * np.cosh(high)))
