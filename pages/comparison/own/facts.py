"""What the numbers of somebody's own table rest on besides its records, and in which words."""

from collections.abc import Sequence
from dataclasses import dataclass

from dpcore.checks import cut
from pages.comparison import terms
from pages.kit import words
from pages.kit.text import escape_markdown

MOST_NAMED = 2
"""Columns that are named; more are counted."""


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


def named(file: str, predicted: tuple[str, str]) -> str:
    """Return which file it is, and what is predicted."""
    name = f"**{escape_markdown(cut(file))}**, " if file else "Your own table, "
    return f"{name}{terms.predicting(predicted)}"


def of_table(basis: TableBasis) -> str:
    """Return what the numbers rest on besides the records; nothing where that is nothing."""
    parts = [*_guesses(basis), *_of_records(basis)]
    return f"The numbers rest {_joined(parts)}." if parts else ""


def of_release(basis: TableBasis) -> str:
    """Return what a classifier would learn from; no guesses, as a release takes none."""
    parts = _of_records(basis)
    return f"A classifier would rest {_joined(parts)}. For your eyes only." if parts else ""


def _guesses(basis: TableBasis) -> list[str]:
    names = (*basis.bounded, *basis.levelled)
    if not names:
        return []
    return [f"guesses for {_name(names[0]) if len(names) == 1 else f'{len(names):,} columns'}"]


def _of_records(basis: TableBasis) -> list[str]:
    said = []
    if basis.leaks:
        said.append(f"{_columns(basis.leaks)} (perhaps not known in time)")
    if basis.n_doubled:
        said.append(words.pluralize(basis.n_doubled, "doubled record"))
    if basis.rarer:
        name, count = basis.rarer
        said.append(f"only {words.pluralize(count, 'record')} of {escape_markdown(name)}")
    return said


def _columns(names: Sequence[str]) -> str:
    shown = [_name(each) for each in names[:MOST_NAMED]]
    if len(names) > MOST_NAMED:
        shown.append(f"{len(names) - MOST_NAMED:,} more")
    return words.listed(shown)


def _name(column: str) -> str:
    return f"*{escape_markdown(column)}*"


def _joined(parts: Sequence[str]) -> str:
    """Return parts with a preposition each: one may list columns.

    Examples
    --------
    >>> _joined(["guesses for 3 columns", "*refund*", "60 doubled records"])
    'on guesses for 3 columns, on *refund* and on 60 doubled records'
    """
    return words.listed([f"on {part}" for part in parts])
