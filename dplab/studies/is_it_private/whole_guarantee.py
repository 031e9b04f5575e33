"""The whole guarantee of a mechanism: δ at every ε, and both errors of every test, beside draws.

An ε (with its δ) is one point of what the noise promises. All of it is known in closed form for
noise on the minimiser, and a bound is for noise in the objective (`dpcore.privacy.profile`). Beside
it stand what that ε alone says, the other noise of the same length (Gaussian for Gamma, and Gamma
for Gaussian: equal in the root of the mean square), and what draws measure: noise, and noise moved
by all that one record can move it. In the objective such a pair exists where both records have the
steepest slope; the Jacobian, for which the bound pays besides, is then none of it.

The attacker knows everything but which of two neighbouring tables it is.

Examples
--------
>>> asked = Question("output", 1.0, lam=0.01, loss="logistic", h=0.5, n=1000, d=30)
>>> round(found_by(compared(asked)["guarantee"]), 4), round(found_by(compared(asked)["alone"]), 4)
(0.0715, 0.1359)
"""

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass

import numpy as np
import pandas as pd
from scipy import stats

from dpcore.checks import Array, InvalidInput, written
from dpcore.privacy.calibration import Plan
from dpcore.privacy.noise import NORM_LAWS, sample
from dpcore.privacy.profile import curves, laws
from dpcore.privacy.profile.laws import (
    GammaInObjective,
    GammaNoise,
    GaussianInObjective,
    GaussianNoise,
    Law,
    Promise,
)
from dplab.simulation.sources import stream
from dplab.studies.is_it_private.verdicts import Question as Question

LARGEST = 100.0
"""The ε up to which a guarantee is drawn: there, one record tells itself already."""

DRAWS = 100_000
"""Draws of the noise, and as many of the noise moved."""

AT_A_TIME = 10_000
STEPS = 121
"""Places of a curve."""

ROOM, BEYOND = 1.15, 1.5
"""How far the axis of ε goes beyond a pure ε, and beyond the claim where there is none."""

FALSE_ALARMS = 0.05
"""Of the test that the sentence is about."""

TESTS = (0.01, 0.05, 0.1, 0.2, 0.35, 0.5, 0.7, 0.9)
"""About how often the measured tests raise a false alarm."""

PLACES = 12
FEWEST = 50
"""A measured δ rests on so many draws at least."""

LEVEL = 0.05
"""How often a measured interval misses what it measures."""

NO_NOISE = "Choose a mechanism that adds noise."

Draws = tuple[tuple[Array, Array], tuple[Array, Array]]
"""Lengths of noise at rate 1 and its parts along one direction, of two samples."""


Limits = tuple[Array, Array]
"""The lower and the upper ends of intervals."""


@dataclass(frozen=True, eq=False)
class MeasuredPoints:
    """What draws measure: estimates (k,) at places of an axis, each between limits.

    Where the places are measured, too, they are between the limits `beside`.
    """

    at: Array
    values: Array
    limits: Limits
    beside: Limits


@dataclass(frozen=True, eq=False)
class WholeGuarantee:
    """The curves of one mechanism, and what draws measure.

    `laws` are those of its "guarantee", of its ε and δ "alone", and of the other noise of the
    "same_length"; by the same names, `deltas` (m,) are over `epsilons` and `missed` (m,) over
    `false_alarms`. Of the "draws", `delta` is measured over ε, and `errors` over false alarms.
    """

    question: Question
    plan: Plan
    laws: Mapping[str, Law]
    epsilons: Array
    deltas: Mapping[str, Array]
    false_alarms: Array
    missed: Mapping[str, Array]
    delta: MeasuredPoints
    errors: MeasuredPoints

    @property
    def length(self) -> float:
        """The root mean square length of the noise: on the classifier, or of b."""
        law = NORM_LAWS[self.plan.norm_law]
        return math.sqrt(law.mean_square(self.question.d)) / self.plan.noise_rate


def draws(norm_law: str, d: int) -> Draws:
    """Return lengths of noise vectors at rate 1, and their parts along one direction, twice."""
    return _draws(norm_law, d, "here"), _draws(norm_law, d, "there")


def run(question: Question, ask: Callable[[str, int], Draws] = draws) -> WholeGuarantee:
    """Return the whole guarantee of a mechanism.

    Parameters
    ----------
    question : Question
    ask : callable
        What keeps the draws of a law of the noise's length in d dimensions.

    Raises
    ------
    InvalidInput
        If the mechanism promises nothing, or its ε is above `LARGEST`.
    """
    of = compared(question)
    epsilons = np.linspace(0.0, _end(of["guarantee"], question.epsilon), STEPS)
    false_alarms = np.sin(np.linspace(0.0, np.pi / 2, STEPS)) ** 2  # close to the ends, too
    plan = question.plan
    here, there = (losses(each, of["guarantee"]) for each in ask(plan.norm_law, question.d))
    return WholeGuarantee(
        question,
        plan,
        of,
        epsilons,
        {name: law.profile(epsilons) for name, law in of.items()},
        false_alarms,
        {name: curves.type_two_error(law, false_alarms) for name, law in of.items()},
        measured_delta(here, np.linspace(0.0, epsilons[-1], PLACES)),
        # By the symmetry of the pair, losses on the other table are those here with their sign.
        measured_errors(here, -there),
    )


def compared(question: Question) -> dict[str, Law]:
    """Return the laws that are compared: the guarantee's, that of ε and δ alone, another noise's.

    Raises
    ------
    InvalidInput
        As in `run`.
    """
    if not question.epsilon <= LARGEST:
        raise InvalidInput(
            f"A guarantee is drawn for ε up to {written(LARGEST)}: take a smaller ε. Above, "
            "nothing that matters is ruled out."
        )
    plan = question.plan
    law = laws.of_plan(plan, question.d)
    alone = Promise(plan.epsilon, plan.delta)
    return {"guarantee": law, "alone": alone, "same_length": same_length(law, question.d)}


def is_finite(question: Question) -> bool:
    """Tell whether ε is small enough for a guarantee to say anything."""
    return math.isfinite(question.epsilon)


def is_exact(law: Law) -> bool:
    """Tell whether a law's profile is the guarantee itself: in the objective it is a bound."""
    return isinstance(law, GammaNoise | GaussianNoise)


def found_by(law: Law) -> float:
    """Return how often a test with `FALSE_ALARMS` finds what it looks for, at most."""
    return float(1 - curves.type_two_error(law, FALSE_ALARMS))


def same_length(law: Law, d: int) -> Law:
    """Return the law of the other noise, Gaussian or Gamma, as long in the root mean square.

    Gamma noise of rate β has the mean square d(d+1)/β², Gaussian noise dσ².
    """
    longer = math.sqrt(d + 1)
    match law:
        case GammaNoise():
            return GaussianNoise(law.epsilon / longer)
        case GaussianNoise():
            return GammaNoise(law.mu * longer, d)
        case GammaInObjective():
            return GaussianInObjective(law.epsilon / longer, law.slack)
        case GaussianInObjective():
            return GammaInObjective(law.mu * longer, d, law.slack)
    raise InvalidInput(NO_NOISE)


def losses(drawn: tuple[Array, Array], law: Law) -> Array:
    """Return the privacy losses of draws of a law's noise, moved by all that a record can."""
    length, along = drawn
    if isinstance(law, GaussianNoise | GaussianInObjective):
        return law.mu * along + law.mu**2 / 2
    if not isinstance(law, GammaNoise | GammaInObjective):
        raise InvalidInput(NO_NOISE)
    moved = law.epsilon
    # ‖b + v‖ - ‖b‖ without subtracting two lengths of which most digits agree.
    there = np.sqrt(np.maximum(length**2 + moved * (2 * along + moved), 0.0))
    return np.asarray(moved * (2 * along + moved) / (there + length))


def measured_delta(here: Array, epsilons: Array) -> MeasuredPoints:
    """Return δ = E(1 - e^{ε-L})₊ at each ε where enough of the losses are larger."""
    larger = np.count_nonzero(here > epsilons[:, None], axis=1) >= FEWEST
    at = epsilons[larger]
    each = -np.expm1(np.minimum(at[:, None] - here, 0.0))
    values = each.mean(axis=1)
    half = stats.norm.ppf(1 - LEVEL / 2) * each.std(axis=1) / math.sqrt(len(here))
    return MeasuredPoints(at, values, (values - half, values + half), (at, at))


def measured_errors(here: Array, there: Array) -> MeasuredPoints:
    """Return how often tests miss this table, over how often they take the other one for it.

    A test says "this one" where the loss is above a threshold: one of some quantiles of the losses
    on the other table.
    """
    thresholds = np.unique(np.quantile(there, 1 - np.array(TESTS)))[::-1, None]
    alarms = np.count_nonzero(there > thresholds, axis=1)
    missed = np.count_nonzero(here <= thresholds, axis=1)
    n = len(here)
    return MeasuredPoints(alarms / n, missed / n, _limits(missed, n), _limits(alarms, n))


def _limits(count: Array, n: int) -> Limits:
    """Return Clopper and Pearson's limits of a share of n draws."""
    low = stats.beta.ppf(LEVEL / 2, count, n - count + 1)
    high = stats.beta.ppf(1 - LEVEL / 2, count + 1, n - count)
    return np.where(count == 0, 0.0, low), np.where(count == n, 1.0, high)


def table(found: WholeGuarantee) -> pd.DataFrame:
    """Return the curves and what was measured, one row for each place.

    In the picture "delta", x is ε and y is δ; in the picture "errors", x is the share of false
    alarms and y of what is missed. Intervals are of what was measured.
    """
    parts = [
        _rows(picture, name, x, y)
        for picture, x, of in (
            ("delta", found.epsilons, found.deltas),
            ("errors", found.false_alarms, found.missed),
        )
        for name, y in of.items()
    ]
    for picture, each in (("delta", found.delta), ("errors", found.errors)):
        limits = {"low": each.limits[0], "high": each.limits[1]}
        limits |= {"x_low": each.beside[0], "x_high": each.beside[1]}
        parts.append(_rows(picture, "draws", each.at, each.values).assign(**limits))
    return pd.concat(parts, ignore_index=True).assign(**vars(found.question))


def _rows(picture: str, curve: str, x: Array, y: Array) -> pd.DataFrame:
    empty = dict.fromkeys(("low", "high", "x_low", "x_high"), np.nan)
    return pd.DataFrame({"picture": picture, "curve": curve, "x": x, "y": y}).assign(**empty)


def _draws(norm_law: str, d: int, name: str) -> tuple[Array, Array]:
    rng = stream(0, f"whole guarantee {name}")
    drawn = [sample(norm_law, 1.0, AT_A_TIME, d, rng) for _ in range(DRAWS // AT_A_TIME)]
    lengths = [np.linalg.norm(each, axis=1) for each in drawn]
    return np.concatenate(lengths), np.concatenate([each[:, 0] for each in drawn])


def _end(law: Law, claim: float) -> float:
    """Return where the axis of ε ends: beyond the claim, and a pure ε that is not far from it."""
    return ROOM * min(law.pure, 2 * claim) if math.isfinite(law.pure) else BEYOND * claim
