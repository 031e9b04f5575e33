"""What a fit reads, solves, asks of chance, is charged, and leaves in the model."""

import pickle
import tempfile
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from copy import copy
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from unittest import mock

import numpy as np

from dpcore.checks import InvalidInput
from dpcore.estimators import UndeclaredCellsWarning, linear, tuning
from dpcore.estimators.linear import LinearEstimator
from dpcore.ledger import Ledger
from tests.estimators.replay.fits import Fit
from tests.release.replay import trace as releases
from tests.release.replay.trace import Recorded

N_BUDGET = 100
"""Records that the ledger declares: more than any fit has."""


@dataclass
class Trace(releases.Trace):
    """One fit; `predicted` has planes, rows and the scores of each candidate on the last part."""

    model: LinearEstimator | None = None
    codes: list[np.ndarray] = field(default_factory=list)


def traced(made: Fit, table: tuple[Any, Any], seed: int, folder: Path) -> Trace:
    """Run a fit on one of its tables, and return what it did."""
    trace = Trace()
    kept = str(Path(tempfile.mkdtemp(dir=folder)) / "ledger.db")
    with Ledger(kept) as ledger:
        ledger.open(
            "clinic",
            n=N_BUDGET,
            epsilon=1e6,
            delta=made.model.delta,
            records_per_person=made.records_per_person,
        )
    whole = made.estimator(kept)
    trace.model = whole[-1] if made.encoder else whole
    with (
        releases.noted(trace, made.stops_short),
        _noted_of_a_fit(trace, seed),
        warnings.catch_warnings(),
    ):
        warnings.simplefilter("ignore", UndeclaredCellsWarning)
        try:
            whole.fit(*table)
        except ValueError as fault:
            # scikit-learn has its own for what is no number.
            own = isinstance(fault, InvalidInput)
            trace.refusal = f"{type(fault).__name__ if own else 'scikit-learn'}: {fault}"
    with Ledger(kept) as ledger:
        spent = ledger.budget("clinic").charges
        trace.charged = tuple((each.epsilon, each.delta) for each in spent)
    return trace


@contextmanager
def _noted_of_a_fit(trace: Trace, seed: int) -> Iterator[None]:
    unit_rows, coded, scores = linear.unit_rows, linear.coded, tuning.scores

    def noted_rows(*args, **named):
        rows = unit_rows(*args, **named)
        trace.records.append((rows, trace.codes[-1]))
        return rows

    def noted_codes(*args):
        trace.codes.append(coded(*args))
        return trace.codes[-1]

    def noted_scores(planes, X):
        trace.predicted.append((planes, X))
        return scores(planes, X)

    def noted_source(random_state):
        assert random_state is None
        return Recorded(seed, trace.questions)

    with (
        mock.patch.object(linear, "unit_rows", noted_rows),
        mock.patch.object(linear, "coded", noted_codes),
        mock.patch.object(linear, "source", noted_source),
        mock.patch.object(tuning, "scores", noted_scores),
    ):
        yield


def without_noise(model: LinearEstimator, *, picked_alike: bool) -> tuple[set[str], bytes]:
    """Return the names of a fitted model's facts, and as bytes all that is not drawn from noise.

    Where another candidate was picked, λ and plan are drawn, too.
    """
    rest = copy(model)
    rest.coef_, rest.ledger = np.zeros_like(model.coef_), None
    if model.intercept:
        rest.intercept_ = np.zeros_like(model.intercept_)
    if not picked_alike:
        rest.lam_, rest.plan_ = 0.0, type(model.plan_)
    # Twice: pickle writes a text that stands there twice as one, if it is one object.
    return set(vars(model)), pickle.dumps(pickle.loads(pickle.dumps(rest)))
