"""The choices of the page: what it lists, and the table or figure on show."""

from dplab.studies.papers.entries import Entry, entries
from pages.kit import controls
from pages.papers.values import CALLED, ENTRY, PART, PARTS, labels


def part() -> str:
    """Draw the choice of what the page lists and return its word."""
    return controls.one(PART, "What to look at", PARTS)


def entry() -> Entry:
    """Draw the choice of the table or figure and return it."""
    return entries()[controls.one_of_many(ENTRY, CALLED, labels())]
