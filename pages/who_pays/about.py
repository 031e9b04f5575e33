"""The page Who pays?: what it says of itself."""

from pages.comparison.settings import simulating
from pages.who_pays import contents

ABOUT = simulating(
    "Who pays?",
    contents.VALUES,
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
