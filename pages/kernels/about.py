"""The page Kernels: what it says of itself."""

from pages.comparison.screen.settings import simulating
from pages.kernels.values import PARTS

ABOUT = simulating(
    "Kernels",
    PARTS.values,
    words=("kernel", "random features", "bandwidth γ", "δ", "unit ball"),
)
