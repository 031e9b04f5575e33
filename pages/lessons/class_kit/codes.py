"""The codes of a class: many in one text, each with the line that it stands in, and a name if any.

Codes stand one to a line, or with blanks or commas between them. Where the first line names columns
and one of the names has "name" in it, the text is a table: tabs, semicolons or commas separate its
cells, and one column has the codes.

What cannot be read is told with its line, and so is what comes twice. A code says nothing about who
wrote it: equal answers with equal tries have equal codes.
"""

import csv
import io
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice

from dpcore.checks import InvalidInput, cut
from pages.kit.frame.story import cleaned
from pages.lessons import sheet
from pages.lessons.steps.answers import Replies

MOST = 300
"""Codes, or what stands in their places, of one class."""

BOX, FILE = 30_000, 1_000_000
"""Characters of the box, fewer than pass (`server.client_messages`); bytes of a file."""

SEPARATORS = "\t;,"
WORD, FOREIGN = re.compile(r"[^\s,;]+"), re.compile(r"[^A-Za-z0-9_-]")
NAMES, CODES = "name", "code"
"""What the names of columns have in them."""

BEGINS = "eN"
"""With what each code begins: the first two bytes of what zlib packs as small as it can."""

MOST_PIECES = 50
"""Lines that one code may be broken into, by a letter or a PDF."""

ROWS, COLUMNS = 10, 40
"""Of a table, by which the column of codes is found where none is called so."""

LONGEST_NAME = 100
UNNAMED = "Names are read if the first line names the columns: name, code."


@dataclass(frozen=True)
class CodeEntry:
    """What stands in a code's place: where, whose, and the text."""

    place: str
    name: str
    text: str


@dataclass(frozen=True)
class StudentCode:
    """A code that was read: where it stands, whose it is if anything says so, its answers."""

    place: str
    name: str
    replies: Replies

    @property
    def key(self) -> str:
        """Its answers as the page itself spells them: equal ones are equal."""
        return sheet.spell(self.replies)


@dataclass(frozen=True)
class Collection:
    """The codes of a class, each once; of the others, a sentence each, and whether any is none."""

    codes: tuple[StudentCode, ...]
    told: tuple[str, ...]
    has_unread: bool


def collect(entries: Iterable[CodeEntry]) -> Collection:
    """Return what can be read of entries.

    Raises
    ------
    InvalidInput
        If there are more than a class has.
    """
    every = list(islice(entries, MOST + 1))
    if len(every) > MOST:
        raise InvalidInput(
            f"There are more than {MOST} codes, and at most {MOST} are read at once. Paste some "
            "of them at a time."
        )
    first: dict[str, StudentCode] = {}
    known: dict[tuple[str, str], StudentCode] = {}
    told, has_unread = [], False
    for entry in every:
        try:
            code = StudentCode(entry.place, entry.name, sheet.read(entry.text))
        except sheet.ManySeeds as refusal:
            told.append(f"{_begin(entry)}: {refusal}")
            continue
        except InvalidInput:
            told.append(_unread(entry))
            has_unread = True
            continue
        key = code.key
        same = known.get((key, code.name)) or first.setdefault(key, code)
        if same is not code:
            told.append(_twice(code, same))
        if same is code or _are_two(code, same):
            known[key, code.name] = code
    return Collection(tuple(known.values()), tuple(told), has_unread)


def _unread(entry: CodeEntry) -> str:
    if not entry.text:
        return f"{_begin(entry)}: there is no code."
    return f"{_begin(entry)}: “{cut(entry.text)}” is not a sheet code."


def _twice(code: StudentCode, same: StudentCode) -> str:
    if _are_two(code, same):
        return (
            f"{_begin(code)}: the same code as {_where(same)}. Both count: equal answers and tries "
            "have equal codes."
        )
    return f"{_begin(code)}: the same code as {_where(same)}. It stands once."


def _are_two(code: StudentCode, same: StudentCode) -> bool:
    return bool(code.name and same.name) and code.name != same.name


def _where(each: CodeEntry | StudentCode) -> str:
    return each.place + (f" ({each.name})" if each.name else "")


def _begin(each: CodeEntry | StudentCode) -> str:
    where = _where(each)
    return where[0].upper() + where[1:]


def entries(text: str, of: str = "") -> Iterator[CodeEntry]:
    """Yield what stands in a text in the places of codes.

    `of` is what a line is called to be of, as in "line 3 of the file".

    Raises
    ------
    InvalidInput
        If it is a table that cannot be read.
    """
    ending = f" {of}".rstrip()
    lines = text.splitlines()
    first = next((number for number, line in enumerate(lines) if line.strip()), 0)
    separator = _separator(lines[first]) if lines else ""
    if separator:
        yield from _of_table("\n".join(lines), separator, ending)
    else:
        yield from _of_lines(lines, ending)


def decoded(content: bytes) -> str:
    """Return the text of a file.

    Raises
    ------
    InvalidInput
        If it is too long, or is not text in UTF-8.
    """
    if len(content) > FILE:
        raise InvalidInput(f"A file of codes has at most {FILE:,} bytes; got {len(content):,}.")
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise InvalidInput(
            "This file is not text in UTF-8: save it as “CSV UTF-8”, or paste its lines."
        ) from None


def _of_lines(lines: Sequence[str], ending: str) -> Iterator[CodeEntry]:
    each_word = (
        (f"line {number}{ending}", FOREIGN.sub("", word), word)
        for number, line in enumerate(lines, 1)
        for word in WORD.findall(line)
    )
    found = list(islice(each_word, (MOST + 1) * MOST_PIECES))  # More are more than a class has.
    at = 0
    while at < len(found):
        place, _, word = found[at]
        code, pieces = _whole([each for _, each, _ in found[at : at + MOST_PIECES]])
        yield CodeEntry(place, "", code if pieces else word)
        at += max(pieces, 1)


def _whole(pieces: Sequence[str]) -> tuple[str, int]:
    """Return the code that pieces begin with, and of how many it is; of none where there is none.

    Where lines are broken, by a letter or a PDF, one code stands on several of them.
    """
    code = ""
    for count, piece in enumerate(pieces, 1):
        if count > 1 and (piece.startswith(BEGINS) or not code.startswith(BEGINS)):
            break
        code += piece
        if _is_code(code):
            return code, count
    return "", 0


def _is_code(text: str) -> bool:
    try:
        sheet.read(text)
    except InvalidInput:
        return False
    return True


def _separator(line: str) -> str:
    """Return what separates the cells of a table with names; nothing where a text is none."""
    for separator in SEPARATORS:
        cells = line.split(separator)
        if len(cells) > 1 and any(NAMES in cell.lower() for cell in cells):
            return separator
    return ""


def _of_table(text: str, separator: str, ending: str) -> Iterator[CodeEntry]:
    head, *rows = _rows(text, separator)
    columns = [cell.strip().lower() for cell in head[1]]
    called = [at for at, name in enumerate(columns) if CODES in name]
    at = called[0] if called else _column_of_codes([cells for _, cells in rows], columns)
    names = [place for place, name in enumerate(columns) if NAMES in name and place != at]
    for number, cells in rows:
        named = cleaned(" ".join(cells[place] for place in names if place < len(cells)))
        code = "".join(cells[at].split()) if at < len(cells) else ""
        yield CodeEntry(f"line {number}{ending}", named[:LONGEST_NAME], code)


def _rows(text: str, separator: str) -> list[tuple[int, list[str]]]:
    """Return the rows of a table that hold anything, each with the line that it begins in."""
    reader, rows, before = csv.reader(io.StringIO(text), delimiter=separator), [], 0
    try:
        for cells in reader:
            if any(cell.strip() for cell in cells):
                rows.append((before + 1, cells))
            before = reader.line_num
    except csv.Error:
        raise InvalidInput(
            f"Line {before + 1:,} of the table cannot be read: are its quotes closed?"
        ) from None
    return rows


def _column_of_codes(rows: Sequence[Sequence[str]], columns: Sequence[str]) -> int:
    """Return the column that has the most codes; the last one where none has any."""
    counts = [
        sum(_is_code(cells[at]) for cells in rows[:ROWS] if at < len(cells))
        for at in range(min(len(columns), COLUMNS))
    ]
    most = max(counts)
    return counts.index(most) if most else len(columns) - 1
