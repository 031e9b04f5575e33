"""The live page of the noisy average: a choice of four ways, each with what it loses."""

import streamlit as st

from dplab.simulation.settings import UPLOAD
from dplab.studies.foundations.average import NoisyAverage, Question
from pages.comparison.screen import cached
from pages.foundations import export
from pages.foundations.average import choices, sentences
from pages.foundations.average.view import script, view
from pages.kit import chart, visitor
from pages.kit.chart import Metric
from pages.kit.frame import page_frame
from pages.kit.text import escape_markdown
from pages.kit.view import View


def show(chosen: Question) -> None:
    """Draw the answer; on a phone the figure first, which tiles would push out of the window."""
    place = st.container() if visitor.is_phone() else None
    choices.ways()
    shown = view(chosen, cached.RECORDS)
    average = shown.answer
    if not place:
        _tiles(average)
    chart.view(shown, "noisy-average", key="noisy_average", place=place)
    if place:
        _tiles(average)
    _sentences(shown)
    part, program = "average/own" if chosen.is_own else "average", script(chosen, cached.RECORDS)
    export.row(part, shown.rows, program, own=chosen.is_own)


def _tiles(average: NoisyAverage) -> None:
    here, there = sentences.chances(average.way)
    chart.tiles(
        [
            Metric("Largest privacy loss", sentences.loss(average.way.worst), "average_worst"),
            Metric("P(loss > ε), with the record", here, "average_exceeding"),
            Metric("P(loss > ε), without it", there, "average_exceeding"),
        ]
    )


def _sentences(shown: View[NoisyAverage]) -> None:
    average = shown.answer
    feature, missing = average.feature, average.column.missing
    is_own, name = average.question.data == UPLOAD, escape_markdown(average.feature.name)
    if is_own and not average.is_declared:
        st.warning(sentences.undeclared(name))
    page_frame.sentence(shown.sentence)
    if is_own and (text := sentences.shifted(feature, name)):
        st.caption(text)
    if is_own and missing and feature.missing is not None:
        st.caption(sentences.filled(name, feature.missing, missing))
    st.caption(sentences.OVER_THE_TABLE)
    st.markdown(sentences.table(average))
