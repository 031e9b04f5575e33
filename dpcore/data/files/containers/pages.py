r"""The pages of a Parquet file: how large each becomes, and how its values are encoded.

What the end of the file says of these sizes is not what Arrow makes room for: that stands before
each page, as a struct of Thrift's compact protocol. A file of some kB may claim gigabytes there.
Where the pages are is read here too: asked for it by Python, Arrow ends the process (pyarrow 26.0)
if a file's histograms are not as long as they should be.

Examples
--------
>>> header(memoryview(bytes([0x15, 0, 0x15, 20, 0x15, 8, 0])), 0)
({1: 0, 2: 10, 3: 4}, 7)
"""

from collections.abc import Iterator
from typing import Any

from dpcore.data.files.limits import Bytes

SIZE, PACKED, PLAIN_PAGE, SECOND_PAGE = 2, 3, 5, 8
"""Numbers of a page's fields: bytes in memory, bytes in the file, and two kinds of its header."""

GROUPS, COLUMNS, ABOUT, LENGTH, FIRST_PAGE, CODES = 4, 1, 3, 7, 9, 11
"""Numbers of fields at the end of a file: its parts, their columns, and where their pages are."""

ENCODING = {PLAIN_PAGE: 2, SECOND_PAGE: 4}
LENGTHS, PREFIXES = 6, 7
"""Encodings of texts as differences: of their lengths, and of each from the one before."""

TRUE, FALSE, BYTE, SHORT, INT, LONG, DOUBLE, BINARY, LIST, SET, MAP, STRUCT = range(1, 13)
DEEPEST, LONGEST_LIST = 8, 10_000

Page = tuple[int, int | None]
"""Bytes in memory, and how values are encoded; None where the page holds none."""


def columns(data: Bytes) -> Iterator[tuple[int, int, int]]:
    """Yield all columns of all parts of a file: number of the column, and where its pages are.

    Raises
    ------
    ValueError, KeyError, IndexError
        If the end of the file does not say so.
    """
    view = memoryview(data)
    length = int.from_bytes(view[-8:-4], "little")
    found, _ = header(view, len(view) - 8 - length)
    for group in found.get(GROUPS, ()):
        for place, column in enumerate(group[COLUMNS]):
            about = column[ABOUT]
            start, codes = about[FIRST_PAGE], about.get(CODES, 0)
            start = codes if 0 < codes < start else start
            yield place, start, start + about[LENGTH]


def pages(data: Bytes, start: int, end: int) -> Iterator[Page]:
    """Yield the pages between two places of a file.

    Raises
    ------
    ValueError, IndexError
        If there are none.
    """
    view = memoryview(data)
    while start < end:
        found, start = header(view, start)
        start += found[PACKED]
        if found[PACKED] < 0 or found[SIZE] < 0:
            raise ValueError("a page has no size")
        kind = next((kind for kind in ENCODING if kind in found), None)
        yield found[SIZE], None if kind is None else found[kind].get(ENCODING[kind])


def header(data: memoryview, at: int, depth: int = 0) -> tuple[dict[int, Any], int]:
    """Return what a struct holds but for texts and flags, by the numbers of fields, and its end."""
    found: dict[int, Any] = {}
    number = 0
    if depth > DEEPEST:
        raise ValueError("structs are too deep")
    while first := data[at]:
        at += 1
        if first >> 4:
            number += first >> 4
        else:
            number, at = _signed(data, at)
        kind = first & 15
        if kind in (TRUE, FALSE):
            continue
        value, at = _value(data, at, kind, depth)
        if value is not None:
            found[number] = value
    return found, at + 1


def _value(data: memoryview, at: int, kind: int, depth: int) -> tuple[Any, int]:
    if kind in (SHORT, INT, LONG):
        return _signed(data, at)
    if kind == STRUCT:
        return header(data, at, depth + 1)
    if kind in (TRUE, FALSE, BYTE):
        return None, at + 1
    if kind == DOUBLE:
        return None, at + 8
    if kind == BINARY:
        length, at = _whole(data, at)
        return None, at + length
    if kind in (LIST, SET):
        return _list(data, at, depth)
    raise ValueError("no page holds that")


def _list(data: memoryview, at: int, depth: int) -> tuple[list[Any], int]:
    length, kind, at = data[at] >> 4, data[at] & 15, at + 1
    if length == 15:
        length, at = _whole(data, at)
    if length > LONGEST_LIST:
        raise ValueError("a list is too long")
    found = []
    for _ in range(length):
        value, at = _value(data, at, kind, depth + 1)
        found.append(value)
    return found, at


def _signed(data: memoryview, at: int) -> tuple[int, int]:
    value, at = _whole(data, at)
    return value >> 1 ^ -(value & 1), at


def _whole(data: memoryview, at: int) -> tuple[int, int]:
    value = 0
    for shift in range(0, 70, 7):
        value |= (data[at] & 127) << shift
        at += 1
        if data[at - 1] < 128:
            return value, at
    raise ValueError("a number is too long")
