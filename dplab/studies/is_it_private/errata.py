"""Four lines of the papers that do not hold as printed: the numbers behind a live figure of each.

Every series comes from the meter or from the calibration, none from a formula
of its own.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np
import pandas as pd

from dpcore.checks import Array
from dpcore.privacy.mechanisms import calibrate
from dplab.instruments.meter import Meter
from dplab.instruments.minimisers import minimisers
from dplab.instruments.neighbours import Neighbours
from dplab.instruments.worst_case.limit import worst_case_limit
from dplab.instruments.worst_case.search import worst_case
from dplab.studies.is_it_private.verdicts import Question

N_LAMBDAS = np.geomspace(1e-3, 1e3, 61)
"""nλ, in records."""

CM08 = ((14_000, 0.1), (10_000, 0.02), (10_000, 0.005), (1_000, 0.1))
"""n and ε: of Figure 1; where the claim ends and below, of Figures 2c and 2d; the least n of 2a."""


@dataclass(frozen=True, eq=False)
class ErratumCurves:
    """Numbers of one figure: along x (m,), an array (m,) for each mechanism."""

    x: Array
    series: dict[str, Array]


def laplace_length(question: Question) -> ErratumCurves:
    """Return |L|/ε near to the classifier without noise; x in distances of the two minimisers."""
    x = np.geomspace(1e-6, 10, 80)
    asked = replace(question, d=max(2, question.d))
    series = {}
    for name in ("output_laplace_norm", "output"):
        meter = _worst(asked.about(name))
        first, second = minimisers(meter.neighbours, meter.loss, meter.lam)
        losses = meter.at(first + x[:, None] * (first - second))
        series[name] = np.abs(losses) / question.epsilon
    return ErratumCurves(x, series)


def standard_deviation(question: Question) -> ErratumCurves:
    """Return L/ε along the outputs of one feature, for a pair that is as far apart as can be."""
    x, series = np.linspace(-2, 3, 101), {}
    asked = Question("output", question.epsilon, 0.1, "huber", 0.5, 2000, 1)
    for name in ("output_laplace_norm", "output"):
        meter = _worst(asked.about(name))
        first, second = minimisers(meter.neighbours, meter.loss, meter.lam)
        places = first - x[:, None] * (first - second)
        series[name] = meter.at(places) / question.epsilon
    return ErratumCurves(x, series)


def of_cm08() -> list[Question]:
    """Return CM08's own settings of objective perturbation: logistic loss, λ = 0.01, d = 10."""
    return [
        Question("objective_2008", epsilon, 0.01, "logistic", 0.5, n, 10) for n, epsilon in CM08
    ]


def missing_jacobian(question: Question) -> ErratumCurves:
    """Return the worst loss ÷ ε along nλ, with many records near the origin."""
    epsilons, loss = np.array([question.epsilon]), question.make_loss()
    series = {
        name: worst_case_limit(name, epsilons, N_LAMBDAS, loss, n_features=question.d)[:, 0]
        for name in ("objective_2008", "objective")
    }
    return ErratumCurves(
        N_LAMBDAS, {name: worst / question.epsilon for name, worst in series.items()}
    )


def slack(question: Question) -> ErratumCurves:
    """Return the ε that pays for the curvature along nλ, and how much the meter finds is needed."""
    loss, outputs = question.make_loss(), np.linspace(-3, 3, 601)[:, None]
    alone = Neighbours(np.empty((0, 1)), np.empty(0), np.ones(1), np.zeros(1), n=1)
    series: dict[str, list[float]] = {"objective": [], "objective_tight": [], "needed": []}
    for pull in N_LAMBDAS:
        # At a large ε nothing is added to λ.
        plans = {
            name: calibrate(name, 100.0, lam=float(pull), n=1, loss=loss)
            for name in ("objective", "objective_tight")
        }
        for name, plan in plans.items():
            series[name].append(plan.epsilon_curvature)
        # Without noise only the Jacobian is left.
        bare = replace(plans["objective_tight"], noise_rate=0.0)
        series["needed"].append(float(Meter(alone, bare, loss, float(pull)).at(outputs).max()))
    return ErratumCurves(N_LAMBDAS, {name: np.array(values) for name, values in series.items()})


def run(erratum: str, question: Question) -> ErratumCurves:
    """Return the curves of one of `CURVES`."""
    return CURVES[erratum](question)


def table(found: ErratumCurves) -> pd.DataFrame:
    """Return the curves of an erratum, one row for each of them and each place."""
    frames = [
        pd.DataFrame({"curve": name, "place": found.x, "value": values})
        for name, values in found.series.items()
    ]
    return pd.concat(frames, ignore_index=True)


def _worst(question: Question) -> Meter:
    loss, plan = question.make_loss(), question.plan
    found = worst_case(plan, loss, lam=question.lam, n=question.n, n_features=question.d)
    return Meter(found.neighbours, plan, loss, question.lam)


CURVES: dict[str, Callable[[Question], ErratumCurves]] = {
    "length": laplace_length,
    "deviation": standard_deviation,
    "jacobian": missing_jacobian,
    "slack": slack,
}
"""What computes each erratum's curves."""
