r"""Read an uploaded file into a table of texts, or refuse it with a reason.

What is refused is refused before there is a table: files that are too large or no text (zip,
Parquet, UTF-16, NUL bytes), headers that are empty, doubled, alike, too long or too many, records
with a cell too many or too few, files with too few or too many records. A first pass looks at all
records and keeps none, so that a hostile file costs little time and memory: it counts bytes where
that is enough (`dpcore.data.files.plain`), or else takes the `csv` module. A second one hands them
to pandas in portions, every cell as text. What a cell means is for the schema to declare
(`dpcore.data.declared.schema`); nothing is guessed from what the cells happen to hold.

How the file is written (commas, semicolons or tabs; a header or none; decimal commas) is said by
the caller or else recognised (`dpcore.data.files.layout`), and returned beside the table so that it
can be announced. A number with a decimal comma becomes one with a point, one with commas between
thousands loses them; every other cell stays as it is but for the blanks around it. Of a file with
too many records, the first or some at random are read if the caller says so: a seeded permutation
chooses, by their number alone. Nothing is written to disk or to a log.

Examples
--------
>>> data = b"age, sick\n" + b"31, yes\n" * 10
>>> table = read(data)
>>> table.shape, list(table.columns), table["sick"][0]
((10, 2), ['age', 'sick'], 'yes')
>>> opened(b"0,5;yes\n" * 10).table.iloc[0].to_dict()
{'column 1': '0.5', 'column 2': 'yes'}
>>> read(data[:30])
Traceback (most recent call last):
...
dpcore.checks.InvalidInput: the file must have at least 10 records below its header; it has 3.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from itertools import chain, compress, islice

import numpy as np
import pandas as pd

from dpcore import checks
from dpcore.checks import InvalidInput
from dpcore.data import cells, numbers
from dpcore.data.cells import Texts
from dpcore.data.files import encodings, layout, names, plain
from dpcore.data.files.layout import FIRST, SEPARATORS, UNKNOWN, CsvDialect
from dpcore.data.files.limits import USUAL, Bytes, Limits, check_size
from dpcore.data.files.parsing import records

PORTION = 2_000
"""Records that are held as Python texts at a time."""

SEED = 0
"""Of the permutation that chooses records: the same file gives the same table."""

CODEC = "zstd"
"""A third of the time of zlib at its fastest, and smaller: 99 MB take 0.4 s, and become 40 MB."""

REPEATED = 2
"""How often a column's texts occur on average, at least, where only distinct ones are kept. A text
takes its letters and eight bytes, a code at most four."""


@dataclass(frozen=True, eq=False)
class ParsedTable:
    """A table, and how its file was read.

    Parameters
    ----------
    table : DataFrame (n, n_columns) of str, or of categories that are str
        All cells are texts.
    separator : str
        What stands between the cells.
    has_header : bool
        Whether the first line names the columns; else their names are generated.
    decimal_comma : bool
        Whether numbers such as 0,5 were read as 0.5.
    thousands : bool
        Whether numbers such as 20,000 were read as 20000.
    n_records : int
        Records of the file; the table has fewer where some of them were to be read.
    rows : str or None
        Which were to be read if there are too many, as in `CsvDialect`.
    encoding : str
        Of the file, one of `dpcore.data.files.encodings.ENCODINGS`.
    letters : tuple of str
        Where that is not UTF-8: words by which a reader sees whether it is right.
    """

    table: pd.DataFrame
    separator: str
    has_header: bool
    decimal_comma: bool
    thousands: bool
    n_records: int
    rows: str | None
    encoding: str
    letters: tuple[str, ...]


def read(data: bytes, limits: Limits = USUAL, said: CsvDialect = UNKNOWN) -> pd.DataFrame:
    """Return an uploaded file as a table whose cells are all texts.

    Parameters
    ----------
    data : bytes
        The file.
    limits : Limits
        What it may be.
    said : CsvDialect
        What is known about how it is written; the rest is recognised.

    Returns
    -------
    DataFrame (n, n_columns) of str, or of categories that are str
        One record a row, in the order of the file; an empty cell is an empty text.

    Raises
    ------
    InvalidInput
        If the file is no table as described above, or passes a limit.
    """
    return opened(data, limits, said).table


def opened(data: Bytes, limits: Limits = USUAL, said: CsvDialect = UNKNOWN) -> ParsedTable:
    """Return the table of an uploaded file, and how the file was read.

    Parameters
    ----------
    data, limits, said
        As in `read`.

    Raises
    ------
    InvalidInput
        As `read`.

    Notes
    -----
    **Guarantee.** Where `said` leaves nothing open, each record is read on its own. What is
    recognised depends on all records.
    """
    check_size(data, limits)
    if said.as_declared and None in (said.separator, said.has_header, said.decimal_comma):
        raise InvalidInput(
            "separator, header and decimal commas must be said where cells are read as declared: "
            "to recognise them would tie each record to all others."
        )
    data, encoding = encodings.in_utf8(data, said.encoding, as_declared=said.as_declared)
    separator = said.separator or layout.separator_of(data, limits)
    checks.one_of("separator", separator, tuple(SEPARATORS))
    has_header = said.has_header
    if has_header is None:
        has_header = layout.has_header(layout.sample(data, separator, limits) or [[]])
    whole = limits if said.rows is None else replace(limits, rows=limits.counted)
    header, n_records = _check_records(data, separator, has_header, whole, said.rows)
    below = islice(records(data, separator, whole), int(has_header), None)
    chosen = _chosen((record for _, record in below), n_records, said.rows, limits.rows)
    table = _table(chosen, header)
    if said.as_declared:
        decimal_comma, thousands = bool(said.decimal_comma), False
        table = _reread(table, _declared_points) if decimal_comma else table
    else:
        table, decimal_comma, thousands = _with_points(table, separator, said.decimal_comma)
    return ParsedTable(
        table,
        separator,
        has_header,
        decimal_comma,
        thousands,
        n_records,
        said.rows,
        encoding,
        () if encoding == encodings.UTF_8 else encodings.letters(data),
    )


def packed(data: Bytes, limits: Limits, said: CsvDialect) -> tuple[ParsedTable, bytes]:
    """Return the same beside the file, compressed: `again` reads it in another way."""
    with checks.needing("app", "Keeping a file compressed"):
        import pyarrow as pa
    return opened(data, limits, said), pa.Codec(CODEC, 1).compress(data, asbytes=True)


def again(found: Bytes, limits: Limits, said: CsvDialect) -> ParsedTable:
    """Return the table of a file that was compressed by `packed`."""
    with checks.needing("app", "Keeping a file compressed"):
        import pyarrow as pa
    with pa.input_stream(pa.py_buffer(found), compression=CODEC) as file:
        return opened(file.read(), limits, said)


def _with_points(
    table: pd.DataFrame, separator: str, decimal_comma: bool | None
) -> tuple[pd.DataFrame, bool, bool]:
    """Return a table whose numbers have no commas, and of which kind there were any."""
    said, commas = decimal_comma, [text for text in _texts(table) if "," in text]
    if said is None:
        decimal_comma = separator != "," and layout.commas_are_decimal(commas, separator)
    if decimal_comma:
        return _reread(table, _pointed), True, False
    if said is None and layout.has_decimal_commas(commas):
        return table, False, False  # perhaps all commas are decimal ones
    if all(numbers.ungrouped(text) == text for text in commas):
        return table, False, False
    return _reread(table, _ungrouped), False, True


def _chosen(
    found: Iterator[list[str]], n_records: int, rows: str | None, most: int
) -> Iterator[list[str]]:
    """Return the records that are read, in their order; their number alone decides which."""
    if rows is None or n_records <= most:
        return found
    if rows == FIRST:
        return islice(found, most)
    is_chosen = np.zeros(n_records, bool)
    is_chosen[np.random.default_rng(SEED).permutation(n_records)[:most]] = True
    return compress(found, is_chosen.tobytes())  # a byte each, in place of a pointer


def _reread(table: pd.DataFrame, read: Callable[[pd.Series], pd.Series]) -> pd.DataFrame:
    """Return a table with each column read in another way; it is taken apart meanwhile."""
    return pd.DataFrame({name: _coded(read(table.pop(name))) for name in list(table.columns)})


def _table(found: Iterator[list[str]], header: list[str]) -> pd.DataFrame:
    portions = [
        pd.DataFrame(portion, columns=header, dtype=str)
        for portion in iter(lambda: list(islice(found, PORTION)), [])
    ]
    table = pd.concat(portions, ignore_index=True)
    portions.clear()
    return pd.DataFrame({name: _coded(table.pop(name).str.strip()) for name in header})


def _coded(column: pd.Series) -> pd.Series:
    """Return a column as codes into its distinct texts, where that takes less memory.

    A flag takes one byte then and not nine: of 25 MB of flags, a tenth.
    """
    coded = column.astype("category")
    return coded if REPEATED * len(coded.cat.categories) <= len(column) else column


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


def _check_records(
    data: Bytes, separator: str, has_header: bool, limits: Limits, rows: str | None
) -> tuple[list[str], int]:
    """Return the names of the columns and how many records there are, after a look at all."""
    found = records(data, separator, limits)
    first = next(found)
    _check_width(first[1], limits, separator)
    header = names.checked(first[1]) if has_header else names.generated(len(first[1]))
    n_rows = plain.count(data, separator, len(header), limits)
    if n_rows is None:
        below = found if has_header else chain([first], found)
        n_rows = _count(below, first[1], separator, limits, rows)
    else:
        n_rows -= int(has_header)
    if n_rows < limits.fewest_rows:
        place = " below its header" if has_header else ""
        raise InvalidInput(
            f"the file must have at least {limits.fewest_rows} records{place}; it has {n_rows}."
        )
    return header, n_rows


def _check_width(first: list[str], limits: Limits, separator: str) -> None:
    if len(first) > limits.columns:
        raise InvalidInput(
            f"the file must have at most {limits.columns} columns; its first line has "
            f"{len(first):,}. Leave columns out."
        )
    if len(first) == 1 and "|" in first[0] and not layout.other_separator(first, separator):
        raise InvalidInput(
            "the file must separate its columns by commas, semicolons or tabs; it looks like it "
            "uses vertical bars. Save it again as CSV with commas."
        )
    if len(first) < limits.fewest_columns:
        raise InvalidInput(
            "the file must have at least two columns, a label and something to learn from; "
            f"its first line has one.{layout.other_separator(first, separator)}"
        )


def _count(
    found: Iterator[tuple[int, list[str]]],
    first: list[str],
    separator: str,
    limits: Limits,
    rows: str | None,
) -> int:
    number, width = 0, len(first)
    for number, (line, record) in enumerate(found, start=1):
        if len(record) != width:
            raise InvalidInput(
                f"every record must have {width} {'cell' if width == 1 else 'cells'}, as the first "
                f"line has; record {number:,} (line {line:,}) has {len(record):,}. A cell that "
                f"holds a {SEPARATORS[separator]} needs double quotes."
                f"{layout.other_separator(first, separator)}"
            )
        if number > limits.rows:
            advice = "Upload" if rows else "Say which of them to read (“Records”), or upload"
            raise InvalidInput(
                f"the file must have at most {limits.rows:,} records; it has more. {advice} a "
                "sample of them."
            )
    return number
