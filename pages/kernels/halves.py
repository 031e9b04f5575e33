"""The two halves of the page: what each asks for, and what it answers."""

from functools import partial
from typing import Any

import streamlit as st

from pages.kernels import contents
from pages.kernels.features import answer as features
from pages.kernels.features import choices as of_features
from pages.kernels.serving import answer as serving
from pages.kernels.serving import choices as of_serving
from pages.kit import controls, text
from pages.kit.frame import page_frame
from pages.kit.frame.page_frame import Part

HALVES = {
    "features": Part(of_features.card, features.show),
    "serving": Part(of_serving.card, serving.show),
}
"""By their words in the address."""


def choice() -> str:
    """Draw the choice of the half and return it."""
    return controls.one(contents.HALF, "What to look at", contents.HALVES)


def card(half: str) -> Any:
    """Draw the settings of a half and return what they say."""
    return page_frame.part_card(HALVES[half])


def answer(half: str, chosen: Any) -> None:
    """Draw the lead of a half, and its answer."""
    st.markdown(text.sections("kernels")[contents.HALVES[half]])
    HALVES[half].answer(chosen)


def folds(half: str) -> None:
    """Draw the folds of a half."""
    prose = text.sections("kernels")
    for heading in page_frame.FOLDS:
        own = f"{contents.HALVES[half]}: {heading.lower()}"
        page_frame.fold(heading, partial(st.markdown, prose[own]))
