"""What is shown of the answers that the noise decides, and which two releases are compared."""

from pages.kit import address, controls
from pages.kit.address import UrlParameter
from pages.who_pays import people
from pages.who_pays.people import People

FIGURES = {"people": "People", "along": "Along ε"}
MOST_PAIRS = 1_000_000

FIGURE = address.one_of("The figure of the people", "who_pays_people", "people", FIGURES)
PAIR = UrlParameter("who_pays_pair", "0", address.whole("Pair of releases", 0, MOST_PAIRS))
"""Which two releases are compared, from 1; 0 for none."""
VALUES = (FIGURE, PAIR)


def after(number: int) -> int:
    """Return the next pair of releases; after the last one, the first."""
    return number % MOST_PAIRS + 1


def card() -> People:
    """Draw the controls and return what they say."""
    return people.card()


def figure() -> str:
    """Draw the choice of the figure, and return it."""
    return controls.one(FIGURE, "Figure", FIGURES)
