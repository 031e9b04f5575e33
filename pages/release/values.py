"""What the address of Release asks: which of its two parts is open."""

from pages.kit.page import About
from pages.kit.values import one_of

RELEASE, USE = "release", "use"
PARTS = {RELEASE: "Release one classifier", USE: "Use a released model"}

PART = one_of("The part", "release_part", RELEASE, PARTS)

ABOUT = About(
    "Release",
    (PART,),
    presents=False,
    words=("ε", "budget", "composition", "neighbouring data sets", "public n", "regularization λ"),
)
