"""The page Sweeps, as the house knows it."""

from pages.kit.page import About
from pages.sweeps import choices

ABOUT = About(
    "Sweeps",
    choices.VALUES,
    words=("ε", "regularization λ", "learning curve", "draw", "spread", "constant rule"),
)
