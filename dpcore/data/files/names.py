r"""The names of the columns: in a line of a file, or generated.

Names stay as they are but for the blanks around them. One that is missing, and one that a reader
cannot tell from another (case, blanks, an accent's encoding, unseen characters), gets a number: a
schema that names one would silently miss the other. Whoever reads the file is told of it.

Examples
--------
>>> generated(2)
['column 1', 'column 2']
>>> header = checked(["", "dose", " Dose"])
>>> header, renamed(["", "dose", " Dose"], header)
(['column 1', 'dose', 'Dose (2)'], ((1, '', 'column 1'), (3, 'Dose', 'Dose (2)')))
"""

from collections.abc import Sequence

from dpcore.checks import InvalidInput
from dpcore.data.facts import MAX_TEXT
from dpcore.data.written.naming import numbered


def generated(width: int) -> list[str]:
    """Return names for the columns of a file without a header."""
    return [f"column {number}" for number in range(1, width + 1)]


def checked(cells: Sequence[str]) -> list[str]:
    """Return the names that the cells of a header give, or refuse one that is too long."""
    _check_lengths([cell.strip() for cell in cells])
    header = numbered(cells)
    _check_lengths(header)
    return header


def renamed(cells: Sequence[str], header: Sequence[str]) -> tuple[tuple[int, str, str], ...]:
    """Return which columns have other names than their cells: number, cell and name."""
    pairs = enumerate(zip(cells, header, strict=True), start=1)
    return tuple(
        (number, cell.strip(), name) for number, (cell, name) in pairs if cell.strip() != name
    )


def _check_lengths(header: Sequence[str]) -> None:
    for number, name in enumerate(header, start=1):
        if len(name) > MAX_TEXT:
            raise InvalidInput(
                f"a column's name must have at most {MAX_TEXT} characters; that of column {number} "
                f"has {len(name):,}. Shorten it."
            )
