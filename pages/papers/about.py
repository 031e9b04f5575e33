"""The page Papers: what it says of itself."""

from pages.comparison.screen.settings import simulating
from pages.papers import choices

ABOUT = simulating(
    "Papers",
    choices.VALUES,
    dial=None,
    words=(
        "published and reproduced",
        "draw",
        "objective perturbation",
        "output perturbation",
        "separation",
    ),
)
