"""The controls that all parts have: ε, λ, the loss, and how many records of how many features."""

from collections.abc import Callable, Sequence

from dpcore.erm.losses import LOSSES
from dplab.simulation.settings import Settings
from pages.comparison import values
from pages.comparison.screen import cached, settings
from pages.comparison.screen.promise import definition
from pages.kit import address, controls
from pages.kit.address import UrlParameter

_SHARED = values.VALUES


def card(*, with_delta: bool = False) -> Settings:
    """Draw the settings of a part that is about all data sets, and return what they ask.

    Parameters
    ----------
    with_delta : bool
        Whether a mechanism that the part shows uses δ.
    """
    settings.epsilon()
    if with_delta:
        settings.delta()
    settings.given_lam()
    settings.losses()
    size()
    features()
    more()
    links()
    return settings.about_one_lam()


def size() -> None:
    """Draw the choice of n."""
    asked = address.get(_SHARED["n"]) or cached.available(address.get(_SHARED["data"]))
    controls.dial(_SHARED["n"], "Records n", values.SIZES, asked)


def features() -> None:
    """Draw the number of features."""
    settings.number("d", "Features d")


def more(inside: Sequence[UrlParameter] = (), show: Callable[[], None] | None = None) -> None:
    """Draw the fold of less usual settings: the hinge's corner, and what a part has besides."""
    loss = LOSSES[address.get(_SHARED["loss"])]

    def all_of_them() -> None:
        settings.number(
            "h", "Half-width h of the hinge's round corner", disabled=not loss.has_half_width
        )
        if show:
            show()

    controls.more((_SHARED["h"], *inside), all_of_them)


def links() -> None:
    """Draw what an ε means, and the ways to pages that show it."""
    definition()
    controls.link_to("foundations", "What does ε promise?", ":material/school:")
    controls.link_to("adversary", "What does a classifier give away?", ":material/fingerprint:")
