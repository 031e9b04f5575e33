"""The page Papers, as the house knows it."""

from pages.kit.page import About
from pages.papers import choices

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
