"""Release: one private classifier, charged to a ledger, with a certificate; and its use."""

import os

import streamlit as st

from pages.kit.frame import page_frame
from pages.release import budgets, desk, form, sentences, use
from server.releases import read_releases

page_frame.title("release", sentences.FOLLOWS)
releases = read_releases(os.environ)
if not releases.are_on:
    st.markdown(f"**{sentences.off(releases)}**")
else:
    part = desk.one("part", "What to do", form.PARTS)
    if part == form.USE:
        use.show()
    else:
        with page_frame.refusing(), releases.ledger() as ledger:
            ledger.data_sets()  # What is wrong with it is said once.
            steps, beside = st.columns([2.2, 1], gap="large")
            with steps:
                form.show(releases, ledger)
            with beside, page_frame.refusing():
                budgets.panel(releases, ledger)
    page_frame.folds("release")
