"""The page Papers: what it says of itself."""

from pages.comparison.screen.settings import simulating
from pages.papers import values

ABOUT = simulating(
    "Papers",
    values.VALUES,
    dial=None,
    words=(
        "published and reproduced",
        "draw",
        "objective perturbation",
        "output perturbation",
        "separation",
    ),
)
