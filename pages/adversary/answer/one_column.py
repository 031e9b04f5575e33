"""One column of the record unknown, for each of the first ones: what a release leaves of it."""

import streamlit as st

from dplab.studies.adversary.attacks import Question
from pages.adversary import results
from pages.adversary.figures import columns as figures
from pages.adversary.sentences import columns as sentences
from pages.adversary.view import place
from pages.comparison.screen import cached
from pages.kit import chart, visitor


def show(asked: Question) -> None:
    """Draw each value of a column as dark as it is likely after the release that is shown."""
    found, draw = results.left_over(asked, cached.RECORDS), place(asked)
    who = results.reconstructed(asked.settings, asked.row, cached.RECORDS)
    truths = [sentences.own(who, each.column) for each in found]
    said, epsilon = sentences.of_left(found, draw, truths), asked.settings.epsilon
    st.markdown(sentences.left(found, asked.mechanism, epsilon))
    drawing = figures.left(found, draw, said, dark=visitor.is_dark(), phone=visitor.is_phone())
    chart.show(drawing, "", alt=sentences.alt_left(said, epsilon), key="adversary_columns")
    if sentences.limit(found) is not None:
        st.markdown(sentences.RELY)
    st.caption(sentences.protocol(found, draw))
