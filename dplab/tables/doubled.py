"""Records that repeat an earlier one: a copy in the training part answers for its twin in the test.

A table that was put together twice over makes every test error too small: the classifier is asked
about records that it has learned from. In a table of few columns with few values, equal records are
no copies but people who look alike: `by_chance` says how many of these to expect. Both are read
from the data, and not private.

Examples
--------
>>> table = pd.DataFrame({"age": ["30", "41", "30"], "sick": ["no", "yes", "no"]})
>>> n_doubled(table)
1
"""

import numpy as np
import pandas as pd

from dpcore.data.cells import texts


def n_doubled(table: pd.DataFrame) -> int:
    """Return how many records equal an earlier one in every column, as trimmed texts.

    Parameters
    ----------
    table : DataFrame (n, n_columns)
        With the columns that count: the features in use, and the label.
    """
    if table.shape[1] == 0:
        return 0
    return int(_coded(table).duplicated().sum())


SHARE, BEYOND = 0.01, 2.0
"""From which share of the records on, and from how many times chance, doubles are worth a word."""


def n_remarkable(table: pd.DataFrame) -> int:
    """Return how many records are doubled, if these are many and more than chance makes; else 0.

    Parameters
    ----------
    table : DataFrame (n, n_columns)
        As in `n_doubled`.
    """
    count = n_doubled(table)
    is_much = count > max(1.0, SHARE * len(table)) and count > BEYOND * by_chance(table)
    return count if is_much else 0


def by_chance(table: pd.DataFrame) -> float:
    """Return how many records would equal an earlier one by chance, or more than would.

    Columns tell of each other: a city has one of a few zip codes. So half of them count, those with
    the most to tell, as if they were independent, and the others not at all. With the chance p that
    two records are equal, Π Σ s² over these columns and the shares s of their values, Σ_k 1 -
    (1-p)^k of the records are doubled, over k = 0 … n-1 records before.
    """
    n = len(table)
    shares = (np.bincount(codes) / n for codes in _coded(table).to_numpy().T) if n else ()
    alike = sorted(float(np.sum(each**2)) for each in shares)
    p = float(np.prod(alike[: (len(alike) + 1) // 2]))
    if not alike or p == 0:
        return 0.0
    return n - (1 - (1 - p) ** n) / p


def _coded(table: pd.DataFrame) -> pd.DataFrame:
    """Return each cell as a whole number, the same one for the same trimmed text."""
    columns = {}
    for place in range(table.shape[1]):
        read = texts(table.iloc[:, place])
        known: dict[str, int] = {}
        codes = np.array([known.setdefault(text, len(known)) for text in read.distinct])
        columns[place] = codes[read.codes]
    return pd.DataFrame(columns)
