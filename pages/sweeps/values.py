"""What the address of Sweeps asks besides the shared settings: what varies, and is compared."""

from dataclasses import dataclass
from functools import partial

from dpcore.privacy.mechanisms import MECHANISMS, in_order
from dplab.simulation.settings import Settings
from dplab.studies.sweeps import grid
from dplab.studies.sweeps.grid import trained_features
from pages.comparison import values
from pages.comparison.kernels import OR_NONE, KernelChoice
from pages.comparison.records import Records
from pages.comparison.target_error import WITHIN, share_above
from pages.kit.values import Get, one_of, some_of
from pages.sweeps.sentences import IN_WORDS

FOLDS = {"1": "one split", "5": "five folds"}
SPACINGS = {"ratios": "equal ratios", "steps": "equal steps"}

METHODS = {name: mechanism.label for name, mechanism in MECHANISMS.items()}

AXIS = one_of("The axis of a sweep", "axis", "n", IN_WORDS)
COMPARED = some_of("Each method compared", "mechanisms", "non_private,objective,output", METHODS)
TRAINED = some_of(
    "Each loss compared", "losses", "", values.WORDS["loss"], none="The loss of all pages"
)
"""The losses beside each other; empty for the one that all pages share."""
FOLD = one_of("The protocol", "folds", "1", FOLDS)
SPACING = one_of("The spacing of sizes", "spacing", "ratios", SPACINGS)
KERNEL = KernelChoice.on("sweeps", "linear", OR_NONE)
VALUES = (AXIS, COMPARED, TRAINED, FOLD, SPACING, WITHIN, *KERNEL.values)

ABOUT = values.simulating(
    "Sweeps",
    VALUES,
    words=("ε", "regularization λ", "learning curve", "draw", "spread", "constant rule"),
)

EDITION = values.epsilon_dial()


@dataclass(frozen=True)
class SweepQuestion:
    """What is swept, and what accuracy is asked for.

    `within` is how far an error may be above the one without noise, as a share, or None;
    `n_features` is the D of random features at which the visitor stands.
    """

    sweep: grid.Question
    within: float | None = None
    n_features: float = 0.0

    @property
    def is_own(self) -> bool:
        """Whether the records are the visitor's own table."""
        return self.sweep.is_own

    @property
    def settings(self) -> Settings:
        """Where the visitor stands."""
        return self.sweep.settings


def question(get: Get) -> SweepQuestion:
    """Return what an address asks."""
    settings = values.settings_of(get)
    sweep = grid.Question(
        settings,
        get(AXIS),
        tuple(get(COMPARED)),
        losses(get),
        int(get(FOLD)),
        get(SPACING),
        *KERNEL.chosen(get),
    )
    return SweepQuestion(sweep, share_above(get), float(get(KERNEL.features)))


def losses(get: Get) -> tuple[str, ...]:
    """Return the losses that an address asks for."""
    shared: str = get(values.VALUES["loss"])
    return tuple(get(TRAINED)) or (shared,)


def lams(
    sweep: grid.Question, settings: Settings, records: Records, mechanisms: tuple[str, ...]
) -> dict[str, float]:
    """Return λ of each mechanism at settings, on features of the sweep's kernel."""
    return records.lams(settings, in_order(mechanisms), partial(trained_features, sweep))
