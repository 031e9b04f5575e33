"""Which column the records in use predict, what counts as +1, and of which table they are."""

from dataclasses import dataclass

from dpcore.checks import cut
from dpcore.data.declared.schema import Label
from dpcore.data.real.tables import TABLES
from dplab.simulation.settings import UPLOAD
from pages.comparison.screen import own_table
from pages.data import draft as drafts
from pages.data.questions import sentences


@dataclass(frozen=True)
class Predicted:
    """What the records in use are asked.

    Parameters
    ----------
    label : Label
        As it was encoded: it has two sides.
    table : str
        The name of the file, or of the real table.
    """

    label: Label
    table: str

    def side(self, sign: int) -> str:
        """Return what +1 or −1 stands for, as a plain text; a long one is cut."""
        return cut(sentences.side(self.label, sign, plain=True))


def of(data: str) -> Predicted | None:
    """Return what the records in use are asked; None for generated ones, whose labels are signs."""
    if data in TABLES:
        return Predicted(TABLES[data].schema.label, TABLES[data].label)
    own, draft = own_table.current(), drafts.current()
    if data != UPLOAD or not own or not draft:
        return None
    return Predicted(own.schema.label, cut(" ".join(draft.file.name.split())))
