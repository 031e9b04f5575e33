r"""How a file is written: what stands between its cells, whether it has a header, decimal commas.

Nothing in a file says so. It is recognised by fixed rules from its first records, and a visitor who
knows better says otherwise (`dialect.CsvDialect`): what is said is never looked up.

- **Separator.** The first records are read with commas, semicolons and tabs; a separator fits if
  all have the same number of cells, two or more. Commas win over the others unless each comma that
  another reading leaves within a cell is a decimal one: 0,5;1,2 is two numbers.
- **Header.** The first line names the columns if it holds a text above a column of numbers, or
  numbers that are usual names: years, or 0, 1, 2 and so on. Other numbers above numbers are a
  record. A line of texts above texts is a record if each of them occurs in its column again, and
  more than once.
- **Thousands.** In a file without decimal commas, "20,000" in double quotes is the number 20000.
- **Decimal commas.** Where no commas separate cells, 0,5 is a number. It is read as 0.5, unless
  cells such as 1,234,567 or 1,234.5 show that commas group thousands. In a file with tabs, 20,000
  alone is no sign of decimal commas.

What is recognised depends on the records. Given the layout, each cell is read on its own.

Examples
--------
>>> has_header([["price", "sold"], ["0,5", "yes"], ["1,5", "no"]])
True
"""

from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from itertools import islice
from typing import TypeAlias

import numpy as np

from dpcore.checks import Array, InvalidInput
from dpcore.data.cells import marked, parsed
from dpcore.data.facts import AMONG_NUMBERS, USUAL_MARKERS
from dpcore.data.files.dialect import SEPARATORS
from dpcore.data.files.limits import Bytes, Limits
from dpcore.data.files.parsing import first_line, records
from dpcore.data.numbers import DECIMAL, GROUPED, THOUSANDS, is_grouped, pointed
from dpcore.data.written.recognised import is_number

SAMPLE = 100
"""Records from which separator and header are recognised."""

AGAIN = 2
"""How often a text occurs again, at least, that is no name: a header may stand in a file twice."""

YEARS = (1900, 2100)
FEWEST_COUNTED = 3
"""Numbers from 0 or 1 on that are names rather than a record: programs number columns so."""


Sample: TypeAlias = list[tuple[int, list[str]]]
"""The first records, each with its first line, and trimmed."""


def sample(data: Bytes, separator: str, limits: Limits, before: int = 0) -> Sample:
    """Return the first records, up to a line that is none: complaining of it is left to reading."""
    found: Sample = []
    with suppress(InvalidInput):
        for line, record in islice(records(data, separator, limits, before), SAMPLE):
            found.append((first_line(line, record), [cell.strip() for cell in record]))
    return found


def separator_of(samples: Mapping[str, Sequence[list[str]]], begins: Mapping[str, int]) -> str:
    """Return what stands between the cells; where nothing fits, what cuts the first line most.

    Parameters
    ----------
    samples : dict of str to list of list of str
        The first records, by what is taken for the separator.
    begins : dict of str to int
        Which of them would be the first of the table then.
    """
    tables = {each: samples[each][begins[each] :] for each in SEPARATORS}
    fitting = [each for each in SEPARATORS if fits(tables[each])]
    # A reading that leaves no line above the table says more than one that does.
    fitting = [each for each in fitting if not begins[each]] or fitting
    better = [each for each in fitting if each != "," and _explains_commas(tables[each])]
    return max(better or fitting or SEPARATORS, key=lambda each: _width(tables[each]))


def fits(found: Sequence[Sequence[str]]) -> bool:
    """Return whether all records have as many cells as the first one, two or more.

    An empty one beyond these is the separator at a line's end.
    """
    width = _width(found)
    return width > 1 and all(
        len(record) == width or (len(record) == width + 1 and not record[-1]) for record in found
    )


def _width(found: Sequence[Sequence[str]]) -> int:
    return len(found[0]) if found else 0


def _explains_commas(found: Sequence[Sequence[str]]) -> bool:
    cells = (cell for record in found[1:] for cell in record)
    return all("," not in cell or DECIMAL.fullmatch(cell) for cell in cells)


def has_header(found: Sequence[Sequence[str]]) -> bool:
    """Return whether the first of some records names the columns, as the rules above say."""
    first, columns = found[0], list(zip(*found[1:], strict=False))
    above = [(cell, column) for cell, column in zip(first, columns, strict=False) if cell]
    numeric = [(cell, column) for cell, column in above if _is_numeric(column) and _present([cell])]
    if not numeric:
        return not above or any(column.count(cell) < AGAIN for cell, column in above)
    return not _are_numbers(cell for cell, _ in numeric) or _are_names(above)


def names_numbers(found: Sequence[Sequence[str]]) -> bool:
    """Return whether the first of some records surely is a header: texts, one above numbers."""
    first, columns = found[0], list(zip(*found[1:], strict=False))
    numeric = any(_is_numeric(column) for column in columns)
    return numeric and all(first) and not any(map(is_number, first))


def _is_numeric(column: Sequence[str]) -> bool:
    """Return whether most cells are numbers, of those that are not missing."""
    present = _present(column)
    return bool(present) and bool(np.mean([is_number(cell) for cell in present]) > 1 / 2)


def _present(column: Sequence[str]) -> list[str]:
    missing = marked(column, (*USUAL_MARKERS, *AMONG_NUMBERS))
    return [cell for cell, is_missing in zip(column, missing, strict=True) if not is_missing]


def _are_numbers(cells: Iterable[str]) -> bool:
    return all(map(is_number, cells))


def _numbers(cells: Iterable[str]) -> Array:
    return parsed([pointed(cell) for cell in cells])


def _are_names(above: Sequence[tuple[str, Sequence[str]]]) -> bool:
    """Return whether numbers are names: years above what are no years, or counted from 0 or 1."""
    numeric = [(cell, column) for cell, column in above if _are_numbers([cell])]
    numbers = _numbers(cell for cell, _ in numeric).tolist()  # nan where one has a unit
    counted = len(numbers) >= FEWEST_COUNTED and numbers[0] in (0, 1)
    if counted and numbers == [numbers[0] + place for place in range(len(numbers))]:
        return True
    different = len(set(numbers)) == len(numbers)
    return different and _are_years(numbers) and not any(_hold_years(cells) for _, cells in numeric)


def _hold_years(column: Sequence[str]) -> bool:
    numbers = [number for number in _numbers(column).tolist() if np.isfinite(number)]
    return bool(numbers) and _are_years(numbers)


def _are_years(numbers: Iterable[float]) -> bool:
    return all(YEARS[0] <= number <= YEARS[1] and number == int(number) for number in numbers)


def commas_are_decimal(texts: Iterable[str], separator: str) -> bool:
    """Return whether the numbers among the cells of a file are written with decimal commas."""
    is_decimal = False
    for text in texts:
        if "," not in text:
            continue
        if DECIMAL.fullmatch(text):
            is_decimal = is_decimal or separator != "\t" or not GROUPED.fullmatch(text)
        elif THOUSANDS.fullmatch(text):
            return False
    return is_decimal


def has_decimal_commas(texts: Iterable[str]) -> bool:
    """Return whether a cell is a number whose comma cannot group thousands: 0,5."""
    return any("," in text and DECIMAL.fullmatch(text) and not is_grouped(text) for text in texts)
