"""The six parts, in the order in which they are read."""

from pages.comparison.parts import Parts
from pages.foundations import epsilon

PARTS = Parts(
    "foundations",
    "The part of Foundations",
    "foundations_part",
    {
        "sum": "noisy_sum",
        "average": "average",
        "regression": "regression",
        "game": "game",
        "beliefs": "beliefs",
        "composition": "composition",
    },
)

DIAL = epsilon.DIAL
VALUES = (epsilon.UNNAMED, *PARTS.values)
"""What the page puts into the address."""
