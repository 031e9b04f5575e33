"""Cost by group, and disagreement, along ε: the same at one ε after the other.

Examples
--------
>>> settings = Settings(data="two_groups", lam=1e-3, n=500, draws=4)
>>> *_, curves = run(Question(settings, "output", Division("group"), epsilons=(0.1, 1.0)))
>>> list(curves.at)
[0.1, 1.0]
"""

import math
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import partial

import pandas as pd

from dpcore.data.dataset import Dataset
from dplab.simulation.comparison import DECISIVE
from dplab.simulation.settings import AboutRecords, Settings
from dplab.studies.who_pays import costs
from dplab.studies.who_pays.costs import ERROR, Costs
from dplab.tables.groups.division import Division

Ask = Callable[[costs.Question], Costs]


@dataclass(frozen=True)
class Question(AboutRecords):
    """Which classifiers, which groups, which mistakes, and where.

    ε of the settings counts for nothing; `epsilons` ascend; `counted` is as in `costs.Question`.
    """

    settings: Settings
    mechanism: str
    division: Division
    counted: str = ERROR
    epsilons: tuple[float, ...] = field(default=DECISIVE, kw_only=True)

    def at(self, epsilon: float) -> costs.Question:
        """Return the question at one ε."""
        settings = self.settings.with_epsilon(epsilon)
        return costs.Question(settings, self.mechanism, self.division, self.counted)


@dataclass(frozen=True, eq=False)
class CostCurves:
    """What is known so far, by ε."""

    question: Question
    at: Mapping[float, Costs]


@dataclass(frozen=True)
class Gaps:
    """Between two groups, along ε: how much more the first errs, and how much more it pays.

    Parameters
    ----------
    without_noise : float
        Its error without noise less that of the other.
    error, cost : dict
        By ε: its mean error less the other's, and its cost less the other's.
    """

    without_noise: float
    error: dict[float, float]
    cost: dict[float, float]


def table_of_gaps(found: Gaps) -> pd.DataFrame:
    """Return the gaps in error and in cost, one ε to a row; without noise, at ∞."""
    rows = [(epsilon, error, found.cost[epsilon]) for epsilon, error in found.error.items()]
    rows.append((math.inf, found.without_noise, 0.0))
    return pd.DataFrame(rows, columns=["epsilon", "gap_in_error", "gap_in_cost"])


def gaps(curves: CostCurves, first: str, second: str) -> Gaps:
    """Return the gaps between two groups that are named."""
    pairs = {
        epsilon: [
            next(group for group in costs.groups if group.name == name) for name in (first, second)
        ]
        for epsilon, costs in curves.at.items()
    }
    one, other = next(iter(pairs.values()))
    return Gaps(
        one.without_noise - other.without_noise,
        {epsilon: a.at_epsilon - b.at_epsilon for epsilon, (a, b) in pairs.items()},
        {epsilon: a.cost - b.cost for epsilon, (a, b) in pairs.items()},
    )


def run(
    question: Question, records: Dataset | None = None, ask: Ask | None = None
) -> Iterator[CostCurves]:
    """Yield the curves after each ε.

    Records are the visitor's own with its columns. `ask` is as `costs.run`: for whoever keeps what
    it returns.

    Raises
    ------
    InvalidInput
        As `costs.run`.
    """
    ask, known = ask or partial(costs.run, records=records), dict[float, Costs]()
    for epsilon in question.epsilons:
        known[epsilon] = ask(question.at(epsilon))
        yield CostCurves(question, dict(known))


def table(answer: CostCurves) -> pd.DataFrame:
    """Return every group at every ε, one row each."""
    return pd.concat([costs.table(each) for each in answer.at.values()], ignore_index=True)
