r"""Read an uploaded CSV into a table of texts, or refuse it with a reason.

What is refused is refused before there is a table: files that are too large or no text (zip,
Parquet, UTF-16, NUL bytes), headers that are empty, doubled, alike, too long or too many, records
with a cell too many or too few, files with too few or too many records. A first pass of the `csv`
module looks at all records and keeps none, so that a hostile file costs little time and memory; a
second hands them to pandas in portions, every cell as text. What a cell means is for the schema to
declare (`dpcore.data.schema`); nothing is guessed from what the cells happen to hold.

Names of columns stay as they are but for the blanks around them. Two that a reader cannot tell
apart (case, blanks, an accent's encoding, unseen characters) are refused: a schema that names one
would silently miss the other.

The dialect is plain: UTF-8 with or without a byte-order mark, commas, double quotes around cells
that hold commas or line ends, lines that end in LF, CRLF or CR. Blanks around a cell do not count,
and empty lines are skipped. Nothing is written to disk or to a log.

Examples
--------
>>> data = b"age, sick\n" + b"31, yes\n" * 10
>>> table = read(data)
>>> table.shape, list(table.columns), table["sick"][0]
((10, 2), ['age', 'sick'], 'yes')
>>> read(data[:30])
Traceback (most recent call last):
...
dpcore.checks.InvalidInput: the file must have at least 10 records below its header; it has 3.
"""

import codecs
import csv
import io
import unicodedata
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice

import pandas as pd

from dpcore.checks import InvalidInput
from dpcore.data.cells import shown
from dpcore.data.facts import MAX_TEXT

MEGABYTE = 1_000_000

BINARY = {
    b"PK\x03\x04": "a zip file, such as an Excel workbook",
    b"\x1f\x8b": "a gzip file",
    b"PAR1": "a Parquet file",
    b"ARROW1": "an Arrow file",
    b"BZh": "a bzip2 file",
    b"\xfd7zXZ": "an xz file",
    b"7z\xbc\xaf": "a 7z file",
    b"\x28\xb5\x2f\xfd": "a Zstandard file",
    b"\xd0\xcf\x11\xe0": "an old Excel workbook",
    b"%PDF": "a PDF",
    b"\x89HDF": "an HDF5 file",
    b"SQLite format 3": "an SQLite database",
    b"\xff\xfe": "text in UTF-16",
    b"\xfe\xff": "text in UTF-16",
    b"\x00\x00\xfe\xff": "text in UTF-32",
}
"""First bytes of files that people take for CSV, or rename to it."""

PORTION = 2_000
"""Records that are held as Python texts at a time."""

REPEATED = 2
"""How often a column's texts occur on average, at least, where only distinct ones are kept. A text
takes its letters and eight bytes, a code at most four."""

UNSEEN = frozenset({"Cc", "Cf", "Zs", "Zl", "Zp"})
"""Categories of characters that readers do not see: controls, joiners, directions, blanks."""

SEPARATORS = {";": "semicolons", "\t": "tabs", "|": "vertical bars"}


@dataclass(frozen=True)
class Limits:
    """What an upload may be.

    Parameters
    ----------
    size : int
        Bytes.
    columns : int
        Columns, the label included.
    rows : int
        Records.
    fewest_rows : int
        Records below which neither learning nor testing makes sense.
    line : int
        Characters of one line.
    """

    size: int = 25 * MEGABYTE
    columns: int = 200
    rows: int = 100_000
    fewest_rows: int = 10
    line: int = MEGABYTE


def read(data: bytes, limits: Limits = Limits()) -> pd.DataFrame:
    """Return an uploaded file as a table whose cells are all texts.

    Parameters
    ----------
    data : bytes
        The file.
    limits : Limits
        What it may be.

    Returns
    -------
    DataFrame (n, n_columns) of str, or of categories that are str
        One record a row, in the order of the file; an empty cell is an empty text.

    Raises
    ------
    InvalidInput
        If the file is no CSV as described above, or passes a limit.
    """
    _check_bytes(data, limits)
    header = _check_records(data, limits)
    records = (record for _, record in islice(_records(data, limits), 1, None))
    portions = [
        pd.DataFrame(portion, columns=header, dtype=str)
        for portion in iter(lambda: list(islice(records, PORTION)), [])
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


def _check_bytes(data: bytes, limits: Limits) -> None:
    if len(data) > limits.size:
        raise InvalidInput(
            f"the file must have at most {_megabytes(limits.size)}; it has "
            f"{_megabytes(len(data))}. Upload fewer rows or columns."
        )
    if not data.removeprefix(codecs.BOM_UTF8).strip():
        raise InvalidInput("the file must hold a header and records; it is empty.")
    fault = _fault(data)
    if fault:
        kind = next((BINARY[start] for start in BINARY if data.startswith(start)), fault)
        raise InvalidInput(
            f"the file must be CSV in UTF-8; it looks like {kind}. "
            "Save or export it as CSV (UTF-8)."
        )


def _fault(data: bytes) -> str:
    """Return what is wrong with the text, or nothing; a good text may begin like a zip file."""
    if b"\0" in data:
        return "text in UTF-16, or no text at all"
    try:
        data.decode()
    except UnicodeDecodeError as error:
        line = 1 + data.count(b"\n", 0, error.start)
        return f"text in another encoding, from line {line:,} on"
    return ""


def _records(data: bytes, limits: Limits) -> Iterator[tuple[int, list[str]]]:
    """Yield the header and the records, each with its last line; empty lines are left out."""
    text = io.TextIOWrapper(io.BytesIO(data), encoding="utf-8-sig", newline="")
    records = csv.reader(_lines(text, limits), strict=True, skipinitialspace=True)
    try:
        yield from ((records.line_num, record) for record in records if record)
    except csv.Error as error:
        raise InvalidInput(_not_plain(str(error), records.line_num)) from None


def _not_plain(fault: str, line: int) -> str:
    if "field limit" in fault:
        return (
            f"no cell may have more than {csv.field_size_limit():,} characters; line {line:,} has "
            "one. Shorten it or leave its column out, and look for a double quote that is never "
            "closed."
        )
    return (
        f"the file must be plain CSV; line {line:,} is not ({fault}). Put a cell that holds "
        "commas, quotes or line ends in double quotes, and double the quotes within."
    )


def _check_records(data: bytes, limits: Limits) -> list[str]:
    """Return the header after a look at all records."""
    records = _records(data, limits)
    header = _check_header(next(records)[1], limits)
    n_rows = _count(records, len(header), limits)
    if n_rows < limits.fewest_rows:
        raise InvalidInput(
            f"the file must have at least {limits.fewest_rows} records below its header; "
            f"it has {n_rows}."
        )
    return header


def _lines(text: io.TextIOWrapper, limits: Limits) -> Iterator[str]:
    """Yield the lines of a file, none longer than the limit."""
    # Empty lines are no records; twice the limit leaves room for one after each record.
    for number in range(1, 2 * limits.rows + 4):
        line = text.readline(limits.line + 1)
        if len(line) > limits.line:
            raise InvalidInput(
                f"no line may have more than {limits.line:,} characters; line {number:,} has. "
                "Check the line ends of the file, or leave columns out."
            )
        if not line:
            return
        yield line
    raise InvalidInput(f"the file must have at most {2 * limits.rows:,} lines; it has more.")


def _check_header(cells: list[str], limits: Limits) -> list[str]:
    header = [cell.strip() for cell in cells]
    if len(header) > limits.columns:
        raise InvalidInput(
            f"the file must have at most {limits.columns} columns; its header has "
            f"{len(header):,}. Leave columns out."
        )
    _check_separator(header)
    for number, name in enumerate(header, start=1):
        if not name:
            raise InvalidInput(f"every column must have a name; column {number} has none.")
        if len(name) > MAX_TEXT:
            raise InvalidInput(
                f"a column's name must have at most {MAX_TEXT} characters; that of column {number} "
                f"has {len(name):,}. Shorten it."
            )
    name, times = Counter(header).most_common(1)[0]
    if times > 1:
        raise InvalidInput(
            f"column names must differ; {shown(name)} appears {times} times. Rename the columns."
        )
    _check_alike(header)
    return header


def _check_alike(header: list[str]) -> None:
    """Refuse names that only a computer can tell apart."""
    first: dict[str, int] = {}
    for number, name in enumerate(header, start=1):
        looks = _looks(name)
        if not looks:
            raise InvalidInput(
                f"every column must have a name that can be seen; column {number} has "
                f"{shown(name)}."
            )
        if looks in first:
            other = first[looks]
            raise InvalidInput(
                "column names must differ in more than case, blanks, accents' encoding and unseen "
                f"characters; columns {other} and {number}, {shown(header[other - 1])} and "
                f"{shown(name)}, do not. Rename one of them."
            )
        first[looks] = number


def _looks(name: str) -> str:
    """Return a name without what readers do not see: case, blanks, encoding, unseen characters."""
    plain = unicodedata.normalize("NFKC", name).casefold()
    seen = (sign for sign in plain if unicodedata.category(sign) not in UNSEEN)
    return unicodedata.normalize("NFC", "".join(seen))


def _check_separator(header: list[str]) -> None:
    if len(header) > 1:
        return
    for separator, plural in SEPARATORS.items():
        if separator in header[0]:
            raise InvalidInput(
                f"the file must separate its columns by commas; it looks like it uses {plural}. "
                "Save it again as CSV with commas."
            )
    raise InvalidInput(
        "the file must have at least two columns, a label and something to learn from; "
        "its first line has one."
    )


def _count(records: Iterator[tuple[int, list[str]]], width: int, limits: Limits) -> int:
    number = 0
    for number, (line, record) in enumerate(records, start=1):
        if len(record) != width:
            raise InvalidInput(
                f"every record must have {width} cells, as the header has; record {number:,} "
                f"(line {line:,}) has {len(record):,}. A cell that holds a comma needs double "
                "quotes."
            )
        if number > limits.rows:
            raise InvalidInput(
                f"the file must have at most {limits.rows:,} records; it has more. "
                "Upload a sample of them."
            )
    return number


def _megabytes(size: int) -> str:
    return f"{size / MEGABYTE:,.1f} MB"
