"""What classifiers with noise answer the test records, at one ε, and how far these are from a line.

The draws are those of every other page at the same settings: one stream a mechanism, so that errors
agree draw by draw.

How often a record is answered otherwise depends on how far it is from the line, *as the noise sees
it*: ``w·x/(s r(x))``, w the classifier without this noise at the same λ and Δ, r(x) how far noise
of length 1 moves w·x, and s the standard deviation of the noise along a direction. So it counts in
standard deviations of what the noise does to w·x. For noise on the finished classifier r(x) = ‖x‖,
and the distance decides alone; for noise in the objective ``r(x) = ‖A⁻¹x‖`` to first order
(`dpcore.privacy.projection`).

Examples
--------
>>> settings = Settings(data="gaussian", n=200, d=3, draws=20, epsilon=1.0)
>>> found = run(Question(settings, "output"))
>>> found.answers.chance.shape, found.answers.is_exact, found.answers.says.shape
((5000,), True, (20, 5000))
"""

import math
from dataclasses import dataclass

import numpy as np
import pandas as pd

from dpcore.checks import Array, InvalidInput
from dpcore.data.dataset import Dataset, Split
from dpcore.privacy.calibration import Plan
from dpcore.privacy.mechanisms import MECHANISMS, Request, calibrate, draw_all
from dpcore.privacy.regularization.suggested import AUTO
from dplab.instruments.chances import chance, hessian_at
from dplab.simulation import answers
from dplab.simulation.answers import Answers, minimiser
from dplab.simulation.baseline import better_lams
from dplab.simulation.comparison import check_work, lams, split_of
from dplab.simulation.settings import AboutRecords, Settings
from dplab.simulation.sources import stream
from dplab.simulation.summaries import labelled
from dplab.simulation.sweeps.cells import limit_threads


@dataclass(frozen=True)
class Question(AboutRecords):
    """Which classifiers: without noise the settings' ε is ∞."""

    settings: Settings
    mechanism: str


@dataclass(frozen=True, eq=False)
class Answered:
    """What the classifiers of one mechanism answer.

    `n` and `n_features` are the training records, and what each has; `lam` is what they were
    trained with, before the plan's Δ; `converged` says whether every minimisation met its
    tolerance.
    """

    question: Question
    n: int
    n_features: int
    lam: float
    plan: Plan
    answers: Answers
    converged: bool


def run(question: Question, records: Dataset | None = None) -> Answered:
    """Draw the classifiers and let them answer the test records.

    Raises
    ------
    InvalidInput
        If a value is out of range, the settings ask for too much work, or the records are a law
        that is given by its points, which no person stands for.
    """
    limit_threads()  # as for every cell, so that sums are the same everywhere
    settings, part = question.settings, _people(question.settings, records)
    loss, lam = settings.make_loss(), _lam(question, part)
    (draws,) = draw_all(
        part.X,
        part.y,
        loss=loss,
        requests=[Request(question.mechanism, settings.epsilon, lam, delta=settings.delta)],
        n_draws=settings.draws,
        stream=lambda point: stream(settings.seed, point.mechanism, 0, part.n),
    )
    said = answers.of_draws(question.mechanism, draws, part, loss=loss, lam=lam)
    converged = bool(draws.converged.all())
    return Answered(question, part.n, part.X.shape[1], lam, draws.plan, said, converged)


def _people(settings: Settings, records: Dataset | None) -> Split:
    part = split_of(settings, records)
    if part.test_weight is not None:
        raise InvalidInput(
            "These records are generated from a distribution. They describe no one, so there is "
            "no person's answer to show. Choose other data."
        )
    check_work(settings, part.n, part.X.shape[1])
    return part


def _lam(question: Question, part: Split) -> float:
    settings, name = question.settings, question.mechanism
    lam = lams(settings, (name,), n=part.n, n_features=part.X.shape[1])[name]
    if MECHANISMS[name].is_noisy or settings.lam != AUTO:
        return lam
    return better_lams(part, settings.make_loss(), lam)["error"]


@dataclass(frozen=True, eq=False)
class Distances:
    """Where the test records lie without a mechanism's noise.

    Parameters
    ----------
    distance : array (n_test,)
        Signed, in standard deviations of the noise there; ±∞ where no noise moves the answer.
    expected : array (n_test,) or None
        Chance of +1 by the law of the noise: exact, or to first order; None where there is no
        formula.
    deviation : float
        s, of the noise along a direction; 0 for none.
    """

    distance: Array
    expected: Array | None
    deviation: float


def line(question: Question, records: Dataset | None = None) -> Distances:
    """Return how far the test records are from the line without this noise.

    Raises
    ------
    InvalidInput
        As `run`.
    """
    limit_threads()
    settings, part = question.settings, _people(question.settings, records)
    entry, loss, lam = MECHANISMS[question.mechanism], settings.make_loss(), _lam(question, part)
    d = part.X.shape[1]
    plan = calibrate(
        question.mechanism,
        settings.epsilon,
        lam=lam,
        n=part.n,
        loss=loss,
        delta=settings.delta,
        n_features=d,
    )
    coef = minimiser(plan, part, loss=loss, lam=lam)
    total = lam + plan.extra_lam
    reach = entry.family.reach(
        part.X_test, lambda: hessian_at(coef, part.X, part.y, loss=loss, lam=total)
    )
    margins = part.X_test @ coef
    deviation = math.sqrt(entry.norm_law.mean_square(d) / d) / plan.noise_rate
    moved = deviation * reach
    # The answer to x = 0 is always +1.
    distance = np.where(margins >= 0, np.inf, -np.inf)
    np.divide(margins, moved, out=distance, where=moved > 0)
    known = entry.norm_law.along is not None
    return Distances(distance, chance(margins, reach, plan, d) if known else None, deviation)


def delta_of(mechanism: str, settings: Settings) -> dict[str, float]:
    """Return the column of δ, where a mechanism uses one."""
    return {"delta": settings.delta} if MECHANISMS[mechanism].uses_delta else {}


def table(answer: Answered) -> pd.DataFrame:
    """Return every test record, one row each: its label, and how often it is answered what."""
    settings, said = answer.question.settings, answer.answers
    rows = pd.DataFrame(
        {
            "mechanism": answer.question.mechanism,
            "loss": settings.loss,
            "h": settings.h,
            "epsilon": settings.epsilon,
            "lam": answer.lam,
            "n": answer.n,
            "draws": said.n_draws,
            "record": range(1, len(said.y) + 1),
            "label": said.y.astype(int),
            "share_positive": said.share,
            "chance_positive": said.chance,
            "chance_is_exact": said.is_exact,
            "disagreement": said.disagreement,
            "converged": answer.converged,
            **delta_of(answer.question.mechanism, settings),
        }
    )
    return labelled(rows, settings)
