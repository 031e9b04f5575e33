"""ε, which all parts share with the other pages: 1 where it is the one that these open with.

At the 0.1 with which other pages open, an answer about ten people drowns: there is nothing to see.
"""

import math
from collections.abc import Mapping

from dpcore.checks import InvalidInput
from pages.comparison import values
from pages.kit.values import Get, UrlParameter, one_of

EPSILON = values.VALUES["epsilon"]
CALLED = values.CALLED["epsilon"]
FIRST = 1.0
UNNAMED = one_of(
    "Where no ε is named",
    "foundations_unnamed",
    "one",
    {"one": "ε = 1", "shared": "the usual ε"},
)


def of(get: Get) -> float:
    """Return the ε of an address; `FIRST` in place of the default of the other pages.

    That one holds where the address says that somebody chose it.
    """
    epsilon = float(get(EPSILON))
    is_chosen = epsilon != EPSILON.read(EPSILON.default) or get(UNNAMED) == "shared"
    return epsilon if is_chosen else FIRST


def named(_: Get) -> Mapping[UrlParameter, str]:
    """Return what notes that somebody has chosen ε: the usual one, too."""
    return {UNNAMED: "shared"}


def check_finite(epsilon: float) -> None:
    """Refuse ∞.

    Raises
    ------
    InvalidInput
        If ε is ∞: there is no noise then, and nothing is promised.
    """
    if math.isinf(epsilon):
        raise InvalidInput(
            "With ε = ∞ there is no noise and no guarantee: the true answer is given. "
            "Choose a finite ε, such as 1."
        )
