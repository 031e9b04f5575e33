"""The page Trade-off: what it says of itself."""

from pages.comparison.settings import simulating
from pages.trade_off import choices

ABOUT = simulating(
    "Trade-off",
    choices.VALUES,
    words=(
        "ε",
        "regularization λ",
        "error",
        "constant rule",
        "draw",
        "spread",
        "output perturbation",
        "objective perturbation",
    ),
)
