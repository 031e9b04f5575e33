"""The controls of an erratum's picture: which one, and at which settings."""

from pages.comparison.screen import settings
from pages.kit import controls
from pages.papers.errata.values import ERRATA, ERRATUM, ErratumAsked


def card() -> ErratumAsked:
    """Draw the controls and return what they say."""
    erratum = controls.one_of_many(ERRATUM, "Erratum", ERRATA)
    return ErratumAsked(erratum, settings.about_data_sets())
