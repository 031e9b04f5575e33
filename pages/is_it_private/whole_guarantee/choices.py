"""The controls of the whole guarantee: a mechanism that has one, and the settings of the page."""

from pages.comparison.screen import settings
from pages.is_it_private import choices
from pages.is_it_private.whole_guarantee.values import (
    MECHANISM,
    PROVEN,
    GuaranteeAsked,
    question,
)
from pages.kit import address, controls


def card() -> GuaranteeAsked:
    """Draw the settings and return what they ask."""
    mechanism = controls.one_of_many(MECHANISM, "Mechanism", PROVEN)
    choices.card(with_delta=settings.uses_delta(mechanism))
    return question(address.get)
