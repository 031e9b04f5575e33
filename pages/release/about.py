"""The page Release: what it says of itself."""

from pages.kit.page import About

ABOUT = About(
    "Release",
    presents=False,
    words=("ε", "budget", "composition", "neighbouring data sets", "public n", "regularization λ"),
)
