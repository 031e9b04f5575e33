"""Is it private?: the exact privacy loss of every mechanism, against what it claims."""

import streamlit as st

from pages.shared import cached, frame
from pages.shared.private import answer as found
from pages.shared.private import choices, sentences, strip

PROSE = "understand/is_it_private"

answer, card = frame.anatomy(PROSE)
with card:
    chosen, question = choices.card()
    frame.definition()
with answer:
    choices.examples()
    verdict = cached.verdict(question)
    found.metrics(verdict)
    st.markdown(f"**{sentences.verdict(verdict)}**")
    found.figures(question, choices.own(chosen), verdict)
    strip.draw(question)
    frame.folds(PROSE)
