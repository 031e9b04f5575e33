"""The second scene: ε is turned on, and what a release leaves of the same record."""

import math
from functools import partial

import streamlit as st

from dplab.studies.adversary.attacks import DRAWS, Question
from pages.adversary import results
from pages.adversary.figures import columns as figures
from pages.adversary.figures import naive
from pages.adversary.sentences import columns as of_columns
from pages.adversary.sentences import line_up as sentences
from pages.comparison.screen import settings
from pages.kit import chart, visitor
from pages.kit.frame import page_frame


def show(asked: Question) -> None:
    """Draw what a release leaves, and say how likely the truth is."""
    if is_without_noise(asked):
        return
    epsilon = asked.settings.epsilon
    columns = results.left_over(asked)
    with page_frame.steady("told"):
        page_frame.sentence(f"**{of_columns.left(columns, asked.mechanism, epsilon)}**")
    found = results.reconstructed(asked.settings, asked.row)
    truths = [of_columns.own(found, each.column) for each in columns]
    said = of_columns.of_left(columns, place(asked), truths)
    looks = {"dark": visitor.is_dark(), "phone": visitor.is_phone()}
    drawing = figures.left(columns, place(asked), said, **looks)
    chart.show(drawing, "left-over", alt=of_columns.alt_left(said, epsilon))
    settings.phone_sliders("epsilon")
    with page_frame.steady("below"):
        if of_columns.limit(columns) is not None:
            st.markdown(of_columns.RELY)
        st.caption(of_columns.protocol(columns, place(asked)))


def is_without_noise(asked: Question) -> bool:
    """Tell whether there is no noise; if so, say that nothing is left to guess."""
    if math.isfinite(asked.settings.epsilon):
        return False
    page_frame.sentence(f"**{sentences.WITHOUT_NOISE}**")
    settings.phone_sliders("epsilon")
    return True


def folds(asked: Question) -> None:
    """Draw the fold with the attack that takes the classifier for an exact one."""
    if not math.isinf(asked.settings.epsilon):
        page_frame.lazy_expander(
            "The attack that reconstructed it, once more", partial(_naive, asked)
        )


def place(asked: Question) -> int:
    """Return which of the releases is shown, from 0."""
    return (asked.draw - 1) % DRAWS


def _naive(asked: Question) -> None:
    found = results.attack_result(asked).naive
    st.markdown(sentences.release(asked.mechanism))
    looks = {"dark": visitor.is_dark(), "phone": visitor.is_phone()}
    drawing = naive.show(found, place(asked), **looks)
    chart.show(drawing, "", alt=sentences.alt_naive(found), key="adversary_naive")
    st.markdown(sentences.naive(found, asked.settings.epsilon))
