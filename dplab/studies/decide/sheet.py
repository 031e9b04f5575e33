"""Which ε should it be? The risk that ε limits beside what it costs, and where both are in bounds.

*Risk* is what ε-differential privacy limits, whatever the records are: who knows all records but
one, and is torn between two values of it, guesses right with a probability of at most
``e^ε/(1 + e^ε)``. Of who knows less that is so unless they believe that records go together. So a
risk r allows every ``ε ≤ log(r/(1 - r))``.

*Cost* is the mean test error over the noise less the error without noise, of the mechanism that is
best at each ε. It is read from the data: whoever decides by it on private records has looked at
them without paying, and decides on public ones, or on last year's, instead.

*Use* is asked of the private classifier, too: an ε is in the band only where that classifier beats
the constant rule (`lead`). Where few records are positive, one that is worse than always predicting
"no" costs little, and would be proposed.

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
from functools import partial

import numpy as np
import pandas as pd

from dpcore.data.dataset import Dataset
from dpcore.privacy.mechanisms import MECHANISMS
from dpcore.privacy.risk import allowed, limit
from dplab.simulation.comparison import DECISIVE, Outcome, Outcomes
from dplab.simulation.settings import AboutRecords, Settings
from dplab.simulation.summaries import labelled
from dplab.studies.decide import lead
from dplab.studies.decide.band import Band
from dplab.studies.decide.lead import Lead
from dplab.studies.trade_off import errors
from dplab.studies.trade_off.errors import Ask

RISKS = (51, 52, 53, 55, 57, 60, 62, 65, 68, 70, 73, 75, 80, 85, 90, 95, 99)
USUAL_RISK, USUAL_COST = 80, 50
"""Right guesses in 100 to choose among; of these, and of wrong labels more in 1,000, as many as may
be unless others are asked for: at these there are ε to choose among on the first page's patients
(60 and 20 leave none)."""

NOT_KNOWN: Mapping[str, Mapping[float, Lead]] = {}
"""Leads, before anybody has asked for them."""

PLACES = 81
"""Of the limit, which is a formula."""


@dataclass(frozen=True)
class Question(AboutRecords):
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

    The mean is over the draws, and `low` and `high` are their quartiles. The lead is that over the
    constant rule, and `is_useful` whether it is clear, here and at every larger ε. `disagreement`
    is the chance that two releases answer a test record differently; nan of a single draw.
    """

    mechanism: str
    mean: float
    low: float
    high: float
    lead: Lead
    is_useful: bool
    disagreement: float = math.nan


@dataclass(frozen=True, eq=False)
class DecisionSheet:
    """Risk and cost along ε, as far as they are computed.

    `n` counts the training records that are used. `without_noise` is the test error without noise,
    of a classifier at `lam_without_noise`, which folds of the training records chose where
    `by_folds`; `majority_error` is the test error of the constant rule. Prices are by ε, ascending;
    `converged` says whether every minimisation met its tolerance; `delta` is that of the
    mechanisms, 0 for none.
    """

    question: Question
    n: int
    without_noise: float
    majority_error: float
    prices: Mapping[float, CostAtEpsilon]
    converged: bool
    lam_without_noise: float = math.nan
    by_folds: bool = False
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
        """Return where both tolerances hold, and the private classifier beats the constant rule.

        Parameters
        ----------
        risk : float
            How often somebody may guess right who is torn between two values, in (0.5, 1).
        cost : float
            How far the mean error may be above the one without noise, as a share.
        """
        return Band(self._affordable(cost), allowed(risk, self.delta), self._useful())

    def _useful(self) -> float | None:
        """Return the smallest ε at which, and at all larger ones, the best mechanism is of use."""
        found = None
        for epsilon in sorted(self.prices, reverse=True):
            if not self.prices[epsilon].is_useful:
                break
            found = epsilon
        return found

    def _affordable(self, cost: float) -> float | None:
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
    ask = ask or partial(errors.of_batch, records=records)
    for curves in errors.run(errors.Question(settings), records, ask):
        plain = curves.outcomes["non_private", math.inf]
        converged = all(each.converged.all() for each in curves.outcomes.values())
        prices = best_at(curves.outcomes)
        found = DecisionSheet(
            question,
            curves.n,
            float(plain.errors[0]),
            curves.majority_error,
            prices,
            converged,
            plain.lam,
            plain.by_folds,
        )
        # What is of use is asked once, at the end: until then no ε is proposed.
        if 0 < len(prices) < len(DECISIVE):
            yield found
    prices = best_at(curves.outcomes, lead.along(settings, noisy(curves.outcomes), records, ask))
    yield replace(found, prices=prices)


def noisy(outcomes: Outcomes) -> dict[tuple[str, float], Outcome]:
    """Return those of the mechanisms with noise at the ε of `DECISIVE`."""
    return {
        (name, epsilon): outcome
        for (name, epsilon), outcome in outcomes.items()
        if MECHANISMS[name].is_noisy and epsilon in DECISIVE
    }


def best_at(
    outcomes: Outcomes, leads: Mapping[str, Mapping[float, Lead]] = NOT_KNOWN, beside: int = 0
) -> dict[float, CostAtEpsilon]:
    """Return the best mechanism with noise at each ε of `DECISIVE` that has one.

    `leads` are those of each mechanism, by ε, as soon as they are known; `beside` counts mechanisms
    that were looked at before, on the same test records.
    """
    # Each keeps a range of its own: were it asked only where it is best, it would be asked where
    # it is lucky.
    places = {name: lead.useful(each, len(leads) + beside) for name, each in leads.items()}
    found = dict[float, CostAtEpsilon]()
    for (name, epsilon), outcome in sorted(noisy(outcomes).items(), key=lambda each: each[0][1]):
        if epsilon in found and found[epsilon].mean <= outcome.errors.mean():
            continue
        ahead = leads.get(name, {}).get(epsilon, lead.UNKNOWN)
        found[epsilon] = _cost(name, outcome, ahead, epsilon in places.get(name, ()))
    return found


def _cost(name: str, outcome: Outcome, ahead: Lead, is_useful: bool) -> CostAtEpsilon:
    low, high = np.quantile(outcome.errors, (0.25, 0.75))
    mean, differ = float(outcome.errors.mean()), outcome.mistakes.disagreement
    return CostAtEpsilon(name, mean, float(low), float(high), ahead, is_useful, differ)


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
            "majority_error": answer.majority_error,
            "mean_error": price.mean,
            "low": price.low,
            "high": price.high,
            "more_wrong_per_1000": 1000 * answer.cost(epsilon),
            "disagreement": price.disagreement,
            "lead_over_constant": price.lead.mean,
            "lead_standard_error": price.lead.deviation,
            "beats_constant": price.is_useful,
            "draws_worse_than_constant": price.lead.worse,
        }
        for epsilon, price in answer.prices.items()
    ]
    return labelled(pd.DataFrame(rows), settings)
