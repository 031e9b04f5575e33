"""The controls of ε, which all parts have."""

from pages.comparison.screen import settings


def dial() -> None:
    """Draw the choice of ε."""
    settings.epsilon()
