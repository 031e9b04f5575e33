r"""The names of the columns: in the first line of a file, or generated.

Names stay as they are but for the blanks around them; a first column without one, as programs save
the numbers of rows, is called "column 1". Two that a reader cannot tell apart (case,
blanks, an accent's encoding, unseen characters) are refused: a schema that names one would silently
miss the other.

Examples
--------
>>> generated(2)
['column 1', 'column 2']
>>> looks("Body\u00a0Mass")
'bodymass'
"""

import unicodedata
from collections import Counter

from dpcore.checks import InvalidInput
from dpcore.data.cells import shown
from dpcore.data.facts import MAX_TEXT

UNSEEN = frozenset({"Cc", "Cf", "Zs", "Zl", "Zp"})
"""Categories of characters that readers do not see: controls, joiners, directions, blanks."""


def generated(width: int) -> list[str]:
    """Return names for the columns of a file without a header."""
    return [f"column {number}" for number in range(1, width + 1)]


def checked(cells: list[str]) -> list[str]:
    """Return the trimmed cells of a header, or refuse them with a reason."""
    header = [cell.strip() for cell in cells]
    if len(header) > 1 and not header[0]:
        header[:1] = generated(1)  # pandas and R leave none above numbers of rows
    for number, name in enumerate(header, start=1):
        if not name:
            raise InvalidInput(
                f"every column must have a name; column {number} has none. "
                "Name it, or remove the separator at the end of the lines."
            )
        if len(name) > MAX_TEXT:
            raise InvalidInput(
                f"a column's name must have at most {MAX_TEXT} characters; that of column {number} "
                f"has {len(name):,}. Shorten it."
            )
    name, times = Counter(header).most_common(1)[0]
    if times > 1:
        raise InvalidInput(
            f"column names must differ; {shown(name)} appears {times} times. Rename the columns."
        )
    _check_alike(header)
    return header


def _check_alike(header: list[str]) -> None:
    """Refuse names that only a computer can tell apart."""
    first: dict[str, int] = {}
    for number, name in enumerate(header, start=1):
        plain = looks(name)
        if not plain:
            raise InvalidInput(
                f"every column must have a name that can be seen; column {number} has "
                f"{shown(name)}."
            )
        if plain in first:
            other = first[plain]
            raise InvalidInput(
                "column names must differ in more than case, blanks, accents' encoding and unseen "
                f"characters; columns {other} and {number}, {shown(header[other - 1])} and "
                f"{shown(name)}, do not. Rename one of them."
            )
        first[plain] = number


def looks(name: str) -> str:
    """Return a name without what readers do not see: case, blanks, encoding, unseen characters."""
    plain = unicodedata.normalize("NFKC", name).casefold()
    seen = (sign for sign in plain if unicodedata.category(sign) not in UNSEEN)
    return unicodedata.normalize("NFC", "".join(seen))
