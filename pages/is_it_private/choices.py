"""The controls that all parts have: ε, λ, the loss, and how many records of how many features."""

from dplab.simulation.settings import Settings
from pages.comparison.screen import settings
from pages.comparison.screen.promise import definition
from pages.kit import controls


def card(*, with_delta: bool = False) -> Settings:
    """Draw the settings of a part that is about all data sets, and return what they ask.

    Parameters
    ----------
    with_delta : bool
        Whether a mechanism that the part shows uses δ.
    """
    asked = settings.about_data_sets(with_delta=with_delta)
    links()
    return asked


def links() -> None:
    """Draw what an ε means, and the ways to pages that show it."""
    definition()
    controls.link_to("foundations", "What does ε promise?", ":material/school:")
    controls.link_to("adversary", "What does a classifier reveal?", ":material/fingerprint:")
