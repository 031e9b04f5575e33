"""What objective perturbation does with its ε along λ: noise, curvature, extra regularization."""

import math
from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
import pandas as pd

from dpcore.checks import Array
from dpcore.privacy.mechanisms import calibrate
from dplab.studies.is_it_private.verdicts import Question

SPLITTING = ("objective", "objective_tight")
"""Those that split their ε."""

LAMS = (1e-6, 1.0)
STEPS = 181
NEAR = 1e-3
"""How near to the threshold the budget is looked at, in shares of it."""


@dataclass(frozen=True, eq=False)
class Spending:
    """What becomes of ε along λ.

    Along `lams` (m,), `noise` is ε' as a share of ε, `used` is λ + Δ, and `length` the mean length
    of the noise b, in units of the largest gradient that one record can contribute.
    """

    lams: Array
    noise: Array
    used: Array
    length: Array


def threshold(question: Question) -> float:
    """Return the λ below which the mechanism of 2011 adds regularization."""
    curvature = question.make_loss().curvature
    with np.errstate(over="ignore"):
        return float(curvature / (question.n * np.expm1(question.epsilon / 2)))


def budget(question: Question) -> Spending:
    """Return what a mechanism does with ε along λ; the threshold is looked at closely."""
    edge = threshold(question)
    lams = np.union1d(np.geomspace(*LAMS, STEPS), edge * np.array([1 - NEAR, 1 + NEAR]))
    lams = lams[(lams >= LAMS[0]) & (lams <= LAMS[1])]
    loss, n = question.make_loss(), question.n
    plans = [
        calibrate(question.mechanism, question.epsilon, lam=float(lam), n=n, loss=loss)
        for lam in lams
    ]
    return Spending(
        lams,
        np.array([plan.epsilon_noise / plan.epsilon for plan in plans]),
        np.array([lam + plan.extra_lam for lam, plan in zip(lams, plans, strict=True)]),
        np.array([question.d / plan.noise_rate for plan in plans]),
    )


def run(question: Question) -> dict[str, Spending]:
    """Return what each mechanism that splits its ε does with it along λ."""
    return {name: budget(question.about(name)) for name in SPLITTING}


def table(found: Mapping[str, Spending]) -> pd.DataFrame:
    """Return the budgets, one row for each mechanism and λ."""
    frames = [
        pd.DataFrame(
            {
                "mechanism": name,
                "lam": each.lams,
                "share_for_noise": each.noise,
                "mean_noise_length": each.length,
                "lam_used": each.used,
            }
        )
        for name, each in found.items()
    ]
    return pd.concat(frames, ignore_index=True)


def is_finite(question: Question) -> bool:
    """Tell whether ε is small enough for a budget and for bounds to mean anything."""
    return math.isfinite(question.epsilon)
