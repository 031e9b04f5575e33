"""Private tuning: who chose λ, and what the choice cost."""

import streamlit as st

from pages.shared import cached, frame, picture, settings
from pages.shared.tuning import answer as tuning
from pages.shared.tuning import choices, takeaway

PROSE = "explore/private_tuning"

answer, card = frame.anatomy(PROSE)
with card:
    choices.draw()
    chosen = settings.card(cached.available)
with answer, frame.refusing():
    candidates, named = choices.candidates(chosen), choices.named(chosen)
    tuning.check(chosen, candidates)
    found = tuning.at(chosen, candidates, named)
    tuning.metrics(found)
    tuning.one_run(found)
    axis = choices.across()
    points = tuning.figure(chosen, candidates, named, axis, picture.chosen())
    tuning.explained(found)
    st.caption(tuning.protocol(chosen, found))
    takeaway.row(chosen, candidates, points, axis)
with answer:
    frame.folds(PROSE)
