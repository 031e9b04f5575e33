"""The page Overview, as the house knows it."""

from pages.kit.page import About

ABOUT = About(
    "Overview",
    words=("differential privacy", "ε", "simulation", "spread"),
)
