"""What the whole guarantee asks: a mechanism that has one, and the shared settings, at one λ."""

from dataclasses import dataclass

from dpcore.checks import InvalidInput
from dpcore.privacy.mechanisms import MECHANISMS
from dplab.simulation.settings import Settings
from pages.comparison import values
from pages.kit import words
from pages.kit.values import Get, UrlParameter

PROVEN = {
    name: each.label
    for name, each in MECHANISMS.items()
    if each.guarantee in ("pure", "approximate")
}
"""The mechanisms that keep a promise, and their labels."""


def _proven(text: str) -> str:
    if text in MECHANISMS and text not in PROVEN:
        label = MECHANISMS[text].label
        raise InvalidInput(
            f"{label} has no guarantee to show. Choose {words.listed([*PROVEN.values()], 'or')}."
        )
    return words.one_of("Mechanism", text, PROVEN)


MECHANISM = UrlParameter(
    "is_it_private_mechanism", "output", _proven, lambda text: PROVEN.get(text, text)
)
VALUES = (MECHANISM,)


@dataclass(frozen=True)
class GuaranteeAsked:
    """Settings, and the mechanism whose guarantee is shown."""

    settings: Settings
    mechanism: str

    @property
    def is_own(self) -> bool:
        """Whether the settings name the visitor's own table: its size and features alone count."""
        return self.settings.is_own


def question(get: Get) -> GuaranteeAsked:
    """Return what an address asks."""
    return GuaranteeAsked(values.about_one_lam(get).unweighted, get(MECHANISM))
