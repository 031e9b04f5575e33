"""The page Decide: what it says of itself."""

from pages.comparison.screen.settings import simulating
from pages.decide import choices, values

ABOUT = simulating(
    "Decide",
    values.VALUES,
    dial=choices.DIAL,
    words=("ε", "differential privacy", "error", "constant rule", "draw", "neighbouring data sets"),
)
