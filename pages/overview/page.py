"""Overview: a live answer with no input, one sentence, three ways on."""

import streamlit as st

from pages.overview import answer
from pages.shared import settings
from pages.shared.comparison import answer as comparison
from pages.shared.comparison import measured, yardstick
from pages.shared.frame import page_frame

page_frame.title("overview")
place = st.container()
answer.doors()
answer.beginnings()
answer.all_pages()
with place:
    settings.refusals()
    now = comparison.at(answer.chosen())
    answer.sketch(now)
    under_the_figure = st.container()
    comparison.explained(now)
    with under_the_figure:
        measured.explained(now.settings)
        yardstick.beside(yardstick.WithoutNoise(now.settings, now.baseline))
