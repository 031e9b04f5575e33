"""How well private classifiers fit the records they were trained on: their errors, and the excess.

The **excess** of a classifier is J(w) - J(w*): how much larger its regularised risk is than the
least, at its own λ. It is what the theorems bound that say how accurate a private classifier is
(Chaudhuri, Monteleoni and Sarwate 2011, Section 4; `dplab.instruments.bounds`), and what the noise
alone has done: J, the records and λ are the same. Beside it stands ℓ(0) - J(w*), that of w = 0. A
private classifier may have more than that and few errors all the same: one that is too long has a
large loss, and answers as its direction says.

Neither number is private, and neither is the test error: on the records it was trained on, a
classifier may look better than it is.

Examples
--------
>>> *_, found = run(Question(Settings(n=200, draws=2, epsilon=0.3)))
>>> here = found.fits["output", 0.3]
>>> bool((here.excess <= here.bound).all()), here.mistakes.measured("error").shape
(True, (2,))
"""

import math
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import partial

import numpy as np
import pandas as pd

from dpcore.checks import Array
from dpcore.data.dataset import Dataset, Split
from dpcore.erm.losses import Loss
from dpcore.erm.solver import solve
from dpcore.privacy.mechanisms import MECHANISMS, Draws, Request
from dplab.instruments.bounds import plan_excess, regularised_risk
from dplab.simulation.comparison import EPSILONS, measured
from dplab.simulation.constant import SIGNS, ConstantRule, constant_rule
from dplab.simulation.measures import MEASURES, Mistakes, mistakes
from dplab.simulation.settings import AboutRecords, Settings
from dplab.simulation.summaries import labelled
from dplab.simulation.sweeps.cells import Cell, trained, training_set
from dplab.studies.trade_off import errors
from dplab.studies.trade_off.errors import Ask

DELTA = 0.05
"""Probability with which a bound may fail."""

_PLAIN = "non_private", math.inf

Place = tuple[str, float]
"""A mechanism, and ε."""


@dataclass(frozen=True)
class Question(AboutRecords):
    """What is compared, and where a visitor stands, as for the test errors."""

    settings: Settings


@dataclass(frozen=True, eq=False)
class TrainingFit:
    """Classifiers of one mechanism at one ε, on the records they were trained on.

    Parameters
    ----------
    lam : float
        What they were trained with, before Δ.
    mistakes : Mistakes
        Of a test on the training records.
    excess : array (n_draws,)
        J(w) - J(w*), at least 0.
    bound : float
        What the excess exceeds with probability at most `DELTA`; 0 without noise.
    of_zero : float
        The excess of the classifier of zeros.
    """

    lam: float
    mistakes: Mistakes
    excess: Array
    bound: float
    of_zero: float


@dataclass(frozen=True, eq=False)
class TrainingFits:
    """What is known of the fits by mechanism and ε, in the order of the batches.

    The rule is the better constant answer on the training records.
    """

    question: Question
    n: int
    fits: Mapping[Place, TrainingFit]
    rule: ConstantRule

    @property
    def errors(self) -> dict[Place, Array]:
        """Training errors (n_draws,) by the settings' measure, in [0, 1]."""
        measure = self.question.settings.measure
        return {place: fit.mistakes.measured(measure) for place, fit in self.fits.items()}


Fitting = Callable[[Cell], Mapping[Place, TrainingFit]]


def run(
    question: Question,
    records: Dataset | None = None,
    ask: Ask | None = None,
    fit: Fitting | None = None,
    answers: tuple[str, str] = SIGNS,
) -> Iterator[TrainingFits]:
    """Yield the fits at the settings' ε, then those at every ε of the curve after each batch.

    Parameters
    ----------
    question : Question
    records : Dataset, optional
        The visitor's own, for data == "upload".
    ask : callable, optional
        As `errors.of_batch`: it tells the λ of the classifier without noise.
    fit : callable, optional
        As `of_batch`: for whoever keeps batches.
    answers : tuple of str
        What −1 and +1 are called.

    Raises
    ------
    InvalidInput
        As `errors.batches`.
    """
    ask = ask or partial(errors.of_batch, records=records)
    fit, settings = fit or partial(of_batch, records=records), question.settings
    plain, *along = errors.batches(settings, EPSILONS, records)
    lam = measured(ask(plain), settings.measure)[_PLAIN].lam
    here = _on_itself(training_set(plain, records))
    rule = constant_rule([here], answers, settings.measure)
    fits = dict(fit(replace(plain, spec=replace(plain.spec, lams=(lam,)))))
    for cell in (errors.batch_at(along[0], settings.epsilon), *along):
        fits |= fit(cell)
        yield TrainingFits(question, here.n, dict(fits), rule)


def of_batch(question: Cell, records: Dataset | None = None) -> dict[Place, TrainingFit]:
    """Return the fits of a batch."""
    part, (kind,) = training_set(question, records), question.spec.losses
    loss, here = question.spec.make_loss(*kind), _on_itself(part)
    least, ranks = _least(part, loss), question.spec.ranks
    return {
        (request.mechanism, request.epsilon): _fit(request, draws, here, loss, least, ranks=ranks)
        for request, draws in trained(question, part, kind)
    }


def _fit(
    request: Request,
    draws: Draws,
    here: Split,
    loss: Loss,
    least: Callable[[float], float],
    *,
    ranks: bool,
) -> TrainingFit:
    entry, lam, d = MECHANISMS[request.mechanism], request.lam, here.X.shape[1]
    # Without noise all draws are one classifier.
    coefs = draws.coefs[: entry.distinct(len(draws.coefs))]
    bound = 0.0
    if entry.is_noisy:
        bound = plan_excess(draws.plan, d=d, n=here.n, lam=lam, delta=DELTA, loss=loss)
    with_zero = np.vstack([coefs, np.zeros(d)])
    risks = regularised_risk(with_zero, here.X, here.y, loss, lam, here.weight)
    # Rounding of two risks of about 1 may leave the least of all a hair above.
    *excess, of_zero = np.maximum(risks - least(lam), 0.0)
    wrong = mistakes(coefs, here, ranks=ranks)
    return TrainingFit(lam, wrong, np.array(excess), bound, float(of_zero))


def _least(part: Split, loss: Loss) -> Callable[[float], float]:
    """Return what maps λ on J(w*); mechanisms whose λ is given share one."""
    known: dict[float, float] = {}

    def at(lam: float) -> float:
        if lam not in known:
            coefs = solve(part.X, part.y, loss, lam, sample_weight=part.weight).coefs
            risk = regularised_risk(coefs, part.X, part.y, loss, lam, part.weight)
            known[lam] = float(risk[0])
        return known[lam]

    return at


def _on_itself(part: Split) -> Split:
    """Return a split whose test records are those of the training."""
    return replace(part, X_test=part.X, y_test=part.y, test_weight=part.weight)


def table(answer: TrainingFits) -> pd.DataFrame:
    """Return every draw behind the curves, one row each."""
    settings = answer.question.settings
    column = f"training_{MEASURES[settings.measure].column}"
    frames = [
        pd.DataFrame(
            {
                "mechanism": mechanism,
                "loss": settings.loss,
                "h": settings.h,
                "epsilon": epsilon,
                "lam": fit.lam,
                "n": answer.n,
                "draw": range(len(fit.excess)),
                column: fit.mistakes.measured(settings.measure),
                "excess": fit.excess,
                "excess_bound": fit.bound,
                "excess_of_zero": fit.of_zero,
                "majority_error": answer.rule.error,
                **({"delta": settings.delta} if settings.also else {}),
            }
        )
        for (mechanism, epsilon), fit in answer.fits.items()
    ]
    return labelled(pd.concat(frames, ignore_index=True), settings)
