"""Overview: a live answer with no input, one sentence, three ways on."""

import streamlit as st

from pages.comparison import baseline as yardstick
from pages.comparison import measured, private, settings
from pages.kit.frame import page_frame
from pages.overview import answer

page_frame.title("overview")
place = st.container()
answer.doors()
answer.beginnings()
answer.all_pages()
with place:
    settings.refusals()
    now = private.at(answer.chosen())
    answer.sketch(now)
    under_the_figure = st.container()
    private.explained(now)
    with under_the_figure:
        measured.explained(now.settings)
        yardstick.beside(yardstick.WithoutNoise(now.settings, now.baseline))
