"""Papers: every table and figure that can be run, published beside ours, and every erratum."""

import streamlit as st

from pages.kit.frame import page_frame
from pages.papers import answer, choices, export
from pages.papers.errata import answer as errata
from pages.papers.values import ERRATA
from pages.papers.view import NONE_STORED

page_frame.title("papers")
beside, rest = st.columns([1, 2.4])
with beside, st.container(key="papers_parts"):
    part = choices.part()
if part == ERRATA:
    errata.show()
else:
    with rest, page_frame.settings_place():
        entry = choices.entry()
    if found := answer.shown(entry):
        answer.picture(found)
    else:
        st.info(NONE_STORED)
    answer.head(entry)
    answer.reasons(entry)
    if found:
        answer.differences(found)
        answer.claims(found)
    answer.run_now(entry)
    if found:
        export.row(entry, found.rows)
    answer.glance()
page_frame.folds("papers")
