"""What the Papers page adds to the address: the table or figure on show.

The entries are read when the page is shown, so that a broken file takes no other page down.
"""

from dplab.studies.papers.entries import Entry, entries
from pages.kit import controls, words
from pages.kit.address import UrlParameter

CALLED = "Table or figure"


def _labels() -> dict[str, str]:
    return {name: f"{each.paper}, {each.place}: {each.title}" for name, each in entries().items()}


def _entry(text: str) -> str:
    return words.one_of(CALLED, text, _labels())


ENTRY = UrlParameter("entry", "cm08_figure_1", _entry, lambda text: f"“{_labels()[text]}”")
VALUES = (ENTRY,)


def entry() -> Entry:
    """Draw the choice of the table or figure and return it."""
    return entries()[controls.one_of_many(ENTRY, CALLED, _labels())]
