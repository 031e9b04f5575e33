"""The page Foundations, as the house knows it."""

from pages.foundations.contents import PARTS
from pages.kit.page import About

ABOUT = About(
    "Foundations",
    PARTS.values,
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
