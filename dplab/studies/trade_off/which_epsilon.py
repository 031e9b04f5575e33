"""Which ε is enough for an accuracy, and what more records would make of it.

Read off the draws behind the curve (`dplab.simulation.needed`). At the same λ, or at the rule's, k
times the records get the same noise at a k-th of ε, where the mechanism's plan says so.

Examples
--------
>>> settings = Settings(data="gaussian", n=2000, draws=20)
>>> smallest = run(Question(settings, 0.02))
>>> sorted(smallest.epsilons), sorted(smallest.with_more())
(['objective', 'output'], ['objective', 'output'])
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np
import pandas as pd

from dpcore.data.dataset import Dataset
from dpcore.privacy.mechanisms import MECHANISMS
from dplab.simulation.comparison import lams
from dplab.simulation.needed import extrapolation
from dplab.simulation.needed.crossing import LevelCrossing
from dplab.simulation.needed.epsilon import which_epsilon
from dplab.simulation.settings import AboutRecords, Settings
from dplab.simulation.sources import load, n_used
from dplab.simulation.summaries import labelled
from dplab.studies.trade_off import errors
from dplab.studies.trade_off.errors import Ask

TIMES = 4
"""How many times the records: the noise is then that of a quarter of ε."""


@dataclass(frozen=True)
class Question(AboutRecords):
    """For what accuracy.

    ε of the settings counts for nothing. `within` is how far the median error may be above the
    error without noise, as a share.
    """

    settings: Settings
    within: float


@dataclass(frozen=True)
class SmallestEpsilons:
    """Which ε is enough.

    n and n_features are those of the training records that are used. Epsilons are by private
    mechanism; None where no ε that was tried is enough.
    """

    question: Question
    n: int
    n_features: int
    epsilons: Mapping[str, LevelCrossing | None]

    def with_more(self) -> dict[str, LevelCrossing | None]:
        """Return the ε that is enough with `TIMES` times the records, where the table tells one."""
        return {
            name: extrapolation.with_more(place, name, TIMES, **self._problem)
            for name, place in self._extended().items()
        }

    def times_needed(self, epsilon: float) -> dict[str, LevelCrossing | None]:
        """Return how many times the records would be needed at an ε, where the table tells it."""
        return {
            name: extrapolation.times_needed(place, name, epsilon, **self._problem)
            for name, place in self._extended().items()
        }

    def lam_at(self, mechanism: str, epsilon: float, n: int) -> float:
        """Return λ of a mechanism at an ε and n."""
        settings = self.question.settings.with_epsilon(epsilon)
        return lams(settings, (mechanism,), n=n, n_features=self.n_features)[mechanism]

    def _extended(self) -> dict[str, LevelCrossing]:
        """Return those of which something may be known at other n: noise of δ is another one."""
        return {
            name: place
            for name, place in self.epsilons.items()
            if place and not MECHANISMS[name].uses_delta
        }

    @property
    def _problem(self) -> dict[str, Any]:
        settings = self.question.settings
        return {"lam_at": self.lam_at, "n": self.n, "loss": settings.make_loss()}


def run(
    question: Question, records: Dataset | None = None, ask: Ask | None = None
) -> SmallestEpsilons:
    """Return the smallest ε of each mechanism.

    `ask` is as `errors.of_batch`: for whoever keeps batches.

    Raises
    ------
    InvalidInput
        As `errors.batches`.
    """
    settings = question.settings
    ask = ask or partial(errors.of_batch, records=records)
    data = load(settings, records)
    n = n_used(data, settings)
    outcomes = partial(errors.at, settings, records=records, ask=ask)
    found = which_epsilon(settings, question.within, outcomes, n)
    return SmallestEpsilons(question, n, data.X.shape[1], found)


def table(answer: SmallestEpsilons) -> pd.DataFrame:
    """Return each mechanism's ε, with its interval; nan where none is enough."""
    settings = answer.question.settings
    rows = [
        {
            "mechanism": name,
            "loss": settings.loss,
            "h": settings.h,
            # Where no ε is enough, that of ε = ∞; a λ that is given is the same everywhere.
            "lam": answer.lam_at(name, place.place if place else np.inf, answer.n),
            "n": answer.n,
            "draws": settings.draws,
            "measure": settings.measure,
            "within": answer.question.within,
            "epsilon": place.place if place else np.nan,
            "low": place.low if place else np.nan,
            "high": place.high if place else np.nan,
        }
        for name, place in answer.epsilons.items()
    ]
    return labelled(pd.DataFrame(rows), settings)
