"""The live page on many answers: the view, what their average is worth, and a budget."""

from functools import partial

import streamlit as st

from dplab.studies.foundations.composition import (
    ManyAnswers,
    Queries,
    Question,
    table_of_queries,
)
from pages.foundations import export
from pages.foundations.composition import choices, figures, sentences
from pages.foundations.composition.view import script, view
from pages.kit import chart, text, visitor
from pages.kit.export import also
from pages.kit.frame import page_frame
from pages.kit.view import View


def show(chosen: Question) -> None:
    """Draw the answer."""
    shown, each, dark = view(chosen), chosen.epsilon, visitor.is_dark()
    many = shown.answer
    _loss(shown)
    drawing = figures.averages(many.along, many.here, dark=dark)
    alt = sentences.alt_averages(many.here)
    chart.show(drawing, "foundations-averages", alt=alt, key="averages")
    st.markdown(sentences.better(many.here))
    _budget(many.queries, each, chosen.budget, dark=dark)
    st.subheader("What do k answers cost together?", anchor=False)
    st.markdown(sentences.table(chosen.k, each))
    export.row("composition", shown.rows, script(chosen))


def _loss(shown: View[ManyAnswers]) -> None:
    chart.view(shown, "foundations-composition", key="law")
    page_frame.sentence(shown.sentence)
    st.caption(sentences.caveat())


def _budget(done: Queries, each: float, budget: float, *, dark: bool) -> None:
    """Draw the bar of the budget, and the button that spends it."""
    drawing = figures.bar(done, each, budget, dark=dark)
    chart.show(drawing, "", alt=sentences.alt_bar(done, budget), key="budget")
    if done.answers:
        rows = partial(table_of_queries, done)
        also("foundations-composition-budget.csv", "CSV of the queries", rows)
    choices.buttons(each)
    if why := choices.why_refused():
        st.error(text.escape_markdown(why))
    if wrong := sentences.overspent(done, budget):
        st.warning(wrong)
    st.markdown(sentences.asked(done, each, budget))
