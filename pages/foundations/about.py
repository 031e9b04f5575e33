"""The page Foundations: what it says of itself."""

from pages.comparison.screen.settings import simulating
from pages.foundations.choices import DIAL
from pages.foundations.values import VALUES

ABOUT = simulating(
    "Foundations",
    VALUES,
    dial=DIAL,
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
