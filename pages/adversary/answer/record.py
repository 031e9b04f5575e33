"""The first scene: without noise, the record is reconstructed."""

from functools import partial

import streamlit as st

from dplab.simulation.settings import Settings
from dplab.studies.adversary.attacks import Question
from dplab.studies.adversary.person import Reconstructed
from pages.adversary import choices, results
from pages.adversary.figures import columns as figures
from pages.adversary.sentences import columns as of_columns
from pages.adversary.sentences import record as sentences
from pages.comparison.screen import settings
from pages.kit import chart, visitor
from pages.kit.frame import page_frame


def show(asked: Question) -> None:
    """Draw what is reconstructed, and say from what."""
    now, row = asked.settings, asked.row
    with st.spinner("Reconstructing the record."):
        found, n = results.reconstructed(now, row), results.traces(now).n
    with page_frame.steady("told"):
        page_frame.sentence(f"**{sentences.headline(found, row, now)}**")
    _picture(found, now, row)
    settings.phone_sliders("epsilon", then=choices.turn_on)
    with page_frame.steady("below"):
        st.markdown(sentences.knowledge(found, row, now, n))
        st.markdown(sentences.traces(results.traces(now), now))
    if text := sentences.own(now):
        st.info(text, icon=":material/lock:")
    if not sentences.possible(found):
        _another(now, row)


def folds(asked: Question) -> None:
    """Draw the fold with the whole record, and how it is reconstructed."""
    found, n = results.reconstructed(asked.settings, asked.row), results.traces(asked.settings).n
    label = "All columns, and how they are reconstructed"
    page_frame.lazy_expander(label, partial(_whole, found, n), "whole")


def _picture(found: Reconstructed, now: Settings, row: int) -> None:
    read, phone = results.reconstructed_columns(now, row), visitor.is_phone()
    said = of_columns.of_reconstructed(found, read, phone=phone)
    drawing = figures.reconstructed(read, said, dark=visitor.is_dark(), phone=phone)
    chart.show(drawing, "reconstructed", alt=of_columns.alt_reconstructed(read, said))


def _whole(found: Reconstructed, n: int) -> None:
    if sentences.possible(found):
        st.markdown(sentences.as_table(found, sentences.lines(found)))
        if text := sentences.remark(found):
            st.markdown(text)
    st.markdown(sentences.steps(found, n))


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
