"""The counterexample: a law on which noise on the answer fails, noise in the question does not."""

import streamlit as st

from pages.shared import cached, frame, picture
from pages.shared.counterexample import answer as thin
from pages.shared.counterexample import choices, takeaway

PROSE = "explore/counterexample"

answer, card = frame.anatomy(PROSE)
with card:
    chosen = choices.card()
    compared = choices.compared()
with answer, frame.refusing():
    thin.check(chosen)
    runs, pair = cached.example_runs(chosen, compared), thin.pair(compared)
    thin.metrics(runs)
    thin.planes(chosen, runs, pair, picture.chosen())
    thin.explained(chosen, runs, pair, thin.rows(chosen, runs))
    found = thin.learning(chosen, compared, picture.chosen())
    st.caption(thin.protocol(chosen, runs))
    takeaway.row(chosen, found, compared)
with answer:
    frame.folds(PROSE)
