"""A visitor's file as it came, how it was read, and the widgets that say otherwise."""

import zlib
from dataclasses import dataclass
from typing import Any

import streamlit as st

from dpcore.checks import InvalidInput
from dpcore.data import uploads
from dpcore.data.files.layout import FIRST, RANDOM, UNKNOWN, Said
from dpcore.data.files.limits import MEGABYTE, USUAL, Limits, check_bytes
from dpcore.data.uploads import Opened
from pages.shared.text import help_on

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
"""By the fields of `Said`: a label, and what may be said."""


@dataclass(frozen=True, eq=False)
class File:
    """A file that was read.

    Parameters
    ----------
    name : str
    packed : bytes
        The file as it came, compressed: it is read again when the visitor says how.
    said : Said
        What the visitor has said about it.
    opened : Opened
        Its table, and how it was read.
    """

    name: str
    packed: bytes
    said: Said
    opened: Opened


def limits() -> Limits:
    """Return what an upload may be; its size is what the server takes."""
    return Limits(size=st.get_option("server.maxUploadSize") * MEGABYTE)


def first(name: str, data: bytes, said: Said) -> File:
    """Return a file that has just come; raise InvalidInput if it is refused."""
    opened = uploads.opened(data, limits(), said)
    return File(name, zlib.compress(data, level=1), said, opened)


def again(file: File, said: Said) -> File:
    """Return a file as another saying reads it; raise InvalidInput if it is refused."""
    opened = uploads.opened(zlib.decompress(file.packed), limits(), said)
    return File(file.name, file.packed, said, opened)


def choose(key: str, said: Said = UNKNOWN) -> Said:
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
    return Said(**chosen)


def chosen(key: str) -> Said:
    """Return what the widgets of that key say, where they have been drawn before."""
    return Said(**{name: st.session_state.get(f"{name}_{key}") for name in CHOICES})


def is_text(data: bytes) -> bool:
    """Return whether a file could be read in another way; no workbook can."""
    try:
        check_bytes(data, limits())
    except InvalidInput:
        return False
    return True
