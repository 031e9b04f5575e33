"""The script that prints the maps."""

from dplab.simulation.settings import Settings
from pages.comparison.records import Records
from pages.is_it_private.worst_map.values import n_features
from pages.kit.notebook import part_code


def script(settings: Settings, records: Records | None = None) -> str:  # noqa: ARG001
    """Return a script on `dplab` that prints the same numbers, which rest on no records."""
    asked = {"loss": settings.loss, "h": settings.h, "d": n_features(settings)}
    return part_code("is_it_private", "worst_map", asked)
