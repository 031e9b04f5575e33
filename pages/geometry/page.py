"""Geometry: what the noise does to a classifier, in the plane."""

from functools import partial

import streamlit as st

from pages.comparison.screen import cached
from pages.geometry import answer, choices, export, sentences
from pages.kit.frame import page_frame

place, card = page_frame.two_columns("geometry")
with card:
    chosen, features = choices.card()
with place, page_frame.refusing():
    clouds, rule = answer.at(chosen, features), cached.constant(chosen)
    answer.metrics(clouds, rule)
    under_the_tiles = st.container()
    answer.over_epsilon(clouds, rule)
    page_frame.section("One draw at a time", partial(answer.over_draws, clouds))
    st.caption(sentences.protocol(clouds, cached.called(chosen)))
    export.row(clouds)
    with under_the_tiles:
        answer.cost_of_lam(clouds)
with place:
    page_frame.folds("geometry")
