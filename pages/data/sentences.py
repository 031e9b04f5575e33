"""What the Data page says about a file and its missing values."""

from collections.abc import Sequence

from dpcore.data.files.layout import SEPARATORS
from dpcore.data.files.names import generated
from dpcore.data.uploads import Opened


def layout(opened: Opened) -> str:
    """Return how a file was read."""
    read = f"Read with {SEPARATORS[opened.separator]}s between cells"
    if opened.decimal_comma:
        read += " and decimal commas: 0,5 counts as 0.5"
    if opened.has_header:
        return f"{read}. The first line names the columns."
    names = ", ".join(generated(2))
    return f"{read}. No header: the first line is a record, and the columns are named {names} …"


def found_markers(markers: Sequence[str]) -> str:
    """Return which texts are proposed as missing since they stand among numbers."""
    shown = ", ".join(f"“{marker}”" for marker in markers)
    return (
        f"Proposed as missing, as found among numbers: {shown}. Read from the data. "
        "What a column lists among its levels stays a level."
    )
