"""What the address of Trade-off asks besides the shared settings: how it is shown, and compared."""

from dataclasses import dataclass, replace

from dpcore.privacy.mechanisms import MECHANISMS
from dplab.simulation.settings import AboutRecords, Settings
from pages.comparison import values
from pages.comparison.target_error import WITHIN, share_above
from pages.kit.values import Get, one_of, some_of

GAUSSIAN = {name: each.label for name, each in MECHANISMS.items() if each.uses_delta}
ALSO = some_of("Each method compared besides", "trade_off_also", "", GAUSSIAN)
SHOWN = {"bands": "Error against ε", "dots": "All draws", "one_by_one": "One by one"}
DRAWS = one_of("What the figure shows", "trade_off_draws", "bands", SHOWN)
VALUES = (WITHIN, ALSO, DRAWS)

ABOUT = values.simulating(
    "Trade-off",
    VALUES,
    words=(
        "ε",
        "regularization λ",
        "error",
        "constant rule",
        "draw",
        "spread",
        "output perturbation",
        "objective perturbation",
    ),
)

EDITION = values.epsilon_dial()


@dataclass(frozen=True)
class TradeOffQuestion(AboutRecords):
    """What is compared, which ε is asked for, and what the figure shows.

    `within` is how far an error may be above the one without noise, as a share; None where no ε is
    asked for.
    """

    settings: Settings
    within: float | None = None
    shown: str = "bands"


def question(get: Get) -> TradeOffQuestion:
    """Return what an address asks."""
    settings = replace(values.settings_of(get), also=tuple(get(ALSO)))
    return TradeOffQuestion(settings, share_above(get), get(DRAWS))
