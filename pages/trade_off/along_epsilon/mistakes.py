"""Which mistakes the classifiers make: private ones beside the one without noise."""

from functools import partial

import streamlit as st

from dpcore.privacy.mechanisms import MECHANISMS
from pages.comparison.confusion import matrix
from pages.comparison.private import ComparisonAtEpsilon
from pages.kit.frame import page_frame
from pages.trade_off.along_epsilon import sentences

LABEL = "Which mistakes does it make?"


def fold(comparison: ComparisonAtEpsilon) -> None:
    """Draw the fold: what it shows is known with the errors."""
    page_frame.lazy_expander(LABEL, partial(_show, comparison), "mistakes")


def _show(comparison: ComparisonAtEpsilon) -> None:
    found = comparison.confusions
    st.markdown(sentences.mistakes(comparison.settings.epsilon, found))
    named = {MECHANISMS[name].label: each for name, each in found.items()}
    st.table(
        matrix(named, comparison.names, "Of 100 test records"),
        hide_index=True,
        alt="How many of 100 test records of each class get which answer",
    )
    st.caption(sentences.MISTAKES)
