"""The controls of the errata."""

from pages.is_it_private import choices
from pages.is_it_private.errata.values import ERRATA, ERRATUM, ErratumAsked
from pages.kit import controls


def card() -> ErratumAsked:
    """Draw the controls and return what they say."""
    erratum = controls.one_of_many(ERRATUM, "Erratum", ERRATA)
    return ErratumAsked(erratum, choices.card())
