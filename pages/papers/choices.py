"""What the Papers page adds to the address: the table or figure on show.

The entries are read when the page is shown, so that a broken file takes no other page down.
"""

from dpcore import checks
from dpcore.experiments.papers.entries import Entry, entries
from pages.shared import controls
from pages.shared.address import Value


def _entry(text: str) -> str:
    return checks.one_of("entry", text, tuple(entries()))


ENTRY = Value("entry", "cm08_figure_1", _entry)
VALUES = (ENTRY,)


def entry() -> Entry:
    """Draw the choice of the table or figure and return it."""
    known = entries()
    labels = {name: f"{each.paper}, {each.place}: {each.title}" for name, each in known.items()}
    return known[controls.one_of_many(ENTRY, "Table or figure", labels)]
