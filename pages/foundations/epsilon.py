"""ε, which all parts share with the other pages."""

import math

import streamlit as st

from dpcore.checks import InvalidInput
from pages.comparison import settings
from pages.kit import address, controls

EPSILON = settings.VALUES["epsilon"]


def dial() -> None:
    """Draw the slider of ε with its two ends."""
    controls.slider_with_box(
        EPSILON, "Privacy parameter ε", settings.EPSILONS, address.get(EPSILON)
    )
    with st.container(horizontal=True, horizontal_alignment="distribute", key="ends"):
        st.caption("← more private", width="content")
        st.caption("more accurate →", width="content")


def finite() -> float:
    """Return ε, or refuse ∞.

    Raises
    ------
    InvalidInput
        If ε is ∞: there is no noise then, and nothing is promised.
    """
    epsilon = float(address.get(EPSILON))
    if math.isinf(epsilon):
        raise InvalidInput(
            "With ε = ∞ there is no noise and no guarantee: the true answer is given. "
            "Choose a finite ε, such as 1."
        )
    return epsilon
