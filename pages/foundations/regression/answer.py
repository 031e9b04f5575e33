"""The answer on regression: a false bound broken, and a ridge that keeps its own."""

import streamlit as st

from dplab.studies.foundations import regression as core
from dplab.studies.foundations.regression import (
    Question,
    Regression,
    RidgeExample,
    RidgeRun,
)
from pages.foundations import epsilon, export
from pages.foundations.regression import choices, figures, sentences
from pages.kit import chart, visitor
from pages.kit.frame import page_frame


def show(chosen: Question) -> None:
    """Draw the answer."""
    found = core.run(chosen)
    _counterexample(found)
    epsilon.finite()
    _ridge(chosen.ridge, found.ridge)
    st.markdown(sentences.table(found.moved, chosen.made_n, chosen.lam))
    export.row("regression", lambda: core.table(found), vars(chosen))


def _counterexample(found: Regression) -> None:
    """Draw the two lines, and the move along x beside what is claimed."""
    dark, chosen, moved = visitor.is_dark(), found.question, found.moved
    left, right = st.columns(2, gap="small")
    drawing = figures.lines(moved, chosen.small, chosen.large, dark=dark)
    alt = sentences.alt_lines(moved)
    chart.show(drawing, "foundations-two-lines", alt=alt, key="two_lines", place=left)
    drawing = figures.moves(found.along, chosen.small, moved, dark=dark)
    alt = sentences.alt_moves(moved)
    chart.show(drawing, "foundations-moves", alt=alt, key="moves", place=right)
    choices.within_reach_of_lines()
    page_frame.sentence(f"**{sentences.verdict(moved, chosen.made_n)}**")
    if moved.is_broken:
        st.info(sentences.why(moved, chosen.made_n), icon=":material/menu_book:")


def _ridge(example: RidgeExample, found: RidgeRun) -> None:
    """Draw the private lines, and their cost along λ."""
    dark = visitor.is_dark()
    st.subheader("What does private ridge cost?", anchor=False)
    left, right = st.columns(2, gap="small")
    drawing = figures.private_lines(found, dark=dark)
    alt = sentences.alt_private(found)
    chart.show(drawing, "foundations-ridge", alt=alt, key="ridge", place=left)
    drawing = figures.cost(found, example.lam, dark=dark)
    alt = sentences.alt_cost(found, example.lam)
    chart.show(drawing, "foundations-ridge-cost", alt=alt, key="cost", place=right)
    choices.within_reach()
    st.markdown(f"**{sentences.ridge(example, found)}**")
    st.markdown(sentences.best(found))
    st.caption(sentences.protocol(example, found))
