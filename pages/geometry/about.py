"""The page Geometry, as the house knows it."""

from pages.geometry import choices
from pages.kit.page import About

ABOUT = About(
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
