"""The record, without noise: it is reconstructed."""

from functools import partial

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from dplab.studies.adversary.attacks import Question
from dplab.studies.adversary.person import Reconstructed
from pages.adversary import choices, results
from pages.adversary.people import question_of
from pages.adversary.sentences import record as sentences
from pages.adversary.values import AdversaryQuestion
from pages.adversary.view import view
from pages.comparison.screen import cached
from pages.kit import chart
from pages.kit.frame import page_frame


def show(question: AdversaryQuestion, told: DeltaGenerator) -> None:
    """Draw what is reconstructed, and say from what; its sentence where that is told."""
    with st.spinner("Reconstructing the record."):
        found = view(question, cached.RECORDS)
    with told:
        page_frame.sentence(found.sentence)
    chart.view(found, "reconstructed")
    below(question, found.below, sentences.widened(question.settings))
    asked = found.answer
    if not sentences.possible(results.reconstructed(asked.settings, asked.row, cached.RECORDS)):
        _another(asked)


def below(question: AdversaryQuestion, texts: tuple[str, ...], remark: str) -> None:
    """Write what stands below a picture of the record; of an own table, that it stays here."""
    with page_frame.steady("below_record"):
        for text in texts:
            st.markdown(text)
        if remark:
            st.caption(remark)
    if text := sentences.own(question.settings):
        st.info(text, icon=":material/lock:")


def folds(question: AdversaryQuestion) -> None:
    """Draw the fold with the whole record, and how it is reconstructed."""
    asked = question_of(question, cached.RECORDS)
    found = results.reconstructed(asked.settings, asked.row, cached.RECORDS)
    n = results.traces(asked.settings, cached.RECORDS).n
    label = "All columns, and how they are reconstructed"
    page_frame.lazy_expander(label, partial(_whole, found, n), "whole")


def _whole(found: Reconstructed, n: int) -> None:
    if sentences.possible(found):
        st.markdown(sentences.as_table(found, sentences.lines(found)))
        if text := sentences.remark(found):
            st.markdown(text)
    st.markdown(sentences.steps(found, n))


def _another(asked: Question) -> None:
    """Draw the way to a person who did leave a trace."""
    place = results.next_with_trace(asked.settings, asked.row, cached.RECORDS)
    if place is not None:
        st.button(
            "Somebody who left a trace",
            icon=":material/fingerprint:",
            on_click=choices.go_to,
            args=(place,),
        )
