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
import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import Any

from dpcore.checks import InvalidInput
from dpcore.data.files.limits import Bytes, Limits

BUFFER = 1 << 16
"""Bytes of shared memory that are copied at a time."""

QUOTE = '"'
BLANKS, BREAK = re.compile(" *"), re.compile(r"\r\n|\r|\n")


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


def records(
    data: Bytes, separator: str, limits: Limits, before: int = 0
) -> Iterator[tuple[int, list[str]]]:
    """Yield all records, the header too, each with its last line; empty lines are left out.

    `before` is the number of lines above them that `data` does not hold.
    """
    found, last = csv.reader(_texts(data, limits, before), **_dialect(separator)), 0
    try:
        for record in found:
            last = found.line_num
            if record:
                yield before + last, record
    except csv.Error as error:
        lines = islice(_texts(data, limits, before), last, found.line_num)
        opened = before + last + _opening(lines, separator)
        raise InvalidInput(_not_plain(str(error), before + found.line_num, opened)) from None


def first_line(line: int, record: Sequence[str]) -> int:
    """Return the first line of a record that ends in a line."""
    return line - sum(len(BREAK.findall(cell)) for cell in record)


def _dialect(separator: str) -> dict[str, Any]:
    return {"delimiter": separator, "strict": True, "skipinitialspace": True}


def _opening(lines: Iterable[str], separator: str) -> int:
    """Return the number of the line in which the last double quote of a record opens."""
    opened, is_open = 1, False
    for number, line in enumerate(lines, start=1):
        at = 0
        while at >= 0:
            if not is_open and line.startswith(QUOTE, at):
                opened, is_open, at = number, True, at + 1
            if is_open:
                at = _after_quote(line, at)
                is_open = at < 0
            at = _next_cell(line, separator, at)
    return opened


def _after_quote(line: str, at: int) -> int:
    """Return where a cell in quotes has ended, or -1 if that is not in this line."""
    end = line.find(QUOTE, at)
    while end >= 0 and line[end + 1 : end + 2] == QUOTE:
        end = line.find(QUOTE, end + 2)
    return end if end < 0 else end + 1


def _next_cell(line: str, separator: str, at: int) -> int:
    """Return where the next cell of a line begins, or -1 if there is none."""
    end = line.find(separator, at) if at >= 0 else -1
    if end < 0:
        return -1
    found = BLANKS.match(line, end + 1)
    return found.end() if found else end + 1


def _not_plain(fault: str, line: int, opened: int) -> str:
    advice = (
        "Put a cell that holds separators, quotes or line ends in double quotes, and double the "
        "quotes within."
    )
    if "field limit" in fault:
        place = f"line {line:,} has one" if opened == line else f"one begins in line {opened:,}"
        return (
            f"no cell may have more than {csv.field_size_limit():,} characters; {place}. Shorten "
            "it or leave its column out, and look for a double quote that is never closed."
        )
    if "unexpected end" in fault:
        fault = "a double quote opens there and is never closed"
    elif opened < line:
        fault = f"a double quote opens there, and the next one, in line {line:,}, ends no cell"
    elif "expected after" in fault:
        fault = "text follows a double quote that closes a cell"
    return f"the file must be plain CSV; line {opened:,} is not ({fault}). {advice}"


def _texts(data: Bytes, limits: Limits, before: int) -> Iterator[str]:
    text = io.TextIOWrapper(_as_file(data), encoding="utf-8-sig", newline="")
    return _lines(text, limits, before)


def _lines(text: io.TextIOWrapper, limits: Limits, before: int) -> Iterator[str]:
    """Yield the lines of a file, none longer than the limit."""
    # Empty lines are no records; twice the limit leaves room for one after each record.
    for number in range(1, 2 * limits.rows + 4):
        line = text.readline(limits.line + 1)
        if len(line) > limits.line:
            raise InvalidInput(
                f"no line may have more than {limits.line:,} characters; line "
                f"{before + number:,} has. Check the line ends of the file, or leave columns out."
            )
        if not line:
            return
        yield line
    raise InvalidInput(f"the file must have at most {2 * limits.rows:,} lines; it has more.")
