"""What theory says beside what is found: the map of the missing Jacobian, the budget, the bounds.

Without streamlit: `cached` keeps what takes long.
"""

import math
from dataclasses import dataclass

import numpy as np
from scipy import stats

from dpcore.checks import Array
from dpcore.data.dataset import Split
from dpcore.erm.losses import Loss, make_loss
from dpcore.erm.solver import solve
from dpcore.privacy import bounds
from dpcore.privacy.mechanisms import calibrate, draw
from dpcore.privacy.worst_case.limit import worst_case_limit as worst_with_a_crowd
from pages.shared.private.verdicts import Question

EPSILONS = tuple(np.geomspace(0.01, 10, 25).tolist())
PULLS = tuple(np.geomspace(1e-4, 1e3, 29).tolist())
"""Of the map: ε, and nλ in records."""

MAPPED = ("objective_2008", "objective")
BUDGETED = ("objective", "objective_tight")
LAMS = (1e-6, 1.0)
STEPS = 181
NEAR = 1e-3
"""How near to the threshold the budget is looked at, in shares of it."""

DELTA = 0.05
"""Probability that a bound may fail: it is compared with what 95 of 100 draws stay below."""

DRAWS = 400
EXCESS = 0.05
"""Excess loss for which the theorems say how many records are enough."""


def ratios(mechanism: str, loss: str, h: float, d: int) -> Array:
    """Return the worst loss as a multiple of ε over the map, shape (n_pulls, n_epsilons).

    From two features on, `d` makes no difference.
    """
    epsilons, pulls = np.array(EPSILONS), np.array(PULLS)
    worst = worst_with_a_crowd(mechanism, epsilons, pulls, make_loss(loss, h), n_features=d)
    return worst / epsilons


@dataclass(frozen=True, eq=False)
class Budget:
    """What becomes of ε along λ.

    Parameters
    ----------
    lams : array (m,)
    noise : array (m,)
        ε' as a share of ε.
    used : array (m,)
        λ + Δ.
    length : array (m,)
        Mean length of the noise b, in records that each pull with all their force.
    """

    lams: Array
    noise: Array
    used: Array
    length: Array


def threshold(question: Question) -> float:
    """Return the λ below which the mechanism of 2011 adds regularization."""
    bend = question.make_loss().curvature
    with np.errstate(over="ignore"):
        return float(bend / (question.n * np.expm1(question.epsilon / 2)))


def budget(question: Question) -> Budget:
    """Return what a mechanism does with ε along λ; the threshold is looked at closely."""
    edge = threshold(question)
    lams = np.union1d(np.geomspace(*LAMS, STEPS), edge * np.array([1 - NEAR, 1 + NEAR]))
    lams = lams[(lams >= LAMS[0]) & (lams <= LAMS[1])]
    loss, n = question.make_loss(), question.n
    plans = [
        calibrate(question.mechanism, question.epsilon, lam=float(lam), n=n, loss=loss)
        for lam in lams
    ]
    return Budget(
        lams,
        np.array([plan.epsilon_noise / plan.epsilon for plan in plans]),
        np.array([lam + plan.extra_lam for lam, plan in zip(lams, plans, strict=True)]),
        np.array([question.d / plan.noise_rate for plan in plans]),
    )


@dataclass(frozen=True)
class Bound:
    """A bound beside what it bounds.

    Parameters
    ----------
    what, source : str
    bound : float
        Fails with probability `DELTA` at most.
    measured : float
        What all but `DELTA` of the draws stay below.
    """

    what: str
    source: str
    bound: float
    measured: float


def held(question: Question, part: Split) -> list[Bound]:
    """Return the bounds of 2008 on noise and excess loss beside draws on the records of `part`.

    Parameters
    ----------
    question : Question
        Of which ε, λ and the loss are used.
    part : Split
    """
    d, n = part.X.shape[1], part.n
    loss, lam, epsilon = question.make_loss(), question.lam, question.epsilon
    rate = calibrate("output", epsilon, lam=lam, n=n, loss=loss).noise_rate
    setting = {"d": d, "n": n, "lam": lam, "epsilon": epsilon, "delta": DELTA}
    lemmas = {
        "output": ("CM08 Lemma 3", bounds.output_excess(**setting)),
        "objective_2008": ("CM08 Lemma 4", bounds.objective_excess(**setting)),
    }
    names = {"output": "output perturbation", "objective_2008": "objective perturbation of 2008"}
    tail = Bound(
        "Length of the noise, output perturbation",
        "CM08 Lemma 4",
        bounds.noise_length(d=d, noise_rate=rate, delta=DELTA),
        float(stats.gamma(d, scale=1 / rate).ppf(1 - DELTA)),
    )
    return [tail] + [
        Bound(f"Excess loss, {names[name]}", source, bound, _excess(name, question, part))
        for name, (source, bound) in lemmas.items()
    ]


def _excess(mechanism: str, question: Question, part: Split) -> float:
    """Return the rise of the regularised risk that 95 of 100 draws stay below."""
    loss, lam = question.make_loss(), question.lam
    drawn = draw(
        mechanism,
        part.X,
        part.y,
        loss=loss,
        lam=lam,
        epsilon=question.epsilon,
        n_draws=DRAWS,
        rng=np.random.default_rng(0),
        sample_weight=part.weight,
    )
    risk = _risk(drawn.coefs, part, loss, lam) - _risk(_minimiser(part, loss, lam), part, loss, lam)
    return float(np.quantile(risk, 1 - DELTA))


def _risk(coefs: Array, part: Split, loss: Loss, lam: float) -> Array:
    values = loss.value(part.y * (coefs @ part.X.T))
    means = np.average(values, axis=1, weights=part.weight)
    return np.asarray(means + lam / 2 * np.einsum("ij,ij->i", coefs, coefs))


def _minimiser(part: Split, loss: Loss, lam: float) -> Array:
    return solve(part.X, part.y, loss, lam, sample_weight=part.weight).coefs


def records_needed(question: Question, part: Split) -> dict[str, float]:
    """Return the order of n that each theorem asks for to match the classifier without noise."""
    loss = question.make_loss()
    norm = float(np.linalg.norm(_minimiser(part, loss, question.lam)))
    return bounds.sample_sizes(
        d=part.X.shape[1],
        norm=norm,
        excess=EXCESS,
        epsilon=question.epsilon,
        delta=DELTA,
        loss=loss,
    )


def is_finite(question: Question) -> bool:
    """Tell whether ε is small enough for a budget and for bounds to mean anything."""
    return math.isfinite(question.epsilon)
