"""The controls of ε, which all parts have."""

import streamlit as st

from pages.comparison import values
from pages.foundations import epsilon
from pages.foundations.epsilon import CALLED, EPSILON, FIRST, UNNAMED
from pages.kit import address, controls, words
from pages.kit.page import Dial


def _name() -> None:
    """Note that somebody has chosen ε: the usual one, too."""
    address.put(UNNAMED, "shared")


def _shown() -> float:
    return epsilon.of(address.get)


DIAL = Dial(EPSILON, "ε", values.EPSILONS, _name, _shown)


def dial() -> None:
    """Draw the slider of ε with its two ends."""
    shown = _shown()
    text = address.spelled(shown) if shown == FIRST else None
    controls.slider_with_box(EPSILON, CALLED, values.EPSILONS, shown, text=text, then=_name)
    with st.container(horizontal=True, horizontal_alignment="distribute", key="ends"):
        for end in words.ENDS:
            st.caption(end, width="content")


def within_reach(*others: controls.Slider) -> None:
    """Draw ε, and what else moves the picture, right under it, for a phone."""
    ours = (EPSILON, CALLED, values.EPSILONS)
    controls.phone_sliders(ours, *others, shown={EPSILON.name: _shown()}, then=_name)
