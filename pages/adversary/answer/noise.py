"""The second scene: ε is turned on, and what a release leaves of the same record."""

import math
from functools import partial

import streamlit as st

from pages.adversary import results
from pages.adversary.figures import naive
from pages.adversary.people import question_of
from pages.adversary.sentences import columns as of_columns
from pages.adversary.sentences import line_up as sentences
from pages.adversary.values import AdversaryQuestion
from pages.adversary.view import place, view
from pages.comparison.screen import cached
from pages.kit import chart, visitor
from pages.kit.frame import page_frame


def show(question: AdversaryQuestion) -> None:
    """Draw what a release leaves, and say how likely the truth is."""
    if is_without_noise(question):
        return
    found = view(question, cached.RECORDS)
    columns, shown = results.left_over(found.answer, cached.RECORDS), place(found.answer)
    with page_frame.steady("told"):
        page_frame.sentence(found.sentence)
    chart.view(found, "left-over")
    with page_frame.steady("below"):
        if of_columns.limit(columns) is not None:
            st.markdown(of_columns.RELY)
        st.caption(of_columns.protocol(columns, shown))


def is_without_noise(question: AdversaryQuestion) -> bool:
    """Tell whether there is no noise; if so, say that nothing is left to guess."""
    if math.isfinite(question.settings.epsilon):
        return False
    page_frame.sentence(f"**{sentences.WITHOUT_NOISE}**")
    return True


def folds(question: AdversaryQuestion) -> None:
    """Draw the fold with the attack that takes the classifier for an exact one."""
    if not math.isinf(question.settings.epsilon):
        page_frame.lazy_expander(
            "The attack that reconstructed it, once more", partial(_naive, question)
        )


def _naive(question: AdversaryQuestion) -> None:
    asked = question_of(question, cached.RECORDS)
    found = results.attack_result(asked, cached.RECORDS).naive
    st.markdown(sentences.release(asked.mechanism))
    looks = {"dark": visitor.is_dark(), "phone": visitor.is_phone()}
    drawing = naive.show(found, place(asked), **looks)
    chart.show(drawing, "", alt=sentences.alt_naive(found), key="adversary_naive")
    st.markdown(sentences.naive(found, asked.settings.epsilon))
