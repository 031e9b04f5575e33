"""Which ε: asked by the visitor, answered from the draws behind the curve."""

import streamlit as st

from pages.comparison import target_error
from pages.comparison.private import ComparisonAtEpsilon
from pages.comparison.screen import cached, target_box
from pages.trade_off import sentences, view
from pages.trade_off.values import Question


def answered(asked: Question, comparison: ComparisonAtEpsilon) -> None:
    """Draw the question and, once it is asked, the answer."""
    target_box.box()
    if asked.within is None:
        return
    enough = view.smallest(asked, comparison, cached.RECORDS)
    st.markdown(view.which(asked.within, view.TradeOff(comparison, enough)))
    st.caption(target_error.MADE)
    if enough and (told := sentences.with_more(enough, comparison.settings.epsilon)):
        st.markdown(told)
        st.caption(target_error.EXTRAPOLATED)
