"""Overview: a live answer with no input, one sentence, three doors."""

import streamlit as st

from pages.shared import frame, settings, text, tradeoff

PROSE = "overview"

frame.title(PROSE)
answer = st.container()
for column, door in zip(st.columns(3), ("Teach", "Analyse", "Present"), strict=True):
    with column.container(border=True, height="stretch"):
        st.header(door, anchor=False)
        st.markdown(text.sections(PROSE)[door])
        frame.door(door)
with answer:
    now = tradeoff.at(settings.chosen())
    tradeoff.sketch(now)
    tradeoff.explained(now)
