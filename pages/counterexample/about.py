"""The page Counterexample: what it says of itself."""

from dataclasses import replace

from pages.comparison.screen.settings import EPSILON, simulating
from pages.counterexample import values

ABOUT = simulating(
    "Counterexample",
    values.VALUES,
    dial=replace(EPSILON, value=values.EPSILON),
    words=(
        "output perturbation",
        "objective perturbation",
        "regularization λ",
        "margin",
        "unit ball",
    ),
)
