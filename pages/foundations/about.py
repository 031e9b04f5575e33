"""The page Foundations, as the house knows it."""

from pages.foundations import contents
from pages.kit.page import About

ABOUT = About(
    "Foundations",
    contents.VALUES,
    words=(
        "differential privacy",
        "ε",
        "neighbouring data sets",
        "sensitivity",
        "Laplace mechanism",
        "privacy loss",
        "composition",
        "budget",
        "posterior",
    ),
)
