r"""Read an uploaded file into a table of texts, or refuse it with a reason.

What is refused is refused before there is a table: files that are too large or no text (a PDF,
UTF-32, NUL bytes), names of columns that are too long or too many, records with a cell too many or
too few, files with too few or too many records. A first pass looks at all records and keeps none,
so that a hostile file costs little time and memory: it counts bytes where that is enough
(`dpcore.data.files.plain`), or else takes the `csv` module. A second one hands them to pandas in
portions, every cell as text. What a cell means is for the schema to declare
(`dpcore.data.declared.schema`); nothing is guessed from what the cells happen to hold.

CSV packed by gzip, a sheet of a workbook and Parquet become CSV first, and are then read as such
(`dpcore.data.files.containers`). How the file is written (commas, semicolons or tabs; a header or
none, and in which line) is said by the caller or else recognised (`dpcore.data.files.layout` and
`header`), and returned beside the table so that it can be announced. Each cell stays as it is but
for the blanks around it. An empty cell beyond the last column is the separator at a line's end,
and none. Of a file with too many records, the first or some at random are read if the caller says
so: a seeded permutation chooses, by their number alone. Nothing is written to disk or to a log.

Examples
--------
>>> data = b"age, sick\n" + b"31, yes\n" * 10
>>> table = read(data)
>>> table.shape, list(table.columns), table["sick"][0]
((10, 2), ['age', 'sick'], 'yes')
>>> opened(b"0,5;yes\n" * 10).table.iloc[0].to_dict(), read(b"0,5;yes\n" * 10).iloc[0, 0]
({'column 1': '0,5', 'column 2': 'yes'}, '0.5')
>>> read(data[:30])
Traceback (most recent call last):
...
dpcore.checks.InvalidInput: the file must have at least 10 records below its header; it has 3.
"""

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from itertools import chain, compress, islice

import numpy as np
import pandas as pd

from dpcore import checks
from dpcore.checks import InvalidInput
from dpcore.data.files import commas, encodings, names, plain
from dpcore.data.files.containers import unpacking
from dpcore.data.files.containers.unpacking import CSV, GZIPPED, WORKBOOK, Container
from dpcore.data.files.dialect import (
    FIRST,
    SEPARATORS,
    UNKNOWN,
    UTF_8,
    CsvDialect,
    other_separator,
)
from dpcore.data.files.limits import USUAL, Bytes, Limits, check_size
from dpcore.data.files.parsing import first_line
from dpcore.data.files.text import TableText, laid_out

PORTION = 2_000
"""Records that are held as Python texts at a time."""

MOST_SHEETS = 8
"""Sheets of a workbook among which the first is looked for that makes a table."""

SEED = 0
"""Of the permutation that chooses records: the same file gives the same table."""

CODEC = "zstd"
"""A third of the time of zlib at its fastest, and smaller: 99 MB take 0.4 s, and become 40 MB."""


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
        Whether a line names the columns; else their names are generated.
    n_records : int
        Records of the file; the table has fewer where some of them were to be read.
    rows : str or None
        Which were to be read if there are too many, as in `CsvDialect`.
    encoding : str
        Of the file, one of `dpcore.data.files.dialect.ENCODINGS`.
    letters : tuple of str
        Where that is not UTF-8: words by which a reader sees whether it is right.
    header_line : int
        The line that names the columns, from 1, or 0 where there is none.
    kind : str
        What the file is, one of `dpcore.data.files.containers.unpacking.KINDS`.
    sheet : str
        The one of a workbook that was read, or nothing.
    sheets : tuple of str
        All sheets of a workbook.
    renamed : tuple of (int, str, str)
        Columns whose names are not as they stand: number from 1, text and name.
    above : tuple of str
        The first lines that were skipped above the table, to be shown.
    """

    table: pd.DataFrame
    separator: str
    has_header: bool
    n_records: int
    rows: str | None
    encoding: str
    letters: tuple[str, ...]
    header_line: int
    kind: str
    sheet: str
    sheets: tuple[str, ...]
    renamed: tuple[tuple[int, str, str], ...]
    above: tuple[str, ...]


def read(data: Bytes, limits: Limits = USUAL, said: CsvDialect = UNKNOWN) -> pd.DataFrame:
    """Return an uploaded file as a table whose cells are all texts, its numbers with points.

    A number with a decimal comma becomes one with a point, one with commas between thousands loses
    them (`dpcore.data.files.commas`): for schemas that do not say how their table is written.

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
    if said.as_declared and said.decimal_comma is None:
        raise InvalidInput(
            "say whether there are decimal commas where cells are read as declared: guessing that "
            "would make each record depend on all others."
        )
    found = opened(data, limits, said)
    if not said.as_declared:
        return commas.with_points(found.table, found.separator, said.decimal_comma)
    return commas.as_declared(found.table) if said.decimal_comma else found.table


def opened(data: Bytes, limits: Limits = USUAL, said: CsvDialect = UNKNOWN) -> ParsedTable:
    """Return the table of an uploaded file, each cell as it stands, and how the file was read.

    Parameters
    ----------
    data, limits, said
        As in `read`; decimal commas are not looked at.

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
    is_open = said.separator is None or (said.has_header is None and said.header_line is None)
    if said.as_declared and is_open:
        raise InvalidInput(
            "name the separator and the header where cells are read as declared: guessing them "
            "would make each record depend on all others."
        )
    whole = limits if said.rows is None else replace(limits, rows=limits.counted)
    file = unpacking.unpacked(data, whole, said.sheet)
    try:
        return _parsed(file, limits, whole, said)
    except InvalidInput:
        # The first sheet may be a cover. Where cells are read as declared, its name is declared.
        others = () if said.as_declared or said.sheet else file.sheets
        for sheet in others[:MOST_SHEETS]:
            with suppress(InvalidInput):
                return _parsed(unpacking.unpacked(data, whole, sheet), limits, whole, said)
        raise


def _parsed(file: Container, limits: Limits, whole: Limits, said: CsvDialect) -> ParsedTable:
    """Return the table of a file that is unpacked; `whole` counts records that are not read."""
    if file.kind == WORKBOOK and said.as_declared and said.has_header is False:
        raise InvalidInput(
            "a sheet without a header cannot be read as declared: its number of columns would "
            "depend on its first record. Add a row with the columns' names."
        )
    if file.kind not in (CSV, GZIPPED):
        said = replace(said, separator=",", encoding=UTF_8)
    text, encoding = encodings.in_utf8(file.data, said.encoding, as_declared=said.as_declared)
    found = laid_out(text, said, whole, is_ragged=file.kind == WORKBOOK)
    line, cells, n_records = _check_records(found, whole, said.rows)
    columns = names.checked(cells) if found.has_header else names.generated(len(cells))
    below = islice(found.records(whole), int(found.has_header), None)
    chosen = _chosen((record for _, record in below), n_records, said.rows, limits.rows)
    return ParsedTable(
        _table((_fitted(each, len(columns)) for each in chosen), columns),
        found.separator,
        found.has_header,
        n_records,
        said.rows,
        encoding,
        () if encoding == UTF_8 else encodings.letters(text),
        line if found.has_header else 0,
        file.kind,
        file.sheet,
        file.sheets,
        names.renamed(cells, columns) if found.has_header else (),
        found.above,
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


def begins(found: Bytes) -> bytes:
    """Return how a file begins that was compressed by `packed`."""
    with checks.needing("app", "Keeping a file compressed"):
        import pyarrow as pa
    with pa.input_stream(pa.py_buffer(found), compression=CODEC) as file:
        return bytes(file.read(unpacking.LONGEST_START))


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


def _table(found: Iterator[list[str]], header: list[str]) -> pd.DataFrame:
    # By columns: of a wide table, pandas takes long to take each one out.
    columns: dict[str, list[pd.Series]] = {name: [] for name in header}
    while portion := list(islice(found, PORTION)):
        for parts, cells in zip(columns.values(), zip(*portion, strict=True), strict=True):
            parts.append(pd.Series(cells, dtype=str))
    return pd.DataFrame({name: _column(columns.pop(name)) for name in header})


def _column(parts: list[pd.Series]) -> pd.Series:
    return commas.coded(pd.concat(parts, ignore_index=True).str.strip())


def _fitted(record: list[str], width: int) -> list[str]:
    """Return a record that was found to fit, with as many cells as there are columns."""
    return record if len(record) == width else (record + [""] * (width - len(record)))[:width]


def _check_records(
    found: TableText, limits: Limits, rows: str | None
) -> tuple[int, list[str], int]:
    """Return line and cells of the first record, and how many records there are below a header.

    All of them are looked at.
    """
    below = found.records(limits)
    line, first = next(below, (0, list[str]()))
    if not first:
        raise InvalidInput(
            f"the file must hold a header and records; from line {found.before + 1:,} on it has "
            "none."
        )
    _check_width(first, limits, found.separator)
    n_rows = plain.count(found.data, found.separator, len(first), limits)
    if n_rows is None:
        all_below = below if found.has_header else chain([(line, first)], below)
        n_rows = _count(all_below, first, found, limits, rows)
    else:
        n_rows -= int(found.has_header)
    if n_rows < limits.fewest_rows:
        place = " below its header" if found.has_header else ""
        raise InvalidInput(
            f"the file must have at least {limits.fewest_rows} records{place}; it has {n_rows}."
        )
    return first_line(line, first), first, n_rows


def _check_width(first: list[str], limits: Limits, separator: str) -> None:
    if len(first) > limits.columns:
        raise InvalidInput(
            f"the file must have at most {limits.columns:,} columns; its first line has "
            f"{len(first):,}. Leave columns out."
        )
    if len(first) == 1 and "|" in first[0] and not other_separator(first, separator):
        raise InvalidInput(
            "the file must separate its columns by commas, semicolons or tabs; it looks like it "
            "uses vertical bars. Save it again as CSV with commas."
        )
    if len(first) < limits.fewest_columns:
        raise InvalidInput(
            "the file must have at least two columns, a label and something to learn from; "
            f"its first line has one.{other_separator(first, separator)}"
        )


def _count(
    below: Iterator[tuple[int, list[str]]],
    first: list[str],
    found: TableText,
    limits: Limits,
    rows: str | None,
) -> int:
    number, width = 0, len(first)
    for number, (line, record) in enumerate(below, start=1):
        if len(record) != width and not _fits(record, width, found):
            raise InvalidInput(_misfit(number, line, record, first, found))
        if number > limits.rows:
            advice = "Upload" if rows else "Say which of them to read (“Records”), or upload"
            raise InvalidInput(
                f"the file must have at most {limits.rows:,} records; it has more. {advice} a "
                "sample of them."
            )
    return number


def _fits(record: list[str], width: int, found: TableText) -> bool:
    """Return whether a record has a cell for each column, by itself: no other one has a say."""
    if len(record) < width:
        return found.is_ragged
    return len(record) == width + 1 and not record[-1].strip()


def _misfit(number: int, line: int, record: list[str], first: list[str], found: TableText) -> str:
    """Return what is wrong with a record, as a sentence."""
    width = len(first)
    cells = f"{width} {'cell' if width == 1 else 'cells'}"
    if record[0].startswith("#"):
        return (
            f"every record must have {cells}, as the first line has; line {line:,} begins with #: "
            "a comment? Remove it."
        )
    if found.has_header and number == 1 and len(record) == width + 1 and not found.is_ragged:
        return (
            f"every record must have {cells}, as the first line has; record 1 (line {line:,}) has "
            f"{width + 1:,}. If all have one more at the front, the header lacks its name: R's "
            "write.table leaves that out. Save with row.names = FALSE, or name that column too."
        )
    return (
        f"every record must have {cells}, as the first line has; record {number:,} (line "
        f"{line:,}) has {len(record):,}. A cell that holds a {SEPARATORS[found.separator]} needs "
        f"double quotes.{other_separator(first, found.separator)}"
    )
