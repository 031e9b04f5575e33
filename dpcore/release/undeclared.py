"""Cells that are not as declared, counted before a charge, for the owner's eyes.

No content of a cell is refused in a release (`records`): text in a column of numbers counts as the
constant for missing values, an undeclared level as the level for all others. Right for a stray
cell, it would turn a column of decimal commas into one of a constant, without a word. So whoever
releases is told how many such cells there are, and what they count as, before anything is charged.

A cell is as declared if it is a number, a declared level, or marked as missing. One that is empty
counts here unless the empty text is a marker. Numbers beyond their bounds are moved to them by
declaration, and do not count. Of the label, cells count that are no numbers where there is a
threshold, and else those that are empty or marked as missing: these lie on the side that takes all
other values.

**No guarantee covers these numbers.** They tell of the records, and are not for whoever gets the
model. Whether to go on is the owner's decision; a stop that rests on them is an answer about the
records, too, which no ε pays for.

Examples
--------
>>> from dpcore.data.declared.schema import Numeric
>>> schema = Schema(Label("sick", ("yes",)), (Numeric("weight", 30, 200, missing=62),))
>>> table = pd.DataFrame({"weight": ["61,5", "80", "?"], "sick": ["yes", "no", "no"]})
>>> [each.sentence for each in undeclared_cells(table, schema)]
['1 of 3 cells of weight is not a number as declared: it counts as 62.']
"""

import warnings
from collections.abc import Sequence
from dataclasses import dataclass

import pandas as pd

from dpcore.checks import InvalidInput
from dpcore.data.declared.labelled import labelled
from dpcore.data.declared.schema import Label, Schema
from dpcore.data.written.plain import number
from dpcore.release.records import as_dict, texts_of, words
from dpcore.release.scorer import in_a_sentence, undeclared

MEANT = (
    "If that is more than you expect, see how the file is written: its separator, and its decimal "
    "sign."
)
"""What to do about it."""

MOST = 8
"""Columns that are named; a table that is read wrongly has such cells in all of them."""


class UndeclaredCellsWarning(UserWarning):
    """Cells are not as declared, and count as the schema says. For the owner of the records."""


@dataclass(frozen=True)
class UndeclaredCells:
    """How many cells of one column, at least 1, are not as declared.

    The sentence says what they are not, and what they count as.
    """

    name: str
    count: int
    sentence: str


def undeclared_cells(
    table: pd.DataFrame, schema: Schema, *, with_label: bool = True
) -> tuple[UndeclaredCells, ...]:
    """Return the columns with cells that are not as declared; () for none.

    Parameters
    ----------
    table : DataFrame (n, n_columns)
        With the columns of the schema. Rows that the schema leaves out do not count.
    schema : Schema
        One that `records.check_schema` lets pass.
    with_label : bool
        Whether the label is looked at, too; a table to predict need not have it.
    """
    table = labelled(table, schema) if with_label else table
    of_features = undeclared(as_dict(schema), texts_of(table, schema.features, schema.markers))
    found = [UndeclaredCells(*each) for each in of_features]
    if with_label:
        cells = texts_of(table, [schema.label], schema.markers)[schema.label.name]
        found += _of_label(schema.label, cells, schema)
    return tuple(found)


def warn(found: Sequence[UndeclaredCells], *, level: int) -> None:
    """Warn of cells that are not as declared, if there are any.

    `level` is how many calls are between whoever is to be warned and this one, at least 1.
    """
    if found:
        warnings.warn(in_words(found), UndeclaredCellsWarning, stacklevel=level + 1)


def stop(found: Sequence[UndeclaredCells]) -> None:
    """Refuse to go on, if there are such cells.

    Raises
    ------
    InvalidInput
        If there are any. That it was raised, or was not, tells of the records.
    """
    if found:
        raise InvalidInput(
            f"It stopped before anything was charged, as you asked. {in_words(found)} That it "
            "stopped reveals something about the records, which no ε covers: keep it to yourself."
        )


def sentences(found: Sequence[UndeclaredCells]) -> list[str]:
    """Return a sentence for each of the first `MOST` columns, and how many there are beyond."""
    more = len(found) - MOST
    rest = [f"And {more:,} more {'column has' if more == 1 else 'columns have'} such cells."]
    return [each.sentence for each in found[:MOST]] + (rest if more > 0 else [])


def in_words(found: Sequence[UndeclaredCells]) -> str:
    """Return all of it in one text, and what to do."""
    return " ".join([*sentences(found), MEANT])


def _of_label(label: Label, cells: Sequence[str], schema: Schema) -> list[UndeclaredCells]:
    markers = {each.casefold() for each in schema.markers}
    named = {*label.positive, *label.negative}
    if label.threshold is not None:
        count = sum(cell.casefold() in markers or number(cell) is None for cell in cells)
        what, side = "not a number as declared", words(label)["negative"]
    else:
        empty = markers | {""}
        count = sum(cell.casefold() in empty and cell not in named for cell in cells)
        what = "empty or marked as missing"
        side = words(label)["negative" if label.positive else "positive"]
    if not count:
        return []
    name = f"{label.name}, the label,"
    return [UndeclaredCells(label.name, count, in_a_sentence(name, count, cells, what, side))]
