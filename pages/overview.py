"""Overview: a live answer with no input, one sentence, three doors."""

from dataclasses import replace

import streamlit as st

from dpcore.experiments.settings import Settings
from dpcore.experiments.sources import UPLOAD
from pages.shared import frame, own_table, settings, text
from pages.shared.tradeoff import answer as tradeoff

PROSE = "overview"

frame.title(PROSE)
answer = st.container()
for column, door in zip(st.columns(3), ("Teach", "Analyse", "Present"), strict=True):
    with column.container(border=True, height="stretch"):
        st.header(door, anchor=False)
        st.markdown(text.sections(PROSE)[door])
        frame.door(door)
chosen = settings.chosen()
if chosen.data == UPLOAD and own_table.current() is None:
    chosen = replace(chosen, data=Settings().data)
with answer:
    settings.refusals()
    now = tradeoff.at(chosen)
    tradeoff.sketch(now)
    tradeoff.explained(now)
