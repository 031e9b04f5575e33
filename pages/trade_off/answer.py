"""The answer of Trade-off: what the error is shown against, and the error against it."""

import streamlit as st

from pages.trade_off import choices
from pages.trade_off.along_epsilon import answer as along_epsilon
from pages.trade_off.swept import answer as swept
from pages.trade_off.values import SweepQuestion, TradeOffQuestion


def show(asked: TradeOffQuestion | SweepQuestion) -> None:
    """Draw the choice of the axis, and what is asked along it."""
    choices.records_shown()
    beside = choices.against()
    if isinstance(asked, SweepQuestion):
        swept.show(asked, beside)
    else:
        # As in the fragment that watches a sweep: so the figure keeps its place along another axis.
        with st.container():
            along_epsilon.show(asked, beside)


def prose(asked: TradeOffQuestion | SweepQuestion) -> str:
    """Return where the prose stands that explains what is asked."""
    return "trade_off/swept" if isinstance(asked, SweepQuestion) else "trade_off"
