"""The page Private tuning: what it says of itself."""

from pages.comparison.screen.settings import simulating
from pages.private_tuning import values

ABOUT = simulating(
    "Private tuning",
    values.VALUES,
    words=("private tuning", "exponential mechanism", "composition", "regularization λ", "draw"),
)
