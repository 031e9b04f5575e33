"""What is counted for each group, and what the figure shows of it."""

from dataclasses import dataclass

from dplab.studies.who_pays import along, costs
from dplab.studies.who_pays.costs import ERROR, MISSED
from pages.kit import address, controls
from pages.who_pays import people
from pages.who_pays.people import People

COUNTS = {ERROR: "All wrong labels", MISSED: "Missed positives"}
FIGURES = {"now": "At this ε", "along": "Along ε"}

COUNTED = address.one_of("What is counted", "who_pays_counted", ERROR, COUNTS)
FIGURE = address.one_of("The figure of the groups", "who_pays_figure", "now", FIGURES)
VALUES = (COUNTED, FIGURE)


@dataclass(frozen=True)
class GroupChoice:
    """Whose costs, and of which mistakes."""

    people: People

    @property
    def at_epsilon(self) -> costs.Question:
        """What is asked at the visitor's ε."""
        who = self.people
        return costs.Question(who.settings, who.mechanism, who.division, address.get(COUNTED))

    @property
    def along(self) -> along.Question:
        """The same along ε."""
        who = self.people
        return along.Question(who.settings, who.mechanism, who.division, address.get(COUNTED))


def card() -> GroupChoice:
    """Draw the controls and return what they say."""
    return GroupChoice(people.card())


def figure() -> str:
    """Draw the choice of the figure, and return it."""
    return controls.one(FIGURE, "Figure", FIGURES)


def counted() -> str:
    """Draw the choice of what is counted, and return it."""
    return controls.one(COUNTED, "Counted", COUNTS)
