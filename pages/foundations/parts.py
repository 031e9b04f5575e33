"""The six parts of the page: what each asks for, and what it answers."""

from functools import partial
from typing import Any

import streamlit as st

from pages.foundations import contents
from pages.foundations.average import answer as average
from pages.foundations.average import choices as of_average
from pages.foundations.beliefs import answer as beliefs
from pages.foundations.beliefs import choices as of_beliefs
from pages.foundations.composition import answer as composition
from pages.foundations.composition import choices as of_composition
from pages.foundations.game import answer as game
from pages.foundations.game import choices as of_game
from pages.foundations.lecture import answer as lecture
from pages.foundations.noisy_sum import answer as noisy_sum
from pages.foundations.noisy_sum import choices as of_noisy_sum
from pages.foundations.regression import answer as regression
from pages.foundations.regression import choices as of_regression
from pages.kit import controls, text
from pages.kit.frame import page_frame
from pages.kit.frame.page_frame import Part

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
