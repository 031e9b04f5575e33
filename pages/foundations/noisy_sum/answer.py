"""The live page of the noisy sum: the view, the draws, the table, and what can be taken along."""

import streamlit as st

from dplab.studies.foundations.noisy_sum import Question
from pages.foundations import export
from pages.foundations.noisy_sum import choices, sentences
from pages.foundations.noisy_sum.view import script, view
from pages.kit import chart
from pages.kit.frame import page_frame


def show(asked: Question) -> None:
    """Draw the answer."""
    shown = view(asked)
    noisy = shown.answer
    chart.view(shown, "noisy-sum", key="noisy_sum")
    choices.buttons()
    st.caption(sentences.draws(noisy))
    with page_frame.steady("sum"):
        page_frame.sentence(shown.sentence)
    st.markdown(sentences.promise(noisy))
    export.row("noisy_sum", shown.rows, script(asked))
