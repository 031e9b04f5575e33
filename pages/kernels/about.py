"""The page Kernels, as the house knows it."""

from pages.kernels.contents import PARTS
from pages.kit.page import About

ABOUT = About(
    "Kernels",
    PARTS.values,
    words=("kernel", "random features", "bandwidth γ", "δ", "unit ball"),
)
