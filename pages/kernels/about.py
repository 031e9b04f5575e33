"""The page Kernels: what it says of itself."""

from pages.comparison.settings import simulating
from pages.kernels import contents

ABOUT = simulating(
    "Kernels",
    contents.VALUES,
    words=("kernel", "random features", "bandwidth γ", "δ", "unit ball"),
)
