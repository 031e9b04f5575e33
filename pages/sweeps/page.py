"""Sweeps: the error along ε, n or λ, or over ε and λ, drawn while it is computed."""

from functools import partial

import streamlit as st

from dplab.studies.sweeps.grid import spec
from pages.comparison.screen import cached, live, measured
from pages.kit import text
from pages.kit.frame import page_frame
from pages.sweeps import answer, choices, export, progress
from pages.sweeps.values import lams

place, card = page_frame.two_columns("sweeps")
with card:
    asked = choices.card()
with place, page_frame.refusing():
    chosen = asked.settings
    records = live.records(chosen.data)
    sweep = spec(asked.sweep, records)
    seen = live.shown(sweep, small=progress.is_small(sweep, records))
    progress.controls(sweep, seen, records)
    if refusal := live.refusal():
        st.error(text.escape_markdown(refusal))
    choices.spread(asked.sweep.folds)
    if chosen.measure == "error":
        measured.remark(chosen, cached.part(chosen))
    above_the_figure = st.container()
    # The figure draws itself again, and this would not.
    at = lams(asked.sweep, chosen, cached.RECORDS, asked.sweep.mechanisms)
    live.watch(seen, sweep, partial(answer.show, asked=asked, take_along=export.row))
    with above_the_figure:
        answer.cost_of_lam(asked, sweep)
with place:
    page_frame.folds("sweeps")
