"""What is shown of the answers that the noise decides, and which two releases are compared."""

from dataclasses import dataclass

from pages.kit.values import Get, UrlParameter, one_of, whole
from pages.who_pays.people import People, people

FIGURES = {"people": "People", "along": "Along ε"}
MOST_PAIRS = 1_000_000

FIGURE = one_of("The figure of the people", "who_pays_people", "people", FIGURES)
PAIR = UrlParameter("who_pays_pair", "0", whole("Pair of releases", 0, MOST_PAIRS))
"""Which two releases are compared, from 1; 0 for none."""
VALUES = (FIGURE, PAIR)


@dataclass(frozen=True)
class DecidedQuestion:
    """Whose answers, what the figure shows of them, and which two releases are compared, if any."""

    people: People
    figure: str = "people"
    pair: int = 0


def question(get: Get) -> DecidedQuestion:
    """Return what an address asks."""
    return DecidedQuestion(people(get), get(FIGURE), get(PAIR))
