"""Cells among numbers that are no numbers: #DIV/0!, a lone point, an infinity, "about 3".

Read from the data, and not private: which texts there are, where, and how often.

Examples
--------
>>> table = pd.DataFrame({"a": ["1", "#N/A", "."], "b": ["#N/A", "?", "2"]})
>>> odd_cells({name: strange(table[name], None) for name in table}, ("", "?"))[0]
OddCell(text='#N/A', columns=(('a', 1), ('b', 1)))
"""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import pandas as pd

from dpcore.data import cells
from dpcore.data.written.writing import Writing
from dplab.tables.guesses import ways

Counts = tuple[tuple[str, int], ...]


@dataclass(frozen=True)
class OddCell:
    """A text among numbers that is neither a number nor means missing.

    `columns` are the columns that hold it and how many of their cells do, the most first.
    """

    text: str
    columns: tuple[tuple[str, int], ...]

    @property
    def count(self) -> int:
        """Cells that hold it."""
        return sum(count for _, count in self.columns)


def strange(column: pd.Series, way: Writing | None) -> Counts:
    """Return the texts of a column that are no finite numbers, written so, and their counts."""
    found = cells.texts(column)
    read = cells.texts(ways.written(column, way)) if way else found
    is_number = np.isfinite(cells.parsed(read.distinct))[read.codes]
    counts: dict[str, int] = defaultdict(int)
    for code in found.codes[~is_number].tolist():
        counts[found.distinct[code]] += 1
    return tuple(counts.items())


def odd_cells(found: Mapping[str, Counts], markers: Sequence[str]) -> tuple[OddCell, ...]:
    """Return the odd cells of a table's columns of numbers, the most frequent text first.

    Parameters
    ----------
    found : dict of str to tuple
        By column, what `strange` gives.
    markers : sequence of str
        They mean missing.
    """
    where: dict[str, list[tuple[str, int]]] = defaultdict(list)
    for name, counts in found.items():
        for text in cells.unmarked([text for text, _ in counts], markers):
            where[text].append((name, dict(counts)[text]))
    odd = (
        OddCell(text, tuple(sorted(columns, key=lambda each: -each[1])))
        for text, columns in where.items()
    )
    return tuple(sorted(odd, key=lambda each: (-each.count, each.text)))
