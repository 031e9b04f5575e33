"""What the address of Data asks: the shared settings alone."""

from pages.comparison.values import simulating

ABOUT = simulating(
    "Data",
    presents=False,
    words=("unit ball", "public n", "separation", "simulation"),
)
