"""Geometry: what the noise does to a classifier, in the plane."""

import streamlit as st

from pages.shared import frame, picture
from pages.shared.geometry import answer as geometry
from pages.shared.geometry import choices, takeaway

PROSE = "explore/geometry"

answer, card = frame.anatomy(PROSE)
with card:
    chosen, features = choices.card()
with answer, frame.refusing():
    now = geometry.at(chosen, features)
    geometry.metrics(now)
    geometry.over_epsilon(now, picture.chosen())
    geometry.over_draws(now, picture.chosen())
    st.caption(geometry.protocol(now))
    takeaway.row(now, features)
with answer:
    frame.folds(PROSE)
