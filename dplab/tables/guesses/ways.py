r"""How the numbers of a column are written, read from its cells; and the column in plain form.

All other guesses about a column of numbers look at its plain form, in which 1.234,50 € is 1234.50.
A release takes none of this: there each column's way of writing is declared.

Most columns are written as computers do, and a glance tells: only a column that may be otherwise is
taken apart cell by cell (`dpcore.data.written.recognised`), which costs a hundred times as much.

Examples
--------
>>> prices = pd.Series(["1.234,50 €", "950 €", "?"] * 4, name="price")
>>> way_of(prices).writing.example, plainly(prices).tolist()[:3]
('1.234,5 €', ['1234.50', '950', '?'])
>>> asks(pd.Series(["6.216", "950"], name="amount"))
True
>>> print(way_of(pd.Series(["red", "blue"], name="colour")))
None
"""

import re
from collections.abc import Mapping, Sequence

import numpy as np
import pandas as pd

from dpcore.checks import InvalidInput
from dpcore.data import cells
from dpcore.data.declared.reading import as_declared
from dpcore.data.declared.schema import Numeric
from dpcore.data.facts import AMONG_NUMBERS, USUAL_MARKERS
from dpcore.data.written.plain import LONGEST, apart
from dpcore.data.written.recognised import EITHER, Recognised, recognised
from dpcore.data.written.writing import Writing

MOST = 0.9
"""Share of a column's distinct texts that are numbers, at least."""

MANY = 200
"""Of more distinct texts, so many tell how large a share are numbers, and one of each shape how
these are written: digits alone tell nothing."""

RUN = re.compile(r"[0-9]+", re.ASCII)
LONGEST_RUN = 4
"""Digits in a row that are told apart: three behind a point or comma may be a group."""

PLAIN = Recognised(None)


class NumbersAsked(InvalidInput):
    """Somebody has to say how the numbers of a column are written, before it can be used."""


def way_of(column: pd.Series, markers: Sequence[str] = USUAL_MARKERS) -> Recognised | None:
    """Return how the numbers of a column are written; None where it holds too few numbers.

    Texts that mean missing, among numbers too, are not looked at.
    """
    if pd.api.types.is_numeric_dtype(column):
        return PLAIN
    # Not sorted, and with texts that may occur nowhere: of a wide table a fifth of the time.
    distinct = dict.fromkeys(cells.texts(column).distinct)
    return way_of_texts(cells.unmarked([*distinct], (*markers, *AMONG_NUMBERS)))


def way_of_texts(texts: Sequence[str]) -> Recognised | None:
    """Return how numbers are written among distinct texts that do not mean missing."""
    if not texts or _seldom_digits(texts):
        return None
    if _are_plain(texts):
        return PLAIN
    telling = _telling(texts)
    found = recognised(telling)
    if found and found.writing == Writing() and _reads_no_more(telling):
        return PLAIN
    return found


def asks(column: pd.Series, markers: Sequence[str] = USUAL_MARKERS) -> bool:
    """Return whether somebody has to say how the numbers of a column are written."""
    found = way_of(column, markers)
    return found is not None and found.asks


def of_table(table: pd.DataFrame, markers: Sequence[str] = USUAL_MARKERS) -> dict[str, Recognised]:
    """Return how numbers are written, by column: of those that ask, or are not plain."""
    found = {str(name): way_of(table[name], markers) for name in table.columns}
    return {name: way for name, way in found.items() if way and (way.asks or way.writing)}


def plainly(column: pd.Series, markers: Sequence[str] = USUAL_MARKERS) -> pd.Series:
    """Return a column with its numbers in plain form; itself where they are plain, or asked."""
    found = way_of(column, markers)
    return column if found is None else written(column, found.writing)


def written(column: pd.Series, way: Writing | None) -> pd.Series:
    """Return a column of numbers that are written so in plain form."""
    return column if way is None else as_declared(column, _as(column, way))


def _as(column: pd.Series, way: Writing) -> Numeric:
    return Numeric(str(column.name), 0, 1, written=way)


def plain_table(table: pd.DataFrame, ways: Mapping[str, Recognised]) -> pd.DataFrame:
    """Return a table with those columns in plain form."""
    columns = {
        name: written(table[name], ways[str(name)].writing) if str(name) in ways else table[name]
        for name in table.columns
    }
    if all(column is table[name] for name, column in columns.items()):
        return table
    return pd.DataFrame(columns, table.index)


def question(name: str, texts: Sequence[str], found: Recognised) -> str:
    """Return what has to be said of a column, as a reason to leave it out until then."""
    if found.units:
        return f"{name} holds numbers with two units or more, {', '.join(found.units)}. Say which."
    cell = example(texts)
    read = " or ".join(reading(cell, way) for way in found.choices[::-1])
    return f"{name} may be read in two ways: “{cell}” is {read}. Say which above."


def example(texts: Sequence[str]) -> str:
    """Return a cell that may be read in two ways."""
    bodies = ((text, apart(text)) for text in texts)
    return next(
        (text for text, found in bodies if found and EITHER.fullmatch(found.body)), texts[0]
    )


def reading(cell: str, way: Writing | None) -> str:
    """Return the number that a cell is by a way of writing; the cell where it is none."""
    return cell if way is None else way.plain(cell) or cell


def _are_plain(texts: Sequence[str]) -> bool:
    """Return whether nearly all texts are numbers as computers write them, without a doubt."""
    numbers = cells.parsed(texts)
    if np.isfinite(numbers).mean() < MOST:
        return False
    rest = (
        text for text, is_none in zip(texts, np.isnan(numbers).tolist(), strict=True) if is_none
    )
    if any(map(_has_digit, rest)):
        return False
    dotted = (text for text in texts if "." in text)
    first = next(dotted, None)
    # A point that cannot group thousands cuts in all cells.
    return first is None or not EITHER.fullmatch(first) or not all(map(EITHER.fullmatch, dotted))


def _reads_no_more(texts: Sequence[str]) -> bool:
    """Return whether the plainest way reads what computers write, infinities too, and no more."""
    read = [text for text in texts if Writing().plain(text) is not None]
    return not np.isnan(cells.parsed(read)).any()


def _seldom_digits(texts: Sequence[str]) -> bool:
    seen = _some(texts)
    return sum(map(_has_digit, seen)) < len(seen) / 2


def _has_digit(text: str) -> bool:
    return any(map(str.isdecimal, text))


def _telling(texts: Sequence[str]) -> Sequence[str]:
    """Return texts that tell as much as all: some, and of numbers one of each shape."""
    if len(texts) <= MANY:
        return texts
    shapes: dict[str, str] = {}
    for text in texts:
        if len(text) <= LONGEST:
            shapes.setdefault(RUN.sub(_shape, text), text)
    numbers = (text for text in shapes.values() if apart(text))
    return list(dict.fromkeys((*_some(texts), *numbers)))


def _shape(digits: re.Match[str]) -> str:
    # 0.250 cannot be a group of thousands, 6.250 can.
    run = digits[0]
    return ("0" if run[0] == "0" else "1") * min(len(run), LONGEST_RUN)


def _some(texts: Sequence[str]) -> Sequence[str]:
    step = -(-len(texts) // MANY)
    return texts[::step]
