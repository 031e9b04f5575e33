"""The page Foundations, as the house knows it."""

from pages.foundations.choices import contents
from pages.shared.page import About

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
