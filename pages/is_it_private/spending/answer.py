"""What becomes of ε along λ."""

import streamlit as st

from dplab.studies.is_it_private import how_epsilon_is_spent
from dplab.studies.is_it_private.verdicts import Question
from pages.comparison.screen import settings
from pages.is_it_private import export
from pages.is_it_private.sentences import NO_BUDGET
from pages.is_it_private.spending import figures, sentences
from pages.kit import chart, text, visitor
from pages.kit.frame import page_frame


def show(question: Question) -> None:
    """Draw three panels along λ, and say where the visitor stands."""
    if not how_epsilon_is_spent.is_finite(question):
        page_frame.sentence(f"**{NO_BUDGET}**")
        settings.phone_sliders("epsilon", "lam")
        return
    plans = how_epsilon_is_spent.run(question)
    edge = how_epsilon_is_spent.threshold(question)
    with page_frame.steady("told_short"):
        page_frame.sentence(f"**{sentences.budget(question, edge)}**")
    drawing = figures.along(plans, question.lam, dark=visitor.is_dark())
    chart.show(drawing, "budget", alt=sentences.budget_alt(question, edge))
    settings.phone_sliders("epsilon", "lam")
    st.markdown(text.sections("is_it_private/spending")["About the budget"])
    export.row("spending", lambda: how_epsilon_is_spent.table(plans), vars(question))
