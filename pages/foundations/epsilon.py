"""ε, which all parts share with the other pages: 1 where nobody has named one.

At the 0.1 with which other pages open, an answer about ten people drowns: there is nothing to see.
"""

import math

import streamlit as st

from dpcore.checks import InvalidInput
from pages.comparison import values
from pages.kit import address, controls, words
from pages.kit.page import Dial

EPSILON = values.VALUES["epsilon"]
CALLED = values.CALLED["epsilon"]
FIRST = 1.0
UNNAMED = address.one_of(
    "Where no ε is named",
    "foundations_unnamed",
    "one",
    {"one": "ε = 1", "shared": "the usual ε"},
)


def used() -> float:
    """Return the ε of the address; `FIRST`, where nobody has named one."""
    is_named = address.text_of(EPSILON) != EPSILON.default or address.get(UNNAMED) == "shared"
    return float(address.get(EPSILON)) if is_named else FIRST


def _name() -> None:
    """Note that somebody has chosen ε: the usual one, too."""
    address.put(UNNAMED, "shared")


DIAL = Dial(EPSILON, "ε", values.EPSILONS, _name, used)


def dial() -> None:
    """Draw the slider of ε with its two ends."""
    epsilon = used()
    text = address.spelled(epsilon) if epsilon == FIRST else None
    controls.slider_with_box(EPSILON, CALLED, values.EPSILONS, epsilon, text=text, then=_name)
    with st.container(horizontal=True, horizontal_alignment="distribute", key="ends"):
        for end in words.ENDS:
            st.caption(end, width="content")


def within_reach(*others: controls.Slider) -> None:
    """Draw ε, and what else moves the picture, right under it, for a phone."""
    ours = (EPSILON, CALLED, values.EPSILONS)
    controls.phone_sliders(ours, *others, shown={EPSILON.name: used()}, then=_name)


def finite() -> float:
    """Return ε, or refuse ∞.

    Raises
    ------
    InvalidInput
        If ε is ∞: there is no noise then, and nothing is promised.
    """
    epsilon = used()
    if math.isinf(epsilon):
        raise InvalidInput(
            "With ε = ∞ there is no noise and no guarantee: the true answer is given. "
            "Choose a finite ε, such as 1."
        )
    return epsilon
