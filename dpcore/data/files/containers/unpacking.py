r"""CSV packed by gzip, sheets of a workbook, and Parquet: told by their first bytes, made CSV.

Names of files say nothing: people rename them. Whatever a file claims of its own size is not
believed: no more is unpacked than a file may have. What becomes CSV is read as any other then, with
the same limits, names and refusals.

Examples
--------
>>> import gzip
>>> found = unpacked(gzip.compress(b"a,b\n1,2\n", mtime=0), Limits(), None)
>>> bytes(found.data), found.kind
(b'a,b\n1,2\n', 'csv.gz')
>>> unpacked(b"a,b\n1,2\n", Limits(), None).kind
'csv'
"""

import zlib
from dataclasses import dataclass

from dpcore.data.files.containers import parquet, workbooks
from dpcore.data.files.limits import PART, Bytes, Limits, NotText, check_size, megabytes

CSV, GZIPPED, WORKBOOK, PARQUET = "csv", "csv.gz", "xlsx", "parquet"
KINDS = (CSV, GZIPPED, WORKBOOK, PARQUET)

GZIP_START, ZIP_START, PARQUET_START = b"\x1f\x8b", b"PK\x03\x04", b"PAR1"

LONGEST_START = 4

MOST_MEMBERS = 10_000
"""Parts of a gzip file, each packed by itself: bgzip makes one of each 64 kB."""

PIECE = 1 << 16
"""Bytes that are unpacked at a time: what is left of them behind a part is copied."""


@dataclass(frozen=True)
class Container:
    """What a file holds.

    Parameters
    ----------
    data : bytes
        CSV: the file itself, or what was made of it, in UTF-8 and with commas then.
    kind : str
        One of `KINDS`.
    sheet, sheets : str, tuple of str
        Of a workbook: the name of the sheet that it is, and of all sheets.
    """

    data: Bytes
    kind: str
    sheet: str = ""
    sheets: tuple[str, ...] = ()


def is_container(start: Bytes) -> bool:
    """Return whether a file that begins so may be more than text."""
    return bytes(start).startswith((GZIP_START, ZIP_START, PARQUET_START))


def unpacked(data: Bytes, limits: Limits, sheet: str | None) -> Container:
    """Return what a file holds as CSV.

    Raises
    ------
    InvalidInput
        If it is broken, too large when unpacked, or no table.
    """
    first = bytes(data[:4])
    if first.startswith(GZIP_START):
        found = Container(_gunzipped(data, limits), GZIPPED)
    elif first == ZIP_START:
        text, sheet, sheets = workbooks.as_csv(data, limits, sheet)
        found = Container(text, WORKBOOK, sheet, sheets)
    elif first == PARQUET_START and (bytes(data[-4:]) == first or b"\0" in bytes(data[:PIECE])):
        found = Container(parquet.as_csv(data, limits), PARQUET)
    else:
        return Container(data, CSV)
    check_size(found.data, limits)
    return found


def _gunzipped(data: Bytes, limits: Limits) -> Bytes:
    """Return what a gzip file holds; one byte too many and it is refused."""
    found, at = bytearray(), 0
    for _ in range(MOST_MEMBERS):
        at = _unpack(data, at, found, limits)
        if at == len(data) or not bytes(data[at : at + PIECE]).strip(b"\0"):
            return memoryview(found)  # zeros may fill a block behind the last part
    raise NotText(
        f"a gzip file must have at most {MOST_MEMBERS:,} parts; this one has more. Upload the CSV "
        "itself."
    )


def _unpack(data: Bytes, at: int, found: bytearray, limits: Limits) -> int:
    """Add to what was found a part of a gzip file that begins at some byte; return its end."""
    unpack = zlib.decompressobj(wbits=16 + zlib.MAX_WBITS)
    piece = b""
    while not unpack.eof:
        if not piece:
            piece = bytes(data[at : at + PIECE])
            at += len(piece)
        if not piece:
            raise NotText("the gzip file is broken: it ends too soon. Save or upload it again.")
        try:
            found += unpack.decompress(piece, min(PART, limits.size + 1 - len(found)))
        except zlib.error:
            raise NotText("the gzip file is broken. Pack it again, or upload the CSV.") from None
        if len(found) > limits.size:
            raise NotText(
                f"the file must have at most {megabytes(limits.size)}; unpacked, it has more. "
                "Upload fewer rows or columns."
            )
        piece = unpack.unconsumed_tail
    return at - len(unpack.unused_data)
