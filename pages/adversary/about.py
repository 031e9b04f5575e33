"""The page Adversary: what it says of itself."""

from pages.adversary import choices, values
from pages.comparison.screen.settings import simulating

ABOUT = simulating(
    "Adversary",
    values.VALUES,
    dial=choices.DIAL,
    words=("informed adversary", "posterior", "ε", "draw", "simulation"),
)
