"""The live page of the whole guarantee: two panels, and the same in other words."""

from functools import partial

import streamlit as st

from dplab.studies.is_it_private import whole_guarantee
from dplab.studies.is_it_private.whole_guarantee import WholeGuarantee
from pages.comparison.screen import cached
from pages.is_it_private import export
from pages.is_it_private.whole_guarantee.values import GuaranteeAsked
from pages.is_it_private.whole_guarantee.view import (
    NO_GUARANTEE,
    asked_of,
    in_other_words,
    script,
    view,
)
from pages.kit import chart
from pages.kit.frame import page_frame


def show(asked: GuaranteeAsked) -> None:
    """Draw the curves, and say what a test finds at most."""
    if not whole_guarantee.is_finite(asked_of(asked, cached.RECORDS)):
        page_frame.sentence(f"**{NO_GUARANTEE}**")
        return
    shown = view(asked, cached.RECORDS)
    with page_frame.steady("told_short"):
        page_frame.sentence(shown.sentence)
    chart.view(shown, "guarantee")
    page_frame.made(shown.made, "guarantee")
    export.row("whole_guarantee", shown.rows, script(asked, cached.RECORDS))
    page_frame.section("The same guarantee in other words", partial(_in_other_words, shown.answer))


def _in_other_words(found: WholeGuarantee) -> None:
    table, below = in_other_words(found, cached.RECORDS)
    st.markdown(table)
    st.caption(below)
