"""What an ε costs with the records that are there, and with many more like them.

The cost is the mean test error over the draws, of the better of the compared mechanisms, less the
error without noise. With kn records at ε it is that of the n at kε: at the λ that follows ε, or at
one λ, both get the same noise, exactly for output perturbation, and nearly for objective
perturbation (`dplab.simulation.needed.extrapolation`). So the noise alone is extrapolated: a larger
table would have a better classifier without noise, too, of which this one knows nothing.

Examples
--------
>>> settings = Settings(data="breast_cancer", lam="auto", draws=20)
>>> found = run(Question(settings, 0.5))
>>> found.n, found.cost > 2 * found.with_more, found.is_dear_of_few
(455, True, True)
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial

from dpcore.data.dataset import Dataset
from dpcore.privacy.mechanisms import MECHANISMS
from dplab.simulation.comparison import Outcome, Outcomes
from dplab.simulation.settings import AboutRecords, Settings
from dplab.simulation.sources import load, n_used
from dplab.studies.trade_off import errors
from dplab.studies.trade_off.errors import Ask

MORE = 20_000
"""Records like these, for whom the cost is extrapolated."""

ONE_IN_1000 = 0.0005
"""From half of one person in 1,000 on, a cost is rounded to one."""


@dataclass(frozen=True)
class Question(AboutRecords):
    """On which records, at which ε; that of the settings counts for nothing."""

    settings: Settings
    epsilon: float


@dataclass(frozen=True, eq=False)
class PricedEpsilon:
    """The better mechanism at an ε, and what it costs.

    Parameters
    ----------
    epsilon : float
    n : int
        Training records that are used.
    without_noise : float
        Test error without noise.
    mechanism : str
        Whose mean error is the least here.
    outcome : Outcome
        Its draws.
    error_with_more : float
        The least mean error with `MORE` records like these; of more records than that, the error
        here.
    """

    epsilon: float
    n: int
    without_noise: float
    mechanism: str
    outcome: Outcome
    error_with_more: float

    @property
    def error(self) -> float:
        """Mean test error over the draws."""
        return float(self.outcome.errors.mean())

    @property
    def cost(self) -> float:
        """What is lost, as a share of the test records."""
        return self.error - self.without_noise

    @property
    def with_more(self) -> float:
        """What would be lost with `MORE` records like these."""
        return self.error_with_more - self.without_noise

    @property
    def is_dear_of_few(self) -> bool:
        """Whether the cost shows, and falls by half at least with more records."""
        return self.cost >= ONE_IN_1000 and self.with_more <= self.cost / 2


def along(
    settings: Settings,
    epsilons: Sequence[float],
    records: Dataset | None = None,
    ask: Ask | None = None,
) -> list[PricedEpsilon]:
    """Return what each of some ε costs; all that is not known is computed at once.

    Raises
    ------
    InvalidInput
        As `errors.batches`.
    """
    # Only the plain error counts people, each alike.
    settings = replace(settings, measure="error")
    n = n_used(load(settings, records), settings)
    times = max(1.0, MORE / n)
    asked = sorted({each * k for each in epsilons for k in (1.0, times)})
    outcomes = errors.at(settings, asked, records, ask or partial(errors.of_batch, records=records))
    plain = float(outcomes["non_private", math.inf].errors[0])
    priced = list[PricedEpsilon]()
    for epsilon in epsilons:
        mechanism, outcome = _best(outcomes, epsilon)
        _, beyond = _best(outcomes, epsilon * times)
        more = float(beyond.errors.mean())
        priced.append(PricedEpsilon(epsilon, n, plain, mechanism, outcome, more))
    return priced


def run(
    question: Question, records: Dataset | None = None, ask: Ask | None = None
) -> PricedEpsilon:
    """Return what an ε costs.

    `ask` is as `errors.of_batch`: for whoever keeps batches.

    Raises
    ------
    InvalidInput
        As `errors.batches`.
    """
    (priced,) = along(question.settings, (question.epsilon,), records, ask)
    return priced


def _best(outcomes: Outcomes, epsilon: float) -> tuple[str, Outcome]:
    """Return the mechanism with the least mean error at an ε, and what came of it."""
    at = {name: each for (name, place), each in outcomes.items() if place == epsilon}
    noisy = [name for name in at if MECHANISMS[name].is_noisy]
    name = min(noisy, key=lambda each: float(at[each].errors.mean()))
    return name, at[name]
