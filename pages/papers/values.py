"""What the address of Papers asks: which table or figure.

The entries are read when one is asked for, so that a broken file takes no other page down.
"""

from dplab.studies.papers.entries import entries
from pages.comparison.values import simulating
from pages.kit import words
from pages.kit.values import Get, UrlParameter

CALLED = "Table or figure"


def labels() -> dict[str, str]:
    """Return what the screen calls each entry."""
    return {name: f"{each.paper}, {each.place}: {each.title}" for name, each in entries().items()}


def _entry(text: str) -> str:
    return words.one_of(CALLED, text, labels())


ENTRY = UrlParameter("entry", "cm08_figure_1", _entry, lambda text: f"“{labels()[text]}”")
VALUES = (ENTRY,)

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


def question(get: Get) -> str:
    """Return the entry that an address asks for, by its name."""
    return str(get(ENTRY))
