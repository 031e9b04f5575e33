"""The cells of one column, read one by one: as texts, as numbers, or missing.

A column comes as text (an upload) or as numbers (a table from a library). Each *distinct* text is
read once, and the records refer to it by a code, which makes a hundred thousand cells cost little
more than their distinct values. What a cell means depends on its own text and on what was
declared, never on another cell.

Texts are compared after trimming blanks, and markers of missing values whatever their case. A cell
that holds a pandas missing value counts as empty. The number 1.0 and the text "1" are the same
text, so that a label column means the same before and after a round trip through a file.

Examples
--------
>>> numbers(pd.Series(["1", " 2.5 ", "?"]), markers=("", "?")).tolist()
[1.0, 2.5, nan]
>>> texts(pd.Series(["no", "yes ", "yes"])).rows_of("yes").tolist()
[1, 2]
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import compress
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import pandas as pd

from dpcore.checks import Array, InvalidInput, cut
from dpcore.data.written.plain import NOT_AS_DECLARED

ROWS = "row of the whole table"
"""Name of an index that holds, from 0, the places of the rows that were not left out."""


@dataclass(frozen=True, eq=False)
class Texts:
    """A column as codes (n,) into its distinct trimmed texts; a text may occur twice."""

    codes: npt.NDArray[np.intp]
    distinct: tuple[str, ...]

    def used(self) -> list[str]:
        """Return the distinct texts that occur in the column, sorted."""
        return sorted({self.distinct[code] for code in np.unique(self.codes).tolist()})

    def rows_of(self, text: str) -> npt.NDArray[np.intp]:
        """Return the row numbers, from 0, of the cells that hold `text`."""
        wanted = np.array([each == text for each in self.distinct])
        return np.flatnonzero(wanted[self.codes])


def texts(column: pd.Series) -> Texts:
    """Return a column as texts; a missing value, or one that gives no text, becomes the empty text.

    Total: no column and no cell is refused, whatever its type. A value whose text Python does not
    write, such as a whole number of thousands of digits, becomes the name of its type: it is there,
    and no number.
    """
    if column.dtype == object and pd.api.types.infer_dtype(column) != "string":
        # 1, 1.0 and True are equal to Python, and would all be read like the first of them.
        # As objects: pandas would look for a type again, and fail at half of a surrogate pair.
        column = pd.Series([_text(value) for value in column], dtype=object)
    try:
        codes, values = pd.factorize(column)
    except (TypeError, NotImplementedError):  # lists of Arrow, say: cells that cannot be compared
        return texts(pd.Series([_text(value) for value in column], dtype=object))
    found = values.tolist()
    # Most are texts: a call from Python for each would take longer than all the rest.
    is_text = set(map(type, found)) <= {str}
    distinct = map(str.strip if is_text else _text, found)
    return Texts(codes, (*distinct, ""))  # code -1 is a missing value: the last


def numbers(column: pd.Series, markers: Sequence[str]) -> Array:
    """Return a column as finite numbers (n,), nan where a cell is missing.

    Parameters
    ----------
    column : Series
        Text, or numbers of any kind.
    markers : sequence of str
        Texts that stand for a missing value, whatever their case; they win over their meaning as a
        number, and one that is a number stands for it however it is written: -999 for -999.0 too.

    Raises
    ------
    InvalidInput
        If a cell is neither missing nor a finite number; the sentence names its row.
    """
    coded = [number for number in parsed(markers) if np.isfinite(number)]
    if pd.api.types.is_numeric_dtype(column) and not pd.api.types.is_bool_dtype(column):
        values = column.to_numpy(dtype=np.float64, na_value=np.nan)
        _refuse(column, np.isinf(values))
        return np.where(np.isin(values, coded), np.nan, values) if coded else values
    cells = texts(column)
    distinct = parsed(cells.distinct)
    missing = marked(cells.distinct, markers)
    missing |= np.isin(distinct, coded)
    distinct[missing] = np.nan
    _refuse(column, (~np.isfinite(distinct) & ~missing)[cells.codes])
    return np.asarray(distinct[cells.codes])


def marked(cells: Sequence[str], markers: Sequence[str]) -> npt.NDArray[np.bool_]:
    """Return which texts stand for a missing value: NaN does where nan is a marker."""
    folded = {marker.casefold() for marker in markers}
    # Folding makes no text shorter: what is longer than all markers is none.
    longest = max(map(len, folded), default=0)
    found = np.fromiter(map(len, cells), np.intp, len(cells)) <= longest
    short = np.flatnonzero(found)
    found[short] = [cells[place].casefold() in folded for place in short.tolist()]
    return found


def present(column: pd.Series, markers: Sequence[str]) -> list[str]:
    """Return the distinct texts of a column that do not stand for a missing value, sorted."""
    return unmarked(texts(column).used(), markers)


def unmarked(cells: Sequence[str], markers: Sequence[str]) -> list[str]:
    """Return the texts that do not stand for a missing value, in their order."""
    missing = marked(cells, markers)
    return list(compress(cells, (~missing).tolist()))


def parsed(cells: Sequence[str]) -> Array:
    """Return each text as the nearest number, nan where it is none; "1e999" is an infinity."""
    # pandas takes twice as long, and misses the nearest by a unit in the last place: before 3.1 in
    # many numbers, since then in some with a plus.
    return np.array([_number(text) for text in cells], dtype=np.float64)


PANDAS = tuple(map(int, pd.__version__.split(".")[:2]))


def lent(table: pd.DataFrame) -> pd.DataFrame:
    """Return a table for somebody who may write into it; the other one stays as it is."""
    # From 3.0 on, what is written into is copied then, and not before.
    return table.copy(deep=PANDAS < (3, 0))


def from_csv(file: Path, **options: Any) -> pd.DataFrame:
    """Return what `pandas.read_csv` reads from a file, each number the nearest to its digits."""
    # What is so by itself from 3.1 on had to be asked for before, and must not be asked for since.
    if PANDAS < (3, 1):
        options["float_precision"] = "round_trip"
    return pd.read_csv(file, **options)


def mapped(column: pd.Series, read: Callable[[str], str]) -> pd.Series:
    """Return a column of texts, each distinct one read once, by itself."""
    found = texts(column)
    distinct = np.array([read(text) for text in found.distinct], dtype=object)
    return pd.Series(distinct[found.codes], column.index, str, column.name)


def text_at(column: pd.Series, row: int) -> str:
    """Return the trimmed text of one cell."""
    return _text(column.iloc[row])


def where(column: pd.Series, row: int) -> str:
    """Return the start of a sentence about one cell: "row 3 of age holds 'old'"."""
    place = column.index[row] if column.index.name == ROWS else row
    return f"row {place + 1} of {column.name} holds {shown(text_at(column, row))}"


def shown(text: str) -> str:
    """Return a text as a sentence repeats it: in quotes, long ones cut."""
    return repr(cut(text))


def listed(values: Sequence[str], most: int = 8) -> str:
    """Return texts as a sentence lists them, the rest counted."""
    names = ", ".join(shown(value) for value in values[:most])
    return names if len(values) <= most else f"{names} and {len(values) - most:,} more"


def _number(text: str) -> float:
    # Python reads more as numbers: 1_000, and digits of other scripts.
    try:
        return float(text) if text.isascii() and "_" not in text else np.nan
    except ValueError:
        return np.nan


def _refuse(column: pd.Series, wrong: npt.NDArray[np.bool_]) -> None:
    if not wrong.any():
        return
    row = int(np.argmax(wrong))
    text = text_at(column, row)
    if text == "":
        reason = "it is empty; declare '' as a marker of missing values"
    elif text.endswith(NOT_AS_DECLARED):
        reason = (
            "the column's numbers are declared to be written in another way. Correct the cell, "
            "declare it as a marker of missing values, or declare how its numbers are written"
        )
    elif np.isinf(parsed([text])[0]) or text.lower().strip("+-") == "nan":
        reason = "numbers must be finite. If it stands for a missing value, declare it as a marker"
    else:
        reason = (
            "a numeric column takes numbers such as -12.5 or 3e4. Correct the cell, declare it as "
            "a marker of missing values, or make the column a category"
        )
    raise InvalidInput(f"{where(column, row)}: {reason}.")


def _text(value: Any) -> str:
    if isinstance(value, str):
        return value.strip()
    try:
        if pd.api.types.is_scalar(value) and pd.isna(value):
            return ""
        if isinstance(value, float | np.floating) and float(value).is_integer():
            return str(int(value))
        return str(value).strip()
    except ValueError:  # such as a whole number of more digits than Python writes
        return type(value).__name__
    except Exception:  # an object's own; to refuse a cell would tell of the data
        return ""
