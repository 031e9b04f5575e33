"""What each mechanism promises, written a second time from the papers, and how to read it back.

`PROMISES` holds, for every entry of the registry, the family, the law of the noise's length and
the rate β and regularization Δ as plain arithmetic. A new mechanism has to be added here, or the
tests over the registry fail.
"""

from dataclasses import dataclass
from math import exp, inf, isinf, log, sqrt

import numpy as np
from scipy import optimize, special, stats

from dpcore.privacy.mechanisms import MECHANISMS
from tests.erm.oracles import formulas

PURE = [name for name, entry in MECHANISMS.items() if entry.guarantee == "pure"]
BROKEN = [name for name, entry in MECHANISMS.items() if entry.guarantee == "broken"]
APPROXIMATE = [name for name, entry in MECHANISMS.items() if entry.guarantee == "approximate"]
NOISY = PURE + APPROXIMATE + BROKEN
GAMMAS = ["objective_gamma", "output_gamma"]
"""What keeps a δ by the noise of a pure mechanism, from which they differ in their rate alone."""
OFTEN = [name for name in NOISY if name not in GAMMAS]
"""In every run, where a test is about family and law, and not about the rate."""

DELTA = 1e-6
"""Where none is named."""

LEVEL = 1e-4
"""Of every statistical test. The seeds are fixed, so that a test that passes goes on passing;
should a library change its streams of random numbers, one test in 10,000 would fail by chance."""


@dataclass(frozen=True)
class Promise:
    """β and Δ of a mechanism at one setting; `family` says what the noise is added to."""

    family: str
    rate: float
    extra_lam: float = 0.0
    law: str = "gamma"


def _objective(epsilon, lam, n, c):
    left = epsilon - log(1 + 2 * c / (n * lam) + c**2 / (n * lam) ** 2)
    if left > 0:
        return Promise("objective", left / 2)
    return Promise("objective", epsilon / 4, c / (n * (exp(epsilon / 4) - 1)) - lam)


def _objective_tight(epsilon, lam, n, c):
    extra = max(0.0, c / (n * (exp(epsilon / 2) - 1)) - lam)
    return Promise("objective", (epsilon - log(1 + c / (n * (lam + extra)))) / 2, extra)


def _normal_delta(epsilon, t):
    """δ of Gaussian noise at D/σ = t, as Balle and Wang print it: digits enough for δ ≥ 1e-9."""
    return stats.norm.cdf(t / 2 - epsilon / t) - exp(
        epsilon + stats.norm.logcdf(-t / 2 - epsilon / t)
    )


def _sigma(delta_of, delta):
    """The σ at which a falling δ(σ) is δ, by a root finder."""
    return exp(optimize.brentq(lambda s: delta_of(exp(s)) - delta, -12, 12, xtol=1e-14))


def _output_gaussian(epsilon, lam, n, _, delta=DELTA):
    if isinf(epsilon):
        return Promise("output", inf, law="gaussian")
    sigma = _sigma(lambda s: _normal_delta(epsilon, 1 / s), delta)
    return Promise("output", n * lam / (2 * sigma), law="gaussian")


def _objective_gaussian(epsilon, lam, n, c, delta=DELTA):
    extra = max(0.0, c / (n * (exp(epsilon / 2) - 1)) - lam)
    left = epsilon - log(1 + c / (n * (lam + extra)))
    sigma = _sigma(lambda s: _normal_delta(left, 2 / s) + 2 * _normal_delta(left, 1 / s), delta)
    return Promise("objective", 1 / sigma, extra, "gaussian")


_AT, _WEIGHTS = np.polynomial.legendre.leggauss(600)


def gamma_delta(epsilon, pure, d):
    """δ of Gamma noise at βD = `pure`, d ≥ 2: the specification's density in ζ = cos t, as printed.

    p(ζ) ∝ e^{aζ} (1-ζ²)^{(d-3)/2} [((d-1)/a) K_{d/2}(a)/K_{d/2-1}(a) + 1 - ζ²], a = ε/2.
    """
    if not epsilon < pure:
        return 0.0
    a = pure / 2
    kappa = (d - 1) / a * special.kve(d / 2, a) / special.kve(d / 2 - 1, a)

    def over(most, value):
        t = most * (1 + _AT) / 2
        p = np.exp(a * (np.cos(t) - 1)) * np.sin(t) ** (d - 2) * (kappa + np.sin(t) ** 2)
        return most / 2 * _WEIGHTS @ (p * value(np.cos(t)))

    total = over(np.pi, np.ones_like)
    return over(np.arccos(epsilon / pure), lambda zeta: -np.expm1(epsilon - pure * zeta)) / total


def _pure_for(epsilon, delta, d, *, in_objective):
    """The βD at which the growing δ is δ, by a root finder; d = 1 by Laplace's closed form."""

    def most(pure):
        if d == 1:
            both, one = (max(0.0, -np.expm1((epsilon - each) / 2)) for each in (pure, pure / 2))
        else:
            both, one = (gamma_delta(epsilon, each, d) for each in (pure, pure / 2))
        return both + 2 * one * in_objective

    high = 2 * epsilon
    while most(high) <= delta:
        high *= 2
    # In logarithms: δ is nearly a power there, and 0 up to ε.
    return optimize.brentq(
        lambda pure: log(max(most(pure), 1e-300) / delta), epsilon, high, rtol=1e-13
    )


def _output_gamma(epsilon, lam, n, _, delta=DELTA, d=None):
    if isinf(epsilon):
        return Promise("output", inf)
    return Promise("output", n * lam * _pure_for(epsilon, delta, d, in_objective=False) / 2)


def _objective_gamma(epsilon, lam, n, c, delta=DELTA, d=None):
    tight = _objective_tight(epsilon, lam, n, c)
    pure = _pure_for(2 * tight.rate, delta, d, in_objective=True)
    return Promise("objective", pure / 2, tight.extra_lam)


PROMISES = {
    "output": lambda epsilon, lam, n, _: Promise("output", n * lam * epsilon / 2),
    "objective": _objective,
    "objective_tight": _objective_tight,
    "output_gaussian": _output_gaussian,
    "objective_gaussian": _objective_gaussian,
    "output_gamma": _output_gamma,
    "objective_gamma": _objective_gamma,
    "objective_2008": lambda epsilon, *_: Promise("objective", epsilon / 2),
    # A Laplace variable of standard deviation s has the scale s/√2.
    "output_laplace_norm": lambda epsilon, lam, n, _: Promise(
        "output", sqrt(2) / (2 / (n * lam * epsilon)), law="laplace"
    ),
    "objective_laplace_norm": lambda epsilon, *_: Promise(
        "objective", sqrt(2) / (2 / epsilon), law="laplace"
    ),
}


def promise(mechanism, epsilon, lam, n, loss, n_features=None):
    d = {"d": n_features} if mechanism in GAMMAS else {}
    return PROMISES[mechanism](epsilon, lam, n, formulas(loss, 0.0)[-1], **d)


def length_law(law, d, rate):
    """Return the frozen distribution of the noise's length."""
    return {
        "gamma": stats.gamma(d, scale=1 / rate),
        "laplace": stats.expon(scale=1 / rate),
        "gaussian": stats.chi(d, scale=1 / rate),
    }[law]


def fits(sample, law):
    """Say whether a Kolmogorov-Smirnov test at `LEVEL` accepts the sample."""
    return bool(stats.kstest(sample, law.cdf).pvalue > LEVEL)


def follows_length_law(lengths, law, d, rate):
    """Accept lengths at the promised rate; the near misses must be rejected by the same test."""
    return fits(lengths, length_law(law, d, rate))


def implied_noise(coefs, X, y, loss, lam, weight=1.0):
    """Return b(w; D) = -nλw - Σ a_i y_i ℓ'(y_i w·x_i) x_i of each w: what was drawn to reach it."""
    slopes = weight * formulas(loss, y * (coefs @ X.T))[1]
    return -len(y) * lam * coefs - (y * slopes) @ X


def log_det_hessian(coefs, X, y, loss, lam, weight=1.0):
    """Return log det(Σ a ℓ'' x xᵀ + nλI) of each w."""
    weights = weight * formulas(loss, y * (coefs @ X.T))[2]
    H = np.einsum("ki,ia,ib->kab", weights, X, X) + len(y) * lam * np.eye(X.shape[1])
    return np.linalg.slogdet(H)[1]


def log_density(noise, law, rate):
    """Return the log density of noise vectors, up to a constant."""
    length = np.linalg.norm(noise, axis=1)
    if law == "gamma":
        return -rate * length
    if law == "gaussian":
        return stats.norm.logpdf(noise, scale=1 / rate).sum(axis=1)
    return -rate * length - (noise.shape[1] - 1) * np.log(length)


def privacy_loss(coefs, data, neighbour, promised, loss, lam, minimisers=None):
    """Return log p(w | data) - log p(w | neighbour) for each output w (mathematics, section 4).

    `minimisers` are those of the two data sets, which output perturbation needs.
    """
    if promised.family == "output":
        there, here = (log_density(coefs - w, promised.law, promised.rate) for w in minimisers)
        return there - here

    def log_output_density(X, y):
        problem = (X, y, loss, lam + promised.extra_lam)
        noise = implied_noise(coefs, *problem)
        return log_density(noise, promised.law, promised.rate) + log_det_hessian(coefs, *problem)

    return log_output_density(*data) - log_output_density(*neighbour)
