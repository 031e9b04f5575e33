"""ε, which all parts share with the other pages."""

import math

from dpcore.checks import InvalidInput
from pages.comparison import values

EPSILON = values.VALUES["epsilon"]
CALLED = values.CALLED["epsilon"]


def check_finite(epsilon: float) -> None:
    """Refuse ∞.

    Raises
    ------
    InvalidInput
        If ε is ∞: there is no noise then, and nothing is promised.
    """
    if math.isinf(epsilon):
        raise InvalidInput(
            "With ε = ∞ there is no noise and no guarantee: the answer is the true one. "
            "Choose a finite ε, such as 1."
        )
