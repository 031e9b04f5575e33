"""The page Geometry: what it says of itself."""

from pages.comparison.screen.settings import simulating
from pages.geometry import choices

ABOUT = simulating(
    "Geometry",
    choices.VALUES,
    words=(
        "classifier",
        "output perturbation",
        "objective perturbation",
        "noise rate β",
        "sensitivity",
        "regularization λ",
    ),
)
