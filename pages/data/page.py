"""Data: what the classifiers learn from, and what was declared about it."""

import streamlit as st

from dpcore.data.real import places
from dpcore.data.real.tables import TABLES
from dplab.simulation.settings import UPLOAD
from pages.comparison.screen import cached, own_table, settings
from pages.data import draft as drafts
from pages.data import fetch, form, summary, upload
from pages.data.questions import remarks
from pages.kit.frame import page_frame

place, card = page_frame.two_columns("data")
with card, st.container(border=True, key="settings"):
    data = settings.data_choice()
    settings.recipe_knobs(data)
    if data != UPLOAD:
        upload.way()
with place:
    if data == UPLOAD:
        upload.show()
    question, numbers = st.container(), st.container()
    draft = drafts.current()
    if data == UPLOAD and draft:
        late = form.show(draft, question)
chosen = settings.chosen()
if data in TABLES and not places.is_here(TABLES[data]):
    with place:
        fetch.show(TABLES[data])
elif data != UPLOAD or own_table.current():
    records = cached.dataset(chosen)
    with numbers:
        summary.numbers(chosen, records)
        summary.onward(chosen, records)
    if data == UPLOAD:
        # Who follows the link at once finds the answer, and no pictures that are still being drawn.
        summary.answer_ahead(chosen, records)
    with place:
        summary.body(chosen, records)
with place:
    page_frame.folds("data")
if data == UPLOAD and own_table.current() and (draft := drafts.current()):
    with late:
        remarks.leaks(draft)
