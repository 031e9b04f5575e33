"""What the address of Overview asks: where the dial stands.

The dial has places, and the address any ε: the nearest place shows it.
"""

import math
from dataclasses import replace

from dplab.studies.overview import dial
from pages.comparison import values
from pages.kit.values import Get

EPSILON = values.VALUES["epsilon"]
PLACES = (*dial.EPSILONS, math.inf)

ABOUT = values.simulating(
    "Overview",
    dial=replace(values.DIAL, steps=PLACES),
    words=("differential privacy", "ε", "simulation", "informed adversary", "constant rule"),
)


def question(get: Get) -> float:
    """Return the ε that an address asks for."""
    return float(get(EPSILON))
