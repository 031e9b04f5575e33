"""How people write numbers, and the form that is parsed: a decimal point, and no grouping.

Each cell is read on its own. Which way of writing a column or a file uses is said by others.

Examples
--------
>>> pointed("1.234,5"), pointed("a,b"), ungrouped("20,000")
('1234.5', 'a,b', '20000')
>>> declared_point("1.234"), as_text(declared_point("2.1"))
('1234', '2.1')
"""

import re

DECIMAL = re.compile(r"[+-]?(\d+(\.\d{3})*)?,\d+([eE][+-]?\d+)?")
GROUPED = re.compile(r"[+-]?[1-9]\d{0,2},\d{3}")
"""A decimal number with three places, or one in thousands: 20,000."""
THOUSANDS = re.compile(r"[+-]?\d{1,3}((,\d{3})+\.\d+|(,\d{3}){2,})")
"""Numbers whose commas cannot be decimal ones: 1,234.5 and 1,234,567."""
POINTS = re.compile(r"[+-]?\d{1,3}(\.\d{3}){2,}")
"""Numbers whose points cannot be decimal ones: 1.234.567."""
UNCLEAR = re.compile(r"[+-]?[1-9]\d{0,2}\.\d{3}")
"""Beside decimal commas, 1.234 may mean either 1234 or 1.234."""
POINTED = re.compile(r"[+-]?([0-9]+\.[0-9]*|\.[0-9]+)([eE][+-]?[0-9]+)?", re.ASCII)
"""Numbers with a decimal point."""
POINT = " (a decimal point)"
"""What no number has: it marks a number with a point in a file that is said to have commas."""


def pointed(text: str) -> str:
    """Return a number with a decimal comma as one with a point; all else stays as it is."""
    if ("," in text and DECIMAL.fullmatch(text)) or POINTS.fullmatch(text):
        return text.replace(".", "").replace(",", ".")
    return text


def ungrouped(text: str) -> str:
    """Return a number whose commas group thousands without them; all else stays as it is."""
    return text.replace(",", "") if "," in text and is_grouped(text) else text


def is_grouped(text: str) -> bool:
    """Return whether a number's commas group thousands."""
    return bool(GROUPED.fullmatch(text) or THOUSANDS.fullmatch(text))


def declared_point(text: str) -> str:
    """Return a cell of a file that is said to have decimal commas: 1.234,5 as 1234.5.

    Points group thousands there. What is no such number stays as it is, but for a number with a
    decimal point: it is none in such a file, and gets a sign that no number has.
    """
    if DECIMAL.fullmatch(text) or POINTS.fullmatch(text) or UNCLEAR.fullmatch(text):
        return text.replace(".", "").replace(",", ".")
    return f"{text}{POINT}" if POINTED.fullmatch(text) else text


def as_text(cell: str) -> str:
    """Return what `declared_point` made of a cell where no number is meant: 2.1 is a code then."""
    text = cell.removesuffix(POINT)
    return text if POINTED.fullmatch(text) else cell
