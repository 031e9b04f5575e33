"""Data: what the classifiers learn from, and what was declared about it."""

import streamlit as st

from dpcore.data.real import places
from dpcore.data.tables import TABLES
from dpcore.experiments.sources import UPLOAD
from pages.shared import cached, frame, own_table, settings
from pages.shared.records import absent, arrival, form, sheet
from pages.shared.records import draft as drafts

PROSE = "data"

answer, card = frame.anatomy(PROSE)
with card, st.container(border=True, key="settings"):
    data = settings.data_choice()
    settings.recipe_knobs(data)
with answer:
    if data == UPLOAD:
        arrival.draw()
    summary = st.container()
    draft = drafts.current()
    if data == UPLOAD and draft:
        form.draw(draft)
chosen = settings.chosen()
if data in TABLES and not places.is_here(TABLES[data]):
    with answer:
        absent.draw(TABLES[data])
elif data != UPLOAD or own_table.current():
    records = cached.dataset(chosen)
    with summary:
        sheet.numbers(chosen, records)
        sheet.onward(chosen, records)
    with answer:
        sheet.body(chosen, records)
with answer:
    frame.folds(PROSE)
