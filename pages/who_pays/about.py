"""The page Who pays?: what it says of itself."""

from pages.comparison.screen.settings import simulating
from pages.who_pays import values

ABOUT = simulating(
    "Who pays?",
    values.VALUES,
    words=(
        "ε",
        "group",
        "disagreement",
        "constant rule",
        "draw",
        "error",
        "objective perturbation",
        "output perturbation",
    ),
)
