r"""Where the table of a file begins: titles, comments and blank lines may stand above its header.

A line above is skipped only where the file would be no table with it. The table begins with the
first record from which on all of the first hundred have as many cells, and what stands above must
look like no header: comments (`# exported`), lines of one cell, or lines with two cells less than
the table above an unmistakable header (texts only, one of them above numbers). A header that is one
name short, or uses another separator than the records, stays where it is, and is refused.

In files of a spreadsheet the lines above are as wide as the table, and all but empty: these are
skipped above an unmistakable header only. Whoever reads the file is told of what was skipped. Where
the line of the header is said, nothing above it is looked at.

Examples
--------
>>> begin([["Report"], ["age", "dose", "sick"], ["31", "1", "yes"], ["32", "2", "no"]])
1
>>> begin([["age", "sick"], ["1", "31", "yes"], ["2", "32", "no"], ["3", "33", "no"]])
0
>>> named_separator(b"sep=;\n1;2\n"), after(b"a\r\nb\rc\nd", 3), above(b"# a\n\nb\n")
(';', 7, ('# a', 'b'))
"""

import re
from collections.abc import Sequence
from itertools import islice

from dpcore.data.files import layout
from dpcore.data.files.dialect import SEPARATORS
from dpcore.data.files.limits import Bytes

NAMED = re.compile(rb'(?:\xef\xbb\xbf)?"?sep=([,;\t])"?[,;\t]*(?:\r|\n|$)', re.I)
"""The first line of files that Excel is to open: it names the separator."""

BREAK = re.compile(rb"\r\n|\r|\n")

MOST_ABOVE = 50
"""Records above the table; more are no title."""

FEWEST = 3
"""Records that show how wide a table is: its header and two more."""

RUN = 10
"""Records that show it in a file of which not all fit."""

SHOWN, LONGEST = 3, 80
"""Lines that are shown of what was skipped, and characters of one."""

LOOKED_AT = 100_000
"""Bytes from which they are shown."""

Records = Sequence[list[str]]


def named_separator(data: Bytes) -> str | None:
    """Return what the first line names as the separator, if it does that."""
    found = NAMED.match(bytes(data[:32]))
    return found[1].decode() if found else None


def after(data: Bytes, n_lines: int) -> int:
    """Return where the first lines of a text end; at its end, where it has no more."""
    ends = islice(BREAK.finditer(data), n_lines - 1, n_lines) if n_lines else iter(())
    return next((end.end() for end in ends), len(data) if n_lines else 0)


def above(data: Bytes) -> tuple[str, ...]:
    """Return the first lines of what was skipped, to be shown; blank ones are left out."""
    text = bytes(data[:LOOKED_AT]).decode("utf-8-sig", "replace")
    lines = (line.strip() for line in re.split(r"\r\n|\r|\n", text))
    return tuple(line[:LONGEST] for line in islice(filter(None, lines), SHOWN))


def begin(found: Records) -> int:
    """Return which of the first records of a file, all trimmed, is the first of its table."""
    # Where one of the records does not fit, the file is refused: rather for that than for a title.
    starts = (_start(found, length) for length in (len(found), RUN))
    start = next((each for each in starts if each is not None), 0)
    if start and not _may_stand_above(found[:start], found[start:]):
        return 0
    last = min(len(found) - FEWEST, MOST_ABOVE)
    end = start
    while end < last and _is_title(found[end]):
        end += 1
    return end if end > start and _is_header(found[end:]) else start


def _start(found: Records, length: int) -> int | None:
    """Return from which record on so many fit, or all that there are."""
    fewest = FEWEST if length == len(found) else length
    places = range(1 + min(max(len(found) - fewest, 0), MOST_ABOVE))
    return next((at for at in places if layout.fits(found[at : at + length])), None)


def padded(found: Records) -> list[list[str]]:
    """Return rows of a sheet as wide as its widest, but for titles: those of one cell at first."""
    width = max(map(len, found), default=0)
    first = next((place for place, row in enumerate(found) if len(row) > 1), 0)
    return [
        row if place < first else row + [""] * (width - len(row)) for place, row in enumerate(found)
    ]


def _may_stand_above(lines: Records, table: Records) -> bool:
    """Return whether lines are none of a table that begins below them."""
    width = len(table[0])
    others = [line for line in lines if not _is_comment(line)]
    if len(table) < FEWEST:
        return False
    if not others:
        return True
    if _is_header(table):
        # Where both hold it, another separator stands between the cells.
        signs = _signs(others) & _signs([table[0]])
        return not signs and all(len(line) <= max(width - 2, 1) for line in others)
    is_text = all(len(line) == 1 for line in others) and not _signs(others)
    return is_text and layout.has_header(table) and (width > 2 or len(lines) > 1)


def _is_comment(line: list[str]) -> bool:
    """Return whether a line is no list of names: some headers begin with #, as in #chrom,pos."""
    return line[0].startswith("#") and line[0][1:2] in {"", " ", "#", "!"}


def _signs(lines: Records) -> set[str]:
    """Return the separators that stand within cells."""
    return {sign for sign in (*SEPARATORS, "|") for line in lines for cell in line if sign in cell}


def _is_title(line: list[str]) -> bool:
    """Return whether a line as wide as the table is a comment or all but empty."""
    filled = sum(map(bool, line))
    return line[0].startswith("# ") or not filled or (bool(line[0]) and filled <= len(line) - 2)


def _is_header(table: Records) -> bool:
    return len(set(table[0])) == len(table[0]) and layout.names_numbers(table)
