"""The first part: without noise, the record is read off."""

from functools import partial

import streamlit as st

from dpcore.simulation.settings import Settings
from pages.adversary import choices, results
from pages.adversary.sentences import record as sentences
from pages.kit import words
from pages.kit.frame import page_frame

MOST_LINES = 14
"""Of the comparison, before the rest is folded away: the whole fits into a window."""


def show(now: Settings) -> None:
    """Draw the choice of the person, what is read off, and how."""
    st.header("Without noise, the record is read off", anchor=False)
    choices.person(now)
    row = choices.row(now)
    with st.spinner("Reading the record off."):
        found, n = results.recovered(now, row), results.traces(now).n
    if text := sentences.own(now):
        st.info(text, icon=":material/lock:")
    st.markdown(sentences.knowledge(found, row, now, n))
    st.markdown(f"**{sentences.headline(found, row, now)}**")
    if sentences.possible(found):
        rows = sentences.lines(found)
        st.markdown(sentences.as_table(found, rows[:MOST_LINES]))
        if rest := rows[MOST_LINES:]:
            table = sentences.as_table(found, rest)
            page_frame.lazy_expander(
                f"The other {words.pluralize(len(rest), 'column')}", partial(st.markdown, table)
            )
        if text := sentences.remark(found):
            st.markdown(text)
    else:
        _another(now, row)
    st.subheader("How it is read off", anchor=False)
    st.markdown(sentences.steps(found, n))
    st.markdown(sentences.traces(results.traces(now), now))


def _another(now: Settings, row: int) -> None:
    """Draw the way to a person who did leave a trace."""
    place = results.next_with_trace(now, row)
    if place is not None:
        st.button(
            "Somebody who left a trace",
            icon=":material/fingerprint:",
            on_click=choices.go_to,
            args=(place,),
        )
