"""What the address of Overview asks: where the dial stands, and who draws.

The dial has places, and the address any ε: the nearest place shows it.
"""

import math
from dataclasses import dataclass, replace

from dplab.studies.overview import dial
from pages.comparison import values
from pages.kit.values import Get, one_of

EPSILON = values.VALUES["epsilon"]
PLACES = (*dial.EPSILONS, math.inf)

DRAW = one_of("Who draws the curve", "overview_draw", "", {"": "the page", "1": "the reader"})

ABOUT = values.simulating(
    "Overview",
    (DRAW,),
    dial=replace(values.DIAL, steps=PLACES),
    words=("classifier",),
)


@dataclass(frozen=True)
class OverviewQuestion:
    """Where the dial stands, and whether the reader draws the cost before seeing it."""

    epsilon: float
    is_drawn: bool = False


def question(get: Get) -> OverviewQuestion:
    """Return what an address asks for."""
    return OverviewQuestion(float(get(EPSILON)), get(DRAW) == "1")
