"""The page Trade-off: what it says of itself."""

from pages.comparison.screen.settings import simulating
from pages.trade_off import values

ABOUT = simulating(
    "Trade-off",
    values.VALUES,
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
