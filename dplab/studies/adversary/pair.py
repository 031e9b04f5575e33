"""The two records that ε speaks of: the true one, and one that could stand in its place.

Somebody knows every other record and finds the two equally likely before a release; how often they
are right at most afterwards follows from ε alone (`dpcore.privacy.risk`). The other record is of
the test part, the one of the question "Presence" (`line_up.membership`).

Examples
--------
>>> from dplab.simulation.comparison import part_of
>>> from dplab.simulation.sources import load
>>> settings = Settings(data="breast_cancer")
>>> found = two_records(settings, 0, part_of(load(settings), settings))
>>> [(each.column, each.true, each.other) for each in found.columns[:2]]
[('mean radius', '14.25', '20.18'), ('mean texture', '21.72', '23.97')]
"""

from dataclasses import dataclass, replace

from dpcore.data import cells
from dpcore.data.dataset import Split, rows_to_test
from dplab.simulation import sources
from dplab.simulation.settings import Settings
from dplab.studies.adversary import columns, line_up
from dplab.studies.adversary.columns import Alternatives
from dplab.studies.adversary.line_up import PERSON
from dplab.studies.adversary.person import Person, Upload, cells_of, person


@dataclass(frozen=True)
class ColumnOfTwo:
    """What two records hold in a column.

    The texts are as the table writes them. The places lie between the least value of the column,
    0, and the largest, 1.
    """

    column: str
    true: str
    other: str
    true_place: float
    other_place: float


@dataclass(frozen=True)
class TwoRecords:
    """The true record and the other one, in the first columns of the table."""

    columns: tuple[ColumnOfTwo, ...]


def two_records(settings: Settings, row: int, part: Split, own: Upload | None = None) -> TwoRecords:
    """Return a record of the training part, and the one that could stand in its place.

    Parameters
    ----------
    settings, row, own
        As in `person.person`.
    part : Split
        Of these settings.

    Raises
    ------
    InvalidInput
        As `line_up.membership`.
    """
    origins = line_up.membership(part, row, seed=settings.seed).origins
    (place,) = (int(each) for each in origins if each != PERSON)
    true = person(settings, row, own)
    data = sources.load(settings, None if own is None else own.records)
    number = int(rows_to_test(data, settings.seed)[place])
    other = replace(
        true,
        number=number,
        x=part.X_test[place],
        y=float(part.y_test[place]),
        cells=cells_of(settings, own, number),
    )
    shown = columns.names(true)[: columns.SHOWN]
    return TwoRecords(tuple(_column(true, other, name) for name in shown))


def _column(true: Person, other: Person, name: str) -> ColumnOfTwo:
    places = [_place(columns.alternatives(each, name)) for each in (true, other)]
    return ColumnOfTwo(name, _text(true, name), _text(other, name), *places)


def _place(made: Alternatives) -> float:
    return float(made.places[made.own])


def _text(who: Person, name: str) -> str:
    if who.cells is None:
        return f"{who.x[columns.names(who).index(name)]:.4f}"
    return cells.text_at(who.cells[name], 0)
