"""What commands say of cells that are not as declared."""

import sys
from collections.abc import Sequence

from dpcore.release.undeclared import UndeclaredCells

HOW = (
    "This is for your eyes: it tells of the records. If it is more than you expect, say how the "
    "file is written: --separator, --decimal-comma."
)


def tell(found: Sequence[UndeclaredCells]) -> None:
    """Print a line for each column, on the error stream, and what to do; nothing where none is."""
    for line in (*(each.sentence for each in found), HOW) if found else ():
        print(line, file=sys.stderr)
