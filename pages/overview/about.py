"""The page Overview: what it says of itself."""

from pages.comparison.screen.settings import simulating
from pages.overview import choices

ABOUT = simulating(
    "Overview",
    dial=choices.DIAL,
    words=("differential privacy", "ε", "simulation", "informed adversary", "constant rule"),
)
