"""Remarks on odd columns: a quiet line each, with one click to leave the column out."""

import streamlit as st

from dpcore.data import cells
from dplab.tables.guesses.suspicion import CODE, ColumnWarning
from dplab.tables.proposal import MAX_LEVELS
from pages.comparison.own import basis
from pages.comparison.screen import own_table
from pages.data import columns, sentences
from pages.data.draft import Draft
from pages.data.questions import changes
from pages.kit import controls, text

SOURCE = "Read from the data: not private."


def odd_columns(draft: Draft) -> None:
    """Draw a line for each column in use that looks odd, and for persons with several records."""
    used = columns.in_use(draft.rows, draft.label)
    for each in draft.suspicions:
        if each.is_several and each.column != draft.label.name:
            _persons(draft, each, each.column in used)
        elif each.kind == CODE and each.column in columns.categories(draft.rows, draft.label):
            continue
        elif each.column in used:
            _line(draft, each.column, sentences.odd(each), is_code=each.kind == CODE)


def leaks(draft: Draft) -> None:
    """Look for columns that predict the label alone, and draw a line for each of those in use."""
    used = columns.in_use(draft.rows, draft.label)
    for each in basis.leaks(own_table.required()):
        if each.column in used and not draft.refusal:
            _line(draft, each.column, sentences.leak(each))


def _persons(draft: Draft, found: ColumnWarning, is_used: bool) -> None:
    """Draw that several records seem to belong to one person, and ask whether they do."""
    name = found.column
    with st.container(border=True, key=f"persons_{draft.number}_{name}"):
        said = f"**{text.escape_markdown(name)}** {sentences.odd(found)} {SOURCE}"
        st.markdown(f":material/help: {said}")
        with st.container(horizontal=True, gap="small", vertical_alignment="center"):
            if is_used and st.button("Leave it out", key=f"leave_{draft.number}_{name}"):
                changes.leave_out(draft, name)
                st.rerun()
            if st.button("It names no persons", key=f"no_persons_{draft.number}_{name}"):
                changes.no_persons(draft, name)
                st.rerun()
            controls.link_to("release", "Set “Records per person”", ":material/outbox:")


def _line(draft: Draft, name: str, sentence: str, *, is_code: bool = False) -> None:
    line, click = st.columns([5, 1], vertical_alignment="center", gap="small")
    line.caption(f":material/visibility: **{text.escape_markdown(name)}** {sentence} {SOURCE}")
    if is_code and len(cells.texts(draft.table[name]).used()) <= MAX_LEVELS:
        if click.button(
            "Make it a category", key=f"category_{draft.number}_{name}", type="tertiary"
        ):
            changes.as_text(draft, name)
            st.rerun()
    elif click.button(
        "Leave it out", key=f"leave_{draft.number}_{name}_{sentence[:9]}", type="tertiary"
    ):
        changes.leave_out(draft, name)
        st.rerun()
