"""What is left of a record, column by column: reconstructed, or likely after a release.

Without noise the record is reconstructed (`person`). With noise the attacker is helped: they know
all other records, and of this one all but one column, each of whose values they take to be equally
likely. What they believe after a release is exact (`curve`); so is the limit that ε sets to it.

Examples
--------
>>> from dplab.simulation.comparison import part_of
>>> from dplab.simulation.settings import Settings
>>> from dplab.simulation.sources import load
>>> settings = Settings(data="breast_cancer", n=100, epsilon=1.0, lam=0.01)
>>> found = left_over(Question(settings, 5), part_of(load(settings), settings))
>>> [each.column for each in found][:2], found[0].beliefs.shape
(['mean radius', 'mean texture'], (50, 15))
>>> bool(found[0].beliefs.max() <= found[0].ceiling)
True
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import pandas as pd

from dpcore.checks import Array, InvalidInput
from dpcore.data.dataset import Split
from dplab.studies.adversary import columns, line_up
from dplab.studies.adversary.attacks import DRAWS, Question
from dplab.studies.adversary.columns import Alternatives
from dplab.studies.adversary.curve import Attack, of_person
from dplab.studies.adversary.person import Guess, Person, Reconstructed, Upload, person
from dplab.tables.decoding.rows import DecodedLevel

LIKELY = 0.95
"""What remains likely: the fewest values that have this belief together."""


@dataclass(frozen=True, eq=False)
class LeftOfColumn:
    """What releases leave of one column.

    Its labels are as the table writes them, and places (k,) where they lie between the least, 0,
    and the largest, 1. Beliefs (n_draws, k) are the posterior after each release; 1/k before.
    `truth` is which value is the person's, and the ceiling as in `attacks.AttackResult`.
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

    One release stands for all columns. What is believed of one of them is what somebody believes
    who knows the others: the posterior over its values alone. A column of one value, or of more
    than a line-up holds, is left out.

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
        If there is no noise, or no column that may have another value.
    """
    who = person(question.settings, question.row, own)
    epsilon, mechanism = question.settings.epsilon, question.mechanism
    made = _that_fit({name: columns.alternatives(who, name) for name in _shown(who)})
    if not made:
        raise InvalidInput(
            f"None of the first {columns.SHOWN} columns of this record may have another value: "
            "choose other data."
        )
    # One release for all columns, and one attacker: all records differ from the same known ones.
    rows = np.vstack([each.encoded for each in made.values()])
    suspects = line_up.attribute(part, question.row, rows)
    attack = Attack(suspects, question.settings).at(mechanism, epsilon)
    believed = of_person(attack, mechanism, epsilon, DRAWS).beliefs
    places = {row.tobytes(): k for k, row in enumerate(suspects.suspects)}
    found = []
    for name, each in made.items():
        own_rows = each.encoded * part.y[question.row]
        inside = believed[:, [places[row.tobytes()] for row in own_rows]]
        found.append(
            LeftOfColumn(
                name,
                each.labels,
                each.places,
                inside / inside.sum(axis=1, keepdims=True),
                each.own,
                attack.most_believed(mechanism, epsilon, len(each.labels)),
            )
        )
    return tuple(found)


def _shown(who: Person) -> tuple[str, ...]:
    return columns.names(who)[: columns.SHOWN]


def _that_fit(made: Mapping[str, Alternatives]) -> dict[str, Alternatives]:
    """Return the columns that hide something, as many as a line-up holds."""
    kept: dict[str, Alternatives] = {}
    for name, each in made.items():
        held = sum(len(other.labels) for other in kept.values())
        if len(each.labels) >= line_up.FEWEST and held + len(each.labels) <= line_up.MOST:
            kept[name] = each
    return kept


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
class ReconstructedValue:
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
class ReconstructedColumn:
    """A column of a record that is reconstructed from a classifier without noise.

    `truth` is where the person's value lies between the least, 0, and the largest, 1. `fits` are
    what each record that fits says, the person's own last; none where no trace is left.
    """

    column: str
    truth: float
    fits: tuple[ReconstructedValue, ...]


def reconstructed_columns(
    found: Reconstructed, shown: Person | None = None
) -> tuple[ReconstructedColumn, ...]:
    """Return the first columns of a reconstructed record, on the ranges of its own encoding.

    Or on those of the same person `shown` under another one.
    """
    who = found.person
    scale = shown or who
    fits = sorted((g for g in found.guesses if g.is_possible), key=lambda guess: guess.is_true)
    columns_read = []
    for at, column in enumerate(_shown(who)):
        made = columns.alternatives(scale, column)
        ends = tuple(_ends(scale, guess, column, at) for guess in fits)
        columns_read.append(ReconstructedColumn(column, float(made.places[made.own]), ends))
    return tuple(columns_read)


def _ends(who: Person, guess: Guess, column: str, at: int) -> ReconstructedValue:
    if guess.rows:
        cell = next((row for row in guess.rows if row.label == who.y), guess.rows[0]).cells[at]
        values = [cell.level] if isinstance(cell, DecodedLevel) else [cell.low, cell.high]
    else:
        values = [float(who.y * guess.u[at])]
    places = [columns.place(who, column, value) for value in values]
    return ReconstructedValue(min(places), max(places), guess.is_true)
