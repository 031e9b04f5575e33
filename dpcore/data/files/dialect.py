"""What can be said of how a file is written; what is not said is recognised, or not read.

Examples
--------
>>> CsvDialect(";", header_line=4).separator, ENCODINGS[UTF_16]
(';', 'UTF-16')
"""

from collections.abc import Sequence
from dataclasses import dataclass

from dpcore import checks

SEPARATORS = {",": "comma", ";": "semicolon", "\t": "tab"}
"""What may stand between cells; where two fit alike, the earlier one is taken."""

UTF_8, UTF_16, WESTERN = "utf-8", "utf-16", "windows-1252"

ENCODINGS = {UTF_8: "UTF-8", UTF_16: "UTF-16", WESTERN: "Windows-1252 (Western European)"}
"""What a text file may be in, and what it is called."""

FIRST, RANDOM = "first", "random"
"""Which records are read of a file that has too many."""


@dataclass(frozen=True)
class CsvDialect:
    """What a visitor says about a file; None leaves it to be recognised.

    Parameters
    ----------
    separator : str, optional
        One of `SEPARATORS`.
    has_header : bool, optional
        Whether the first line names the columns.
    decimal_comma : bool, optional
        Whether a number such as 0,5 is read as 0.5. If not, one such as 20,000 is read as 20000.
    as_declared : bool
        Whether cells stay as they are, for a release: nothing but decimal commas is read anew, each
        cell by itself, and none is refused. Separator and header are said then.
    rows : str, optional
        `FIRST` or `RANDOM`: which records to read of a file that has too many. None refuses it.
    encoding : str, optional
        Of its text, as in `dpcore.data.files.encodings`.
    header_line : int, optional
        The line that names the columns, from 1: those above it are skipped, whatever they hold. It
        is the first one where cells stay as they are, and not looked at where there is no header.
    sheet : str, optional
        Of a workbook; its first one else. Other files have none.
    """

    separator: str | None = None
    has_header: bool | None = None
    decimal_comma: bool | None = None
    rows: str | None = None
    as_declared: bool = False
    encoding: str | None = None
    header_line: int | None = None
    sheet: str | None = None

    def __post_init__(self) -> None:
        for name in ("has_header", "decimal_comma"):
            if getattr(self, name) is not None:
                checks.flag(name, getattr(self, name))
        if self.rows is not None:
            checks.one_of("rows", self.rows, (FIRST, RANDOM))
        if self.header_line is not None:
            checks.whole("header_line", self.header_line)


UNKNOWN = CsvDialect()


def other_separator(header: Sequence[str], separator: str = "") -> str:
    """Return a sentence about a header of one name that holds another separator; else nothing."""
    others = [sign for sign in SEPARATORS if sign != separator]
    found = [f"{SEPARATORS[sign]}s" for sign in others if sign in header[0]]
    if len(header) > 1 or not found:
        return ""
    return f" That line holds {' and '.join(found)}: perhaps they separate the cells."
