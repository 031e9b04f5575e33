"""Columns that look as if nobody should learn from them: identifiers, dates, remarks, constants.

Each finding is a suspicion, not a verdict: the page says it in a line, and the visitor decides.

- An *identifier* is named so (id, customer_id, PatientID), or holds for each record a whole number
  of its own as a counter does, or one text of its own. Measurements that all differ are none.
- Where an identifier repeats, one person has several records. ε holds per record: somebody with m
  records is protected by mε.
- A *date* becomes a category with a level a day, which tells little about other days.
- *Free text* becomes a category with nearly a level a record.
- A *constant* column tells nothing.

Examples
--------
>>> column = pd.Series(["2024-01-31", "2024-02-29", "2023-12-24"], name="seen")
>>> suspicion(column).kind
'date'
>>> suspicion(pd.Series([1.7, 2.9, 3.1], name="width")) is None
True
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import pandas as pd

from dpcore.data import cells
from dpcore.data.facts import USUAL_MARKERS
from dpcore.data.guesses.labels import IDENTIFIER_ROWS, looks_like_identifier

IDENTIFIER, REPEATED, DATE, TEXT, CONSTANT = (
    "identifier", "repeated identifier", "date", "free text", "constant",
)  # fmt: skip

NAMED_ID = re.compile(r"(.*[^a-z])?(id|uuid|guid)", re.I)
CAMEL = re.compile(r"(?<=[a-z])(?=[A-Z])")
DATES = re.compile(
    r"\d{4}([-/.])\d{1,2}\1\d{1,2}([T ].*)?|\d{1,2}([-/.])\d{1,2}\3(\d{4}|\d{2})([T ].*)?"
)

MOST = 0.9
"""Share of a column's texts that have to look alike."""

OWN = 0.5
"""Texts that so many records have for themselves are no levels of a category."""

WORDS = 3
"""Words that free text has on average, at least."""


@dataclass(frozen=True)
class ColumnWarning:
    """What is odd about a column. Read from the data, and not private.

    Parameters
    ----------
    column : str
    kind : str
        `IDENTIFIER`, `REPEATED`, `DATE`, `TEXT` or `CONSTANT`.
    most : int
        Of an identifier, how many records share one value, at most; else 1.
    """

    column: str
    kind: str
    most: int = 1


def suspicions(table: pd.DataFrame, markers: Sequence[str] = USUAL_MARKERS) -> list[ColumnWarning]:
    """Return what is odd about the columns of a table, in their order."""
    found = (suspicion(table[name], markers) for name in table.columns)
    return [each for each in found if each]


def suspicion(column: pd.Series, markers: Sequence[str] = USUAL_MARKERS) -> ColumnWarning | None:
    """Return what is odd about a column, or None."""
    name = str(column.name)
    values = cells.present(column, markers)
    if len(values) < 2:
        return ColumnWarning(name, CONSTANT)
    if is_named_id(name):
        most = _most(column, values)
        return ColumnWarning(name, REPEATED if most > 1 else IDENTIFIER, most)
    if looks_like_identifier(column):
        return ColumnWarning(name, IDENTIFIER)
    kind = _kind_of_text(values, len(column))
    return ColumnWarning(name, kind) if kind else None


def is_named_id(name: str) -> bool:
    """Return whether a name says id: id, customer_id, PatientID; not paid, humid or idea."""
    return bool(NAMED_ID.fullmatch(CAMEL.sub("_", name.strip())))


def _most(column: pd.Series, values: Sequence[str]) -> int:
    """Return how many records share one value, at most."""
    found, present = cells.texts(column), set(values)
    counts = np.bincount(found.codes[found.codes >= 0], minlength=len(found.distinct))
    shares = zip(found.distinct, counts, strict=True)
    return int(max(count for text, count in shares if text in present))


def _kind_of_text(values: Sequence[str], n_records: int) -> str:
    if np.isfinite(cells.parsed(values)).mean() >= MOST:
        return ""
    if np.mean([bool(DATES.fullmatch(text)) for text in values]) >= MOST:
        return DATE
    if len(values) < max(OWN * n_records, IDENTIFIER_ROWS):
        return ""
    words = np.mean([len(text.split()) for text in values])
    return TEXT if words >= WORDS else IDENTIFIER
