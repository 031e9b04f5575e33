"""What the part asks for: the counterexample, then ridge on generated records."""

from collections.abc import Callable

import streamlit as st

from dpcore import checks
from dplab.studies.foundations.regression import Question
from pages.comparison import values
from pages.comparison.screen import settings
from pages.foundations import epsilon
from pages.kit import address, controls, words
from pages.kit.address import UrlParameter

FEW = (2, 3, 5, 10, 20, 50, 100, 200, 500, 1000)
XS = (*(float(f"{step}e{decade}") for decade in range(-4, 0) for step in (1, 2, 5)), 1.0)
LAMS = (*(float(f"{step}e{decade}") for decade in range(-3, 1) for step in (1, 2, 5)), 10.0)
SIZES = tuple(size for size in values.SIZES if size >= 100)
SMALL_X, LARGE_X = "The others' x", "The record's x"


def _between(called: str, low: float, high: float) -> Callable[[str], float]:
    return lambda text: checks.between(called, words.read_number(called, text), low, high)


MADE_N = UrlParameter("foundations_made_n", "50", address.whole("Example records", 2, 10_000))
SMALL = UrlParameter("foundations_small_x", "0.001", _between(SMALL_X, 1e-5, 1))
LARGE = UrlParameter("foundations_large_x", "0.01", _between(LARGE_X, 1e-4, 1))
LAM = UrlParameter("foundations_lam", "0.1", _between("Regularization λ", 1e-6, 1e6))
SIZE = UrlParameter("foundations_n", "20000", address.whole("Records n", 10, 1_000_000))
VALUES = (MADE_N, SMALL, LARGE, LAM, SIZE)


def card() -> Question:
    """Draw the controls and return what they say."""
    st.caption("One record turns the line")
    controls.slider_with_box(SMALL, SMALL_X, XS, address.get(SMALL))
    controls.slider_with_box(LARGE, LARGE_X, XS, address.get(LARGE))
    controls.slider_with_box(MADE_N, "Example records", FEW, address.get(MADE_N))
    st.caption("Private ridge")
    epsilon.dial()
    controls.slider_with_box(LAM, "Regularization λ", LAMS, address.get(LAM))
    controls.slider_with_box(SIZE, "Records n", SIZES, address.get(SIZE))
    controls.more((values.VALUES[name] for name in ("draws", "seed")), _more)
    return Question(
        address.get(MADE_N),
        address.get(SMALL),
        address.get(LARGE),
        address.get(SIZE),
        address.get(LAM),
        epsilon.used(),
        address.get(values.VALUES["draws"]),
        address.get(values.VALUES["seed"]),
    )


def within_reach_of_lines() -> None:
    """Draw the sliders that move the two lines right under them, for a phone."""
    controls.phone_sliders((SMALL, SMALL_X, XS), (LARGE, LARGE_X, XS), key="reach_too")


def within_reach() -> None:
    """Draw the sliders that move private ridge right under it, for a phone."""
    epsilon.within_reach((LAM, "Regularization λ", LAMS))


def _more() -> None:
    settings.number("draws", "Draws")
    settings.number("seed", "Seed")
