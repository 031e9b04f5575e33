"""The controls of the answers that the noise decides."""

from pages.kit import address, controls
from pages.who_pays import card as of_people
from pages.who_pays.decided.values import FIGURE, FIGURES, MOST_PAIRS, DecidedQuestion, question


def after(number: int) -> int:
    """Return the next pair of releases; after the last one, the first."""
    return number % MOST_PAIRS + 1


def card() -> DecidedQuestion:
    """Draw the controls and return what they ask."""
    of_people.card()
    return question(address.get)


def figure() -> None:
    """Draw the choice of the figure."""
    controls.one(FIGURE, "Figure", FIGURES)
