"""A numeric column of somebody's own table, with what is declared of it."""

from dataclasses import dataclass

from dpcore.checks import Array, InvalidInput
from dpcore.data.declared.schema import Numeric, Schema
from dplab.studies.foundations import average as core
from dplab.studies.foundations.average import Column
from pages.comparison.records import Records, keeping

MOST_COLUMNS = 5
"""Kept as numbers."""


@dataclass(frozen=True)
class OwnColumn:
    """A numeric column of an own table, by its number: what is kept goes with the table."""

    number: int
    is_own: bool = True


def numeric(schema: Schema) -> list[Numeric]:
    """Return the numeric columns of a table."""
    return [feature for feature in schema.features if isinstance(feature, Numeric)]


def place_of(number: int | None, known: int) -> int:
    """Return which of so many columns, from 1, is meant; where there is no such, the first."""
    return number if number and number <= known else 1


def feature(number: int, schema: Schema) -> Numeric:
    """Return what is declared of a numeric column.

    Raises
    ------
    InvalidInput
        If the table has none.
    """
    columns = numeric(schema)
    if not columns:
        raise InvalidInput(
            "Your table has no numeric column among its features, and an average needs one. "
            "Declare one on the Data page."
        )
    return columns[place_of(number, len(columns)) - 1]


def column(number: int, records: Records) -> Column:
    """Return a numeric column of the own table; see `feature`.

    Raises
    ------
    InvalidInput
        If there is no table, or no such column.
    """
    declared = feature(number, records.required().schema)
    return Column(declared, *records.get(_cells, OwnColumn(number)))


def _cells(records: Records, asked: OwnColumn) -> tuple[Array, int]:
    own = records.required()
    return core.column_of(own.table, feature(asked.number, own.schema), own.schema.markers)


keeping(_cells, MOST_COLUMNS)
