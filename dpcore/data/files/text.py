r"""The text of a table: its lines from the first of the table on, and how they are written.

Examples
--------
>>> found = laid_out(b"# 2026\na;b\n1;x\n2;y\n", CsvDialect(), Limits(), is_ragged=False)
>>> found.separator, found.has_header, found.before, found.above
(';', True, 1, ('# 2026',))
>>> list(found.records(Limits()))[0]
(2, ['a', 'b'])
"""

from collections.abc import Iterator
from dataclasses import dataclass

from dpcore import checks
from dpcore.data.files import header, layout
from dpcore.data.files.dialect import SEPARATORS, CsvDialect
from dpcore.data.files.limits import Bytes, Limits, check_text
from dpcore.data.files.parsing import records


@dataclass(frozen=True)
class TableText:
    """The lines of a table.

    Parameters
    ----------
    data : bytes
        They, in UTF-8.
    separator : str
        What stands between their cells.
    has_header : bool
        Whether the first one names the columns.
    before : int
        Lines of the file above them.
    above : tuple of str
        The first of these, to be shown.
    is_ragged : bool
        Whether empty cells at the end of a record are left out, as in a sheet of a workbook.
    """

    data: Bytes
    separator: str
    has_header: bool
    before: int
    above: tuple[str, ...]
    is_ragged: bool

    def records(self, limits: Limits) -> Iterator[tuple[int, list[str]]]:
        """Yield all records, the header too, each with its last line in the file."""
        return records(self.data, self.separator, limits, self.before)


def laid_out(data: Bytes, said: CsvDialect, limits: Limits, *, is_ragged: bool) -> TableText:
    """Return the text of a table in a file in UTF-8; what is not said of it is recognised.

    Raises
    ------
    InvalidInput
        If it is a web page, XML or JSON, or there is no such separator.
    """
    if said.separator is not None:
        checks.one_of("separator", said.separator, tuple(SEPARATORS))
    is_placed = said.as_declared or _names_line(said)
    named = None if is_placed else header.named_separator(data)
    before = (said.header_line or 1) - 1 if _names_line(said) else int(named is not None)
    separator = said.separator or named
    has_header = True if _names_line(said) else said.has_header
    if not is_placed:
        check_text(data)
    elif separator is not None and has_header is not None:
        return _cut(data, before, separator, has_header, is_ragged)
    rest = _below(data, before)
    samples = {
        each: layout.sample(rest, each, limits, before)
        for each in ((separator,) if separator else SEPARATORS)
    }
    rows = {each: [record for _, record in samples[each]] for each in samples}
    if is_ragged:
        rows = {each: header.padded(rows[each]) for each in rows}
    begins = {each: 0 if is_placed else header.begin(rows[each]) for each in rows}
    separator = separator or layout.separator_of(rows, begins)
    first = begins[separator]
    if has_header is None:
        has_header = layout.has_header(rows[separator][first:] or [[]])
    if first:
        before = samples[separator][first][0] - 1
    return _cut(data, before, separator, has_header, is_ragged)


def _names_line(said: CsvDialect) -> bool:
    return said.header_line is not None and said.has_header is not False


def _cut(data: Bytes, before: int, separator: str, has_header: bool, is_ragged: bool) -> TableText:
    start = header.after(data, before)
    above = header.above(memoryview(data)[:start])
    return TableText(_below(data, before), separator, has_header, before, above, is_ragged)


def _below(data: Bytes, before: int) -> Bytes:
    """Return a text without its first lines, and without a copy of the others."""
    return memoryview(data)[header.after(data, before) :] if before else data
