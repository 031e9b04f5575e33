"""The page Is it private?, as the house knows it."""

from pages.is_it_private import choices
from pages.kit.page import About

ABOUT = About(
    "Is it private?",
    choices.VALUES,
    words=(
        "privacy loss",
        "neighbouring data sets",
        "mechanism",
        "curvature bound c",
        "extra regularization Δ",
        "audit",
        "δ",
    ),
)
