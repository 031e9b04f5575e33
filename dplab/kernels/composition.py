"""What k Laplace answers may cost each, and what they cost together exactly.

The answers may be chosen one after another. With ε₀ of each and k of them,

- *basic*: kε₀, pure;
- *advanced* (Dwork, Rothblum and Vadhan 2010, Theorem III.3):
  √(2k log(1/δ)) ε₀ + kε₀(e^{ε₀} - 1) at δ.

ε₀ = ε/√(8k log(1/δ)) spends half of ε in the first term; the second is small unless ε is large.
In the constants of JT13 that is 4√2. (Exactly, about 2.3 would do for T = 200, ε = 1 and δ = 1e-6;
at 1, δ is 0.0102 there.)

`delta_bounds` gives δ(ε) of k answers that all move by their sensitivity, which one record can do
(all queries equal): the law of one answer's loss (`laplace.composition`) on a grid, each loss
rounded down or up, its k-fold convolution by the fast Fourier transform.

Examples
--------
>>> each, theorem = epsilon_of_each(1.0, 200, 1e-6)
>>> round(each, 5)
0.00673
>>> low, high = delta_bounds(200, each, 1.0)
>>> bool(high < 1e-6)
True
"""

import numpy as np
from scipy import fft, optimize

from dpcore import checks
from dpcore.checks import Array

BASIC = "basic composition, which is pure: δ is not used"
ADVANCED = "advanced composition (Dwork, Rothblum and Vadhan 2010)"

STEPS = 300
"""Steps of ε₀ from its middle: k answers are known to kε₀/300, a three hundredth of their worst."""


def advanced(epsilon_each: float, k: int, delta: float) -> float:
    """Return ε of k adaptive answers at δ: the smaller of basic and advanced composition."""
    with np.errstate(over="ignore"):  # where e^ε₀ is ∞, basic composition is smaller
        drift = k * epsilon_each * np.expm1(epsilon_each)
    spread = np.sqrt(2 * k * np.log(1 / delta)) * epsilon_each
    return float(min(k * epsilon_each, spread + drift))


def epsilon_of_each(epsilon: float, k: int, delta: float) -> tuple[float, str]:
    """Return ε₀ of each of k answers, and the theorem by which they are (ε, δ) together.

    ε/√(8k log(1/δ)), JT13's noise with the constant 4√2; where that is not enough, or basic
    composition allows more, what is. The number of answers, k, is known beforehand.
    """
    each, theorem = epsilon / np.sqrt(8 * k * np.log(1 / delta)), ADVANCED
    if advanced(each, k, delta) > epsilon:
        # e^{ε₀} counts: half of ε does not pay for the second term. (From ε = 50 or so.)
        each = optimize.brentq(lambda e: advanced(e, k, delta) - epsilon, 0, each, xtol=1e-15)
        each *= 1 - 1e-9
    return (epsilon / k, BASIC) if epsilon / k >= each else (float(each), theorem)


def delta_bounds(k: int, epsilon_each: float, epsilon: float) -> tuple[float, float]:
    """Return a lower and an upper bound of δ(ε) of k Laplace answers that all move.

    Parameters
    ----------
    k : int
        Answers, from 1 to 2,000.
    epsilon_each : float
        Of each: the move over the noise's scale; positive.
    epsilon : float
        Not negative.

    Returns
    -------
    tuple of float
        Bounds but for the rounding of the convolution, some 1e-13.
    """
    low = _delta(checks.whole("k", k, high=2000), epsilon_each, epsilon, up=False)
    return low, upper_delta(k, epsilon_each, epsilon)


def upper_delta(k: int, epsilon_each: float, epsilon: float) -> float:
    """Return the upper one of `delta_bounds` alone, in half of the time."""
    return _delta(checks.whole("k", k, high=2000), epsilon_each, epsilon, up=True)


def _delta(k: int, each: float, epsilon: float, *, up: bool) -> float:
    size = fft.next_fast_len(k * 2 * STEPS + 1, real=True)
    spectrum = fft.rfft(_law_of_one(each, up=up), size) ** k
    law = np.maximum(fft.irfft(spectrum, size)[: k * 2 * STEPS + 1], 0)
    losses = np.linspace(-k * each, k * each, len(law))
    above = losses > epsilon
    return float(law[above] @ -np.expm1(epsilon - losses[above]))


def _law_of_one(each: float, *, up: bool) -> Array:
    """Return the probabilities of one answer's loss on a grid from -ε₀ to ε₀."""
    # The loss is ε₀ - 2u, u beyond 0 with probability 1/2, and exponential of density e^{-u}/2.
    ends = np.linspace(0, each, 2 * STEPS + 1)
    between = np.exp(-ends[:-1]) * -np.expm1(-np.diff(ends)) / 2
    law = np.zeros(2 * STEPS + 1)
    # Losses fall as u grows: an interval of u gives its larger loss to its left end.
    law[: 2 * STEPS] += between if up else 0
    law[1:] += 0 if up else between
    law[0] += 0.5
    law[-1] += np.exp(-each) / 2
    return law[::-1]
