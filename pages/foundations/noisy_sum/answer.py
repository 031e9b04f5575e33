"""The answer of the noisy sum: the picture, what can be said of it, and what can be taken along."""

import streamlit as st

from dplab.studies.foundations import noisy_sum as core
from dplab.studies.foundations.noisy_sum import Question
from pages.foundations import epsilon, export
from pages.foundations.noisy_sum import choices, figures, sentences
from pages.kit import chart, visitor
from pages.kit.frame import page_frame


def show(asked: Question) -> None:
    """Draw the answer."""
    epsilon.finite()
    found = core.run(asked)
    drawing = figures.draw(found, dark=visitor.is_dark())
    chart.show(drawing, "noisy-sum", alt=sentences.alt(found), key="noisy_sum")
    choices.within_reach()
    choices.buttons()
    st.caption(sentences.draws(found))
    with page_frame.steady("sum"):
        page_frame.sentence(sentences.verdict(found))
    st.markdown(sentences.promise(found))
    st.markdown(sentences.table(found))
    export.row("noisy_sum", lambda: core.table(found), vars(asked))
