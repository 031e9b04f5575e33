"""The page Data, as the house knows it."""

from pages.kit.page import About

ABOUT = About(
    "Data",
    presents=False,
    words=("unit ball", "public n", "separation", "simulation"),
)
