"""Which ε should it be? The risk that ε limits beside what it costs, and where both are in bounds.

*Risk* is what ε-differential privacy limits, whatever the records are: who knows all records but
one, and is torn between two values of it, guesses right with a probability of at most
``e^ε/(1 + e^ε)``. Of who knows less that is so unless they believe that records go together. So a
risk r allows every ``ε ≤ log(r/(1 - r))``.

*Cost* is the mean test error over the noise less the error without noise, of the mechanism that is
best at each ε. It is read from the data: whoever decides by it on private records has looked at
them without paying, and decides on public ones, or on last year's, instead.

Where a cost c needs a larger ε than the risk allows, more records would do: k of them at ε/k get
the same noise, at the λ of the rule or at one λ (exactly for output perturbation, for objective
perturbation where little of ε is spent on curvature).

Examples
--------
>>> *_, sheet = run(Question(Settings(data="gaussian", n=2000, draws=20, lam="auto")))
>>> band = sheet.band(risk=0.6, cost=0.05)
>>> band.holds, round(band.most, 3)
(True, 0.405)
"""

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

import numpy as np
import pandas as pd

from dpcore.checks import between
from dpcore.data.dataset import Dataset
from dpcore.privacy.laplace.game import max_win_probability
from dpcore.privacy.mechanisms import MECHANISMS
from dpcore.simulation.comparison import DECISIVE, Outcome, Outcomes
from dpcore.simulation.settings import Settings
from dpcore.simulation.summaries import labelled
from dpcore.studies.trade_off import errors
from dpcore.studies.trade_off.errors import Ask

RISKS = (51, 52, 53, 55, 57, 60, 62, 65, 68, 70, 73, 75, 80, 85, 90, 95, 99)
USUAL_RISK, USUAL_COST = 60, 20
"""Right guesses in 100 to choose among; of these, and of wrong labels more in 1,000, as many as may
be unless others are asked for."""

PLACES = 81
"""Of the limit, which is a formula."""


@dataclass(frozen=True)
class Question:
    """On which records.

    Parameters
    ----------
    settings : Settings
        Their ε and their measure count for nothing.
    """

    settings: Settings


@dataclass(frozen=True)
class CostAtEpsilon:
    """What the best mechanism costs at one ε, in errors.

    Parameters
    ----------
    mechanism : str
    mean : float
        Over the draws.
    low, high : float
        Quartiles of the draws.
    disagreement : float
        Chance that two releases answer a test record differently; nan of a single draw.
    """

    mechanism: str
    mean: float
    low: float
    high: float
    disagreement: float = math.nan


@dataclass(frozen=True)
class Band:
    """The ε at which both tolerances hold.

    Parameters
    ----------
    least : float or None
        The smallest whose cost is low enough, and that of every larger one; None if none is.
    most : float
        The largest whose risk is low enough.
    """

    least: float | None
    most: float

    @property
    def holds(self) -> bool:
        """Whether there is one."""
        return self.least is not None and self.least <= self.most

    @property
    def times(self) -> float:
        """How many times the records both would take, by the noise; ∞ where no ε is enough."""
        return math.inf if self.least is None else self.least / self.most


@dataclass(frozen=True, eq=False)
class DecisionSheet:
    """Risk and cost along ε, as far as they are computed.

    Parameters
    ----------
    question : Question
    n : int
        Training records that are used.
    without_noise : float
        Test error without noise.
    prices : mapping
        By ε, ascending.
    converged : bool
        Whether every minimisation met its tolerance.
    delta : float
        Of the mechanisms, besides ε; 0 for none.
    """

    question: Question
    n: int
    without_noise: float
    prices: Mapping[float, CostAtEpsilon]
    converged: bool
    delta: float = 0.0

    @property
    def limits(self) -> dict[float, float]:
        """How often somebody torn between two values may guess right, at `PLACES` values of ε."""
        places = np.geomspace(DECISIVE[0], DECISIVE[-1], PLACES)
        return {float(epsilon): limit(float(epsilon)) for epsilon in places}

    @property
    def mechanisms(self) -> tuple[str, ...]:
        """The best one at each ε."""
        return tuple(price.mechanism for price in self.prices.values())

    def cost(self, epsilon: float) -> float:
        """Return what is lost at an ε of the grid, as a share of the test records."""
        return self.prices[epsilon].mean - self.without_noise

    def band(self, risk: float, cost: float) -> Band:
        """Return where both tolerances hold.

        Parameters
        ----------
        risk : float
            How often somebody may guess right who is torn between two values, in (0.5, 1).
        cost : float
            How far the mean error may be above the one without noise, as a share.
        """
        return Band(self._enough(cost), allowed(risk, self.delta))

    def _enough(self, cost: float) -> float | None:
        """Return the smallest ε from which on the cost is low enough, between places of the grid.

        A line over log ε leads from the last place where it is too high to the next one.
        """
        places = sorted(self.prices)
        high = [place for place in places if self.cost(place) > cost]
        if not high:
            return places[0]
        last = places.index(high[-1])
        if last + 1 == len(places):
            return None
        one, other = places[last], places[last + 1]
        share = (self.cost(one) - cost) / (self.cost(one) - self.cost(other))
        return float(np.exp(np.log(one) + share * (np.log(other) - np.log(one))))


def limit(epsilon: float) -> float:
    """Return how often who knows all other records may guess right of two: e^ε/(1 + e^ε)."""
    return max_win_probability(epsilon)


def allowed(risk: float, delta: float = 0.0) -> float:
    """Return the largest ε at which who knows all other records guesses right no more often.

    Of two values of the last, that is. With a δ they guess right with a probability of at most
    (e^ε + δ)/(1 + e^ε) (`success_ceiling` of two), so that a risk r allows every
    ε ≤ log((r - δ)/(1 - r)).

    Parameters
    ----------
    risk : float
        In [0.5, 1].
    delta : float
        Below the risk.

    Examples
    --------
    >>> round(limit(allowed(0.6)), 12)
    0.6
    """
    risk = between("risk", risk, 0.5, 1)
    return math.inf if risk == 1 else math.log((risk - delta) / (1 - risk))


def run(
    question: Question, records: Dataset | None = None, ask: Ask | None = None
) -> Iterator[DecisionSheet]:
    """Yield the sheet after each batch of ε.

    Parameters
    ----------
    question : Question
    records : Dataset, optional
        The visitor's own, for data == "upload".
    ask : callable, optional
        As `errors.of_batch`: for whoever keeps batches.

    Raises
    ------
    InvalidInput
        As `errors.batches`.
    """
    # Only the plain error counts people, each alike.
    settings = replace(question.settings, measure="error")
    for curves in errors.run(errors.Question(settings), records, ask):
        plain = float(curves.outcomes["non_private", math.inf].errors[0])
        if prices := best_at(curves.outcomes):
            converged = all(each.converged.all() for each in curves.outcomes.values())
            yield DecisionSheet(question, curves.n, plain, prices, converged)


def best_at(outcomes: Outcomes) -> dict[float, CostAtEpsilon]:
    """Return the best mechanism with noise at each ε of `DECISIVE` that has one."""
    at = {
        epsilon: [
            (name, outcome)
            for (name, place), outcome in outcomes.items()
            if place == epsilon and MECHANISMS[name].is_noisy
        ]
        for epsilon in DECISIVE
    }
    return {epsilon: _best(pairs) for epsilon, pairs in at.items() if pairs}


def _best(at: list[tuple[str, Outcome]]) -> CostAtEpsilon:
    name, outcome = min(at, key=lambda pair: float(pair[1].errors.mean()))
    low, high = np.quantile(outcome.errors, (0.25, 0.75))
    mean, differ = float(outcome.errors.mean()), outcome.mistakes.disagreement
    return CostAtEpsilon(name, mean, float(low), float(high), differ)


def table(answer: DecisionSheet) -> pd.DataFrame:
    """Return risk and cost at each ε, one row each."""
    settings = answer.question.settings
    rows = [
        {
            "epsilon": epsilon,
            "guessed_right_at_most": limit(epsilon),
            "mechanism": price.mechanism,
            "loss": settings.loss,
            "h": settings.h,
            "n": answer.n,
            "draws": settings.draws,
            "error_without_noise": answer.without_noise,
            "mean_error": price.mean,
            "low": price.low,
            "high": price.high,
            "more_wrong_per_1000": 1000 * answer.cost(epsilon),
            "disagreement": price.disagreement,
        }
        for epsilon, price in answer.prices.items()
    ]
    return labelled(pd.DataFrame(rows), settings)
