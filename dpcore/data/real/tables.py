"""Real tables, each with the schema under which it becomes records.

**Where the bounds come from.** From the documentation of each table, or from what its columns are:
a length is not negative, a rate lies between 0 and 1. Some are round numbers below the largest
values, so that typical records are not squeezed into a corner of the ball; whoever wrote those down
knew *this* table. That harms nobody here, because the tables are public, and the numbers stand in
the program: no record of a run can move them. They count as declared for that reason. With the
records of your own patients, take bounds from the instrument or the literature, never from the
records.

`TABLES` lists the tables; a further one is one module in `dpcore.data.real` and one entry here.
Breast cancer comes with scikit-learn; the others are read from a folder or fetched (see
`dpcore.data.real.places`).

Examples
--------
>>> data = load("breast_cancer")
>>> data.X.shape, int((data.y > 0).sum())
((569, 30), 212)
"""

from collections.abc import Mapping
from functools import lru_cache

import pandas as pd

from dpcore import checks
from dpcore.data.encoding import Encoded, encode
from dpcore.data.real import adult, breast_cancer, covertype, kddcup99, pima, places
from dpcore.data.real.table import Table

MOST_CELLS = 50_000_000
"""Most rows times columns of a real table after encoding: 400 MB of doubles."""

FIRST_ROWS = 1_000
"""Rows whose cells can be looked at."""

MOST_LOADED = 3
"""Encoded tables that are kept in memory."""

TABLES: Mapping[str, Table] = {
    table.name: table
    for table in (
        breast_cancer.TABLE,
        pima.TABLE,
        adult.TABLE,
        kddcup99.SAMPLE,
        kddcup99.KDDCUP99,
        covertype.TABLE,
    )
}
"""The tables by name, in the order in which the screen offers them."""


def named(name: str) -> Table:
    """Return the table of that name.

    Raises
    ------
    InvalidInput
        If there is none.
    """
    return TABLES[checks.one_of("data", name, tuple(TABLES))]


@lru_cache(maxsize=MOST_LOADED)
def load(name: str) -> Encoded:
    """Return the records of a table under its own schema, the same object to all who ask.

    Raises
    ------
    InvalidInput
        If there is no such table, or it is not on this machine.
    """
    table = named(name)
    return encode(places.read(table), table.schema, most_cells=MOST_CELLS)


@lru_cache(maxsize=len(TABLES))
def first_rows(name: str) -> pd.DataFrame:
    """Return the first `FIRST_ROWS` rows of a table as they were before encoding.

    Raises
    ------
    InvalidInput
        As `load`.
    """
    return places.read(named(name), FIRST_ROWS)


@lru_cache(maxsize=1)
def rows(name: str) -> pd.DataFrame:
    """Return all rows of a table as they were before encoding; the last table asked for is kept.

    Texts are kept as codes into the distinct ones, which takes a byte or two for most.

    Raises
    ------
    InvalidInput
        As `load`.
    """
    found = places.read(named(name))
    numbers = found.select_dtypes("number").columns
    return found.astype(dict.fromkeys(found.columns.difference(numbers), "category"))
