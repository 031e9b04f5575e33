"""Which group each record is of: of a column that the classifier need not use.

A group is read from the data. Nothing here is private, and a release knows no groups.

Examples
--------
>>> found = run(Question(Settings(data="two_groups"), Division("group")))
>>> found.names, int(found.n_train(20_000).sum()), len(found.test)
(('larger group', 'smaller group'), 20000, 5000)
"""

from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt
import pandas as pd

from dpcore.checks import InvalidInput
from dpcore.data.cells import parsed
from dpcore.data.dataset import Dataset, n_training, rows_to_test, training_rows
from dpcore.data.declared.labelled import labelled
from dpcore.data.declared.schema import Schema
from dpcore.data.real.tables import TABLES
from dplab.simulation import sources
from dplab.simulation.settings import AboutRecords, Settings
from dplab.simulation.sources import load
from dplab.tables.groups.defaults import named, of_column, proposed
from dplab.tables.groups.division import Division, divide, used_texts

Codes = npt.NDArray[np.intp]


@dataclass(frozen=True)
class Question(AboutRecords):
    """Whose records, and how they are divided.

    Of the settings, only what names the records counts.
    """

    settings: Settings
    division: Division


@dataclass(frozen=True, eq=False)
class Members:
    """The groups of the training and the test records of a split.

    `train` and `test` are each record's group, as a place in `names`, in the order of the split.
    """

    names: tuple[str, ...]
    train: Codes
    test: Codes

    def n_train(self, n: int) -> Codes:
        """Return how many of the first n training records each group has."""
        return np.bincount(self.train[:n], minlength=len(self.names))


def run(
    question: Question, records: Dataset | None = None, schema: Schema | None = None
) -> Members:
    """Divide the records.

    The records are the visitor's own with its columns (`Dataset.beside`); their schema names the
    label, and what means missing.

    Raises
    ------
    InvalidInput
        If the records have no such column, or it does not divide them into 2 to 12 groups.
    """
    source = question.settings
    data, (markers, label) = load(source, records), _declared(source, schema)
    table = sources.columns(source, records)
    groups = divide(table, question.division, markers=markers, label=label)
    train = training_rows(data, n_training(data.n_records), source.seed)
    return Members(groups.names, groups.codes[train], groups.codes[rows_to_test(data, source.seed)])


def with_cells(records: Dataset, cells: pd.DataFrame, schema: Schema) -> Dataset:
    """Return a visitor's own records with the cells of their rows beside them.

    The records are as `encoding.encode` made them of the table, `cells`, and the schema.
    """
    return replace(records, beside=labelled(cells, schema))


@dataclass(frozen=True)
class Choosing(AboutRecords):
    """By which column records are to be divided.

    Parameters
    ----------
    settings : Settings
        Only what names the records counts.
    column : str
        Its name; where there is none of that name, or none is named, a first one is proposed.
    """

    settings: Settings
    column: str = ""


@dataclass(frozen=True)
class Columns:
    """By which columns records may be divided, and how by one of them.

    Parameters
    ----------
    names : tuple of str
        All but the label, in the order of the table.
    division : Division
        Of the column that was named, or of the first one that is proposed.
    is_number : bool
        Whether that column holds numbers, which can be cut.
    is_guessed : bool
        Whether the column or its cuts were read from the data.
    """

    names: tuple[str, ...]
    division: Division
    is_number: bool
    is_guessed: bool


def columns(
    question: Choosing, records: Dataset | None = None, schema: Schema | None = None
) -> Columns:
    """Return by which columns the records may be divided; arguments as in `run`.

    Raises
    ------
    InvalidInput
        If the records have no column besides the label, or are a law by its points.
    """
    source = question.settings
    markers, label = _declared(source, schema)
    table = sources.columns(source, records)
    names = tuple(name for name in map(str, table.columns) if name != label)
    if not names:
        raise InvalidInput("This table has no column besides its label, so nothing divides it.")
    usual = None if source.is_own else named(source.data)
    if usual and question.column in ("", usual.column):
        return Columns(names, usual, _holds_numbers(table, usual.column, markers), is_guessed=False)
    asked = question.column if question.column in names else ""
    division = (
        of_column(table, asked, markers)
        if asked
        else usual or proposed(table, label, markers) or Division(names[0])
    )
    is_guessed = division != usual and (not asked or bool(division.cuts))
    is_number = _holds_numbers(table, division.column, markers)
    return Columns(names, division, is_number, is_guessed)


def _declared(source: Settings, schema: Schema | None) -> tuple[tuple[str, ...], str]:
    """Return the texts that mean missing, and the label's column; of generated records neither."""
    table = TABLES.get(source.data)
    known = schema or (table.schema if table else None)
    return (known.markers, known.label.name) if known else ((), "")


def _holds_numbers(table: pd.DataFrame, column: str, markers: tuple[str, ...]) -> bool:
    texts, _, missing = used_texts(table[column], markers)
    return bool(np.isfinite(parsed(texts)[~missing]).all())


def table(answer: Members) -> pd.DataFrame:
    """Return how many training and test records each group has."""
    sizes = (np.bincount(each, minlength=len(answer.names)) for each in (answer.train, answer.test))
    names = ("group", "n_train", "n_test")
    return pd.DataFrame(dict(zip(names, (answer.names, *sizes), strict=True)))
