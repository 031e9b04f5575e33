"""Overview: a live answer with no input, one sentence, three doors."""

import streamlit as st

from pages.shared import cached, frame, settings, text, tradeoff

PROSE = "overview"

frame.title(PROSE)
figure = st.container()
doors = st.container()
chosen = settings.card(cached.available, folded=True)
with figure:
    now = tradeoff.at(chosen)
    tradeoff.figure(now)
    tradeoff.explained(now)
with doors:
    for column, door in zip(st.columns(3), ("Teach", "Analyse", "Present"), strict=True):
        with column.container(border=True, height="stretch"):
            st.markdown(f"#### {door}")
            st.markdown(text.sections(PROSE)[door])
            frame.door(door)
