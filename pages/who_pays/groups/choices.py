"""The controls of what the groups pay."""

from pages.kit import address, controls
from pages.who_pays import card as of_people
from pages.who_pays.groups.values import COUNTED, COUNTS, FIGURE, FIGURES, GroupQuestion, question


def card() -> GroupQuestion:
    """Draw the controls and return what they ask."""
    of_people.card()
    return question(address.get)


def within_reach() -> None:
    """Draw the choices of what the figure shows, and what is counted, right under it."""
    controls.one(FIGURE, "Figure", FIGURES)
    controls.one(COUNTED, "Counted", COUNTS)
