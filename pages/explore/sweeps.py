"""Sweeps: the error along ε, n or λ, drawn while it is computed."""

import pandas as pd
import streamlit as st

from dpcore.experiments.jobs import ENDED, Status
from dpcore.experiments.sweeps import SweepSpec
from pages.shared import cached, frame, live, settings, sweeping, takeaway, text

PROSE = "explore/sweeps"


def draw(status: Status, sweep: SweepSpec, rows: pd.DataFrame) -> None:
    """Draw a run: how far it is, its figure, its rows."""
    sweeping.progress(status)
    sweeping.figure(sweep, rows, takeaway.chosen_picture())
    if status.state in ENDED and len(rows):
        sweeping.downloads(rows)


answer, card = frame.anatomy(PROSE)
with card:
    axis = settings.sweep_axis()
    mechanisms = settings.sweep_mechanisms()
    folds = settings.sweep_folds()
    chosen = settings.card(cached.available)
with answer:
    sweep = sweeping.spec(chosen, axis, mechanisms, folds)
    run = live.current(sweep)
    with st.container(horizontal=True, vertical_alignment="center"):
        st.button("Start", icon=":material/play_arrow:", on_click=live.start, args=(sweep,))
        st.button("Cancel", disabled=not live.going_on(run), on_click=live.cancel, args=(run,))
        st.caption(sweeping.estimate(sweep), width="stretch")
    if refusal := live.refusal():
        st.error(text.literal(refusal))
    if run:
        sweeping.spread_choice(folds)
        live.watch(run, draw)
    else:
        sweeping.figure(sweep, pd.DataFrame(), takeaway.chosen_picture())
    frame.folds(PROSE)
