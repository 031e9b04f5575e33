"""The page Overview: what it says of itself."""

from pages.comparison.settings import simulating

ABOUT = simulating(
    "Overview",
    words=("differential privacy", "ε", "simulation", "informed adversary", "constant rule"),
)
