"""What the address of Trade-off asks: what the error is shown against, what is compared, and how.

Along ε, by the protocol of all pages, the answer is there at once (`along_epsilon`). Everything
else is a sweep (`swept`), which starts by itself where it is short.
"""

from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from dpcore.privacy.mechanisms import MECHANISMS, in_order
from dplab.simulation.comparison import COMPARED as USUAL
from dplab.simulation.settings import AboutRecords, Settings
from dplab.studies.trade_off import grid
from dplab.studies.trade_off.grid import trained_features
from pages.comparison import values
from pages.comparison.kernels import OR_NONE, KernelChoice
from pages.comparison.records import Records
from pages.kit.values import Get, UrlParameter, one_of, some_of, spelled
from pages.trade_off.target_error import WITHIN, share_above

AXES = {"epsilon": "ε", "n": "Records n", "lam": "λ", "features": "Features D", "map": "ε × λ"}
FOLDS = {"1": "one split", "5": "five folds"}
SPACINGS = {"ratios": "logarithmic", "steps": "even"}
METHODS = {name: mechanism.label for name, mechanism in MECHANISMS.items()}
SHOWN = {"bands": "Curves", "dots": "Dots", "one_by_one": "Play"}

MEASURED_ON = {
    "test": "Test records",
    "training": "Training records",
    "objective": "Objective: excess risk",
}

AT_ONCE = {*USUAL, *(name for name, each in MECHANISMS.items() if each.uses_delta)}
"""What a comparison at one ε can have: the usual methods always, and those with a δ."""

AXIS = one_of("What the error is shown against", "axis", "epsilon", AXES)
COMPARED = some_of("Each method compared", "mechanisms", spelled(list(USUAL)), METHODS)
TRAINED = some_of(
    "Each loss compared", "losses", "", values.WORDS["loss"], none="The loss of all pages"
)
"""The losses beside each other; empty for the one that all pages share."""
FOLD = one_of("The protocol", "folds", "1", FOLDS)
SPACING = one_of("The spacing of sizes", "spacing", "ratios", SPACINGS)
KERNEL = KernelChoice.on("sweeps", "linear", OR_NONE)
HAS_FEATURES = "gaussian"
"""The kernel along D, where none is chosen: records as they are have no D."""
DRAWS = one_of("What the figure shows", "trade_off_draws", "bands", SHOWN)
ON = one_of("What the figure measures", "trade_off_on", "test", MEASURED_ON)
VALUES = (AXIS, COMPARED, TRAINED, FOLD, SPACING, WITHIN, *KERNEL.values, DRAWS, ON)

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
        "learning curve",
    ),
)

EDITION = values.epsilon_dial()


@dataclass(frozen=True)
class TradeOffQuestion(AboutRecords):
    """What is compared along ε, which ε is asked for, and what the figure shows.

    `within` is how far an error may be above the one without noise, as a share; None where no ε is
    asked for. `on` is a key of `MEASURED_ON`: but for the test records, there are curves alone.
    """

    settings: Settings
    within: float | None = None
    shown: str = "bands"
    on: str = "test"


@dataclass(frozen=True)
class SweepQuestion:
    """What is swept, and what accuracy is asked for.

    `within` is how far an error may be above the one without noise, as a share, or None;
    `n_features` is the D of random features at which the visitor stands. `at_once` are settings
    whose errors are known at once and are those of the sweep where the visitor stands; None where
    the sweep goes by another protocol.
    """

    sweep: grid.Question
    within: float | None = None
    n_features: float = 0.0
    at_once: Settings | None = None

    @property
    def is_own(self) -> bool:
        """Whether the records are the visitor's own table."""
        return self.sweep.is_own

    @property
    def settings(self) -> Settings:
        """Where the visitor stands."""
        return self.sweep.settings


def question(get: Get) -> TradeOffQuestion | SweepQuestion:
    """Return what an address asks."""
    settings, axis = values.settings_of(get), get(AXIS)
    at_once = replace(settings, also=_also(get)) if _is_usual(get) else None
    if axis == "epsilon" and at_once:
        on = get(ON)
        shown = get(DRAWS) if on == ON.default else DRAWS.default
        return TradeOffQuestion(at_once, share_above(get), shown, on)
    sweep = grid.Question(
        settings,
        axis,
        tuple(get(COMPARED)),
        losses(get),
        int(get(FOLD)),
        get(SPACING),
        *KERNEL.chosen(with_features(get)),
    )
    return SweepQuestion(sweep, share_above(get), float(get(KERNEL.features)), at_once)


def with_features(get: Get) -> Get:
    """Return what reads an address that has a number of features where that is the axis."""

    def read(value: UrlParameter) -> Any:
        is_kernel = value == KERNEL.kernel and get(AXIS) == "features"
        return HAS_FEATURES if is_kernel and get(value) == value.default else get(value)

    return read


def _is_usual(get: Get) -> bool:
    """Tell whether an address asks for the protocol of all pages."""
    return (
        set(USUAL) <= set(get(COMPARED)) <= AT_ONCE
        and not get(TRAINED)
        and get(FOLD) == FOLD.default
        and with_features(get)(KERNEL.kernel) == KERNEL.kernel.default
    )


def _also(get: Get) -> tuple[str, ...]:
    """Return what an address compares besides the usual methods."""
    return tuple(name for name in get(COMPARED) if name not in USUAL)


def losses(get: Get) -> tuple[str, ...]:
    """Return the losses that an address asks for."""
    shared: str = get(values.VALUES["loss"])
    return tuple(get(TRAINED)) or (shared,)


def lams(
    sweep: grid.Question, settings: Settings, records: Records, mechanisms: tuple[str, ...]
) -> dict[str, float]:
    """Return λ of each mechanism at settings, on features of the sweep's kernel."""
    return records.lams(settings, in_order(mechanisms), partial(trained_features, sweep))
