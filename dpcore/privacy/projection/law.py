"""F_d, the law of X = η·u: noise of density ∝ e^{-‖η‖} in R^d, along a unit vector u.

X is G₁ - G₂ with both Gamma((d+1)/2, 1) and independent (`dpcore.privacy.projection` says why),
symmetric, of variance d + 1. With ν = d/2 and K_ν the modified Bessel function, its density is

    f_d(t) = t^ν K_ν(t) / (√π Γ(ν + 1/2) 2^ν),    t ≥ 0.

**The tail is a sum of positive terms**, without quadrature. Two features more multiply the
characteristic function (1 + s²)^{-(d+1)/2} by 1/(1 + s²), so that f_{d+2} - f_d is the second
derivative of f_{d+2}, and S_d(t) = Pr[X ≥ t] gains -f_{d+2}'(t):

    S_{d+2}(t) = S_d(t) + u_{d/2}(t),    u_ν(t) = t^{ν+1} K_ν(t) / (√π Γ(ν + 3/2) 2^{ν+1}).

The recurrence of K_ν, which is stable upwards, makes each term of the two before,

    u_{ν+1} = (t² u_{ν-1}/(2ν + 1) + 2ν u_ν)/(2ν + 3),

and both parities have a start of their own:

| | S | u | u |
| --- | --- | --- | --- |
| d odd | S₁ = e^{-t}/2 | u_{-1/2} = e^{-t}/2 | u_{1/2} = t e^{-t}/4 |
| d even | S₀ = (1/π) ∫_t^∞ K₀ | u₀ = t K₀(t)/π | u₁ = t² K₁(t)/(3π) |

Nothing is ever subtracted, so that S_d keeps its digits as far out as doubles reach: to 2e-13, in
d/2 steps. The density is (d + 1) u_{d/2}(t)/t.

**S₀.** With K₀(t) = ∫ e^{-t cosh θ} dθ over θ > 0, integrated over t, and v = √(2t) sinh(θ/2),

    e^t S₀(t) = (1/π) ∫ e^{-v²} / ((1 + v²/t) √(2t + v²)) dv    over the whole line,

which the trapezoidal rule gives to rounding from t = 2 on; nearer to 0, π/2 - ∫K₀ loses no digits.

Examples
--------
>>> cdf([-1.0, 0.0, 1.0], d=1).round(4)
array([0.1839, 0.5   , 0.8161])
>>> quantile([0.025, 0.975], d=7).round(4)
array([-5.6926,  5.6926])
"""

import numpy as np
import numpy.typing as npt
from scipy.special import iti0k0, k0e, k1e, ndtri

from dpcore import checks
from dpcore.checks import Array

SERIES_UP_TO = 2.0
"""Where the rule for S₀ takes over from the series, which is right to 5e-14 up to here."""

# v² of the nodes and their weights, e^{-v²} in it: even in v, so that v > 0 counts twice. The poles
# at v = ±i√t leave an error of e^{-2π√t/h} at a step h = 1/4: 4e-16 at t = 2, and less beyond.
_SQUARES = (np.arange(25) / 4) ** 2
_WEIGHTS = np.where(_SQUARES > 0, 2.0, 1.0) * np.exp(-_SQUARES) / (4 * np.pi)

SMALLEST = 1e-280
"""Stands for 0, at which K_ν has none; products with it keep their digits."""

LARGE, RESCALING = np.exp(400.0), 256.0
"""Terms beyond `LARGE` are divided by e^256. Between two looks they grow by a factor t at most."""

NEAR = 1e-7
"""A distance of log S from its target that one more step of Newton's squares away."""

MOST_STEPS = 100
"""More than Newton's method ever takes: some ten."""


def cdf(t: npt.ArrayLike, d: int) -> Array:
    """Return F_d(t), the probability that noise of rate 1 reaches at most t along a direction.

    Parameters
    ----------
    t : array-like
        Of any shape; ±∞ are allowed.
    d : int
        Dimensions of the noise, at least 1. The time taken is proportional to it.

    Returns
    -------
    array of t's shape
        In [0, 1]. Below 0 it is the other tail, and keeps its digits.

    Raises
    ------
    InvalidInput
        If d is no whole number above 0.
    """
    places = np.asarray(t, dtype=np.float64)
    tail = sf(np.abs(places), d)
    return np.where(places < 0, tail, 1 - tail)


def sf(t: npt.ArrayLike, d: int) -> Array:
    """Return the upper tail S_d(t) = 1 - F_d(t), of t's shape, to a relative error of 1e-12.

    Parameters and errors are those of `cdf`. It is 0 only where doubles end, below 1e-307.
    """
    d, places = checks.whole("d", d), np.asarray(t, dtype=np.float64)
    tail, _, exponent = _scaled(np.abs(places), d)
    # In two halves: e^exponent alone may be 0 where the tail, times a large number, is not.
    root = np.exp(exponent / 2)
    upper = tail * root * root
    return np.where(places < 0, 1 - upper, upper)


def density(t: npt.ArrayLike, d: int) -> Array:
    """Return f_d(t), of t's shape; its largest value, at 0, is finite for every d.

    Parameters and errors are those of `cdf`.
    """
    d = checks.whole("d", d)
    places = _within(np.abs(np.asarray(t, dtype=np.float64)), d)
    _, term, exponent = _scaled(places, d)
    root = np.exp(exponent / 2)
    return np.asarray((d + 1) * (term / places * root * root))


def quantile(p: npt.ArrayLike, d: int) -> Array:
    """Return the t at which F_d(t) = p.

    Parameters
    ----------
    p : array-like
        Probabilities above 0 and below 1, of any shape.
    d : int
        As in `cdf`.

    Returns
    -------
    array of p's shape
        F_d of it is p to a relative error of 1e-12; so is 1 - F_d to 1 - p.

    Raises
    ------
    InvalidInput
        If a probability or d is out of range.
    """
    d, chances = checks.whole("d", d), np.asarray(p, dtype=np.float64)
    outside = ~((chances > 0) & (chances < 1))
    if outside.any():
        raise checks.InvalidInput(
            f"p must be above 0 and below 1; got {checks.cut(chances[outside][0])}."
        )
    # By symmetry; 1 - p is exact where p is 1/2 or more.
    t = _upper_quantile(np.minimum(chances, 1 - chances), d)
    return np.where(chances < 0.5, -t, t)


def _upper_quantile(q: Array, d: int) -> Array:
    """Return the t ≥ 0 at which S_d(t) = q, by Newton's method on log S_d, for q ≤ 1/2.

    log S_d is concave: from the left the first step goes beyond the root, from the right each comes
    nearer and none goes beyond. So any start converges, and a distance g of logarithms becomes
    g²/2 at most.
    """
    target = np.log(q)
    # The normal law is near in the middle, the exponential one, S_1 < S_d, far out.
    t = np.maximum(-np.sqrt(d + 1) * ndtri(q), -np.log(2 * q))
    for _ in range(MOST_STEPS):
        t = _within(t, d)
        tail, term, exponent = _scaled(t, d)
        excess = np.log(tail) + exponent - target
        t = t + excess * t * tail / ((d + 1) * term)
        if (np.abs(excess) < NEAR).all():
            break
    # At p = 1/2 the root is 0 itself, not the smallest place above it.
    return np.asarray(np.where(q == 0.5, 0.0, t))


def _scaled(t: Array, d: int) -> tuple[Array, Array, Array]:
    """Return S_d(t) and u_{d/2}(t), both divided by e^exponent, and the exponent, for t ≥ 0."""
    t = _within(t, d)
    exponent = -t
    tail, before, term = _odd(t) if d % 2 else _even(t)
    square = t * t
    for k in range(2 - d % 2, d, 2):
        # S_{k+2} = S_k + u_{k/2}, and the recurrence at ν = k/2.
        tail = tail + term
        before, term = term, (square * (before / (k + 1)) + k * term) / (k + 3)
        large = tail > LARGE
        if large.any():
            # Exact but for one rounding of the factor: -t + 256 has no more digits than t.
            factor = np.where(large, np.exp(-RESCALING), 1.0)
            tail, before, term = tail * factor, before * factor, term * factor
            exponent = exponent + np.where(large, RESCALING, 0.0)
    return tail, term, exponent


def _within(t: Array, d: int) -> Array:
    """Return t with 0 and ∞ replaced by places at which every formula is finite.

    Beyond 1500 + d the tail is 0 in doubles: S_d(t) ≤ e^{-t/2} E e^{X/2}, which is
    e^{-t/2} (4/3)^{(d+1)/2}.
    """
    return np.clip(t, SMALLEST, 1500.0 + d)


def _odd(t: Array) -> tuple[Array, Array, Array]:
    """Return S_1, u_{-1/2} and u_{1/2}, times e^t."""
    half = np.full_like(t, 0.5)
    return half, half, t / 4


def _even(t: Array) -> tuple[Array, Array, Array]:
    """Return S_2 = S_0 + u_0, u_0 and u_1, times e^t."""
    first = t * k0e(t) / np.pi
    return _half_line(t) + first, first, t * (t * k1e(t)) / (3 * np.pi)


def _half_line(t: Array) -> Array:
    """Return e^t S_0(t) = (e^t/π) ∫_t^∞ K₀."""
    value = np.empty_like(t)
    is_near = t < SERIES_UP_TO
    near, far = t[is_near], t[~is_near]
    value[is_near] = (0.5 - iti0k0(near)[1] / np.pi) * np.exp(near)
    # A loop: all nodes at once would take 25 times the memory, and three times as long.
    value[~is_near] = sum(
        weight / ((1 + square / far) * np.sqrt(2 * far + square))
        for square, weight in zip(_SQUARES, _WEIGHTS, strict=True)
    )
    return value
