"""The numbers behind a figure as a table that everybody can read, screen readers included.

It is made of the file that "CSV" saves, cell by cell, so that the two cannot differ.
"""

import csv
import io
from html import escape
from itertools import islice

from pages.kit import words

MOST_ROWS = 200
"""Rows that are shown; a longer file is for a program to read."""


def as_html(name: str, file: str, more: str = "") -> str:
    """Return the first rows of a CSV file as HTML, in a box of its own that the keyboard scrolls.

    Parameters
    ----------
    name : str
        Of the file.
    file : str
        Its text.
    more : str
        Further attributes of the box.

    Examples
    --------
    >>> as_html("a.csv", "epsilon,error").partition("<table>")[0]
    '<div class="numbers" role="region" aria-label="Table: a.csv" tabindex="0">'
    """
    reader = csv.reader(io.StringIO(file))
    header = next(reader, [])
    first = list(islice(reader, MOST_ROWS))
    count = len(first) + sum(1 for _ in reader)
    heads = "".join(f'<th scope="col">{escape(each)}</th>' for each in header)
    rows = "".join(f"<tr>{_cells(row)}</tr>" for row in first)
    called = escape(name)
    return (
        f'<div class="numbers" role="region" aria-label="Table: {called}" tabindex="0"{more}>'
        f"<table><caption>{called}: {_length(count)}</caption>"
        f"<thead><tr>{heads}</tr></thead><tbody>{rows}</tbody></table></div>"
    )


def _cells(row: list[str]) -> str:
    return "".join(f"<td>{escape(cell)}</td>" for cell in row)


def _length(count: int) -> str:
    if count <= MOST_ROWS:
        return f"{words.pluralize(count, 'row')}."
    return f"the first {MOST_ROWS} of {count:,} rows. The CSV has all."
