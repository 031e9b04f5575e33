"""What the classifier looks at: asked in a fold, with its picture, its table, and a file."""

from dataclasses import replace
from functools import partial

import pandas as pd
import streamlit as st

from dplab.simulation.settings import Settings
from dplab.studies.trade_off.looks_at import ColumnEffects, Question, run, table
from pages.comparison.private import ComparisonAtEpsilon
from pages.comparison.records import Records, keeping
from pages.comparison.screen import cached
from pages.kit import chart, export, visitor
from pages.kit.frame import page_frame
from pages.trade_off.along_epsilon.looks_at import figures, sentences

LABEL = "What does the classifier look at?"

MOST_ANSWERS = 200
"""Of two mechanisms, five numbers for each column and level."""

ROW, TALLEST = 35, 400
"""Pixels: the table grows up to the second, further rows scroll."""


def fold(comparison: ComparisonAtEpsilon) -> None:
    """Draw the fold, whose answer is computed when it is open."""
    page_frame.lazy_expander(LABEL, partial(_show, comparison), "looks_at")


def of_columns(records: Records, question: Question) -> ColumnEffects:
    """Return the effects of the columns; an own table's by what its owner declared."""
    own = records.required() if question.is_own else None
    return run(question, own.data, own.schema) if own else run(question)


keeping(of_columns, MOST_ANSWERS)


def _show(comparison: ComparisonAtEpsilon) -> None:
    settings, names = comparison.settings, comparison.names
    # Its draws are its own: a choice of more for the figure above finds the answer computed.
    asked = Question(replace(settings, draws=Settings.draws))
    with st.spinner("Looking at the columns."):
        found = cached.RECORDS.get(of_columns, asked)
    st.markdown(sentences.lead(found))
    dark, phone = visitor.is_dark(), visitor.is_phone()
    drawing = figures.effects(
        found, names, title="Effects of the columns on the score", dark=dark, phone=phone
    )
    chart.show(drawing, "looks-at", alt=sentences.alt(found))
    st.caption(sentences.dots(settings.epsilon))
    _table(sentences.rows(found))
    st.caption(sentences.EFFECTS)
    page_frame.made(sentences.made(found, names[1]), "looks_at")
    export.file("looks-at.csv", lambda: _csv(found))


def _table(rows: pd.DataFrame) -> None:
    st.dataframe(
        rows,
        hide_index=True,
        height=min(TALLEST, ROW * (len(rows) + 1) + 3),
        alt="The effect of each column and level on the score, without noise and at ε",
    )


def _csv(found: ColumnEffects) -> str:
    return export.csv(cached.with_names(table(found), found.question.settings))
