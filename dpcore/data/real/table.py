"""What the program knows about a real table before it has seen a row of it.

The columns are named as in the files of the folder that `EXPLORER_DATA` names; a fetcher renames
what it gets. `tidy` then works row by row: it mends what the documentation says is odd, such as a
dot behind a label, and never looks at a second row.
"""

from collections.abc import Callable
from dataclasses import dataclass

import pandas as pd

from dpcore.data.declared.schema import Schema


@dataclass(frozen=True)
class Source:
    """Where scikit-learn gets a table from.

    Parameters
    ----------
    host : str
        Who is asked.
    megabytes : int
        About how much is transferred.
    n_rows : int
        Records that must arrive.
    fetch : callable
        Given a folder of its own, returns the table.
    """

    host: str
    megabytes: int
    n_rows: int
    fetch: Callable[[str], pd.DataFrame]


@dataclass(frozen=True)
class Table:
    """A real table and how it is encoded.

    Parameters
    ----------
    name : str
        The name in links and scripts.
    label : str
        The name on the screen.
    about : str
        What the table holds and where it comes from, in sentences.
    schema : Schema
        The declared label, features, bounds and levels.
    tidy : callable
        Mends what is odd in a table, row by row.
    files : tuple of tuple of str
        Names of files that together hold the table; any one of these sets will do.
    source : Source or None
        How it is fetched.
    shipped : callable or None
        Returns the table where it comes with scikit-learn.
    """

    name: str
    label: str
    about: str
    schema: Schema
    tidy: Callable[[pd.DataFrame], pd.DataFrame]
    files: tuple[tuple[str, ...], ...] = ()
    source: Source | None = None
    shipped: Callable[[], pd.DataFrame] | None = None


def untouched(table: pd.DataFrame) -> pd.DataFrame:
    """Return a table that needs no mending."""
    return table
