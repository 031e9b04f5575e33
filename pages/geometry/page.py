"""Geometry: what the noise does to a classifier, in the plane."""

from functools import partial

import streamlit as st

from pages.comparison.screen import cached
from pages.geometry import answer, choices, export, record
from pages.geometry.view import view
from pages.kit.frame import page_frame

place, card = page_frame.two_columns("geometry")
with card:
    asked = choices.card()
with place, page_frame.refusing():
    with st.spinner("Drawing the clouds."):
        found = view(asked, cached.RECORDS)
    answer.metrics(found.answer)
    under_the_tiles = st.container()
    answer.picture(found)
    page_frame.section("One draw at a time", partial(answer.over_draws, found.answer))
    record.section(asked)
    page_frame.made(found.made)
    export.row(asked, found)
    with under_the_tiles:
        answer.cost_of_lam(found.answer)
with place:
    page_frame.folds("geometry")
