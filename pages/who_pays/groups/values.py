"""What is counted for each group, and what the figure shows of it."""

from dataclasses import dataclass

from dplab.studies.who_pays.costs import ERROR, MISSED
from pages.kit.values import Get, one_of
from pages.who_pays.people import People, people

COUNTS = {ERROR: "All wrong labels", MISSED: "Missed positives"}
FIGURES = {"now": "At this ε", "along": "Along ε"}

COUNTED = one_of("What is counted", "who_pays_counted", ERROR, COUNTS)
FIGURE = one_of("The figure of the groups", "who_pays_figure", "now", FIGURES)
VALUES = (COUNTED, FIGURE)


@dataclass(frozen=True)
class GroupQuestion:
    """Whose costs, of which mistakes, and what the figure shows of them."""

    people: People
    counted: str = ERROR
    figure: str = "now"


def question(get: Get) -> GroupQuestion:
    """Return what an address asks."""
    return GroupQuestion(people(get), get(COUNTED), get(FIGURE))
