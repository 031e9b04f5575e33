"""Remarks on odd columns: a quiet line each, with one click to leave the column out."""

from collections.abc import Sequence

import streamlit as st

from dpcore.checks import InvalidInput
from dplab.simulation.suggestions.leaks import LeakingColumn, target_leakage
from pages.comparison.screen import own_table
from pages.data import columns, sentences
from pages.data.draft import Draft
from pages.data.questions import changes
from pages.kit import text

SOURCE = "Read from the data: not private."


def odd_columns(draft: Draft) -> None:
    """Draw a line for each column in use that looks odd, and for persons with several records."""
    used = columns.in_use(draft.rows, draft.label)
    for each in draft.suspicions:
        if each.column in used or (each.is_several and each.column != draft.label.name):
            _line(draft, each.column, sentences.odd(each), each.column in used)


def leaks(draft: Draft) -> None:
    """Look for columns that predict the label alone, and draw a line for each of those in use."""
    used = columns.in_use(draft.rows, draft.label)
    for each in _leaks():
        if each.column in used and not draft.refusal:
            _line(draft, each.column, sentences.leak(each), True)


def _leaks() -> Sequence[LeakingColumn]:
    own = own_table.required()

    def found() -> Sequence[LeakingColumn]:
        try:
            return target_leakage(own.data, own.schema)
        except InvalidInput:  # No classifier, no suspicion.
            return ()

    known: Sequence[LeakingColumn] = own.recall("data.leaks", "all", 1, found)
    return known


def _line(draft: Draft, name: str, sentence: str, is_used: bool) -> None:
    line, click = st.columns([5, 1], vertical_alignment="center", gap="small")
    line.caption(f":material/visibility: **{text.escape_markdown(name)}** {sentence} {SOURCE}")
    if is_used and click.button(
        "Leave it out", key=f"leave_{draft.number}_{name}_{sentence[:9]}", type="tertiary"
    ):
        changes.leave_out(draft, name)
        st.rerun()
