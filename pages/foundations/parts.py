"""The six parts of the page: what each asks for, and what it answers."""

from functools import partial
from typing import Any

import streamlit as st

from pages.foundations.answer import (
    average,
    beliefs,
    composition,
    game,
    lecture,
    noisy_sum,
    regression,
)
from pages.foundations.choices import average as of_average
from pages.foundations.choices import beliefs as of_beliefs
from pages.foundations.choices import composition as of_composition
from pages.foundations.choices import contents
from pages.foundations.choices import game as of_game
from pages.foundations.choices import noisy_sum as of_noisy_sum
from pages.foundations.choices import regression as of_regression
from pages.shared import controls, text
from pages.shared.frame import page_frame
from pages.shared.frame.page_frame import Part

PARTS = {
    "sum": Part(of_noisy_sum.card, noisy_sum.show),
    "average": Part(of_average.card, average.show),
    "regression": Part(of_regression.card, regression.show),
    "game": Part(of_game.card, game.show),
    "beliefs": Part(of_beliefs.card, beliefs.show),
    "composition": Part(of_composition.card, composition.show),
}
"""By their words in the address, in the order in which they are read."""


def choice() -> str:
    """Draw the choice of the part and return it."""
    return controls.one(contents.PART, "Part", contents.PARTS)


def card(part: str) -> Any:
    """Draw the settings of a part and return what they say."""
    return page_frame.part_card(PARTS[part])


def answer(part: str, chosen: Any) -> None:
    """Draw the lead of a part, its answer, and one thing to try."""
    prose = text.sections("foundations")
    st.markdown(prose[contents.PARTS[part]])
    PARTS[part].answer(chosen)
    st.info(prose[f"{contents.PARTS[part]}: try this"], icon=":material/touch_app:")


def folds(part: str) -> None:
    """Draw the folds: the mathematics of the part, and what holds for all of them."""
    prose = text.sections("foundations")
    page_frame.fold(lecture.HEADING, lecture.show)
    for heading in page_frame.FOLDS:
        own = f"{contents.PARTS[part]}: {heading.lower()}"
        page_frame.fold(heading, partial(st.markdown, prose.get(own, prose.get(heading, ""))))
