"""Papers: every table and figure that can be run, published beside ours."""

import streamlit as st

from pages.kit.frame import page_frame
from pages.papers import answer, choices, export

page_frame.title("papers")
with page_frame.settings_place():
    entry = choices.entry()
answer.head(entry)
found = answer.known(entry)
if found is None:
    st.info("Nothing is stored for this one, since its table did not come with the project.")
else:
    answer.picture(entry, found)
answer.reasons(entry)
if found is not None:
    answer.differences(entry, found)
    answer.claims(entry)
answer.run_now(entry)
if found is not None:
    export.row(entry, found)
answer.glance()
answer.lecture()
page_frame.folds("papers")
