"""The page Private tuning, as the house knows it."""

from pages.private_tuning import choices
from pages.shared.page import About

ABOUT = About(
    "Private tuning",
    choices.VALUES,
    words=("private tuning", "exponential mechanism", "composition", "regularization λ", "draw"),
)
