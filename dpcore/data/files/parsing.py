r"""The records of a file, one by one, as lists of texts, or a sentence about the line that is none.

The dialect is plain: UTF-8 with or without a byte-order mark, double quotes around cells that hold
the separator or line ends, lines that end in LF, CRLF or CR. Empty lines are skipped.

Examples
--------
>>> list(records(b'age;job\n31;"a;b"\n', ";", Limits()))
[(1, ['age', 'job']), (2, ['31', 'a;b'])]
"""

import csv
import io
from collections.abc import Iterator
from typing import Any

from dpcore.checks import InvalidInput
from dpcore.data.files.limits import Bytes, Limits

BUFFER = 1 << 16
"""Bytes of shared memory that are copied at a time."""


class _Shared(io.RawIOBase):
    """Memory that is read as a file, without a copy of all of it."""

    def __init__(self, data: memoryview) -> None:
        self._data, self._at = data, 0

    def readable(self) -> bool:
        return True

    def readinto(self, target: Any, /) -> int:
        count = min(len(target), len(self._data) - self._at)
        target[:count] = self._data[self._at : self._at + count]
        self._at += count
        return count


def _as_file(data: Bytes) -> io.BytesIO | io.BufferedReader:
    if isinstance(data, bytes):
        return io.BytesIO(data)
    return io.BufferedReader(_Shared(data), BUFFER)


def records(data: Bytes, separator: str, limits: Limits) -> Iterator[tuple[int, list[str]]]:
    """Yield all records, the header too, each with its last line; empty lines are left out."""
    text = io.TextIOWrapper(_as_file(data), encoding="utf-8-sig", newline="")
    found = csv.reader(
        _lines(text, limits), delimiter=separator, strict=True, skipinitialspace=True
    )
    try:
        yield from ((found.line_num, record) for record in found if record)
    except csv.Error as error:
        raise InvalidInput(_not_plain(str(error), found.line_num)) from None


def _not_plain(fault: str, line: int) -> str:
    if "field limit" in fault:
        return (
            f"no cell may have more than {csv.field_size_limit():,} characters; line {line:,} has "
            "one. Shorten it or leave its column out, and look for a double quote that is never "
            "closed."
        )
    return (
        f"the file must be plain CSV; line {line:,} is not ({fault}). Put a cell that holds "
        "separators, quotes or line ends in double quotes, and double the quotes within."
    )


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
