"""The numbers behind a figure as a table that everybody can read, screen readers included.

It is made of the file that "CSV" saves, cell by cell, so that the two cannot differ.
"""

import csv
import io
import re
from html import escape
from itertools import islice

import pandas as pd

from pages.kit import words

MOST_ROWS = 200
"""Rows that are shown; a longer file is for a program to read."""

THE_REST = "The CSV has all."
"""Where the others are."""

LINE_END = re.compile(r"\r\n?")


def as_csv(rows: pd.DataFrame) -> str:
    """Return rows as CSV, in which no text is a formula to a spreadsheet, nor a column's name."""
    texts = rows.select_dtypes(include=["object", "string"])
    safe = rows.assign(**{name: column.map(_as_cell) for name, column in texts.items()})
    return str(safe.rename(columns=_as_cell).to_csv(index=False))


def _as_cell(value: object) -> object:
    """Return a text as a cell: its lines end as the file's do, or one would end a row."""
    return words.as_cell(LINE_END.sub("\n", value)) if isinstance(value, str) else value


def as_html(
    name: str, file: str, more: str = "", *, most: int = MOST_ROWS, rest: str = THE_REST
) -> str:
    """Return the first rows of a CSV file as HTML, in a box of its own that the keyboard scrolls.

    Parameters
    ----------
    name : str
        Of the file.
    file : str
        Its text.
    more : str
        Further attributes of the box.
    most : int
        Rows that are shown.
    rest : str
        Says where the others are.

    Examples
    --------
    >>> as_html("a.csv", "epsilon,error").partition("<table>")[0]
    '<div class="numbers" role="region" aria-label="Table: a.csv" tabindex="0">'
    """
    reader = csv.reader(io.StringIO(file))
    header = next(reader, [])
    first = list(islice(reader, most))
    count = len(first) + sum(1 for _ in reader)
    length = words.pluralize(count, "row")
    said = f"the first {most} of {length}. {rest}" if count > most else f"{length}."
    heads = "".join(f'<th scope="col">{escape(each)}</th>' for each in header)
    rows = "".join(f"<tr>{_cells(row)}</tr>" for row in first)
    called = escape(name)
    return (
        f'<div class="numbers" role="region" aria-label="Table: {called}" tabindex="0"{more}>'
        f"<table><caption>{called}: {said}</caption>"
        f"<thead><tr>{heads}</tr></thead><tbody>{rows}</tbody></table></div>"
    )


def _cells(row: list[str]) -> str:
    return "".join(f"<td>{escape(cell)}</td>" for cell in row)
