"""The controls of ε, which all parts have."""

import streamlit as st

from pages.comparison import values
from pages.foundations import epsilon
from pages.foundations.epsilon import CALLED, EPSILON, FIRST
from pages.kit import address, controls, words


def dial() -> None:
    """Draw the slider of ε with its two ends."""
    shown = epsilon.of(address.get)
    text = address.spelled(shown) if shown == FIRST else None
    controls.slider_with_box(EPSILON, CALLED, values.EPSILONS, shown, text=text, also=epsilon.named)
    with st.container(horizontal=True, horizontal_alignment="distribute", key="ends"):
        for end in words.ENDS:
            st.caption(end, width="content")


def within_reach(*others: controls.Slider) -> None:
    """Draw ε, and what else moves the picture, right under it, for a phone."""
    ours = (EPSILON, CALLED, values.EPSILONS)
    shown = {EPSILON.name: epsilon.of(address.get)}
    controls.phone_sliders(ours, *others, shown=shown, also=epsilon.named)
