"""The controls of Trade-off."""

from dataclasses import replace

from pages.comparison import private
from pages.comparison.screen import cached, settings
from pages.kit import address, controls
from pages.trade_off.values import ALSO, DRAWS, GAUSSIAN, SHOWN, TradeOffQuestion, question


def shown() -> None:
    """Draw the choice of what the figure shows."""
    controls.one(DRAWS, "Figure", SHOWN)


def card() -> TradeOffQuestion:
    """Draw all settings, then what is compared besides, and return what is asked."""
    also = tuple(address.get(ALSO))
    settings.card(
        cached.available,
        settings.losses,
        with_delta=bool(also),
        lams=lambda now: private.lams(replace(now, also=also), cached.RECORDS),
    )
    controls.some(ALSO, "Compare also", GAUSSIAN)
    return question(address.get)
