"""Private tuning: who chose λ, and what the choice cost."""

import streamlit as st

from pages.comparison import cached, settings
from pages.kit.frame import page_frame
from pages.private_tuning import answer, choices, computed, export

place, card = page_frame.anatomy("private_tuning")
with card:
    choices.show()
    chosen = settings.card(cached.available)
with place, page_frame.refusing():
    candidates, named = choices.candidates(chosen), choices.named(chosen)
    kernel = choices.KERNEL.chosen()
    answer.check(chosen, candidates, kernel)
    found = computed.comparison(chosen, candidates, named, kernel)
    rule = cached.constant(chosen)
    answer.metrics(chosen, found, rule)
    answer.one_run(found)
    axis = choices.across()
    points = answer.figure(chosen, candidates, named, kernel, axis)
    answer.explained(found, rule, chosen.measure)
    st.caption(answer.protocol(chosen, found, kernel))
    export.row(chosen, candidates, kernel, points, axis)
with place:
    page_frame.folds("private_tuning")
