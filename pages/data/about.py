"""The page Data: what it says of itself."""

from pages.comparison.screen.settings import simulating

ABOUT = simulating(
    "Data",
    presents=False,
    words=("unit ball", "public n", "separation", "simulation"),
)
