"""The page Counterexample: what it says of itself."""

from dataclasses import replace

from pages.comparison.settings import EPSILON, simulating
from pages.counterexample import choices

ABOUT = simulating(
    "Counterexample",
    choices.VALUES,
    dial=replace(EPSILON, value=choices.EPSILON),
    words=(
        "output perturbation",
        "objective perturbation",
        "regularization λ",
        "margin",
        "unit ball",
    ),
    has_lam=False,
)
