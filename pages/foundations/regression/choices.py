"""The controls of the part: the counterexample, then ridge on generated records."""

import streamlit as st

from dplab.studies.foundations.regression import Question
from pages.comparison import values
from pages.comparison.screen import settings
from pages.foundations import choices as of_page
from pages.foundations.regression.values import (
    LAM,
    LARGE,
    LARGE_X,
    MADE_N,
    SIZE,
    SMALL,
    SMALL_X,
    question,
)
from pages.kit import address, controls

FEW = (2, 3, 5, 10, 20, 50, 100, 200, 500, 1000)
XS = (*(float(f"{step}e{decade}") for decade in range(-4, 0) for step in (1, 2, 5)), 1.0)
LAMS = (*(float(f"{step}e{decade}") for decade in range(-3, 1) for step in (1, 2, 5)), 10.0)
SIZES = tuple(size for size in values.SIZES if size >= 100)


def card() -> Question:
    """Draw the controls and return what they say."""
    st.caption("One record turns the line")
    controls.dial(SMALL, SMALL_X, XS, address.get(SMALL))
    controls.dial(LARGE, LARGE_X, XS, address.get(LARGE))
    controls.dial(MADE_N, "Example records", FEW, address.get(MADE_N))
    st.caption("Private ridge")
    of_page.dial()
    controls.dial(LAM, "Regularization λ", LAMS, address.get(LAM), reach=2)
    controls.dial(SIZE, "Records n", SIZES, address.get(SIZE))
    controls.more((values.VALUES[name] for name in ("draws", "seed")), _more)
    return question(address.get)


def _more() -> None:
    settings.number("draws", "Draws")
    settings.number("seed", "Seed")
