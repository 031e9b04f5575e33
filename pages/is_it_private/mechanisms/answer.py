"""The live page of all mechanisms: the strip as it grows, and what papers promise in advance."""

from dataclasses import replace
from functools import partial

import streamlit as st

from dplab.simulation.settings import Settings
from dplab.studies.is_it_private import how_epsilon_is_spent
from dplab.studies.is_it_private.verdicts import MOST_OWN_RECORDS, Verdict
from pages.comparison import privacy_loss
from pages.comparison.privacy_loss import NO_BUDGET
from pages.comparison.screen import cached
from pages.comparison.screen.cached import VisitorRecords
from pages.is_it_private import answers, export
from pages.is_it_private.mechanisms import sentences
from pages.is_it_private.mechanisms.view import script, views
from pages.kit import chart
from pages.kit.frame import page_frame
from pages.kit.view import View

PATIENCE = 0.5
"""Seconds of computing after which the strip is drawn as far as it has come."""


def show(asked: Settings) -> None:
    """Draw the strip, and count the verdicts."""
    above, slot = page_frame.steady("told"), st.empty()

    def draw(state: View[dict[str, Verdict]]) -> None:
        chart.view(state, "verdicts", place=slot)

    shown = chart.as_it_grows(views(asked, cached.RECORDS), draw, PATIENCE)
    with above:
        page_frame.sentence(shown.sentence)
    page_frame.made(shown.made)
    program = script(asked, cached.RECORDS)
    export.row("mechanisms", shown.rows, program)
    page_frame.lazy_expander("What the papers promise in advance", partial(_bounds, asked))


def _bounds(asked: Settings) -> None:
    question = privacy_loss.of(asked, cached.RECORDS)
    if not how_epsilon_is_spent.is_finite(question):
        st.markdown(NO_BUDGET)
        return
    few = replace(asked, n=min(asked.n or MOST_OWN_RECORDS, MOST_OWN_RECORDS))
    part, slot = cached.part(few), st.empty()
    records = VisitorRecords(chart.progress(slot, sentences.DRAWING))
    bounds = records.get_in_steps(answers.bounds, question, few)
    slot.markdown(sentences.bounds(bounds, part))
    needed = records.get(answers.records_needed, question, few)
    st.markdown(sentences.theorems(needed, part.n))
