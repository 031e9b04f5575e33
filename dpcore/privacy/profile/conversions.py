"""The same promise in other words: (ε, δ), ρ, (α, ε), μ and f, each exact or a bound.

| from | to | by |
| --- | --- | --- |
| ε | ρ = ε tanh(ε/2) | reached by randomised response; smaller for Gamma noise (`gamma.rho`) |
| ρ | (α, αρ) at every order α | the definition (Bun and Steinke 2016) |
| (α, D) | (ε, δ) | Canonne, Kamath and Steinke 2020, Proposition 12 |
| ρ | (ε, δ) | the best of all orders; a bound |
| μ | ρ = μ²/2, and f | exact of Gaussian noise (Dong, Roth and Su 2022) |
| δ(ε) | μ | the smallest Gaussian curve that lies above all of δ(ε) |

From a Rényi divergence D of order α, for every δ between 0 and 1,

    ε = D + log(1 - 1/α) + log(1/(δα))/(α - 1).

Examples
--------
>>> round(epsilon_of_rho(0.16662, 1e-6), 3)  # ten of output perturbation at ε = 1, d = 30
2.832
>>> from dpcore.privacy.profile.laws import GammaNoise
>>> round(gaussian_mu(GammaNoise(1.0, 30)), 3)
0.184
"""

import math

import numpy as np
import numpy.typing as npt
from scipy.optimize import minimize_scalar

from dpcore import checks
from dpcore.checks import Array, InvalidInput
from dpcore.privacy import gaussian
from dpcore.privacy.profile.curves import epsilon_at
from dpcore.privacy.profile.laws import GaussianNoise, Law

STEP = 0.5
ORDERS = np.exp(np.arange(-12.0, 25.0, STEP))
"""α - 1 at which a best order is first looked for; another order would only promise less."""

ON_THE_WAY = 60
"""Values of ε at which a profile is compared with a Gaussian's."""

ROUNDS = 3
"""How often: over all ε, and then twice around the value that asks for most."""


def epsilon_of_renyi(alpha: npt.ArrayLike, divergence: npt.ArrayLike, delta: float) -> Array:
    """Return the ε that a Rényi divergence of order α > 1 promises with a δ: a bound."""
    orders = np.asarray(alpha, dtype=np.float64)
    delta = _inside(delta)
    if not (orders > 1).all():
        raise InvalidInput("alpha must be above 1.")
    more = np.log1p(-1 / orders) - (math.log(delta) + np.log(orders)) / (orders - 1)
    return np.asarray(np.maximum(np.asarray(divergence) + more, 0.0))


def epsilon_of_rho(rho: float, delta: float) -> float:
    """Return the ε that ρ-zCDP promises with a δ, by the best order, rounded up: a bound.

    ρ is positive, and δ between 0 and 1, both left out.
    """
    rho = checks.positive("rho", rho)

    def at(log_order: float) -> float:
        alpha = 1 + math.exp(log_order)
        return float(epsilon_of_renyi(alpha, alpha * rho, delta))

    coarse = epsilon_of_renyi(1 + ORDERS, (1 + ORDERS) * rho, delta)
    best = math.log(ORDERS[int(np.argmin(coarse))])
    found = minimize_scalar(at, bounds=(best - STEP, best + STEP), method="bounded")
    return min(float(found.fun), float(coarse.min())) * (1 + 1e-12)


def gaussian_mu(law: Law) -> float:
    """Return the smallest μ of a Gaussian curve below which no test against this law can get.

    It is ∞ where no Gaussian's profile lies above this one. Compared at `ON_THE_WAY` values of ε,
    and then around the one that asks for most.
    """
    if isinstance(law, GaussianNoise):
        return law.mu
    top = epsilon_at(law, 1e-12)
    if math.isinf(top):
        return math.inf

    most, low, high = 0.0, 0.0, top
    for _ in range(ROUNDS):
        epsilons = np.linspace(low, high, ON_THE_WAY, endpoint=False)
        each = _covering(law, epsilons)
        best = int(np.argmax(each))
        most = max(most, each[best])
        low, high = epsilons[max(best - 1, 0)], epsilons[min(best + 1, ON_THE_WAY - 1)]
    return most


def _covering(law: Law, epsilons: Array) -> list[float]:
    """Return the μ of the Gaussian that has a law's δ at each ε; 0 where it has none."""
    deltas = np.minimum(law.profile(epsilons), 1 - 1e-12)
    return [
        1 / gaussian.sigma(epsilon, delta, 1.0) if delta > 0 else 0.0
        for epsilon, delta in zip(epsilons.tolist(), deltas.tolist(), strict=True)
    ]


def _inside(delta: float) -> float:
    if not 0 < checks.between("delta", delta, 0.0, 1.0) < 1:
        raise InvalidInput(f"delta must be above 0 and below 1; got {checks.written(delta)}.")
    return delta
