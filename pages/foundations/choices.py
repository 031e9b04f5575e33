"""The controls of ε, which all parts have."""

from pages.comparison.screen import settings
from pages.foundations import epsilon
from pages.foundations.epsilon import EPSILON, FIRST
from pages.kit import address


def dial() -> None:
    """Draw the choice of ε."""
    shown = epsilon.of(address.get)
    settings.epsilon(shown, EPSILON, address.spelled(shown) if shown == FIRST else None)
