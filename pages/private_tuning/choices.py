"""The controls of Private tuning."""

from functools import partial

import streamlit as st

from dplab.studies.private_tuning.costs import Question
from pages.comparison import values
from pages.comparison.screen import cached, settings
from pages.kit import address, controls
from pages.kit.text import help_on
from pages.private_tuning.values import (
    ACROSS,
    AXIS,
    CALLED,
    CANDIDATES,
    KERNEL,
    MECHANISM,
    PURE,
    first_n,
    question,
)

STRAIGHT = {"tuning_kernel": "linear"}
CURVED = {"tuning_kernel": "gaussian", "tuning_bandwidth": "8", "tuning_features": "50"}
PRESETS = {
    "Flipped labels (CM08)": {"data": "unseparable", "n": "14000", "epsilon": "0.1", "draws": "50"},
    "Adult": {"data": "adult", "n": "5000", "epsilon": "0.5", "draws": "20"},
    "Circles": {"data": "circles", "n": "5000", "epsilon": "2", "draws": "20", **CURVED},
    "Your own table": {"data": "upload", "n": "all", "epsilon": "1", "draws": "20"},
}


def card() -> Question:
    """Draw all settings and return what they ask."""
    _own()
    settings.card(
        cached.available,
        first_n=first_n(address.get),
        more=partial(controls.one_of_many, MECHANISM, "Trained by", PURE),
        inside=(MECHANISM,),
    )
    return question(address.get)


def _own() -> None:
    """Draw the page's own settings: presets, candidates, kernel."""
    with st.container(border=True, key="tuning"):
        st.header("Candidates", anchor=False)
        shown = address.text_of(CANDIDATES)
        got = st.text_input(
            "Values of λ, with commas in between",
            shown,
            key=address.follow(CANDIDATES, shown),
            on_change=address.write,
            args=(CANDIDATES,),
            max_chars=200,
            help=help_on("candidates"),
        )
        address.brought(CANDIDATES, shown, got)
        controls.note(CALLED, shown)
        controls.refusal(CANDIDATES)
        settings.kernel(KERNEL)
        with st.container(horizontal=True):
            for name in PRESETS:
                st.button(name, on_click=_set, args=(name,))


def _set(preset: str) -> None:
    known = values.VALUES | {value.name: value for value in KERNEL.values}
    for name, text in (STRAIGHT | PRESETS[preset]).items():
        address.put(known[name], text)


def across() -> None:
    """Draw the choice of what the figure runs along."""
    controls.one(AXIS, "Error against", ACROSS)
