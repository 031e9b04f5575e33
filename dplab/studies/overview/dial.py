"""Two people, what ε leaves open about them, an attack, and the cost, at each place of a dial.

Two people could be the one in the training part: the person, and one of the test part whose record
would stand there otherwise (`line_up.membership`). At each ε there are

- the *limit*: how often somebody who knows all other training records, and finds the two equally
  likely, is right at most, whatever the records are (`dpcore.privacy.risk`);
- the *attack*: how often the best attacker with the same knowledge is right about these two, on
  these records (`dplab.studies.decide.attack`);
- the *cost*: the mean test error over draws of the better of the compared mechanisms, beside the
  error without noise and that of the constant rule: the numbers of Decide and Trade-off;
- the *cost with more records*: the same with `MORE` records like these, by the noise alone
  (`dplab.studies.trade_off.more_records`).

The last place of the dial has no noise. There at most two records fit the classifier
(`dplab.instruments.adversary.reconstruct`), and of the two people one alone: the attacker knows
which it is.

It takes seconds, so that the page shows what is stored beside this module (`stored`).

Examples
--------
>>> few = Question(Settings(data="breast_cancer", lam="auto", draws=2), epsilons=(1.0,))
>>> [(stop.epsilon, round(stop.limit, 3)) for stop in run(few).stops]
[(1.0, 0.731), (inf, 1.0)]
"""

import math
from dataclasses import asdict, dataclass, replace
from pathlib import Path

import numpy as np
import pandas as pd

from dpcore.checks import InvalidInput
from dpcore.data.cells import from_csv
from dpcore.data.dataset import rows_to_test, training_rows
from dpcore.data.declared.schema import Schema
from dpcore.data.real import tables
from dpcore.privacy.risk import limit
from dplab.simulation import sources
from dplab.simulation.comparison import Outcome, split_of
from dplab.simulation.constant import ConstantRule, answers_of, constant_rule
from dplab.simulation.settings import AboutRecords, Settings
from dplab.simulation.sources import load
from dplab.simulation.summaries import labelled
from dplab.studies.adversary import columns
from dplab.studies.adversary.curve import Attack, named
from dplab.studies.adversary.line_up import PERSON, LineUp, membership
from dplab.studies.adversary.person import exact, reconstructed
from dplab.studies.trade_off import more_records

EPSILONS = (0.01, 0.02, 0.05, 0.1, 0.2, 0.3, 0.5, 0.7, 1.0, 1.5, 2.0, 3.0, 5.0, 10.0, 20.0)
"""Places of the dial; one more has no noise."""

USUAL = Settings(data="breast_cancer", lam="auto")

STORED = Path(__file__).with_name("stops.csv")
DECIMALS = 5


@dataclass(frozen=True)
class Question(AboutRecords):
    """On which records, about whom.

    ε, measure and further mechanisms of the settings count for nothing. The row is the person's, of
    the training part, from 0.
    """

    settings: Settings = USUAL
    row: int = 0
    epsilons: tuple[float, ...] = EPSILONS


@dataclass(frozen=True, eq=False)
class Stop:
    """What holds at one place of the dial.

    Parameters
    ----------
    epsilon : float
        ∞ without noise.
    attack : float
        How often the best attacker is right about these two, on these records.
    mechanism : str
        Whose mean error is the least here.
    error, low, high : float
        Its mean test error over the draws, and their quartiles.
    deviation : float
        The standard error of that mean: how far other draws of the noise would move it.
    with_more : float or None
        The mean error with `MORE` records like these, extrapolated; None where nothing is known.
    """

    epsilon: float
    attack: float
    mechanism: str
    error: float
    low: float
    high: float
    deviation: float
    with_more: float | None

    @property
    def limit(self) -> float:
        """How often somebody who knows all others is right at most, of two."""
        return limit(self.epsilon)


@dataclass(frozen=True, eq=False)
class DialStops:
    """All places of the dial, ascending; the last has no noise.

    `rule` is what always giving the same answer errs; `n` and `n_test` count records.
    """

    question: Question
    stops: tuple[Stop, ...]
    rule: ConstantRule
    n: int
    n_test: int


@dataclass(frozen=True, eq=False)
class Candidates:
    """The person, and who would be there otherwise.

    Parameters
    ----------
    rows : DataFrame (2, n_columns)
        Of the table; the person's first.
    schema : Schema
        Of the table.
    """

    rows: pd.DataFrame
    schema: Schema

    def inside(self, column: str, value: float) -> float:
        """Return where a value lies in the range declared for a column, in [0, 1]."""
        (feature,) = (each for each in self.schema.features if each.name == column)
        return columns.within(feature, value)


def candidates(question: Question) -> Candidates:
    """Return the rows of the table that the two people have.

    Raises
    ------
    InvalidInput
        If the settings do not name a table, or there is nobody else.
    """
    settings = question.settings
    if settings.data not in tables.TABLES:
        raise InvalidInput(f"The dial shows people of a table; got {settings.data!r}.")
    data = load(settings)
    (other,) = (row for row in _two(question).origins if row != PERSON)
    person = training_rows(data, sources.n_used(data, settings), settings.seed)[question.row]
    numbers = [person, rows_to_test(data, settings.seed)[other]]
    rows = tables.rows(settings.data).iloc[numbers]
    return Candidates(rows, tables.named(settings.data).schema)


def run(question: Question) -> DialStops:
    """Return what holds at each place of the dial; some seconds of work.

    Raises
    ------
    InvalidInput
        If there are no two people, or the last place is none: where the person leaves no trace.
    """
    settings = replace(question.settings, measure="error", also=())
    part = split_of(settings)
    _check_certain(question, _two(question))
    attack, stops = Attack(_two(question), settings), []
    for priced in more_records.along(settings, question.epsilons):
        reached = float(named(attack, priced.mechanism, (priced.epsilon,)).named[0])
        found = (*_spread(priced.outcome), priced.error_with_more)
        stops.append(Stop(priced.epsilon, reached, priced.mechanism, *found))
    plain = priced.without_noise
    stops.append(Stop(math.inf, 1.0, "non_private", plain, plain, plain, 0.0, plain))
    answers = answers_of(tables.named(settings.data).schema.label)
    rule = constant_rule([part], answers)
    return DialStops(question, tuple(stops), rule, part.n, len(part.y_test))


def _two(question: Question) -> LineUp:
    settings = question.settings
    return membership(split_of(settings), question.row, seed=settings.seed)


def _check_certain(question: Question, two: LineUp) -> None:
    """Refuse two people of whom a classifier without noise does not tell which it is."""
    settings = question.settings
    found = reconstructed(settings, question.row, coef=exact(settings)).guesses
    fits = [
        any(np.allclose(guess.u, each, rtol=0, atol=1e-6) for guess in found)
        for each in two.suspects
    ]
    if fits != [place == two.truth for place in range(two.m)]:
        raise InvalidInput("Even without noise, this person and the other one look the same.")


def _spread(outcome: Outcome) -> tuple[float, float, float, float]:
    errors = outcome.errors
    low, high = np.quantile(errors, (0.25, 0.75))
    # One draw says nothing of how far others would be.
    deviation = errors.std(ddof=1) / math.sqrt(len(errors)) if len(errors) > 1 else math.nan
    return float(errors.mean()), float(low), float(high), float(deviation)


def table(found: DialStops) -> pd.DataFrame:
    """Return a row for each place of the dial."""
    question = found.question
    asked = {
        "loss": question.settings.loss,
        "row": question.row,
        "draws": question.settings.draws,
        "n": found.n,
        "n_test": found.n_test,
        "always": found.rule.answer,
        "always_error": found.rule.error,
        "always_deviation": found.rule.deviation,
    }
    rows = pd.DataFrame([asdict(stop) for stop in found.stops]).assign(**asked)
    return labelled(rows, question.settings)


def stored(path: Path = STORED) -> DialStops:
    """Return what `run` found for the question of the first page, to `DECIMALS` places."""
    rows = from_csv(path)
    numbers = ("epsilon", "attack", "error", "low", "high", "deviation")
    stops = [
        Stop(
            mechanism=str(row["mechanism"]),
            with_more=None if pd.isna(row["with_more"]) else float(row["with_more"]),
            **{name: float(row[name]) for name in numbers},
        )
        for _, row in rows.iterrows()
    ]
    answer, error, deviation = rows[["always", "always_error", "always_deviation"]].iloc[0]
    rule = ConstantRule(str(answer), float(error), float(deviation))
    return DialStops(Question(), tuple(stops), rule, int(rows["n"][0]), int(rows["n_test"][0]))


def store(found: DialStops, path: Path = STORED) -> None:
    """Write what `stored` reads."""
    table(found).round(DECIMALS).to_csv(path, index=False)
