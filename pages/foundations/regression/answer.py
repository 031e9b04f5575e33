"""The live page on regression: a false bound broken, and a ridge that keeps its own."""

import streamlit as st

from dplab.studies.foundations.regression import Question, Regression, RidgeExample, RidgeRun
from pages.foundations import epsilon, export
from pages.foundations.regression import figures, sentences
from pages.foundations.regression.view import script, view
from pages.kit import chart, visitor
from pages.kit.frame import page_frame
from pages.kit.view import View


def show(chosen: Question) -> None:
    """Draw the answer."""
    shown = view(chosen)
    regression = shown.answer
    _counterexample(shown)
    epsilon.check_finite(chosen.epsilon)
    _ridge(chosen.ridge, regression.ridge)
    st.markdown(sentences.table(regression.moved, chosen.made_n, chosen.lam))
    export.row("regression", shown.rows, script(chosen))


def _counterexample(shown: View[Regression]) -> None:
    """Draw the two lines, and the move along x beside what is claimed."""
    regression = shown.answer
    chosen, moved = regression.question, regression.moved
    left, right = st.columns(2, gap="small")
    chart.view(shown, "foundations-two-lines", key="two_lines", place=left)
    drawing = figures.moves(regression.along, chosen.small, moved, dark=visitor.is_dark())
    alt = sentences.alt_moves(moved)
    chart.show(drawing, "foundations-moves", alt=alt, key="moves", place=right)
    page_frame.sentence(shown.sentence)
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
    st.markdown(f"**{sentences.ridge(example, found)}**")
    st.markdown(sentences.best(found))
    page_frame.made(sentences.protocol(example, found), "ridge")
