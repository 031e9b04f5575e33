"""A visitor's file as it came, how it was read, and the widgets that say otherwise."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

import pandas as pd
import streamlit as st

from dpcore.data import uploads
from dpcore.data.declared.schema import FileLayout, Schema
from dpcore.data.files.dialect import ENCODINGS, FIRST, RANDOM, UNKNOWN, CsvDialect
from dpcore.data.files.limits import MEGABYTE, USUAL, Limits
from dpcore.data.uploads import ParsedTable
from dplab.simulation import isolation as apart
from pages.kit.text import help_on

Result = TypeVar("Result")

RECOGNISED = "As recognised"
NO_HEADER, LAST_OFFERED = 0, 20
"""Of the lines that a box offers as the header: none, and the last one."""

CHOICES: dict[str, tuple[str, dict[Any, str]]] = {
    "separator": (
        "Separator",
        {None: RECOGNISED, ",": "Commas", ";": "Semicolons", "\t": "Tabs"},
    ),
    "header_line": (
        "Names of the columns",
        {None: RECOGNISED, NO_HEADER: "None: the first line is a record"}
        | {line: f"In line {line}" for line in range(1, LAST_OFFERED + 1)},
    ),
    "encoding": ("Letters", {None: RECOGNISED} | ENCODINGS),
    "rows": (
        "Records",
        {
            None: f"All, up to {USUAL.rows:,}",
            FIRST: f"The first {USUAL.rows:,}",
            RANDOM: f"{USUAL.rows:,} chosen at random",
        },
    ),
}
"""By the fields of `CsvDialect`: a label, and what may be said."""

SHEET = "sheet"
"""Offered of a workbook with several."""

MANY = 200_000
"""Cells that take about a quarter of a second to be looked at."""


@dataclass(frozen=True, eq=False)
class File:
    """A file that was read.

    `packed` is the file as it came, compressed: it is read again when the visitor says how
    (`said`). `opened` is its table, and how it was read.
    """

    name: str
    packed: bytes
    said: CsvDialect
    opened: ParsedTable


def limits() -> Limits:
    """Return what an upload may be; its size is what the server takes."""
    return Limits(size=st.get_option("server.maxUploadSize") * MEGABYTE)


def first(name: str, data: bytes, said: CsvDialect) -> File:
    """Return a file that has just come; raise InvalidInput if it is refused."""
    opened, packed = apart.read_file(uploads.packed, data, limits(), said)
    return File(name, packed, said, opened)


def again(file: File, said: CsvDialect) -> File:
    """Return a file as another saying reads it; raise InvalidInput if it is refused."""
    opened = apart.read_file(uploads.again, file.packed, limits(), said, is_kept=True)
    return File(file.name, file.packed, said, opened)


def of_table(function: Callable[..., Result], table: pd.DataFrame, *args: object) -> Result:
    """Return what a function of a table gives; a large table keeps nobody else waiting."""
    if table.size < MANY:
        return function(table, *args)
    found: Result = apart.run_in_subprocess(function, table, *args)
    return found


def each_of_table(functions: Sequence[Callable[..., Any]], table: pd.DataFrame) -> list[Any]:
    """Return what each function of a table gives: of a large table all at the same time."""
    if table.size < MANY:
        return [function(table) for function in functions]
    return apart.compute_all(functions, table)


def layout(opened: ParsedTable) -> FileLayout:
    """Return how a file was read, as a schema says it."""
    # The first sheet needs no name: that of next month's workbook may have another.
    sheet = "" if opened.sheet in opened.sheets[:1] else opened.sheet
    return FileLayout(opened.separator, opened.header_line, opened.encoding, sheet)


def as_in(schema: Schema | None) -> CsvDialect:
    """Return what a schema says of the file, for a page: what it does not say is recognised."""
    if schema is None or schema.file is None:
        return UNKNOWN
    said = schema.file
    return _dialect(
        {
            "separator": said.separator,
            "header_line": said.header,
            "encoding": said.encoding,
            SHEET: said.sheet or None,
        }
    )


def choose(key: str, said: CsvDialect = UNKNOWN, sheets: Sequence[str] = ()) -> CsvDialect:
    """Draw what a visitor may say about a file, and return it."""
    chosen = {}
    for name, (label, options) in _offered(sheets).items():
        now = _said(said, name)
        if now not in options:  # a line far below, of a schema
            options = options | {now: f"In line {now}"}
        chosen[name] = st.selectbox(
            label,
            list(options),
            list(options).index(now),
            format_func=options.__getitem__,
            key=f"{name}_{key}",
            help=help_on(name),
        )
    return _dialect(chosen)


def chosen(key: str) -> CsvDialect:
    """Return what the widgets of that key say, where they have been drawn before."""
    return _dialect({name: st.session_state.get(f"{name}_{key}") for name in CHOICES})


def _offered(sheets: Sequence[str]) -> dict[str, tuple[str, dict[Any, str]]]:
    if len(sheets) < 2:
        return CHOICES
    return {SHEET: ("Sheet", {None: "The first one"} | {each: each for each in sheets})} | CHOICES


def _said(said: CsvDialect, name: str) -> Any:
    if name == "header_line" and said.has_header is False:
        return NO_HEADER
    return getattr(said, name)


def _dialect(chosen: Mapping[str, Any]) -> CsvDialect:
    facts = dict(chosen)
    if facts.get("header_line") == NO_HEADER:
        facts |= {"header_line": None, "has_header": False}
    return CsvDialect(**facts)
