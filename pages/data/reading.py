"""A visitor's file as it came, how it was read, and the widgets that say otherwise."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

import pandas as pd
import streamlit as st

from dpcore.data import uploads
from dpcore.data.files.dialect import FIRST, RANDOM, UNKNOWN, CsvDialect
from dpcore.data.files.limits import MEGABYTE, USUAL, Limits
from dpcore.data.uploads import ParsedTable
from dplab.simulation import isolation as apart
from pages.kit.text import help_on

Result = TypeVar("Result")

RECOGNISED = "As recognised"
CHOICES: dict[str, tuple[str, dict[Any, str]]] = {
    "separator": (
        "Between cells",
        {None: RECOGNISED, ",": "Commas", ";": "Semicolons", "\t": "Tabs"},
    ),
    "has_header": (
        "First line",
        {None: RECOGNISED, True: "Names of the columns", False: "A record"},
    ),
    "decimal_comma": (
        "Numbers",
        {None: RECOGNISED, True: "Decimal commas: 0,5", False: "Decimal points: 0.5"},
    ),
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

LARGE = 2 * MEGABYTE
"""Bytes that take about a quarter of a second to read: more are read in a process of their own."""

MANY = 200_000
"""Cells that take about a quarter of a second to be looked at."""

UNPACKED = 3
"""By how much the text of a table is compressed, at least in most files."""


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
    opened, packed = _computed(uploads.packed, data, said, len(data))
    return File(name, packed, said, opened)


def again(file: File, said: CsvDialect) -> File:
    """Return a file as another saying reads it; raise InvalidInput if it is refused."""
    # Several times as large, once it is unpacked.
    opened = _computed(uploads.again, file.packed, said, UNPACKED * len(file.packed))
    return File(file.name, file.packed, said, opened)


def _computed(read: Callable[..., Any], data: bytes, said: CsvDialect, size: int) -> Any:
    """Return what a reading gives; that of a large file keeps nobody else waiting."""
    if size < LARGE:
        return read(data, limits(), said)
    return apart.run_in_subprocess(read, data, limits(), said)


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


def choose(key: str, said: CsvDialect = UNKNOWN) -> CsvDialect:
    """Draw what a visitor may say about a file, and return it."""
    chosen = {}
    for name, (label, options) in CHOICES.items():
        chosen[name] = st.selectbox(
            label,
            list(options),
            list(options).index(getattr(said, name)),
            format_func=options.__getitem__,
            key=f"{name}_{key}",
            help=help_on(name),
        )
    return CsvDialect(**chosen)


def chosen(key: str) -> CsvDialect:
    """Return what the widgets of that key say, where they have been drawn before."""
    known: dict[str, Any] = {name: st.session_state.get(f"{name}_{key}") for name in CHOICES}
    return CsvDialect(**known)
