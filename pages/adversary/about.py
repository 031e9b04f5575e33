"""The page Adversary, as the house knows it."""

from pages.adversary import choices
from pages.kit.page import About

ABOUT = About(
    "Adversary",
    choices.VALUES,
    words=("informed adversary", "posterior", "ε", "draw", "simulation"),
)
