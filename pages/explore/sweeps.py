"""Sweeps: the error along ε, n or λ, drawn while it is computed."""

import pandas as pd
import streamlit as st

from pages.shared import cached, frame, live, settings, text
from pages.shared.sweep import choices, figure, grid

PROSE = "explore/sweeps"

answer, card = frame.anatomy(PROSE)
with card:
    axis = choices.axis()
    mechanisms = choices.mechanisms()
    folds = choices.folds()
    chosen = settings.card(cached.available)
with answer:
    sweep = grid.spec(chosen, axis, mechanisms, folds)
    run = live.current(sweep)
    with st.container(horizontal=True, vertical_alignment="center"):
        st.button("Start", icon=":material/play_arrow:", on_click=live.start, args=(sweep,))
        st.button("Cancel", disabled=not live.going_on(run), on_click=live.cancel, args=(run,))
        st.caption(grid.estimate(sweep), width="stretch")
    if refusal := live.refusal():
        st.error(text.literal(refusal))
    if run:
        figure.spread_choice(folds)
        live.watch(run, figure.run)
    else:
        figure.draw(sweep, pd.DataFrame())
    frame.folds(PROSE)
