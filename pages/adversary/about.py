"""The page Adversary: what it says of itself."""

from pages.adversary import choices
from pages.comparison.screen.settings import simulating

ABOUT = simulating(
    "Adversary",
    choices.VALUES,
    dial=choices.DIAL,
    words=("informed adversary", "posterior", "ε", "draw", "simulation"),
)
