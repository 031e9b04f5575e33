"""The live page of the part: the picture as it grows, and what noise for measured moves loses."""

import streamlit as st

from dplab.simulation.settings import Settings
from dplab.studies.is_it_private.sensitivity import Moves
from pages.comparison.screen import cached
from pages.is_it_private import export
from pages.is_it_private.sensitivity import sentences
from pages.is_it_private.sensitivity.view import script, views
from pages.kit import chart, controls
from pages.kit.frame import page_frame
from pages.kit.view import View

CONVENTIONS = "λ as other papers and programs write it"


def show(asked: Settings) -> None:
    """Draw the moves, and say what noise loses that is calibrated to some of them."""
    above, slot = page_frame.steady("told_short"), st.empty()

    def draw(state: View[Moves]) -> None:
        chart.view(state, "sensitivity", place=slot)

    with st.spinner("Looking for the worst exchange."):
        shown = chart.as_it_grows(views(asked, cached.RECORDS), draw)
    with above:
        page_frame.sentence(shown.sentence)
    page_frame.made(shown.made)
    with page_frame.steady("few"):
        for said in shown.below:
            st.markdown(said)
    st.markdown(sentences.WHY_NOT)
    controls.link_to("trade_off", CONVENTIONS, ":material/arrow_forward:")
    export.row("sensitivity", shown.rows, script(asked, cached.RECORDS), own=asked.is_own)
