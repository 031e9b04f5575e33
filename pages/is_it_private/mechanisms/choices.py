"""What the comparison of all mechanisms asks for."""

from dplab.studies.is_it_private.verdicts import Question
from pages.is_it_private import problem
from pages.kit.address import UrlParameter

VALUES: tuple[UrlParameter, ...] = ()


def card() -> Question:
    """Draw the settings and return what they ask."""
    return problem.card(with_delta=True)
