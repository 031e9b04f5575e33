"""The page Release: what it says of itself."""

from pages.kit.page import About
from pages.release import choices

ABOUT = About(
    "Release",
    (choices.PART,),
    presents=False,
    words=("ε", "budget", "composition", "neighbouring data sets", "public n", "regularization λ"),
)
