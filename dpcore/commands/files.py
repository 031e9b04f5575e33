"""Files that commands read and write, with sentences for what may be wrong with them."""

import argparse
from dataclasses import replace
from pathlib import Path
from typing import Any

import pandas as pd

from dpcore.checks import InvalidInput
from dpcore.data import uploads
from dpcore.data.declared.schema import FileLayout, Schema
from dpcore.data.files import own
from dpcore.data.files.dialect import SEPARATORS
from dpcore.data.files.limits import USUAL
from dpcore.data.reading import check_no_commas, content

LIMITS = replace(
    USUAL, size=4_000_000_000, columns=10_000, rows=10_000_000, fewest_rows=1, fewest_columns=1
)
"""A file of one's own machine may be larger than an upload."""


def table(asked: argparse.Namespace, schema: Schema) -> pd.DataFrame:
    """Return the table that a command names; how it is written is declared, never recognised.

    By the schema, which the command's own words come before; by default with commas, a header in
    the first line, and in UTF-8.
    """
    if schema.says_how_written:
        check_no_commas(asked.decimal_comma)
    said: dict[str, Any] = {
        "separator": {name: sign for sign, name in SEPARATORS.items()}.get(asked.separator),
        "header": asked.header_line,
        "encoding": asked.encoding,
        "sheet": asked.sheet,
    }
    known = {name: sign for name, sign in said.items() if sign is not None}
    layout = replace(schema.file or FileLayout(), **known)
    dialect = replace(layout.dialect(), decimal_comma=asked.decimal_comma)
    return uploads.read(content(asked.table, LIMITS.size), LIMITS, dialect)


def check_new(name: str) -> Path:
    """Return where a file can be written, or refuse one that is there or has no folder."""
    path = Path(name)
    if path.exists():
        raise InvalidInput(f"{name} already exists; name a new file. Nothing is overwritten.")
    if not path.absolute().parent.is_dir():
        raise InvalidInput(f"{name} cannot be written: its folder does not exist.")
    return path


def write(path: Path, found: bytes) -> None:
    """Write a new file, which its owner alone may read."""
    try:
        own.write_new(path, found)
    except OSError as fault:
        raise InvalidInput(f"{path} cannot be written: {fault.strerror}.") from fault
