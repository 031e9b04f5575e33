r"""What an upload may be, and what is refused by its bytes before a record is read.

Examples
--------
>>> check_size(b"\n", Limits())
Traceback (most recent call last):
...
dpcore.data.files.limits.NotText: the file must hold a header and records; it is empty.
"""

import codecs
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TypeAlias

from dpcore.checks import InvalidInput

Bytes: TypeAlias = bytes | memoryview
"""A file, held in this process or in memory that another one shares."""

MEGABYTE = 1_000_000

PART = MEGABYTE
"""Bytes that are looked at in one call: other threads of the process wait for its end."""

BINARY = {
    b"PK\x03\x04": "a zip file, such as an Excel workbook",
    b"\x1f\x8b": "a gzip file",
    b"PAR1": "a Parquet file",
    b"ARROW1": "an Arrow file",
    b"BZh": "a bzip2 file",
    b"\xfd7zXZ": "an xz file",
    b"7z\xbc\xaf": "a 7z file",
    b"\x28\xb5\x2f\xfd": "a Zstandard file",
    b"\xd0\xcf\x11\xe0": "an old Excel workbook or one with a password",
    b"%PDF": "a PDF",
    b"\x89HDF": "an HDF5 file",
    b"SQLite format 3": "an SQLite database",
    b"\x00\x00\xfe\xff": "text in UTF-32",
    b"\xff\xfe\x00\x00": "text in UTF-32",
}
"""First bytes of files that people take for CSV, or rename to it."""

MARKUP = {
    re.compile(rb"<(!doctype\s+html|html|head|body|table)\b", re.I): "a web page (HTML)",
    re.compile(rb"<\?xml\b|<[A-Za-z][^<>\r\n]*>(\s*[\r\n]\s*)?<"): "XML",
    re.compile(rb"\{\s*[\"}]|\[\s*[\[{]"): "JSON",
}
"""What files begin with that are text, but no table."""

LOOKED_AT = 1_000
"""Bytes at the beginning that show what a text is."""


@dataclass(frozen=True)
class Limits:
    """What an upload may be.

    Parameters
    ----------
    size : int
        Bytes.
    columns : int
        Columns, the label included.
    fewest_columns : int
        A label and something to learn from; one is enough to predict.
    rows : int
        Records that are read.
    counted : int
        Records of a file of which some are read: all are looked at.
    fewest_rows : int
        Records below which neither learning nor testing makes sense.
    line : int
        Characters of one line.
    """

    size: int = 100 * MEGABYTE
    columns: int = 2_000
    fewest_columns: int = 2
    rows: int = 100_000
    counted: int = 10_000_000
    fewest_rows: int = 10
    line: int = MEGABYTE


USUAL = Limits()


class NotText(InvalidInput):
    """A file is refused by its bytes: no other way of reading it would help."""


def check_size(data: Bytes, limits: Limits) -> None:
    """Refuse a file that is too large or empty.

    Raises
    ------
    NotText
        With the reason.
    """
    if len(data) > limits.size:
        raise NotText(
            f"the file must have at most {megabytes(limits.size)}; it has "
            f"{megabytes(len(data))}. Upload fewer rows or columns."
        )
    if not any(part.removeprefix(codecs.BOM_UTF8).strip() for part in parts(data)):
        raise NotText("the file must hold a header and records; it is empty.")


def parts(data: Bytes) -> Iterator[bytes]:
    """Yield a file in parts."""
    return (bytes(data[start : start + PART]) for start in range(0, len(data), PART))


def kind_of(data: Bytes) -> str:
    """Return what a file is that begins so, or nothing."""
    first = bytes(data[:16])
    return next((BINARY[start] for start in BINARY if first.startswith(start)), "")


def check_text(data: Bytes) -> None:
    """Refuse a text in a form that other programs read as a table.

    Raises
    ------
    NotText
        With what it is.
    """
    first = bytes(data[:LOOKED_AT]).removeprefix(codecs.BOM_UTF8).lstrip()
    found = next((MARKUP[form] for form in MARKUP if form.match(first)), "")
    if found:
        raise NotText(
            f"the file must be a table; it looks like {found}. Open it with a program that reads "
            f"{found} as a table, such as Excel or pandas, and save that as CSV."
        )


def megabytes(size: int) -> str:
    """Return a number of bytes as it is said."""
    return f"{size / MEGABYTE:,.1f} MB"
