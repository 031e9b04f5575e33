"""The page Papers, as the house knows it."""

from pages.papers import choices
from pages.shared.page import About

ABOUT = About(
    "Papers",
    choices.VALUES,
    epsilon="",
    words=(
        "published and reproduced",
        "draw",
        "objective perturbation",
        "output perturbation",
        "separation",
    ),
)
