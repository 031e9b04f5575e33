"""The page Is it private?: what it says of itself."""

from pages.comparison.settings import simulating
from pages.is_it_private import choices

ABOUT = simulating(
    "Is it private?",
    choices.VALUES,
    words=(
        "privacy loss",
        "neighbouring data sets",
        "mechanism",
        "curvature bound c",
        "extra regularization Δ",
        "audit",
        "δ",
    ),
)
