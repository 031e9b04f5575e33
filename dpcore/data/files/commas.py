r"""Commas in the numbers of a whole file: decimal ones become points, those of thousands go.

For schemas that say nothing of how their table is written: what they declare was read so.

Examples
--------
>>> import pandas as pd
>>> with_points(pd.DataFrame({"pay": ["1.234,5", "a,b"]}), ";", None)["pay"].tolist()
['1234.5', 'a,b']
>>> as_declared(pd.DataFrame({"pay": ["1.234", "2.1"]}))["pay"].tolist()
['1234', '2.1 (a decimal point)']
"""

from collections.abc import Callable, Iterator
from itertools import chain

import numpy as np
import pandas as pd

from dpcore.checks import InvalidInput
from dpcore.data import cells, numbers
from dpcore.data.cells import Texts
from dpcore.data.files import layout

REPEATED = 2
"""How often a column's texts occur on average, at least, where only distinct ones are kept. A text
takes its letters and eight bytes, a code at most four."""


def with_points(table: pd.DataFrame, separator: str, decimal_comma: bool | None) -> pd.DataFrame:
    """Return a table whose numbers have no commas; which kind they are is said or recognised."""
    said, commas = decimal_comma, [text for text in _texts(table) if "," in text]
    if said is None:
        decimal_comma = separator != "," and layout.commas_are_decimal(commas, separator)
    if decimal_comma:
        return _reread(table, _pointed)
    if said is None and layout.has_decimal_commas(commas):
        return table  # perhaps all commas are decimal ones
    if all(numbers.ungrouped(text) == text for text in commas):
        return table
    return _reread(table, _ungrouped)


def as_declared(table: pd.DataFrame) -> pd.DataFrame:
    """Return a table that is said to have decimal commas, each cell read by itself."""
    return _reread(table, _declared_points)


def coded(column: pd.Series) -> pd.Series:
    """Return a column as codes into its distinct texts, where that takes less memory.

    A flag takes one byte then and not nine: of 25 MB of flags, a tenth.
    """
    found = column.astype("category")
    return found if REPEATED * len(found.cat.categories) <= len(column) else column


def _reread(table: pd.DataFrame, read: Callable[[pd.Series], pd.Series]) -> pd.DataFrame:
    """Return a table with each column read in another way; it is taken apart meanwhile."""
    found = {}
    for place, name in enumerate(table.columns):
        found[name] = coded(read(table.iloc[:, place]))
        table.isetitem(place, 0)  # to take it out would move all others
    return pd.DataFrame(found)


def _texts(table: pd.DataFrame) -> Iterator[str]:
    return chain.from_iterable(cells.texts(table[name]).distinct for name in table.columns)


def _pointed(column: pd.Series) -> pd.Series:
    """Return a column with points for decimal commas; each distinct text is read once."""
    found = cells.texts(column)
    unclear = np.array([bool(numbers.UNCLEAR.fullmatch(text)) for text in found.distinct])
    if unclear.any() and unclear[found.codes].any():
        where = cells.where(column, int(np.argmax(unclear[found.codes])))
        raise InvalidInput(
            f"{where}, and the file has decimal commas: the point may group thousands or be a "
            "decimal one. Write the number without a point, or say that commas are not decimal."
        )
    return _each(column, found, numbers.pointed)


def _ungrouped(column: pd.Series) -> pd.Series:
    """Return a column without commas between thousands."""
    found = cells.texts(column)
    if all(numbers.ungrouped(text) == text for text in found.distinct):
        return column
    return _each(column, found, numbers.ungrouped)


def _declared_points(column: pd.Series) -> pd.Series:
    """Return a column of a file that is said to have decimal commas, each cell read by itself."""
    return _each(column, cells.texts(column), numbers.declared_point)


def _each(column: pd.Series, found: Texts, read: Callable[[str], str]) -> pd.Series:
    distinct = np.array([read(text) for text in found.distinct], dtype=object)
    return pd.Series(distinct[found.codes], column.index, str, column.name)
