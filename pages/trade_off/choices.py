"""What Trade-off adds to the shared settings: mechanisms that came after those of the papers."""

from dataclasses import replace

from dpcore.privacy.mechanisms import MECHANISMS
from dplab.simulation.settings import Settings
from pages.comparison import cached, private, settings
from pages.comparison.target_error import WITHIN
from pages.kit import address, controls

GAUSSIAN = {name: each.label for name, each in MECHANISMS.items() if each.uses_delta}
ALSO = address.some_of("Each method compared besides", "trade_off_also", "", GAUSSIAN)
SHOWN = {"bands": "Along ε", "dots": "Draws", "one_by_one": "Draw by draw"}
DRAWS = address.one_of("What the figure shows", "trade_off_draws", "bands", SHOWN)
VALUES = (WITHIN, ALSO, DRAWS)


def shown() -> str:
    """Draw the choice of what the figure shows, and return it."""
    return controls.one(DRAWS, "Figure", SHOWN)


def card() -> Settings:
    """Draw all settings, then what is compared besides, and return what they say."""
    also = tuple(address.get(ALSO))
    chosen = settings.card(
        cached.available,
        with_delta=bool(also),
        lams=lambda now: private.lams(replace(now, also=also)),
    )
    return replace(chosen, also=controls.some(ALSO, "Compare also", GAUSSIAN))
