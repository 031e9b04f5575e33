"""Test errors of the compared mechanisms against ε, draw by draw, in batches.

A batch is a cell of a small sweep on one split (`dplab.simulation.comparison`), so that Trade-off
and Sweeps show the same errors. Whoever keeps batches hands them in: a curve and a file then share
what they have in common.

Examples
--------
>>> *_, curves = run(Question(Settings(n=200, draws=2, epsilon=0.3)))
>>> len(curves.outcomes), curves.n
(35, 200)
"""

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial

import pandas as pd

from dpcore.data.dataset import Dataset
from dpcore.privacy.regularization.suggested import AUTO
from dplab.simulation import comparison
from dplab.simulation.baseline import better_lams
from dplab.simulation.comparison import EPSILONS, Outcome, Outcomes, measured, split_of, sweep
from dplab.simulation.constant import constant_rule
from dplab.simulation.measures import BY_CLASS, MEASURES
from dplab.simulation.settings import AboutRecords, Settings
from dplab.simulation.sources import load, n_used
from dplab.simulation.summaries import labelled
from dplab.simulation.sweeps.cells import Cell, cells, training_set

Ask = Callable[[Cell], Outcomes]

_PLAIN = "non_private", math.inf


@dataclass(frozen=True)
class Question(AboutRecords):
    """What is compared, and where a visitor stands.

    Parameters
    ----------
    settings : Settings
        Their ε is one more than those of the curve.
    """

    settings: Settings


@dataclass(frozen=True, eq=False)
class ErrorCurves:
    """What is known of the errors against ε.

    Outcomes are by mechanism and ε, in the order of the batches; `majority_error` is what always
    naming the larger class errs.
    """

    question: Question
    n: int
    outcomes: Outcomes
    majority_error: float


def batches(
    settings: Settings, epsilons: Sequence[float], records: Dataset | None = None
) -> list[Cell]:
    """Return what is computed at once: first, the same whatever the ε, the errors without noise.

    Raises
    ------
    InvalidInput
        If the settings together ask for too much work, or their measure cannot be taken.
    """
    if settings.measure != "error":
        split_of(settings, records)  # which says so
    whole = sweep(settings, epsilons, load(settings, records))
    plain, *private = whole.mechanisms
    without_noise = replace(whole, mechanisms=(plain,), epsilons=EPSILONS[:1])
    return cells(without_noise) + cells(replace(whole, mechanisms=tuple(private)))


def batch_at(along: Cell, epsilon: float) -> Cell:
    """Return a batch of the curve at one ε: what `batches` gives for that ε alone."""
    return replace(along, spec=replace(along.spec, epsilons=(epsilon,)))


def of_batch(question: Cell, records: Dataset | None = None) -> Outcomes:
    """Return the test errors of a batch, by the plain error.

    Without noise, and where λ follows ε, with those at a λ that does better.
    """
    found = comparison.outcomes(question, records)
    if question.spec.lams != (AUTO,) or _PLAIN not in found:
        return found
    plain = found[_PLAIN]
    return {**found, _PLAIN: replace(plain, better=_better(question, plain.lam, records))}


def _better(question: Cell, lam: float, records: Dataset | None) -> dict[str, Outcome]:
    """Return the classifier without noise at a λ chosen by folds, by each measure that it helps."""
    part, (loss,) = training_set(question, records), question.spec.losses
    measures = [name for name in MEASURES if name != "auc" or question.spec.ranks]
    lams = better_lams(part, question.spec.make_loss(*loss), lam, measures)
    at = {
        each: comparison.outcomes(
            replace(question, spec=replace(question.spec, lams=(each,))), records
        )[_PLAIN]
        for each in set(lams.values()) - {lam}
    }
    return {
        measure: replace(at[each], by_folds=True) for measure, each in lams.items() if each in at
    }


def at(
    settings: Settings, epsilons: Sequence[float], records: Dataset | None, ask: Ask
) -> dict[tuple[str, float], Outcome]:
    """Return the outcomes at some ε: those on the curve by its batches, the others by their own."""
    on_curve = [epsilon for epsilon in epsilons if epsilon in EPSILONS]
    others = [epsilon for epsilon in epsilons if epsilon not in EPSILONS]
    return {
        place: outcome
        for some in [EPSILONS] * bool(on_curve) + [others] * bool(others)
        for cell in batches(settings, some, records)
        for place, outcome in measured(ask(cell), settings.measure).items()
    }


def run(
    question: Question, records: Dataset | None = None, ask: Ask | None = None
) -> Iterator[ErrorCurves]:
    """Yield the errors at every ε of the curve and at the settings' own, after each batch.

    Parameters
    ----------
    question : Question
    records : Dataset, optional
        The visitor's own, for data == "upload".
    ask : callable, optional
        As `of_batch`: for whoever keeps batches.

    Raises
    ------
    InvalidInput
        As `batches`.
    """
    ask, settings = ask or partial(of_batch, records=records), question.settings
    n, outcomes = n_used(load(settings, records), settings), dict[tuple[str, float], Outcome]()
    majority = constant_rule([split_of(settings, records)]).error
    for cell in batches(settings, sorted({*EPSILONS, settings.epsilon}), records):
        outcomes |= measured(ask(cell), settings.measure)
        yield ErrorCurves(question, n, dict(outcomes), majority)


def table(answer: ErrorCurves) -> pd.DataFrame:
    """Return every draw behind the curves, one row each."""
    frames = [_rows(answer, *place, each) for place, each in answer.outcomes.items()]
    rows = pd.concat(frames, ignore_index=True).assign(majority_error=answer.majority_error)
    return labelled(rows, answer.question.settings)


def _rows(answer: ErrorCurves, mechanism: str, epsilon: float, outcome: Outcome) -> pd.DataFrame:
    settings = answer.question.settings
    return pd.DataFrame(
        {
            "mechanism": mechanism,
            "loss": settings.loss,
            "h": settings.h,
            "epsilon": epsilon,
            "lam": outcome.lam,
            "n": answer.n,
            "draw": range(len(outcome.errors)),
            **dict(zip(BY_CLASS, outcome.mistakes.shares, strict=True)),
            MEASURES[settings.measure].column: outcome.errors,
            "converged": outcome.converged,
            **({"delta": outcome.plan.delta} if settings.also else {}),
        }
    )
