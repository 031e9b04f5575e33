"""The choice of the table or figure on show."""

from dplab.studies.papers.entries import Entry, entries
from pages.kit import controls
from pages.papers.values import CALLED, ENTRY, labels


def entry() -> Entry:
    """Draw the choice of the table or figure and return it."""
    return entries()[controls.one_of_many(ENTRY, CALLED, labels())]
