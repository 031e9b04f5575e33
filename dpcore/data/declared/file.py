"""How the file of a table is written: declared, so that a release recognises nothing.

Examples
--------
>>> FileLayout(";", header=4, encoding="windows-1252").as_saved()
{'separator': ';', 'header': 4, 'encoding': 'windows-1252'}
>>> FileLayout(";", header=4).in_words
'semicolons between cells, the header in line 4'
"""

from dataclasses import asdict, dataclass
from typing import Any

from dpcore import checks
from dpcore.checks import InvalidInput
from dpcore.data import facts
from dpcore.data.cells import shown
from dpcore.data.files.dialect import ENCODINGS, SEPARATORS, UTF_8, CsvDialect

LAST_HEADER = 1_000
"""Lines that a header may be below, at most."""


@dataclass(frozen=True)
class FileLayout:
    """How the file of a table is written.

    Parameters
    ----------
    separator : str
        One of `SEPARATORS`; a comma for a workbook or Parquet.
    header : int
        The line that names the columns, from 1; 0 where none does.
    encoding : str
        One of `ENCODINGS`.
    sheet : str
        Of a workbook; the first where it is empty.

    Raises
    ------
    InvalidInput
        If no file is written so.
    """

    separator: str = ","
    header: int = 1
    encoding: str = UTF_8
    sheet: str = ""

    def __post_init__(self) -> None:
        for name, known in (("separator", tuple(SEPARATORS)), ("encoding", tuple(ENCODINGS))):
            what = f"{name} of the file"
            checks.one_of(what, facts.text(what, getattr(self, name), trimmed=False), known)
        # As JSON has it: a text "1" or a flag would count as a line for some who read it.
        if type(self.header) is not int:
            got = checks.cut(repr(self.header))
            raise InvalidInput(f"header of the file must be a whole number; got {got}.")
        checks.whole("header of the file", self.header, low=0, high=LAST_HEADER)
        facts.text("sheet of the file", self.sheet)

    def as_saved(self) -> dict[str, Any]:
        """Return the entries of a saved schema: a sheet only where one is named."""
        return {name: said for name, said in asdict(self).items() if name != "sheet" or said}

    @property
    def in_words(self) -> str:
        """How the file is written, as a list of nouns."""
        parts = [f"{SEPARATORS[self.separator]}s between cells"]
        if self.header != 1:
            parts.append(f"the header in line {self.header}" if self.header else "no header")
        if self.encoding != UTF_8:
            parts.append(f"text in {ENCODINGS[self.encoding]}")
        if self.sheet:
            parts.append(f"the sheet {shown(self.sheet)}")
        return ", ".join(parts)

    def dialect(self, rows: str | None = None) -> CsvDialect:
        """Return it as what is said of a file, of which nothing is recognised."""
        return CsvDialect(
            self.separator,
            has_header=self.header > 0,
            decimal_comma=False,
            rows=rows,
            as_declared=True,
            encoding=self.encoding,
            header_line=self.header or None,
            sheet=self.sheet or None,
        )
