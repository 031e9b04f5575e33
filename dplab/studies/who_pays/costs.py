"""What privacy costs each group: its error at ε beside its error without noise.

For a group g of the test records, ``cost_g(ε) = E[error_g(w)] - error_g(w*)``, the mean over the
noise; the *gap* is that between the dearest group and the cheapest. Two things are uncertain, and
both are told:

- *one release*: a release is one draw, and half of the draws have an error between the quartiles;
- *the mean*: a group has only so many test records, and where there is no formula only so many
  draws were made. ``√(z² s²/n_g + t² s_K²/K)``, with s² the variance over the group's records of
  the chance of a wrong answer less the answer without noise, and s_K² that of the group's error
  over K draws (0 where the chance is exact). Without noise the interval is Wilson's
  (`intervals`).

Each group has a constant rule of its own, which always gives the group's more frequent answer: a
classifier that does no better says nothing about what noise costs there. A group of fewer than
`FEWEST` test records is shown with its size, and nothing is concluded.

Examples
--------
>>> settings = Settings(data="two_groups", epsilon=0.1, lam=1e-3, draws=20)
>>> costs = run(Question(settings, "objective_tight", Division("group")))
>>> [group.name for group in costs.groups], costs.dearest.name
(['larger group', 'smaller group'], 'smaller group')
"""

import math
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property, partial

import numpy as np
import pandas as pd

from dpcore.checks import Array, InvalidInput, one_of
from dpcore.data.dataset import Dataset
from dpcore.data.declared.schema import Schema
from dpcore.erm.prediction import Flags
from dplab.simulation.answers import Answers
from dplab.simulation.measures import Confusion
from dplab.simulation.settings import AboutRecords, Settings
from dplab.simulation.summaries import Summary, labelled
from dplab.studies.who_pays import answers, members
from dplab.studies.who_pays.answers import Answered, delta_of
from dplab.studies.who_pays.intervals import half_width, wilson
from dplab.studies.who_pays.members import Members
from dplab.tables.groups.division import Division

FEWEST = 30
"""Test records of a group below which nothing is concluded."""

ERROR, MISSED = "error", "missed"
COUNTED = (ERROR, MISSED)
"""What is counted: all wrong answers, or those of label +1 that are answered -1."""

AskAnswers = Callable[[answers.Question], Answered]
AskMembers = Callable[[members.Question], Members]


@dataclass(frozen=True)
class Question(AboutRecords):
    """Which classifiers, which groups, and which mistakes.

    Parameters
    ----------
    settings : Settings
    mechanism : str
        A key of `MECHANISMS`.
    division : Division
    counted : str
        One of `COUNTED`.
    """

    settings: Settings
    mechanism: str
    division: Division
    counted: str = ERROR

    @property
    def of_noise(self) -> answers.Question:
        """What to ask of the classifiers with noise."""
        return answers.Question(self.settings, self.mechanism)

    @property
    def without_noise(self) -> answers.Question:
        """What to ask of the one without: no move of ε changes it where λ is given or follows ε."""
        return answers.Question(self.settings.with_epsilon(math.inf), "non_private")

    @property
    def of_members(self) -> members.Question:
        """What to ask of the records."""
        return members.Question(self.settings.source, self.division)


@dataclass(frozen=True, eq=False)
class GroupCost:
    """One group.

    Parameters
    ----------
    name : str
        The group's.
    n_train, n_test : int
        Its training records, and those of its test records that count.
    without_noise : float
        Its error without noise, in [0, 1]; nan if none of its records count, as all else is then.
    low, high : float
        Ends of Wilson's 95 % interval of that error.
    at_epsilon : float
        Its mean error over the noise.
    errors : array (n_draws,)
        Of each draw.
    variance : float
        Of its mean cost, as far as its test records are chance; nan of fewer than two.
    is_exact : bool
        Whether the mean over the noise is exact, and its draws are no chance.
    constant : float
        Error of the best constant answer to its test records, by the error.
    disagreement : float
        Chance that two releases answer one of its test records differently, on average.
    confusions : (Confusion, Confusion) or None
        Which of its records get which answer, without noise and on average over it; None if none
        of its records count.
    """

    name: str
    n_train: int
    n_test: int
    without_noise: float
    low: float
    high: float
    at_epsilon: float
    errors: Array
    variance: float
    is_exact: bool
    constant: float
    disagreement: float
    confusions: tuple[Confusion, Confusion] | None = None

    @property
    def cost(self) -> float:
        """By how much noise raises its error."""
        return self.at_epsilon - self.without_noise

    @cached_property
    def draws(self) -> Summary:
        """Middle and quartiles of its errors over the draws."""
        return Summary.of(self.errors)

    @property
    def margin(self) -> float:
        """Half the width of the 95 % interval of its cost; nan of fewer than two test records."""
        return half_width(self.variance, self.errors, is_exact=self.is_exact)

    @property
    def is_known(self) -> bool:
        """Whether it has enough test records for a conclusion."""
        return self.n_test >= FEWEST

    @property
    def is_learned(self) -> bool:
        """Whether the classifier without noise beats the group's constant answer, by a margin."""
        deviation = math.sqrt(self.constant * (1 - self.constant) / max(self.n_test, 1))
        return self.is_known and self.without_noise + deviation < self.constant


@dataclass(frozen=True, eq=False)
class Costs:
    """All groups at one ε.

    λ is of the classifiers with noise, before Δ. `n_test` counts all test records. Groups are in
    the order of the division, and `whole` is all of them together. `is_exact` says whether means
    over the noise are exact, and `converged` whether every minimisation met its tolerance.
    """

    question: Question
    n: int
    lam: float
    n_test: int
    groups: tuple[GroupCost, ...]
    whole: GroupCost
    is_exact: bool
    n_draws: int
    converged: bool

    @property
    def known(self) -> tuple[GroupCost, ...]:
        """The groups that are large enough for a conclusion."""
        return tuple(group for group in self.groups if group.is_known)

    @property
    def dearest(self) -> GroupCost:
        """Of those, the one that pays most."""
        return max(self._measured, key=lambda group: group.cost)

    @property
    def cheapest(self) -> GroupCost:
        """Of those, the one that pays least."""
        return min(self._measured, key=lambda group: group.cost)

    @property
    def _measured(self) -> tuple[GroupCost, ...]:
        if not self.known:
            raise InvalidInput(
                f"No group has {FEWEST} test records that count, the fewest from which we measure "
                "who pays most. Take more test records, or another column."
            )
        return self.known

    @property
    def gap(self) -> float:
        """By how much the dearest group pays more than the cheapest."""
        return self.dearest.cost - self.cheapest.cost

    @property
    def gap_margin(self) -> float:
        """Half the width of the 95 % interval of the gap: of groups chosen by their costs."""
        one, other = self.dearest, self.cheapest
        return half_width(
            one.variance + other.variance,
            one.errors - other.errors,  # both groups have the same draws
            is_exact=self.is_exact,
            n_groups=len(self.known),
        )


def run(
    question: Question,
    records: Dataset | None = None,
    ask: AskAnswers | None = None,
    ask_members: AskMembers | None = None,
    schema: Schema | None = None,
) -> Costs:
    """Return what each group pays.

    Parameters
    ----------
    question : Question
    records : Dataset, optional
        The visitor's own with its columns, for data == "upload".
    ask, ask_members : callable, optional
        As `answers.run` and `members.run`: for whoever keeps what they return.
    schema : Schema, optional
        Of the visitor's own records, as `members.run` takes it.

    Raises
    ------
    InvalidInput
        As these two.
    """
    one_of("counted", question.counted, COUNTED)
    ask = ask or partial(answers.run, records=records)
    ask_members = ask_members or partial(members.run, records=records, schema=schema)
    groups = ask_members(question.of_members)
    found, without_noise = ask(question.of_noise), ask(question.without_noise)
    noisy, plain, sizes = found.answers, without_noise.answers, groups.n_train(found.n)
    counts = np.ones(len(plain.y), bool) if question.counted == ERROR else plain.y > 0
    wrong = noisy.says != (plain.y > 0)

    def cost(name: str, n_train: int, chosen: Flags) -> GroupCost:
        return _cost(name, n_train, chosen, plain, noisy, wrong[:, chosen])

    return Costs(
        question,
        found.n,
        found.lam,
        len(plain.y),
        tuple(
            cost(name, int(sizes[place]), counts & (groups.test == place))
            for place, name in enumerate(groups.names)
        ),
        cost("", found.n, counts),
        noisy.is_exact,
        noisy.n_draws,
        found.converged and without_noise.converged,
    )


def _cost(
    name: str, n_train: int, chosen: Flags, plain: Answers, noisy: Answers, by_draw: Flags
) -> GroupCost:
    n = int(np.count_nonzero(chosen))
    y, before, after = plain.y[chosen], plain.wrong[chosen], noisy.wrong[chosen]
    positive, error = _mean(y > 0), _mean(before)
    return GroupCost(
        name,
        n_train,
        n,
        error,
        *(wilson(error, n) if n else (math.nan, math.nan)),
        _mean(after),
        by_draw.mean(axis=1) if n else np.full(len(by_draw), np.nan),
        _variance(after - before) / max(n, 1),
        noisy.is_exact,
        min(positive, 1 - positive),
        _mean(noisy.disagreement[chosen]),
        (Confusion.of_chances(before, y), Confusion.of_chances(after, y)) if n else None,
    )


def _mean(values: Array | Flags) -> float:
    """Return a mean, nan of nothing."""
    return float(np.mean(values)) if len(values) else math.nan


def _variance(values: Array) -> float:
    """Return a variance, nan of fewer than two: these say nothing of chance."""
    return float(np.var(values, ddof=1)) if len(values) > 1 else math.nan


def table(answer: Costs) -> pd.DataFrame:
    """Return every group, one row each."""
    question, settings = answer.question, answer.question.settings
    rows = [
        {
            "mechanism": question.mechanism,
            "loss": settings.loss,
            "h": settings.h,
            "epsilon": settings.epsilon,
            "lam": answer.lam,
            "n": answer.n,
            "draws": answer.n_draws,
            "mean_is_exact": answer.is_exact,
            "column": question.division.column,
            "cuts": " ".join(map(str, question.division.cuts)),
            "counted": question.counted,
            "group": group.name,
            "n_train": group.n_train,
            "n_test": group.n_test,
            "without_noise": group.without_noise,
            "without_noise_low": group.low,
            "without_noise_high": group.high,
            "mean_at_epsilon": group.at_epsilon,
            "draws_low": group.draws.low,
            "draws_median": group.draws.median,
            "draws_high": group.draws.high,
            "cost": group.cost,
            "cost_margin": group.margin,
            "constant_rule": group.constant,
            "disagreement": group.disagreement,
            "converged": answer.converged,
            **delta_of(question.mechanism, settings),
        }
        for group in answer.groups
    ]
    return labelled(pd.DataFrame(rows), settings)
