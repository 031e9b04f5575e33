"""The counterexample: a law on which noise on the answer fails, noise in the question does not."""

import streamlit as st

from pages.counterexample import answer, choices, export, sentences
from pages.kit.frame import page_frame

place, card = page_frame.two_columns("counterexample")
with card:
    asked = choices.card()
with place, page_frame.refusing():
    chosen, pair = asked.example, sentences.pair(asked.mechanisms)
    answer.check(chosen)
    runs = answer.at_one_n(asked)
    answer.metrics(runs)
    answer.planes(chosen, runs, pair)
    answer.explained(chosen, runs, pair, sentences.rows(chosen, runs))
    curves = answer.learning(asked)
    st.caption(sentences.protocol(chosen, runs))
    export.row(curves)
with place:
    page_frame.folds("counterexample")
