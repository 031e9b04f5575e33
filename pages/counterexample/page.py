"""The counterexample: a law on which noise on the answer fails, noise in the question does not."""

import streamlit as st

from pages.counterexample import answer, choices, computed, export
from pages.kit.frame import page_frame

place, card = page_frame.anatomy("counterexample")
with card:
    chosen = choices.card()
    compared = choices.compared()
with place, page_frame.refusing():
    answer.check(chosen)
    runs, pair = computed.runs(chosen, compared), answer.pair(compared)
    answer.metrics(runs)
    answer.planes(chosen, runs, pair)
    answer.explained(chosen, runs, pair, answer.rows(chosen, runs))
    found = answer.learning(chosen, compared)
    st.caption(answer.protocol(chosen, runs))
    export.row(chosen, found, compared)
with place:
    page_frame.folds("counterexample")
