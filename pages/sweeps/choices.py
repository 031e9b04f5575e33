"""The controls of Sweeps: what varies, what is compared, and how; a kernel."""

import streamlit as st

from dpcore.erm.losses import LOSSES
from dplab.simulation.settings import Settings
from pages.comparison import values
from pages.comparison.screen import cached, settings
from pages.kit import address, controls
from pages.kit.text import help_on
from pages.sweeps.sentences import IN_WORDS
from pages.sweeps.values import (
    AXIS,
    COMPARED,
    FOLD,
    FOLDS,
    KERNEL,
    METHODS,
    SPACING,
    SPACINGS,
    TRAINED,
    VALUES,
    SweepQuestion,
    lams,
    losses,
    question,
)

SPREADS = {"draws": "over draws", "folds": "over folds"}

PAPERS = {"folds": "5", "draws": 200, "spacing": "steps"}
"""The protocol of CM08 and CM08a: five folds, 200 draws, and sizes in equal steps."""


def _losses() -> tuple[str, ...]:
    """Draw the choice of losses, one or more, and return their names."""
    shown = losses(address.get)
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


def _write_losses() -> None:
    # A single loss is the one that all pages share.
    chosen = st.session_state[f"{TRAINED.name}_box"] or list(losses(address.get))
    if len(chosen) == 1:
        address.put(values.VALUES["loss"], chosen[0])
    address.put(TRAINED, chosen if len(chosen) > 1 else "")


def _protocol() -> None:
    """Draw the choice of the protocol."""
    controls.one(FOLD, "Protocol", FOLDS)
    if address.get(AXIS) == "n":
        controls.one(SPACING, "Sizes", SPACINGS)
    st.button(
        "The papers' protocol: 5 folds, 200 draws",
        on_click=_as_in_the_papers,
        disabled=all(address.text_of(value) == str(text) for value, text in _papers()),
        icon=":material/menu_book:",
        help=help_on("papers"),
    )


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


def card() -> SweepQuestion:
    """Draw all settings, and return what is asked."""
    controls.one(AXIS, "Vary", IN_WORDS)
    controls.some(COMPARED, "Compare", METHODS)
    settings.kernel(KERNEL)
    _protocol()
    settings.card(
        cached.available,
        _losses,
        with_delta=any(map(settings.uses_delta, address.get(COMPARED))),
        lams=_lams,
    )
    return question(address.get)


def _lams(chosen: Settings) -> dict[str, float]:
    asked = question(address.get)
    return lams(asked.sweep, chosen, cached.RECORDS, asked.sweep.mechanisms)


def _papers() -> list[tuple[address.UrlParameter, object]]:
    known = {value.name: value for value in VALUES} | values.VALUES
    sized = address.get(AXIS) == "n"
    return [(known[name], text) for name, text in PAPERS.items() if sized or name != "spacing"]


def _as_in_the_papers() -> None:
    for value, text in _papers():
        address.put(value, text)
