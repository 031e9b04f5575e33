"""What the part asks: the shared settings, at one λ, with both classes alike."""

from dplab.simulation.settings import Settings
from pages.comparison import values
from pages.kit.values import Get, UrlParameter

VALUES: tuple[UrlParameter, ...] = ()


def question(get: Get) -> Settings:
    """Return what an address asks."""
    return values.about_one_lam(get).unweighted
