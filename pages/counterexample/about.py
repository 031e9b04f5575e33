"""The page Counterexample, as the house knows it."""

from pages.counterexample import choices
from pages.kit.page import About

ABOUT = About(
    "Counterexample",
    choices.VALUES,
    epsilon=choices.EPSILON.name,
    words=(
        "output perturbation",
        "objective perturbation",
        "regularization λ",
        "margin",
        "unit ball",
    ),
)
