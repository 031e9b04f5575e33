"""The page Kernels, as the house knows it."""

from pages.kernels import contents
from pages.kit.page import About

ABOUT = About(
    "Kernels",
    contents.VALUES,
    words=("kernel", "random features", "bandwidth γ", "δ", "unit ball"),
)
