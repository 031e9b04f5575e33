"""The page Kernels, as the house knows it."""

from pages.kernels.choices import contents
from pages.shared.page import About

ABOUT = About(
    "Kernels",
    contents.VALUES,
    words=("kernel", "random features", "bandwidth γ", "δ", "unit ball"),
)
