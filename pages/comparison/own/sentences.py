"""The one line about a table of somebody's own: which it is, and what the numbers rest on."""

from collections.abc import Sequence

from pages.comparison import terms
from pages.comparison.own.facts import TableBasis
from pages.kit import words
from pages.kit.text import escape_markdown

MOST_NAMED = 2
"""Columns that are named; more are counted."""


def of_table(file: str, predicted: tuple[str, str], basis: TableBasis) -> str:
    """Return the file, what is predicted, and what the numbers rest on besides the records."""
    parts = [*_guesses(basis), *_of_records(basis)]
    return _with_file(file, predicted, f"The numbers rest {_joined('on', parts)}." if parts else "")


def of_release(file: str, predicted: tuple[str, str], basis: TableBasis) -> str:
    """Return the file, what is predicted, and what a classifier from it would learn from.

    Guesses are not named: a release takes none.
    """
    parts = _of_records(basis)
    said = f"A classifier would rest {_joined('on', parts)}: read from the records, for your eyes."
    return _with_file(file, predicted, said if parts else "")


def _with_file(file: str, predicted: tuple[str, str], said: str) -> str:
    name = f"**{escape_markdown(file)}**, " if file else ""
    first = f"{name}{terms.predicting(predicted)}."
    return f"{first} {said}".strip()


def _guesses(basis: TableBasis) -> list[str]:
    names = (*basis.bounded, *basis.levelled)
    if not names:
        return []
    kinds = [("bounds", basis.bounded), ("levels", basis.levelled)]
    what = " and ".join(kind for kind, columns in kinds if columns)
    which = _name(names[0]) if len(names) == 1 else words.pluralize(len(names), "column")
    return [f"guessed {what} of {which}"]


def _of_records(basis: TableBasis) -> list[str]:
    said = []
    if basis.leaks:
        said.append(f"{_columns(basis.leaks)}, which may be known only after the outcome")
    if basis.n_doubled:
        several = "records that repeat an earlier one"
        one = "record that repeats an earlier one"
        said.append(f"{basis.n_doubled:,} {one if basis.n_doubled == 1 else several}")
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


def _joined(preposition: str, parts: Sequence[str]) -> str:
    """Return parts of which each has the preposition: a part may hold commas of its own.

    Examples
    --------
    >>> _joined("on", ["guessed bounds of 3 columns", "*refund*, which is late", "60 doubles"])
    'on guessed bounds of 3 columns, on *refund*, which is late, and on 60 doubles'
    """
    each = [f"{preposition} {part}" for part in parts]
    if len(each) < 2:
        return each[0]
    comma = "," if len(each) > 2 or "which" in each[0] else ""
    return f"{', '.join(each[:-1])}{comma} and {each[-1]}"
