r"""A sheet of a workbook (.xlsx) as CSV: a row a line, each cell as the value that is stored.

Whole numbers come without a point, dates as 2024-01-31, times as 13:45, flags as TRUE and FALSE,
errors as their text. A formula is the value that it had when the file was saved. Rows end with
their last cell that holds something; empty ones at the end are none.

A workbook is a zip file of XML. What its directory says of sizes bounds what is unpacked, and is
looked at first; entities of XML, macros and links to other files are refused.

Examples
--------
>>> from datetime import datetime, time
>>> [text(value) for value in (1.0, 0.5, True, datetime(2024, 1, 31), time(13, 45), None, "#N/A")]
['1', '0.5', 'TRUE', '2024-01-31', '13:45', '', '#N/A']
"""

import csv
import io
import re
import warnings
import zipfile
from collections import Counter
from collections.abc import Iterator
from datetime import date, datetime, time, timedelta
from typing import Any

from dpcore import checks
from dpcore.checks import InvalidInput
from dpcore.data.cells import listed
from dpcore.data.files.limits import PART, Bytes, Limits, NotText, megabytes

END, END_64 = b"PK\x05\x06", b"PK\x06\x06"
TAIL = 70_000
"""Bytes at the end of a zip file in which its directory's size stands, behind it a comment."""

LONGEST_DIRECTORY = 1_000_000
"""Bytes of a zip file's directory: some 10,000 files, where a workbook has tens."""

BOOK = "xl/workbook.xml"
OTHERS = {
    "word/document.xml": "a Word document",
    "ppt/presentation.xml": "a presentation",
    "content.xml": "an OpenDocument file, such as a LibreOffice sheet",
    "xl/workbook.bin": "a binary Excel workbook (.xlsb)",
}

XML = re.compile(r"\.(xml|rels)$", re.I)
ROOT = re.compile(rb"<(\w+:)?(worksheet|sst)[\s>]")
ENTITIES = re.compile(rb"<!(DOCTYPE|ENTITY)", re.I)
FORMULA = re.compile(rb"<(\w+:)?f[ />]")
MOST_SIGNS, MOST_OTHERS = 12_000_000, 300_000
"""Signs < in sheets and their texts, four or six for a cell, and in all other XML."""

SPARE, EACH_CELL = 1_000_000, 8
"""Signs < that a sheet may have beside its cells, and for each of them: more are no table, and
each would be kept in memory."""

WHOLE = 1e15
"""Up to here a number without a fraction is written without a point."""


class BookParts(zipfile.ZipFile):
    """The parts of a workbook; of sheets no more is read than their cells need.

    openpyxl looks for the size of every sheet, which may be at its end: it finds none.
    """

    def __init__(self, file: io.BytesIO) -> None:
        super().__init__(file)
        self.sheets = set[str]()
        self.is_loaded = False
        self.n_cells = 0

    def open(self, name: Any, *options: Any, **more: Any) -> Any:
        """Return a part to be read."""
        if name not in self.sheets:
            return super().open(name, *options, **more)
        return (
            CellReader(super().open(name), self) if self.is_loaded else io.BytesIO(b"<worksheet/>")
        )


class CellReader:
    """A sheet that is read as far as its cells go on."""

    def __init__(self, file: Any, parts: BookParts) -> None:
        self._file, self._parts, self._signs = file, parts, 0

    def read(self, size: int = -1) -> bytes:
        """Return the next bytes."""
        found: bytes = self._file.read(size)
        self._signs += found.count(b"<")
        if self._signs > SPARE + EACH_CELL * self._parts.n_cells:
            raise InvalidInput(
                "the sheet holds far more than cells, or more cells in a row than it may. Copy the "
                "table alone to a new sheet."
            )
        return found

    def __enter__(self) -> "CellReader":
        return self

    def __exit__(self, *_: object) -> None:
        self._file.close()


def as_csv(data: Bytes, limits: Limits, sheet: str | None) -> tuple[bytes, str, tuple[str, ...]]:
    """Return a sheet as CSV with commas, its name, and the names of all sheets.

    Parameters
    ----------
    data : bytes
        The workbook.
    limits : Limits
        What its parts may have together, and the sheet.
    sheet : str, optional
        Its name; else the first one that is not hidden.

    Raises
    ------
    InvalidInput
        If it is none, broken, too large, or not to be read for another reason.
    """
    with checks.needing("tables", "Reading a workbook"):
        from openpyxl.reader.excel import ExcelReader
    try:
        file = io.BytesIO(data)
        _check_directory(bytes(data[-TAIL:]))
        with BookParts(file) as parts, warnings.catch_warnings():
            warnings.simplefilter("ignore")  # of what it leaves out: pictures, checks of cells
            _check_parts(parts, limits)
            reader = ExcelReader(file, read_only=True, data_only=True, keep_links=False)
            reader.archive = parts
            reader.read()
            parts.is_loaded = True
            names = tuple(each.title for each in reader.wb.worksheets)
            found = _chosen(reader.wb, names, sheet)
            return _written(found, parts, limits), found.title, names
    except InvalidInput:
        raise
    except zipfile.BadZipFile as fault:
        raise NotText(
            "the file looks like a zip file, such as an Excel workbook (.xlsx), and is broken or "
            "cut off. Save it again, or as CSV (UTF-8)."
        ) from fault
    # A broken file may be one in any way, and openpyxl has as many exceptions.
    except Exception as fault:
        raise NotText(
            "the workbook is broken or of a kind that cannot be read. Open it in a spreadsheet "
            "program, and save it again as .xlsx or as CSV (UTF-8)."
        ) from fault


def text(value: object) -> str:
    """Return the value of a cell as a text."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return str(value).upper()
    if isinstance(value, float):
        return str(int(value)) if value.is_integer() and abs(value) < WHOLE else repr(value)
    if isinstance(value, datetime):
        day, at = value.date().isoformat(), value.time()
        return day if at == time() else f"{day} {at.isoformat()}"
    if isinstance(value, time):
        return value.isoformat("auto" if value.second or value.microsecond else "minutes")
    if isinstance(value, timedelta):
        return _duration(value)
    return value.isoformat() if isinstance(value, date) else str(value)


def _duration(value: timedelta) -> str:
    minutes, seconds = divmod(round(abs(value).total_seconds()), 60)
    sign = "-" if value < timedelta() else ""
    return f"{sign}{minutes // 60:02d}:{minutes % 60:02d}" + (f":{seconds:02d}" if seconds else "")


def _check_directory(tail: bytes) -> None:
    """Refuse a zip file whose directory is too large to be read."""
    for mark, place, length in ((END, 12, 4), (END_64, 40, 8)):
        at = tail.find(mark)
        while at >= 0:
            known = int.from_bytes(tail[at + place : at + place + length], "little")
            # Where the larger number is used, the other one holds ones alone.
            if known > LONGEST_DIRECTORY and (length == 8 or known != 0xFFFFFFFF):
                raise NotText("the zip file holds too many files to be a workbook. Upload CSV.")
            at = tail.find(mark, at + 1)


def _check_parts(parts: BookParts, limits: Limits) -> None:
    """Refuse what is no workbook, too large, or not to be opened."""
    names = {each.filename: each for each in parts.infolist()}
    if BOOK not in names:
        kind = next((OTHERS[name] for name in OTHERS if name in names), "a zip file")
        raise NotText(
            f"the file must be CSV, or an Excel workbook (.xlsx); it looks like {kind}, but cannot "
            "be opened as one. Save or export the table as CSV (UTF-8) or .xlsx."
        )
    if any(each.flag_bits & 1 for each in names.values()):
        raise NotText("the workbook has a password. Save it without one, or as CSV.")
    if len(names) < len(parts.infolist()):
        raise NotText("the workbook is broken: it holds a part twice. Save it again.")
    for part, what in (("vbaproject.bin", "macros"), ("externallinks/", "values of other files")):
        if any(part in name.lower() for name in names):
            advice = "as .xlsx, which has none" if what == "macros" else "after pasting as values"
            raise NotText(f"the workbook must hold no {what}; it does. Save it {advice}.")
    _check_elements(parts, [part for name, part in names.items() if XML.search(name)], limits)


def _check_elements(parts: BookParts, read: list[zipfile.ZipInfo], limits: Limits) -> None:
    """Refuse XML that is too large, or would be in memory."""
    if sum(each.file_size for each in read) > limits.size:
        raise NotText(
            f"the workbook must have at most {megabytes(limits.size)} unpacked; it has more. "
            "Upload fewer rows or columns, or CSV."
        )
    signs = Counter[bool]()
    for each in read:
        is_table, found = _looked_at(parts, each)
        signs[is_table] += found
    if signs[True] > MOST_SIGNS or signs[False] > MOST_OTHERS:
        raise NotText(
            "the workbook holds too many cells or styles to be read. Copy the table alone to a new "
            "workbook, or upload CSV."
        )


def _looked_at(parts: BookParts, part: zipfile.ZipInfo) -> tuple[bool, int]:
    """Return whether XML holds cells or their texts, and how many elements it opens and ends.

    What defines entities is refused, of which a few bytes make gigabytes, and texts that no cell
    can hold.
    """
    is_table, signs, last = False, 0, b""
    with parts.open(part) as file:
        while piece := file.read(PART):
            # Zeros are UTF-16, in which entities would not be found.
            if (
                ENTITIES.search(last + piece)
                or b"\0" in piece
                or (len(piece) == PART and b"<" not in piece)
            ):
                raise NotText("the workbook holds XML that no spreadsheet writes. Save it again.")
            if not last and (root := ROOT.search(piece)):
                is_table = True
                if root[2] == b"worksheet":
                    parts.sheets.add(part.filename)
            signs, last = signs + piece.count(b"<"), piece[-16:]
    return is_table, signs


def _chosen(book: Any, names: tuple[str, ...], sheet: str | None) -> Any:
    if not names:
        raise InvalidInput("the workbook must have a sheet of cells; it has none. Save it again.")
    if sheet is None:
        shown = (each for each in book.worksheets if each.sheet_state == "visible")
        return next(shown, book.worksheets[0])
    if sheet not in names:
        raise InvalidInput(f"there is no sheet {sheet!r}; there are {listed(names)}. Choose one.")
    return book[sheet]


def _written(sheet: Any, parts: BookParts, limits: Limits) -> bytes:
    """Return the rows of a sheet as lines; empty ones keep the numbers of those below.

    Below a row of several cells an empty row is a record without a filled cell, as it is where a
    spreadsheet program saves CSV; at the end it is none.
    """
    sheet.reset_dimensions()  # which may be anything
    found = io.BytesIO()
    target = io.TextIOWrapper(found, encoding="utf-8", errors="replace", newline="")
    writer, n_rows, empty, blank = csv.writer(target), 0, 0, "\r\n"
    for row in _rows(sheet, parts, limits):
        if not row:
            empty += 1
            continue
        target.write(blank * empty)
        writer.writerow(row)
        blank = '""\r\n' if len(row) > 1 else blank
        n_rows, empty = n_rows + 1, 0
        if found.tell() > limits.size:
            raise NotText(
                f"the sheet must have at most {megabytes(limits.size)} as CSV; it has more. Upload "
                "fewer rows or columns."
            )
    target.flush()
    if n_rows < 2 and _has_formulas(sheet, parts):  # at most a header
        raise InvalidInput(
            "the cells of the sheet are formulas without values: the program that wrote it worked "
            "none out. Open it in a spreadsheet program, and save it."
        )
    return found.getvalue()


def _rows(sheet: Any, parts: BookParts, limits: Limits) -> Iterator[list[str]]:
    """Yield the cells of all rows as texts, up to the last that holds something."""
    for number, values in enumerate(sheet.iter_rows(values_only=True), start=1):
        parts.n_cells += len(values)
        if number > 2 * limits.rows + 3 or parts.n_cells > limits.size:
            raise InvalidInput(
                f"the sheet must have at most {2 * limits.rows:,} rows and {limits.size:,} cells, "
                "empty ones too; it has more. Copy the table alone to a new sheet."
            )
        end = next((k for k in range(len(values), 0, -1) if values[k - 1] is not None), 0)
        row = [text(value) for value in values[:end]]
        while row and not row[-1].strip():
            row.pop()
        if len(row) > limits.columns:
            raise InvalidInput(
                f"the sheet must have at most {limits.columns:,} columns; row {number:,} has a "
                f"cell in column {len(row):,}. Delete it, or leave columns out."
            )
        yield row


def _has_formulas(sheet: Any, parts: BookParts) -> bool:
    with parts.open(sheet._worksheet_path) as file:
        last = b""
        while piece := file.read(PART):
            if FORMULA.search(last + piece):
                return True
            last = piece[-16:]
    return False
