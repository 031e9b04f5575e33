"""Is it private?: the exact privacy loss of every mechanism, against what it claims."""

import streamlit as st

from pages.shared import cached, frame
from pages.shared.private import answer as found
from pages.shared.private import choices, sections, sentences, strip, takeaway

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
    takeaway.row(question, choices.own(chosen))
    sections.ratio_map(question, PROSE)
    sections.budget(question, PROSE)
    sections.folds(question, PROSE, chosen)
    frame.folds(PROSE)
