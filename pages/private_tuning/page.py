"""Private tuning: who chose λ, and what the choice cost."""

from dataclasses import replace

import streamlit as st

from pages.comparison.screen import cached, settings
from pages.kit.frame import page_frame
from pages.private_tuning import answer, choices, export, sentences

place, card = page_frame.two_columns("private_tuning")
with card:
    choices.show()
    chosen = settings.card(cached.available)
with place, page_frame.refusing():
    question = choices.question(chosen)
    answer.check(question)
    found = answer.at_one_place(question)
    rule = cached.constant(chosen)
    answer.metrics(chosen, found, rule)
    answer.one_run(found)
    curve = answer.figure(replace(question, axis=choices.across()))
    answer.explained(found, rule, chosen.measure)
    how = sentences.protocol(question, found, cached.called(chosen))
    with page_frame.steady("tuning_protocol"):
        st.caption(f"{how}{answer.with_kernel(question)}")
    export.row(curve)
with place:
    page_frame.folds("private_tuning")
