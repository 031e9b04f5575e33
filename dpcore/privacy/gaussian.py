"""The analytic Gaussian mechanism: how much Gaussian noise (ε, δ)-differential privacy needs.

A mechanism adds N(0, σ²I) to an answer that one record moves by at most D in L2, its *sensitivity*.
Balle and Wang (*Improving the Gaussian Mechanism for Differential Privacy*, ICML 2018, Theorem 8)
give the smallest δ at each ε exactly. With t = D/σ,

    δ(ε) = Φ(t/2 - ε/t) - e^ε Φ(-t/2 - ε/t),

for every ε ≥ 0 and in any number of dimensions; the classical σ = √(2 log(1.25/δ)) D/ε is larger,
and valid for ε < 1 only. σ for a wanted (ε, δ) is found by bisection, since δ falls as σ grows.

As printed the formula subtracts two numbers that agree in nearly all of their digits where t is
small, and e^ε overflows where ε is large. With x = ε/t - t/2, φ the normal density and
M(u) = Φ(-u)/φ(u) Mills' ratio, e^ε Φ(-x-t) = φ(x) M(x+t), and M' = u M - 1, so that

    δ(ε) = Φ(-x) - φ(x) M(x+t) = φ(x) ∫ (1 - u M(u)) du  over [x, x+t].

The first form is used for t ≥ 1, the second, whose integrand is positive and smooth, below.

*Objective perturbation* with b ~ N(0, σ²I) in the problem is no Gaussian mechanism: the noise that
gives an output w moves with the record by v = b(w; D') - b(w; D), and v depends on w. With s and s'
in [0, 1] the slopes of the two records u and u', v = s'u' - su, and the privacy loss is

    L ≤ slack + (2 b·v + ‖v‖²)/(2σ²),    slack = log(1 + c/(n(λ+Δ))) for the Jacobian.

The fraction is convex in (s, s'), hence at most its value at a corner: v = 0, -u, u' or u' - u, of
lengths at most 0, 1, 1 and 2, none of which depends on b. E(1 - e^{ε-L})₊ is at most the sum over
the corners, so that with δ_G for the formula above, and for ε ≥ slack,

    δ(ε) ≤ δ_G(ε - slack; D = 2) + 2 δ_G(ε - slack; D = 1).

The second term is nothing where δ is small: the σ is that of D = 2 to 5e-11 at δ = 1e-6. The bound
is ours; compare Kifer, Smith and Thakurta (2012), Redberg, Koskela and Wang (2023).

Examples
--------
>>> round(sigma(1.0, 1e-6, 2.0), 4)
8.4494
>>> bool(delta(1.0, sigma(1.0, 1e-6, 2.0), 2.0) <= 1e-6)
True
"""

from collections.abc import Callable

import numpy as np
import numpy.typing as npt
from scipy.special import erfcx, ndtr

from dpcore import checks
from dpcore.checks import Array

# The integrand is entire and bends on a scale of 1: twelve nodes give an interval of length at
# most 1 to rounding.
_NODES, _WEIGHTS = np.polynomial.legendre.leggauss(12)

# δ is known to a few units of 1e-12 (1 - u M(u) loses a factor u² ≤ 38² of the digits; beyond 38
# the density underflows). δ falls by more than σ grows wherever δ is small, so this share more
# noise keeps the promise in spite of rounding.
ROUNDING = 1e-11


def delta(epsilon: npt.ArrayLike, sigma: float, sensitivity: float) -> Array:
    """Return the smallest δ for which Gaussian noise is (ε, δ)-differentially private.

    Parameters
    ----------
    epsilon : array-like
        Privacy parameters, 0 or more; ∞ gives 0.
    sigma : float
        Standard deviation of each coordinate of the noise, positive.
    sensitivity : float
        D, how far one record can move the answer, in L2 and in the unit of `sigma`; positive.

    Returns
    -------
    array of epsilon's shape
        In [0, 1], to a relative error of about 1e-12; 0 where it is below what doubles carry.

    Raises
    ------
    InvalidInput
        If an argument is out of range.
    """
    epsilons = np.asarray(epsilon, dtype=np.float64)
    if not (epsilons >= 0).all():
        raise checks.InvalidInput(
            f"epsilon must be 0 or more; got {checks.cut(epsilons.min(initial=np.inf))}."
        )
    t = checks.positive("sensitivity", sensitivity) / checks.positive("sigma", sigma)
    return _delta(epsilons, t)


def sigma(epsilon: float, delta: float, sensitivity: float) -> float:
    """Return the smallest standard deviation whose noise is (ε, δ)-differentially private.

    Parameters
    ----------
    epsilon : float
        Privacy parameter, 0 or more; ∞ gives 0.
    delta : float
        Between 0 and 1, both left out. `checked_delta` asks for more: below 1/n.
    sensitivity : float
        D, how far one record can move the answer, in L2; positive.

    Returns
    -------
    float
        σ of each coordinate, in the unit of `sensitivity`, rounded up by at most 2e-11.

    Raises
    ------
    InvalidInput
        If an argument is out of range, or the noise beyond what floating point can carry.

    Guarantee
    ---------
    Answer + N(0, σ²I) is (ε, δ)-differentially private for neighbours whose answers are at most
    `sensitivity` apart, in real arithmetic (Balle and Wang 2018, Theorem 8). No smaller σ is.
    """
    epsilon = _at_least_zero(epsilon)
    unit = smallest(lambda s: float(_delta(np.float64(epsilon), 1 / s)), delta)
    return unit * checks.positive("sensitivity", sensitivity)


def delta_in_objective(
    epsilon: npt.ArrayLike, sigma: float, *, slack: float, gradient: float = 1.0
) -> Array:
    """Return a δ for which objective perturbation with Gaussian noise is (ε, δ)-DP.

    Parameters
    ----------
    epsilon : array-like
        Privacy parameters, 0 or more; below the slack nothing is known, and δ is 1.
    sigma : float
        Standard deviation of each coordinate of b, positive, in the unit of a gradient.
    slack : float
        What the Jacobian can add to the privacy loss.
    gradient : float
        The longest gradient of one record's loss.

    Returns
    -------
    array of epsilon's shape
        In [0, 1].

    Raises
    ------
    InvalidInput
        If an argument is out of range.
    """
    left = np.asarray(epsilon, dtype=np.float64) - slack
    known = left >= 0
    both, one = (delta(np.where(known, left, 0.0), sigma, records * gradient) for records in (2, 1))
    return np.where(known, np.minimum(both + 2 * one, 1.0), 1.0)


def sigma_in_objective(epsilon_noise: float, delta: float, gradient: float = 1.0) -> float:
    """Return the σ at which the bound `delta_in_objective` is δ, rounded up.

    Parameters
    ----------
    epsilon_noise : float
        ε less the slack, 0 or more; ∞ gives 0.
    delta : float
        Between 0 and 1, both left out.
    gradient : float
        The longest gradient of one record's loss.

    Raises
    ------
    InvalidInput
        As `sigma`.

    Guarantee
    ---------
    The minimiser of J(w) + b·w/n + (Δ/2)‖w‖² with b ~ N(0, σ²I) is (ε, δ)-differentially private,
    for replace-one neighbours with a public n, records in the unit ball, exact minimisers and real
    arithmetic, by the bound above.
    """
    left = np.float64(_at_least_zero(epsilon_noise))
    return gradient * smallest(
        lambda s: float(_delta(left, 2 / s) + 2 * _delta(left, 1 / s)), delta
    )


def smallest(delta_of: Callable[[float], float], delta: float) -> float:
    """Return the smallest σ at which a falling δ(σ) is at most δ, rounded up.

    Parameters
    ----------
    delta_of : callable
        Maps σ, positive, on δ; falls as σ grows.
    delta : float
        Between 0 and 1, both left out.

    Returns
    -------
    float
        0 if every σ will do.

    Raises
    ------
    InvalidInput
        If δ is out of range, or no σ that floating point can carry is enough.
    """
    if not 0 < checks.between("delta", delta, 0.0, 1.0) < 1:
        raise checks.InvalidInput(
            f"delta must be above 0 and below 1; got {checks.written(delta)}."
        )
    low, high = 1.0, 1.0
    while delta_of(high) > delta:
        high *= 2
        if high > LARGEST:
            raise checks.InvalidInput(
                "This ε and δ need noise too large to compute. Take a larger ε or δ."
            )
    while delta_of(low) <= delta:
        low /= 2
        if low < 1 / LARGEST:
            return 0.0
    while low * (1 + ROUNDING / 10) < high:
        # In log σ, since the first bracket may span many powers of two.
        middle = float(np.sqrt(low * high))
        low, high = (middle, high) if delta_of(middle) > delta else (low, middle)
    return high * (1 + ROUNDING)


def checked_delta(delta: float, n: int) -> float:
    """Return δ as a float above 0 and below 1/n.

    Raises
    ------
    InvalidInput
        If δ is out of range. Publishing one record picked at random is (0, 1/n)-differentially
        private: from 1/n on the definition promises nobody anything.
    """
    number = checks.between("δ", delta, 0.0, 1.0)
    if not 0 < number < 1 / n:
        raise checks.InvalidInput(
            f"δ must be above 0 and below 1/n, here 1/{n:,} = {checks.written(1 / n)}; got "
            f"{checks.written(number)}. A δ of 1/n or more would allow publishing one whole "
            "record. Take a smaller δ, or more records."
        )
    return number


LARGEST = 1e100
"""Largest σ, in units of the sensitivity, that is looked for; its inverse is the smallest."""


def _delta(epsilon: npt.NDArray[np.float64] | np.float64, t: float) -> Array:
    """Return δ(ε) at t = D/σ."""
    with np.errstate(over="ignore"):
        x = np.asarray(epsilon / t - t / 2)
        density = np.exp(-(x**2) / 2) / np.sqrt(2 * np.pi)
    # Where the density underflows, the integral below would be 0 · nan.
    finite = np.where(density > 0, x, 0.0)
    if t >= 1:
        second = density * _mills(np.where(density > 0, epsilon / t + t / 2, 0.0))
        # Two numbers that round to each other where δ is far below the smallest double.
        return np.asarray(np.maximum(ndtr(-x) - second, 0.0))
    nodes = finite[..., None] + t * (1 + _NODES) / 2
    integral = (1 - nodes * _mills(nodes)) @ _WEIGHTS * t / 2
    return np.asarray(np.maximum(density * integral, 0.0))


def _mills(u: Array) -> Array:
    return np.asarray(np.sqrt(np.pi / 2) * erfcx(u / np.sqrt(2)))


def _at_least_zero(epsilon: float) -> float:
    # `positive` has the wording for what is no number; 0 alone is allowed besides.
    return 0.0 if epsilon == 0 else checks.positive("epsilon", epsilon, infinite=True)
