"""What the Sweeps page adds to the shared settings: what varies, is compared, and how; a kernel."""

from functools import partial

import streamlit as st

from dpcore.erm.losses import LOSSES
from dpcore.privacy.mechanisms import MECHANISMS, in_order
from dplab.simulation.settings import Settings
from dplab.studies.sweeps.grid import Question, trained_features
from pages.comparison import values
from pages.comparison.kernels import OR_NONE, KernelChoice
from pages.comparison.screen import cached
from pages.comparison.target_error import WITHIN
from pages.kit import address, controls
from pages.kit.text import help_on
from pages.sweeps.sentences import IN_WORDS

FOLDS = {"1": "one split", "5": "five folds"}
SPREADS = {"draws": "over draws", "folds": "over folds"}
SPACINGS = {"ratios": "equal ratios", "steps": "equal steps"}

METHODS = {name: mechanism.label for name, mechanism in MECHANISMS.items()}

AXIS = address.one_of("The axis of a sweep", "axis", "n", IN_WORDS)
COMPARED = address.some_of(
    "Each method compared", "mechanisms", "non_private,objective,output", METHODS
)
TRAINED = address.some_of(
    "Each loss compared", "losses", "", values.WORDS["loss"], none="The loss of all pages"
)
"""The losses beside each other; empty for the one that all pages share."""
FOLD = address.one_of("The protocol", "folds", "1", FOLDS)
SPACING = address.one_of("The spacing of sizes", "spacing", "ratios", SPACINGS)
KERNEL = KernelChoice.on("sweeps", "linear", OR_NONE)
VALUES = (AXIS, COMPARED, TRAINED, FOLD, SPACING, WITHIN, *KERNEL.values)

PAPERS = {"folds": "5", "draws": 200, "spacing": "steps"}
"""The protocol of CM08 and CM08a: five folds, 200 draws, and sizes in equal steps."""


def axis() -> str:
    """Draw the choice of what varies and return its name."""
    return controls.one(AXIS, "Vary", IN_WORDS)


def mechanisms() -> tuple[str, ...]:
    """Draw the choice of mechanisms and return their names, in the registry's order."""
    return controls.some(COMPARED, "Compare", METHODS)


def n_features() -> float:
    """Return the visitor's D, of random features."""
    return float(address.get(KERNEL.features))


def losses() -> tuple[str, ...]:
    """Draw the choice of losses, one or more, and return their names."""
    shown = in_use()
    got = st.segmented_control(
        "Loss, one or more",
        list(LOSSES),
        default=list(shown),
        selection_mode="multi",
        format_func=lambda name: LOSSES[name].label,
        key=address.follow(TRAINED, list(shown)),
        on_change=_write_losses,
        width="stretch",
        help=help_on("losses"),
    )
    address.brought(TRAINED, list(shown), got)
    controls.refusal(TRAINED)
    controls.note("Loss", ", ".join(LOSSES[name].label for name in shown))
    return shown


def in_use() -> tuple[str, ...]:
    """Return the losses that are chosen."""
    shared: str = address.get(values.VALUES["loss"])
    return tuple(address.get(TRAINED)) or (shared,)


def _write_losses() -> None:
    # A single loss is the one that all pages share.
    chosen = st.session_state[f"{TRAINED.name}_box"] or list(in_use())
    if len(chosen) == 1:
        address.put(values.VALUES["loss"], chosen[0])
    address.put(TRAINED, chosen if len(chosen) > 1 else "")


def protocol() -> int:
    """Draw the choice of the protocol and return its folds."""
    folds = controls.one(FOLD, "Protocol", FOLDS)
    if address.get(AXIS) == "n":
        controls.one(SPACING, "Sizes", SPACINGS)
    st.button(
        "The papers' protocol: 5 folds, 200 draws",
        on_click=_as_in_the_papers,
        disabled=all(address.text_of(value) == str(text) for value, text in _papers()),
        icon=":material/menu_book:",
        help=help_on("papers"),
    )
    return int(folds)


def spread(folds: int) -> None:
    """Draw the choice of what the bands show, where there is one."""
    if folds == 1:
        return
    st.segmented_control(
        "Bands: middle half",
        list(SPREADS),
        default="draws",
        required=True,
        format_func=SPREADS.__getitem__,
        key="spread",
        help=help_on("spread"),
    )


def spread_of(folds: int) -> str:
    """Return what the bands show."""
    return str(st.session_state.get("spread", "draws")) if folds > 1 else "draws"


def lams(chosen: Settings, mechanisms: tuple[str, ...]) -> dict[str, float]:
    """Return λ of each mechanism that is compared, at the settings."""
    asked = Question(chosen, "epsilon", mechanisms, (), 1, "ratios", *KERNEL.chosen(address.get))
    return cached.lams(chosen, in_order(mechanisms), partial(trained_features, asked))


def question(chosen: Settings, axis: str, mechanisms: tuple[str, ...], folds: int) -> Question:
    """Return what the settings and the page's own choices ask."""
    spacing, kernel = address.get(SPACING), KERNEL.chosen(address.get)
    return Question(chosen, axis, mechanisms, in_use(), folds, spacing, *kernel)


def _papers() -> list[tuple[address.UrlParameter, object]]:
    known = {value.name: value for value in VALUES} | values.VALUES
    sized = address.get(AXIS) == "n"
    return [(known[name], text) for name, text in PAPERS.items() if sized or name != "spacing"]


def _as_in_the_papers() -> None:
    for value, text in _papers():
        address.put(value, text)
