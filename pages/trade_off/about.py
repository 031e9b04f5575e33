"""The page Trade-off, as the house knows it."""

from pages.kit.page import About
from pages.trade_off import choices

ABOUT = About(
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
