"""The page Private tuning: what it says of itself."""

from pages.comparison.screen.settings import simulating
from pages.private_tuning import choices

ABOUT = simulating(
    "Private tuning",
    choices.VALUES,
    words=("private tuning", "exponential mechanism", "composition", "regularization λ", "draw"),
)
