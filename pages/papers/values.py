"""What the address of Papers asks: which table or figure, or which erratum.

The entries are read when one is asked for, so that a broken file takes no other page down.
"""

from dplab.studies.papers.entries import entries
from pages.comparison.values import simulating
from pages.kit import words
from pages.kit.values import Get, UrlParameter, one_of
from pages.papers.errata import values as errata
from pages.papers.errata.values import ErratumAsked

CALLED = "Table or figure"


def labels() -> dict[str, str]:
    """Return what the screen calls each entry."""
    return {name: f"{each.paper}, {each.place}: {each.title}" for name, each in entries().items()}


def _entry(text: str) -> str:
    return words.one_of(CALLED, text, labels())


ENTRY = UrlParameter("entry", "cm08_figure_1", _entry, lambda text: f"“{labels()[text]}”")
TABLES, ERRATA = "tables", "errata"
PARTS = {TABLES: "Tables", ERRATA: "Errata"}
PART = one_of("The part of Papers", "papers_part", TABLES, PARTS)
VALUES = (PART, ENTRY, *errata.VALUES)

ABOUT = simulating(
    "Papers",
    VALUES,
    dial=None,
    words=(
        "published and reproduced",
        "draw",
        "objective perturbation",
        "output perturbation",
        "separation",
    ),
)


def question(get: Get) -> str | ErratumAsked:
    """Return the entry that an address asks for, by its name, or the erratum."""
    return errata.question(get) if get(PART) == ERRATA else str(get(ENTRY))
