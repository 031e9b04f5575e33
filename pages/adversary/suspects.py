"""How many suspects a line-up has where nobody asked for a number."""

from dplab.simulation.settings import Settings
from dplab.studies.adversary.attacks import USUAL
from dplab.studies.adversary.line_up import usual_size
from pages.comparison.screen import cached

MOST_COUNTED = 1_000


@cached.memoized(MOST_COUNTED)
def usual(settings: Settings, row: int) -> int:
    """Return `USUAL`, or how many suspects there are if the test part has fewer that differ."""
    return usual_size(cached.part(settings), row, settings.seed, USUAL)
