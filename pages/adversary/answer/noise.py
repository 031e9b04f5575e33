"""The record, with ε: what is left open of it, and what the attack of before finds."""

from functools import partial

import pandas as pd
import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from pages.adversary import results
from pages.adversary.answer import line_up, record
from pages.adversary.figures import naive
from pages.adversary.people import question_of
from pages.adversary.sentences import candidates
from pages.adversary.sentences import line_up as sentences
from pages.adversary.values import AdversaryQuestion
from pages.adversary.view import place, view
from pages.comparison.screen import cached
from pages.kit import chart, visitor
from pages.kit.export import also
from pages.kit.frame import page_frame


def show(question: AdversaryQuestion, told: DeltaGenerator) -> None:
    """Draw the two records that ε leaves open; its sentence where that is told."""
    found = view(question, cached.RECORDS)
    with told:
        page_frame.sentence(found.sentence)
        if text := line_up.told_of(results.of_two(found.answer)):
            st.caption(text)
    chart.view(found, "left-open")
    is_guessed = cached.RECORDS.is_guessed(question.settings)
    record.below(question, found.below, "" if is_guessed else candidates.RELY)


def folds(question: AdversaryQuestion) -> None:
    """Draw the fold with the attack that takes the classifier for an exact one."""
    page_frame.lazy_expander("The same attack, against the noise", partial(_naive, question))


def _naive(question: AdversaryQuestion) -> None:
    asked = question_of(question, cached.RECORDS)
    found = results.attack_result(asked, cached.RECORDS).naive
    st.markdown(sentences.release(asked.mechanism))
    looks = {"dark": visitor.is_dark(), "phone": visitor.is_phone()}
    drawing = naive.show(found, place(asked), **looks)
    chart.show(drawing, "", alt=sentences.alt_naive(found), key="adversary_naive")
    st.markdown(sentences.naive(found, asked.settings.epsilon))
    rows = partial(pd.DataFrame, {"distance": found.distances, "without_classifier": found.blind})
    also("adversary-distances.csv", "CSV of the distances", rows)
