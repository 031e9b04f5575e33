"""By which column records are divided, and where it is cut: as an address says, or a first way."""

from dataclasses import replace

from dplab.studies.who_pays import members
from dplab.studies.who_pays.members import Columns
from dplab.tables.groups.division import Division
from pages.comparison.records import Records
from pages.who_pays import results
from pages.who_pays.people import People


def division(people: People, records: Records) -> Division:
    """Return which column divides the records, and where it is cut.

    Raises
    ------
    InvalidInput
        If an own table is asked for, and there is none.
    """
    found = of(people, records)
    cuts = people.cuts if are_its_cuts(people, found, records) else ()
    return replace(found.division, cuts=cuts) if cuts and found.is_number else found.division


def of(people: People, records: Records) -> Columns:
    """Return by which columns the records may be divided, and how by the one that is asked for.

    Raises
    ------
    InvalidInput
        As `division`.
    """
    asked = members.Choosing(people.settings.source, _named(people, records))
    return records.get(results.of_columns, asked)


def are_its_cuts(people: People, found: Columns, records: Records) -> bool:
    """Tell whether the cuts in the address are this column's, not one's of another table."""
    return people.column in ("", spelled(people, found.division.column, records))


def is_typed(people: People, found: Columns, records: Records) -> bool:
    """Tell whether somebody has named both the column and its cuts."""
    is_cut = found.is_number and bool(people.cuts) and are_its_cuts(people, found, records)
    return is_cut and _named(people, records) == found.division.column


def spelled(people: People, column: str, records: Records) -> str:
    """Return what the address calls a column; one of an own table by its place alone."""
    if not people.is_own:
        return column
    return str(list(map(str, records.required().table.columns)).index(column) + 1)


def _named(people: People, records: Records) -> str:
    """Return the column that was asked for; nothing where nobody has asked."""
    if not people.is_own:
        return people.column
    own = records.required()
    if own.group or not people.column.isdecimal():
        return own.group
    names, place = list(map(str, own.table.columns)), int(people.column)
    return names[place - 1] if 0 < place <= len(names) else ""
