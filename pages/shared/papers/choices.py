"""What the Papers page adds to the address: the table or figure on show."""

from dpcore.experiments.papers.entries import Entry, entries
from pages.shared import address, controls

ENTRIES = entries()
ENTRY = address.one_of("entry", "cm08_figure_1", tuple(ENTRIES))
VALUES = (ENTRY,)


def entry() -> Entry:
    """Draw the choice of the table or figure and return it."""
    labels = {name: f"{each.paper}, {each.place}: {each.title}" for name, each in ENTRIES.items()}
    return ENTRIES[controls.one_of_many(ENTRY, "Table or figure", labels)]
