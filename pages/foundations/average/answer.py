"""The answer of the noisy average: a choice of four ways, each with what it loses."""

from dataclasses import dataclass

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from dpcore.checks import Array, InvalidInput
from dplab.simulation.settings import UPLOAD
from dplab.studies.foundations import average as core
from dplab.studies.foundations.average import Column, NoisyAverage, Question
from pages.comparison.screen import cached, own_table
from pages.foundations import epsilon, export
from pages.foundations.average import choices, figures, sentences
from pages.kit import chart, visitor
from pages.kit.chart import Metric
from pages.kit.frame import page_frame
from pages.kit.text import escape_markdown

MOST_COLUMNS = 5
"""Of an own table, kept as numbers."""


@dataclass(frozen=True)
class OwnColumn:
    """A numeric column of the visitor's own table, by its number: what is kept goes with it."""

    number: int
    is_own: bool = True


def show(chosen: Question) -> None:
    """Draw the answer; on a phone the figure first, which tiles would push out of the window."""
    place = st.container() if visitor.is_phone() else None
    choices.ways()
    epsilon.finite()
    found = core.run(chosen, _own_column(chosen.column) if chosen.is_own else None)
    if not place:
        _tiles(found)
    _figure(found, place)
    choices.within_reach(chosen.data)
    if place:
        _tiles(found)
    _sentences(found)
    _row(found)


def _own_column(number: int) -> Column:
    """Return a numeric column of the visitor's own table, with what is declared of it."""
    columns = choices.numeric(own_table.required().schema)
    if not columns:
        raise InvalidInput(
            "Your table has no numeric column among its features, and an average needs one. "
            "Declare one on the Data page."
        )
    return Column(columns[number - 1], *_values(OwnColumn(number)))


@cached.memoized(MOST_COLUMNS)
def _values(asked: OwnColumn) -> tuple[Array, int]:
    own = own_table.required()
    return core.column_of(
        own.table, choices.numeric(own.schema)[asked.number - 1], own.schema.markers
    )


def _tiles(found: NoisyAverage) -> None:
    here, there = sentences.chances(found.way)
    chart.tiles(
        [
            Metric("Largest privacy loss", sentences.loss(found.way.worst), "average_worst"),
            Metric("P(loss > ε), with the record", here, "average_exceeding"),
            Metric("P(loss > ε), without it", there, "average_exceeding"),
        ]
    )


def _figure(found: NoisyAverage, place: DeltaGenerator | None) -> None:
    drawing = figures.draw(found, dark=visitor.is_dark())
    chart.show(drawing, "noisy-average", alt=sentences.alt(found), key="noisy_average", place=place)


def _sentences(found: NoisyAverage) -> None:
    feature, missing = found.feature, found.column.missing
    if found.question.data != UPLOAD:
        page_frame.sentence(sentences.verdict(found))
        _table(found)
        return
    name = escape_markdown(feature.name)
    if not found.is_declared:
        st.warning(sentences.undeclared(name))
    page_frame.sentence(sentences.verdict(found))
    if text := sentences.shifted(feature, name):
        st.caption(text)
    if missing and feature.missing is not None:
        st.caption(sentences.filled(name, feature.missing, missing))
    _table(found)


def _table(found: NoisyAverage) -> None:
    st.caption(sentences.OVER_THE_TABLE)
    st.markdown(sentences.table(found))


def _row(found: NoisyAverage) -> None:
    question, feature = found.question, found.feature
    if question.data != UPLOAD:
        export.row("average", lambda: core.table(found), vars(question))
        return
    values = {
        "epsilon": question.epsilon,
        "way": question.way,
        "name": feature.name,
        "lower": feature.lower,
        "upper": feature.upper,
        "missing": feature.missing,
        "markers": own_table.required().schema.markers,
    }
    export.row("average/own", lambda: core.table(found), values, own=True)
