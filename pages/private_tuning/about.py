"""The page Private tuning, as the house knows it."""

from pages.kit.page import About
from pages.private_tuning import choices

ABOUT = About(
    "Private tuning",
    choices.VALUES,
    words=("private tuning", "exponential mechanism", "composition", "regularization λ", "draw"),
)
