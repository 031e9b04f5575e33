"""The answer on many answers: the law of their loss, their average, and a budget."""

import streamlit as st

from dplab.studies.foundations import composition as core
from dplab.studies.foundations.composition import Queries, Question
from pages.foundations import epsilon, export
from pages.foundations.composition import choices, figures, sentences
from pages.kit import chart, text, visitor
from pages.kit.frame import page_frame


def show(chosen: Question) -> None:
    """Draw the answer."""
    each, dark = epsilon.finite(), visitor.is_dark()
    found = core.run(chosen)
    _loss(found.law, dark=dark)
    drawing = figures.averages(found.along, found.here, dark=dark)
    alt = sentences.alt_averages(found.here)
    chart.show(drawing, "foundations-averages", alt=alt, key="averages")
    st.markdown(sentences.better(found.here))
    _budget(found.queries, each, chosen.budget, dark=dark)
    st.subheader("What do k answers cost together?", anchor=False)
    st.markdown(sentences.table(chosen.k, each))
    export.row("composition", lambda: core.table(found), vars(chosen))


def _loss(law: core.DrawnLaw, *, dark: bool) -> None:
    drawing = figures.law(law, dark=dark)
    chart.show(drawing, "foundations-composition", alt=sentences.alt(law), key="law")
    choices.within_reach()
    page_frame.sentence(f"**{sentences.verdict(law)}**")
    st.caption(sentences.caveat())


def _budget(done: Queries, each: float, budget: float, *, dark: bool) -> None:
    """Draw the bar of the budget, and the button that spends it."""
    drawing = figures.bar(done, each, budget, dark=dark)
    chart.show(drawing, "", alt=sentences.alt_bar(done, budget), key="budget")
    choices.buttons(each)
    if why := choices.why_refused():
        st.error(text.escape_markdown(why))
    if wrong := sentences.overspent(done, budget):
        st.warning(wrong)
    st.markdown(sentences.asked(done, each, budget))
