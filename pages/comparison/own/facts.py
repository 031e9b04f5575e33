"""What the numbers of a table of somebody's own rest on, besides its records."""

from dataclasses import dataclass


@dataclass(frozen=True)
class TableBasis:
    """What is known of a table.

    Parameters
    ----------
    bounded, levelled : tuple of str
        Numbers and categories in use whose facts were read from the records.
    leaks : tuple of str
        Columns that may be known only after the outcome.
    n_doubled : int
        Records that repeat an earlier one.
    rarer : tuple of str and int, or None
        The rarer class and how many records it has, where these are few.
    """

    bounded: tuple[str, ...] = ()
    levelled: tuple[str, ...] = ()
    leaks: tuple[str, ...] = ()
    n_doubled: int = 0
    rarer: tuple[str, int] | None = None
