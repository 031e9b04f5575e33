"""What the map asks: the shared settings, at one λ."""

from dplab.simulation.settings import Settings
from pages.comparison import values
from pages.kit.values import UrlParameter

VALUES: tuple[UrlParameter, ...] = ()

question = values.about_one_lam


def n_features(settings: Settings) -> int:
    """Return for how many features the map is drawn: from two on, it is the same."""
    return min(settings.d, 2)
