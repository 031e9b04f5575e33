"""Downloads and links of a half: numbers, picture, code, link."""

from collections.abc import Callable, Mapping

import pandas as pd

from dpcore.simulation.sources import UPLOAD
from pages.comparison import own_table
from pages.kit import export


def row(part: str, table: Callable[[], pd.DataFrame], values: Mapping[str, object]) -> None:
    """Draw the quiet row, as `export.part_row` does, with a script that reads an own table."""
    own, reading = values["data"] == UPLOAD, own_table.in_script(str(values["data"]))
    export.part_row("kernels", part, table, values, own=own, reading=reading)


def code(part: str, values: Mapping[str, object]) -> str:
    """Return a script on `dpcore` that prints the numbers of a half."""
    reading = own_table.in_script(str(values["data"]))
    return export.part_code("kernels", part, values, reading)
