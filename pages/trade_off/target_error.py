"""At most so many points above the error without noise: in the address, and its cautions."""

from dpcore import checks
from pages.kit import words
from pages.kit.values import Get, UrlParameter

FEWEST, MOST = 0.1, 50.0
"""Points that may be asked for: errors are shown in tenths, and a half is guessing."""

CALLED = "Points above the error without noise"


def _read(text: str) -> float | None:
    if not text.strip():
        return None
    points = words.read_number(CALLED, text, wanted="a number such as 2 or 0.5")
    return checks.between(CALLED, points, FEWEST, MOST)


def _shown(text: str) -> str:
    return words.as_shown(text) if text.strip() else "The page without an answer to this"


WITHIN = UrlParameter("within", "", _read, _shown)
"""Points above the error without noise; None while nothing is asked."""


def share_above(get: Get) -> float | None:
    """Return how far an error may be above the one without noise, as a share, if that is asked."""
    points = get(WITHIN)
    return None if points is None else float(points) / 100


MADE = (
    "From medians made monotone along ε (on each side of the jump of objective perturbation), in "
    "brackets the range of 99 % of the answers from resampled draws. All of this is read from the "
    "data: on private data, choosing ε this way leaks, too."
)
"""How the answer was found."""

EXTRAPOLATED = (
    "Extrapolated, not computed: at the same λ, n records at ε and k times as many at ε/k get the "
    "same noise in w (for objective perturbation to within 1 %, where Δ = 0 and c/(nλ) is small). "
    "The error without noise on more records is not known, so the points count from the present "
    "one."
)
"""What all that is said of larger tables rests on."""
