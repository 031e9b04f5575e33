"""Columns that look as if nobody should learn from them: identifiers, dates, remarks, constants.

Each finding is a suspicion, not a verdict: the page says it in a line, and the visitor decides.

- An *identifier* is named so (id, customer_id, PatientID), or holds for each record a whole number
  of its own as a counter does, or one text of its own. Measurements that all differ are none, and
  a code whose levels repeat evenly (the ten values of room_id) is a category.
- *Persons* are named so (patient, subject, user_id) and have several records each. ε holds per
  record: somebody with m records is protected by mε, unless a release divides ε by m.
- Another identifier that *repeats* may stand for persons too, and is told of in the same way.
- A *date* becomes a category with a level a day, which tells little about other days. In digits,
  20240131, it is a number whose steps are of no one length. Dates come before persons: patient_date
  names none.
- A *long number* has more digits than a double keeps, and a *code* with leading zeros, or a postal
  one, is no amount (`dplab.tables.guesses.codes`).
- *Free text* becomes a category with nearly a level a record.
- A *constant* column tells nothing; one value and gaps may tell something.

Examples
--------
>>> column = pd.Series(["2024-01-31", "2024-02-29", "2023-12-24"], name="seen")
>>> suspicion(column).kind
'date'
>>> suspicion(pd.Series([1.7, 2.9, 3.1], name="width")) is None
True
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import pandas as pd

from dpcore.data import cells
from dpcore.data.facts import USUAL_MARKERS
from dplab.tables.guesses import codes, ways
from dplab.tables.guesses.codes import MOST
from dplab.tables.guesses.identifiers import (
    IDENTIFIER_ROWS,
    is_category,
    is_named_id,
    looks_like_identifier,
    names_persons,
    per_level,
    repeats_evenly,
)

IDENTIFIER, REPEATED, PERSONS, DATE, DIGITS, LONG, CODE, TEXT, CONSTANT = (
    "identifier", "repeated identifier", "persons", "date", "date in digits", "long number",
    "code", "free text", "constant",
)  # fmt: skip

OWN = 0.5
"""Texts that so many records have for themselves are no levels of a category."""

WORDS = 3
"""Words that free text has on average, at least."""


@dataclass(frozen=True)
class ColumnWarning:
    """What is odd about a column. Read from the data, and not private.

    The kind is `IDENTIFIER`, `REPEATED`, `PERSONS`, `DATE`, `DIGITS`, `LONG`, `CODE`, `TEXT` or
    `CONSTANT`. `most` is, of an identifier or of persons, how many records share one value, at
    most; else 1. `example` is a cell, of `DIGITS`, `LONG` and `CODE`.
    """

    column: str
    kind: str
    most: int = 1
    example: str = ""

    @property
    def is_several(self) -> bool:
        """Whether one person may have several records, whatever is learned from."""
        return self.kind in (REPEATED, PERSONS)


def suspicions(table: pd.DataFrame, markers: Sequence[str] = USUAL_MARKERS) -> list[ColumnWarning]:
    """Return what is odd about the columns of a table, in their order."""
    found = (suspicion(table[name], markers) for name in table.columns)
    return [each for each in found if each]


def suspicion(column: pd.Series, markers: Sequence[str] = USUAL_MARKERS) -> ColumnWarning | None:
    """Return what is odd about a column, or None; of numbers, about their plain form."""
    name, way = str(column.name), ways.way_of(column, markers)
    column = ways.written(column, way.writing if way else None)
    values = cells.present(column, markers)
    if len(values) < 2:
        is_constant = not values or cells.texts(column).used() == values
        return ColumnWarning(name, CONSTANT) if is_constant else None
    if dates := _kind_of_date(values):
        return ColumnWarning(name, dates, example=values[0] if dates == DIGITS else "")
    is_persons = names_persons(column, markers)
    if is_persons or is_named_id(name):
        most = int(per_level(column, markers).max())
        if most > 1 and not is_persons and is_category(column, markers):
            return None
        repeated = PERSONS if is_persons else REPEATED
        return ColumnWarning(name, repeated if most > 1 else IDENTIFIER, most)
    if looks_like_identifier(column):
        return ColumnWarning(name, IDENTIFIER)
    if way and (code := _kind_of_code(name, values)):
        return ColumnWarning(name, code, example=max(values, key=_telling))
    kind = "" if way else _kind_of_text(values, len(column))
    if kind == IDENTIFIER and repeats_evenly(per_level(column, markers)):
        return None
    return ColumnWarning(name, kind) if kind else None


def _kind_of_date(values: Sequence[str]) -> str:
    if codes.are_dates(values):
        return DATE
    return DIGITS if codes.are_dates_in_digits(values) else ""


def _kind_of_code(name: str, values: Sequence[str]) -> str:
    if codes.are_too_long(values):
        return LONG
    return CODE if codes.is_postal(name) or codes.have_leading_zeros(values) else ""


def _telling(text: str) -> tuple[bool, int]:
    """Return how well a cell shows what is odd: one with leading zeros first, then a long one."""
    return text.startswith("0"), len(text)


def _kind_of_text(values: Sequence[str], n_records: int) -> str:
    if np.isfinite(cells.parsed(values)).mean() >= MOST:
        return ""
    if len(values) < max(OWN * n_records, IDENTIFIER_ROWS):
        return ""
    words = np.mean([len(text.split()) for text in values])
    return TEXT if words >= WORDS else IDENTIFIER
