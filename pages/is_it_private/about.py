"""The page Is it private?: what it says of itself."""

from pages.comparison.screen.settings import simulating
from pages.is_it_private.values import PARTS

ABOUT = simulating(
    "Is it private?",
    PARTS.values,
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
