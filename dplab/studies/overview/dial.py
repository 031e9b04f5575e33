"""A person among ten, the limit, the best attack, and the cost, at each place of a dial for ε.

Ten people could be the one in the training part; the attacker knows all other training records and
considers the ten equally likely (`dplab.studies.adversary.line_up`). At each ε stand

- the *limit*: ``e^ε/(e^ε + 9)``, more than which nobody who knows all other records, and finds the
  ten equally likely before, believes in the right one, whatever the records are;
- the *attack*: how often the best attacker names the right one on these records, and what is
  believed of each of the ten after releases about the person (means over draws);
- the *cost*: the mean test error over splits and draws, beside the error without noise.

The last place of the dial has no noise. There at most two records fit the classifier
(`dplab.instruments.adversary.reconstruct`), and of the ten one alone: the attacker knows which it
is.

It takes seconds, so that the page shows what is stored beside this module (`stored`).

Examples
--------
>>> few = Question(Settings(data="breast_cancer", lam="auto", draws=2), epsilons=(1.0,), splits=1)
>>> [(stop.epsilon, round(stop.limit, 3)) for stop in run(few).stops]
[(1.0, 0.232), (inf, 1.0)]
"""

import math
from dataclasses import asdict, dataclass, replace
from pathlib import Path

import numpy as np
import numpy.typing as npt
import pandas as pd

from dpcore.checks import Array, InvalidInput
from dpcore.data.cells import from_csv
from dpcore.data.dataset import FOLDS, rows_to_test, training_rows
from dpcore.data.declared.schema import Schema
from dpcore.data.real import tables
from dplab.instruments.adversary import ceiling
from dplab.simulation import comparison, sources
from dplab.simulation.constant import ConstantRule, answers_of, constant_rule
from dplab.simulation.settings import AboutRecords, Settings
from dplab.simulation.sources import load, part
from dplab.simulation.summaries import labelled
from dplab.simulation.sweeps.cells import cells
from dplab.studies.adversary import columns
from dplab.studies.adversary.curve import Attack, named, of_person
from dplab.studies.adversary.line_up import PERSON, LineUp, held_out
from dplab.studies.adversary.person import exact, reconstructed

EPSILONS = (0.01, 0.02, 0.05, 0.1, 0.2, 0.3, 0.5, 0.7, 1.0, 1.5, 2.0, 3.0, 5.0, 10.0, 20.0)
"""Places of the dial; one more has no noise."""

SUSPECTS = 10

DRAWS = 50
"""Releases about the person, over which what is believed of each suspect is averaged."""

HELD = (0.05, 0.95)
"""Between these shares of what is believed lies what stays likely."""

USUAL = Settings(data="breast_cancer", lam="auto")

STORED = Path(__file__).with_name("stops.csv")
DECIMALS = 5


@dataclass(frozen=True)
class Question(AboutRecords):
    """On which records, by which mechanism, about whom.

    ε, measure and further mechanisms of the settings count for nothing. The mechanism is private;
    the row is the person's, of the training part, from 0; `splits` is how many of the five splits
    the cost is the mean over; the attack is on the first.
    """

    settings: Settings = USUAL
    mechanism: str = "objective_tight"
    row: int = 0
    epsilons: tuple[float, ...] = EPSILONS
    splits: int = FOLDS


@dataclass(frozen=True, eq=False)
class Stop:
    """What holds at one place of the dial.

    Parameters
    ----------
    epsilon : float
        ∞ without noise.
    limit : float
        What nobody's belief in the right one of `SUSPECTS` exceeds.
    attack : float
        How often the best attacker names the right one on these records.
    beliefs : tuple of float
        What the attacker believes of each after releases about the person.
    error, low, high : float
        Mean test error over splits and draws, and quartiles of these runs.
    """

    epsilon: float
    limit: float
    attack: float
    beliefs: tuple[float, ...]
    error: float
    low: float
    high: float


@dataclass(frozen=True, eq=False)
class DialStops:
    """All places of the dial, ascending; the last has no noise.

    `rule` is what always giving the same answer errs, the mean over the splits, and `n` the
    training records of each split.
    """

    question: Question
    stops: tuple[Stop, ...]
    rule: ConstantRule
    n: int


@dataclass(frozen=True, eq=False)
class Suspects:
    """Who the person may be.

    Parameters
    ----------
    rows : DataFrame (SUSPECTS, n_columns)
        Of the table, in the order of the beliefs.
    truth : int
        Which of them is the person.
    schema : Schema
        Of the table.
    """

    rows: pd.DataFrame
    truth: int
    schema: Schema

    def inside(self, column: str, value: float) -> float:
        """Return where a value stands in the range declared for a column, in [0, 1]."""
        (feature,) = (each for each in self.schema.features if each.name == column)
        return columns.within(feature, value)


def likely(values: npt.ArrayLike, beliefs: npt.ArrayLike) -> tuple[float, float]:
    """Return between which values nine tenths of what is believed lie.

    Parameters
    ----------
    values, beliefs : array (SUSPECTS,)
        Of each suspect; the beliefs sum to 1.

    Examples
    --------
    >>> likely([3.0, 1.0, 2.0], [0.5, 0.02, 0.48])
    (2.0, 3.0)
    """
    order = np.argsort(values)
    # From the exact sum: what is stored has been rounded.
    below = np.cumsum(np.asarray(beliefs, dtype=float)[order])
    places = np.searchsorted(below, np.multiply(HELD, below[-1]))
    low, high = np.asarray(values, dtype=float)[order][places]
    return float(low), float(high)


def suspects(question: Question) -> Suspects:
    """Return the rows of the table that the ten people have.

    Raises
    ------
    InvalidInput
        If the settings do not name a table, or there is no such line-up.
    """
    settings = question.settings
    if settings.data not in tables.TABLES:
        raise InvalidInput(f"The dial shows people of a table; got {settings.data!r}.")
    data = load(settings)
    line_up, n = _line_up(question), sources.n_used(data, settings)
    person = training_rows(data, n, settings.seed)[question.row]
    others = rows_to_test(data, settings.seed)
    numbers = [person if row == PERSON else others[row] for row in line_up.origins]
    rows = tables.rows(settings.data).iloc[numbers]
    return Suspects(rows, line_up.truth, tables.named(settings.data).schema)


def run(question: Question) -> DialStops:
    """Return what holds at each place of the dial; some seconds of work.

    Raises
    ------
    InvalidInput
        If there is no such line-up, or the last place is none: where the person leaves no trace.
    """
    errors = _errors(question)
    attack = Attack(_line_up(question), question.settings)
    found = named(attack, question.mechanism, question.epsilons)
    stops = [
        Stop(
            epsilon,
            ceiling(epsilon, 1 / SUSPECTS),
            float(rate),
            _beliefs(attack, question.mechanism, epsilon),
            *errors[epsilon],
        )
        for epsilon, rate in zip(question.epsilons, found.named, strict=True)
    ]
    stops.append(Stop(math.inf, 1.0, 1.0, _certain(question, attack.line_up), *errors[math.inf]))
    folds = range(question.splits)
    n = sources.n_used(load(question.settings), question.settings)
    rule = constant_rule(
        [part(question.settings, n, fold) for fold in folds],
        answers_of(tables.named(question.settings.data).schema.label),
        middle=np.mean,
    )
    return DialStops(question, tuple(stops), rule, n)


def _line_up(question: Question) -> LineUp:
    settings = question.settings
    records = comparison.split_of(settings)
    return held_out(records, question.row, m=SUSPECTS, seed=settings.seed)


def _beliefs(attack: Attack, mechanism: str, epsilon: float) -> tuple[float, ...]:
    believed = of_person(attack, mechanism, epsilon, DRAWS).beliefs
    return tuple(float(share) for share in believed.mean(axis=0))


def _certain(question: Question, line_up: LineUp) -> tuple[float, ...]:
    """Return what is believed without noise: all of it in the person, whose record is found."""
    settings = question.settings
    found = reconstructed(settings, question.row, coef=exact(settings)).guesses
    is_suspect = [
        any(np.allclose(guess.u, suspect, rtol=0, atol=1e-6) for guess in found)
        for suspect in line_up.suspects
    ]
    if is_suspect != [place == line_up.truth for place in range(line_up.m)]:
        raise InvalidInput("Without noise this person cannot be told from the others.")
    return tuple(map(float, is_suspect))


def _errors(question: Question) -> dict[float, tuple[float, float, float]]:
    """Return mean and quartiles of the test errors at each ε, and without noise at ∞."""
    settings = replace(question.settings, measure="error", also=())
    spec = replace(
        comparison.sweep(settings, question.epsilons, load(settings)),
        mechanisms=("non_private", question.mechanism),
        folds=question.splits,
    )
    errors: dict[float, list[Array]] = {}
    for cell in cells(spec):
        for (_, epsilon), outcome in comparison.outcomes(cell).items():
            errors.setdefault(epsilon, []).append(outcome.errors)
    return {epsilon: _summed_up(np.concatenate(each)) for epsilon, each in errors.items()}


def _summed_up(errors: Array) -> tuple[float, float, float]:
    low, high = np.quantile(errors, (0.25, 0.75))
    return float(errors.mean()), float(low), float(high)


def table(found: DialStops) -> pd.DataFrame:
    """Return a row for each place of the dial."""
    question = found.question
    rows = pd.DataFrame([asdict(stop) for stop in found.stops]).drop(columns="beliefs")
    beliefs = pd.DataFrame(
        [stop.beliefs for stop in found.stops],
        columns=[f"belief_{place}" for place in range(1, SUSPECTS + 1)],
    )
    asked = {
        "mechanism": question.mechanism,
        "loss": question.settings.loss,
        "row": question.row,
        "splits": question.splits,
        "draws": question.settings.draws,
        "n": found.n,
        "always": found.rule.answer,
        "always_error": found.rule.error,
        "always_deviation": found.rule.deviation,
    }
    return labelled(pd.concat([rows, beliefs], axis=1).assign(**asked), question.settings)


def stored(path: Path = STORED) -> DialStops:
    """Return what `run` found for the question of the first page, to `DECIMALS` places."""
    rows = from_csv(path)
    beliefs = rows.filter(regex="^belief_").to_numpy()
    fields = ("epsilon", "limit", "attack", "error", "low", "high")
    stops = [
        Stop(**{name: float(row[name]) for name in fields}, beliefs=tuple(map(float, shares)))
        for (_, row), shares in zip(rows.iterrows(), beliefs, strict=True)
    ]
    answer, error, deviation = rows[["always", "always_error", "always_deviation"]].iloc[0]
    rule = ConstantRule(str(answer), float(error), float(deviation))
    return DialStops(Question(), tuple(stops), rule, int(rows["n"][0]))


def store(found: DialStops, path: Path = STORED) -> None:
    """Write what `stored` reads."""
    table(found).round(DECIMALS).to_csv(path, index=False)
