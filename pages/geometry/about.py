"""The page Geometry: what it says of itself."""

from pages.comparison.screen.settings import simulating
from pages.geometry import values

ABOUT = simulating(
    "Geometry",
    values.VALUES,
    words=(
        "classifier",
        "output perturbation",
        "objective perturbation",
        "noise rate β",
        "sensitivity",
        "regularization λ",
    ),
)
