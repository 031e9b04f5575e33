"""The controls of the comparison of all mechanisms."""

from dplab.simulation.settings import Settings
from pages.is_it_private import choices


def card() -> Settings:
    """Draw the settings and return what they ask."""
    return choices.card(with_delta=True)
