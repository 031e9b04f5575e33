"""What commands say of cells that are not as declared."""

import sys
from collections.abc import Sequence

from dpcore.release.undeclared import UndeclaredCells, sentences

HOW = (
    "This is for you alone: it depends on the records. If it is more than you expect, say how "
    "the file is written: --separator, --encoding, --header-line, --decimal-comma."
)


def tell(found: Sequence[UndeclaredCells]) -> None:
    """Print the columns, on the error stream, a line each, and what to do; nothing for none."""
    for line in (*sentences(found), HOW) if found else ():
        print(line, file=sys.stderr)
