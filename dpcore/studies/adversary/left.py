"""What is left of a record, column by column: read off without noise, or likely after a release.

Without noise the record is read off (`person`). With noise the attacker is helped: they know all
other records, and of this one all but one column, each of whose values they take to be equally
likely. What they believe after a release is exact (`curve`); so is the limit that ε sets to it.

Examples
--------
>>> from dpcore.simulation.comparison import part_of
>>> from dpcore.simulation.settings import Settings
>>> from dpcore.simulation.sources import load
>>> settings = Settings(data="breast_cancer", n=100, epsilon=1.0, lam=0.01)
>>> found = left_over(Question(settings, 5), part_of(load(settings), settings))
>>> [each.column for each in found][:2], found[0].beliefs.shape
(['mean radius', 'mean texture'], (50, 15))
>>> bool(found[0].beliefs.max() <= found[0].ceiling)
True
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import pandas as pd

from dpcore.checks import Array
from dpcore.data.dataset import Split
from dpcore.data.decoding.rows import DecodedLevel
from dpcore.studies.adversary import columns, line_up
from dpcore.studies.adversary.attacks import DRAWS, Question
from dpcore.studies.adversary.curve import Attack, of_person
from dpcore.studies.adversary.person import Guess, Person, Recovered, Upload, person

MOST_COLUMNS = 6
"""Columns that a picture has room for: the first ones of the table."""

LIKELY = 0.95
"""What remains likely: the fewest values that have this belief together."""


@dataclass(frozen=True, eq=False)
class LeftOfColumn:
    """What releases leave of one column.

    Parameters
    ----------
    column : str
    labels : tuple of str
        Its values, as the table writes them.
    places : array (k,)
        Where they lie between the least, 0, and the largest, 1.
    beliefs : array (n_draws, k)
        The posterior after each release; 1/k before.
    truth : int
        Which value is the person's.
    ceiling : float or None
        What no attacker's belief exceeds; None where nothing is proven.
    """

    column: str
    labels: tuple[str, ...]
    places: Array
    beliefs: Array
    truth: int
    ceiling: float | None

    def likely(self, draw: int) -> list[int]:
        """Return the fewest values that have `LIKELY` together after a draw, in their order."""
        belief = self.beliefs[draw]
        order = np.argsort(-belief, kind="stable")
        count = int(np.searchsorted(np.cumsum(belief[order]), LIKELY - 1e-12)) + 1
        return sorted(order[:count].tolist())


def left_over(
    question: Question, part: Split, own: Upload | None = None
) -> tuple[LeftOfColumn, ...]:
    """Return what releases by the question's mechanism leave of the first columns.

    A column of one value, or of more than a line-up holds, is left out.

    Parameters
    ----------
    question : Question
        Its ε is finite; which column it names does not count.
    part : Split
        Of its settings.
    own : Upload, optional
        As in `person.exact`.

    Raises
    ------
    InvalidInput
        If there is no noise.
    """
    who = person(question.settings, question.row, own)
    found = []
    for column in columns.names(who)[:MOST_COLUMNS]:
        made = columns.alternatives(who, column)
        if line_up.FEWEST <= len(made.labels) <= line_up.MOST:
            found.append(_left_of(question, part, column, made))
    return tuple(found)


def _left_of(
    question: Question, part: Split, column: str, made: columns.Alternatives
) -> LeftOfColumn:
    epsilon, mechanism = question.settings.epsilon, question.mechanism
    suspects = line_up.attribute(part, question.row, made.encoded)
    attack = Attack(suspects, question.settings).at(mechanism, epsilon)
    believed = of_person(attack, mechanism, epsilon, DRAWS)
    order = list(suspects.origins)
    return LeftOfColumn(
        column,
        tuple(made.labels[k] for k in order),
        made.places[order],
        believed.beliefs,
        believed.truth,
        attack.ceiling(mechanism, epsilon),
    )


def table_of_columns(found: Sequence[LeftOfColumn], draw: int) -> pd.DataFrame:
    """Return what is believed of each value, one row each: after a release, and on average."""
    return pd.DataFrame(
        [
            {
                "column": each.column,
                "value": label,
                "is_true": k == each.truth,
                "belief": each.beliefs[draw, k],
                "mean_belief": each.beliefs[:, k].mean(),
                "guessing": 1 / len(each.labels),
                "limit": each.ceiling,
            }
            for each in found
            for k, label in enumerate(each.labels)
        ]
    )


@dataclass(frozen=True)
class ReadOff:
    """What one record that fits the classifier says of a column: a range, or a point.

    Parameters
    ----------
    low, high : float
        Between the least value of the column, 0, and the largest, 1.
    is_true : bool
        Whether it is the person's record that says so.
    """

    low: float
    high: float
    is_true: bool


@dataclass(frozen=True)
class ColumnRead:
    """A column of a record that is read off a classifier without noise.

    Parameters
    ----------
    column : str
    truth : float
        Where the person's value lies between the least, 0, and the largest, 1.
    fits : tuple of ReadOff
        What each record that fits says, the person's own last; none where no trace is left.
    """

    column: str
    truth: float
    fits: tuple[ReadOff, ...]


def read_off(found: Recovered) -> tuple[ColumnRead, ...]:
    """Return what is read off of the first columns of a record."""
    who = found.person
    fits = sorted((g for g in found.guesses if g.is_possible), key=lambda guess: guess.is_true)
    columns_read = []
    for at, column in enumerate(columns.names(who)[:MOST_COLUMNS]):
        made = columns.alternatives(who, column)
        ends = tuple(_ends(who, guess, column, at) for guess in fits)
        columns_read.append(ColumnRead(column, float(made.places[made.own]), ends))
    return tuple(columns_read)


def _ends(who: Person, guess: Guess, column: str, at: int) -> ReadOff:
    if guess.rows:
        cell = next((row for row in guess.rows if row.label == who.y), guess.rows[0]).cells[at]
        values = [cell.level] if isinstance(cell, DecodedLevel) else [cell.low, cell.high]
    else:
        values = [float(who.y * guess.u[at])]
    places = [columns.place(who, column, value) for value in values]
    return ReadOff(min(places), max(places), guess.is_true)
