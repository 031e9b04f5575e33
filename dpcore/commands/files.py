"""Files that commands read and write, with sentences for what may be wrong with them."""

import argparse
from dataclasses import replace
from pathlib import Path

import pandas as pd

from dpcore.checks import InvalidInput
from dpcore.data import uploads
from dpcore.data.files import own
from dpcore.data.files.layout import SEPARATORS, CsvDialect
from dpcore.data.files.limits import USUAL
from dpcore.data.reading import content

LIMITS = replace(
    USUAL, size=4_000_000_000, columns=10_000, rows=10_000_000, fewest_rows=1, fewest_columns=1
)
"""A file of one's own machine may be larger than an upload."""


def table(asked: argparse.Namespace) -> pd.DataFrame:
    """Return the table that a command names; how it is written is said, never recognised."""
    (separator,) = (sign for sign, name in SEPARATORS.items() if name == asked.separator)
    said = CsvDialect(
        separator, has_header=True, decimal_comma=asked.decimal_comma, as_declared=True
    )
    return uploads.read(content(asked.table, LIMITS.size), LIMITS, said)


def check_new(name: str) -> Path:
    """Return where a file can be written, or refuse one that is there or has no folder."""
    path = Path(name)
    if path.exists():
        raise InvalidInput(f"{name} is there already; name a new file, nothing is overwritten.")
    if not path.absolute().parent.is_dir():
        raise InvalidInput(f"{name} cannot be written: its folder does not exist.")
    return path


def write(path: Path, found: bytes) -> None:
    """Write a new file, which its owner alone may read."""
    try:
        own.write_new(path, found)
    except OSError as fault:
        raise InvalidInput(f"{path} cannot be written: {fault.strerror}.") from fault
