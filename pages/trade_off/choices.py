"""The controls of Trade-off: what the error is shown against, and under it what is compared."""

from collections.abc import Mapping
from contextlib import suppress
from functools import partial

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from dpcore.checks import InvalidInput
from dpcore.erm.losses import LOSSES
from dplab.simulation.settings import Settings
from pages.comparison import private, values
from pages.comparison.screen import cached, settings
from pages.kit import address, controls, visitor, words
from pages.kit.text import help_on
from pages.trade_off.values import (
    AXES,
    AXIS,
    COMPARED,
    DRAWS,
    FOLD,
    FOLDS,
    KERNEL,
    MEASURED_ON,
    METHODS,
    ON,
    SHOWN,
    SPACING,
    SPACINGS,
    TRAINED,
    VALUES,
    SweepQuestion,
    TradeOffQuestion,
    lams,
    losses,
    question,
    with_features,
)

SPREADS = {"draws": "draws", "folds": "folds"}

PAPERS = {"folds": "5", "draws": 200, "spacing": "steps"}
"""The protocol of CM08 and CM08a: five folds, 200 draws, and sizes in equal steps."""

ARROW = ":material/arrow_forward:"


def card() -> TradeOffQuestion | SweepQuestion:
    """Draw all settings, and return what is asked."""
    settings.card(
        cached.available,
        _losses,
        with_delta=any(map(settings.uses_delta, address.get(COMPARED))),
        lams=_lams,
        records=partial(records_shown, in_card=True),
        more=_more,
        inside=VALUES,
    )
    return question(address.get)


def against() -> DeltaGenerator:
    """Draw the choice of what the error is shown against, and return the place beside it."""
    with st.container(key="against"):
        choice, beside = st.columns([1.8, 1], vertical_alignment="center")
    with choice, st.container(horizontal=True, vertical_alignment="center", gap="small"):
        with st.container(key="against_label", width="content"):
            st.markdown("Error against", help=help_on(AXIS.name))
        controls.one(AXIS, "Error against", AXES, is_named=False)
    return beside


def shown() -> None:
    """Draw the choice of what the figure shows along ε."""
    controls.one(DRAWS, "Figure", SHOWN, is_named=False)


def back_to_the_test() -> None:
    """Draw the way back to the test error, which is chosen in a fold of the card."""
    st.button("Show the test error", key="on_test", on_click=address.put, args=(ON, ON.default))


def spread_of(folds: int) -> str:
    """Return what the bands show."""
    return str(st.session_state.get("spread", "draws")) if folds > 1 else "draws"


def records_shown(*, in_card: bool = False) -> None:
    """Say which records are shown; where the page opens on generated ones, a link to patients.

    That stands in the card, below their choice; on a phone, where the card is far below, above the
    answer, and there the line under the title has just named an own table.
    """
    if in_card == visitor.is_phone():
        return
    chosen = settings.chosen()
    with suppress(InvalidInput):  # Where there are none, the answer says so.
        n = cached.n_used(chosen)
        is_named = chosen.is_own and not in_card
        counted = cached.RECORDS.counted(chosen, n)
        _counted(chosen, words.pluralize(n, "training record") if is_named else counted)


def _counted(chosen: Settings, said: str) -> None:
    with st.container(key="records_shown", gap="xsmall"):
        st.caption(said)
        if chosen.data == values.VALUES["data"].default:
            label = f"The same for {cached.available(values.PATIENTS)} patients"
            controls.link_to("trade_off", label, ARROW, {"data": values.PATIENTS})


def _lams(chosen: Settings) -> Mapping[str, float]:
    asked = question(address.get)
    if isinstance(asked, TradeOffQuestion):
        return private.lams(asked.settings, cached.RECORDS)
    compared = asked.sweep.mechanisms
    private_ones = tuple(name for name in compared if name != "non_private") or compared
    return lams(asked.sweep, chosen, cached.RECORDS, private_ones)


def _losses() -> tuple[str, ...]:
    """Draw the choice of the loss, and return the names of all that are in use."""
    if address.get(TRAINED):
        st.caption("Losses that are compared are chosen under “More settings”.")
        return losses(address.get)
    return settings.losses()


def _more() -> None:
    """Draw what is compared, and by which protocol."""
    if address.get(AXIS) == AXIS.default:
        controls.one_of_many(ON, "Measured on", MEASURED_ON)
    controls.some(COMPARED, "Compare", METHODS)
    _losses_beside()
    settings.kernel(KERNEL, with_features(address.get))
    controls.one(FOLD, "Protocol", FOLDS)
    _spread(int(address.get(FOLD)))
    if address.get(AXIS) == "n":
        controls.one(SPACING, "Sizes", SPACINGS)
    st.button(
        "The papers' protocol: 5 folds, 200 draws",
        on_click=_as_in_the_papers,
        disabled=all(address.text_of(value) == str(text) for value, text in _papers()),
        icon=":material/menu_book:",
        help=help_on("papers"),
    )


def _losses_beside() -> None:
    """Draw the choice of several losses beside each other."""
    shown = losses(address.get)
    got = st.segmented_control(
        "Losses beside each other",
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


def _write_losses() -> None:
    # A single loss is the one that all pages share.
    chosen = st.session_state[f"{TRAINED.name}_box"] or list(losses(address.get))
    if len(chosen) == 1:
        address.put(values.VALUES["loss"], chosen[0])
    address.put(TRAINED, chosen if len(chosen) > 1 else "")


def _spread(folds: int) -> None:
    """Draw the choice of what the bands show, where there is one."""
    if folds == 1:
        return
    st.segmented_control(
        "Bands hold half of the",
        list(SPREADS),
        default="draws",
        required=True,
        format_func=SPREADS.__getitem__,
        key="spread",
        help=help_on("spread"),
    )


def _papers() -> list[tuple[address.UrlParameter, object]]:
    known = {value.name: value for value in VALUES} | values.VALUES
    sized = address.get(AXIS) == "n"
    return [(known[name], text) for name, text in PAPERS.items() if sized or name != "spacing"]


def _as_in_the_papers() -> None:
    for value, text in _papers():
        address.put(value, text)
