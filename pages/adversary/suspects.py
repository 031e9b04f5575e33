"""How many suspects a line-up has where nobody asked for a number."""

from dpcore.checks import InvalidInput
from dpcore.simulation.settings import Settings
from dpcore.studies.adversary.line_up import FEWEST, held_out
from pages.comparison import cached

USUAL = 10
MOST_COUNTED = 1_000


@cached.memoized(MOST_COUNTED)
def usual(settings: Settings, row: int) -> int:
    """Return `USUAL`, or how many suspects there are if the test part has fewer that differ.

    Where there is no line-up at all it is `USUAL` as well: the line-up itself says why.
    """
    part = cached.part(settings)
    for m in range(USUAL, FEWEST - 1, -1):
        try:
            held_out(part, row, m=m, seed=settings.seed)
        except InvalidInput:
            continue
        return m
    return USUAL
