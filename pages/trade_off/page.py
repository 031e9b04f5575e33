"""Trade-off: what ε costs on the chosen data, output beside objective perturbation."""

import streamlit as st

from pages.shared import frame, settings
from pages.shared.comparison import answer as comparison
from pages.shared.comparison import yardstick
from pages.trade_off import answer, choices, export, which

place, card = frame.anatomy("trade_off")
with card:
    chosen = choices.card()
    frame.definition()
with place, frame.refusing():
    now = comparison.at(chosen)
    answer.metrics(now)
    under_the_tiles = st.container()
    complete = answer.figure(now)
    settings.within_reach("epsilon", "lam")
    comparison.explained(now)
    complete()
    which.answered(now)
    export.row(chosen)
    with under_the_tiles:
        yardstick.beside(yardstick.WithoutNoise(chosen, now.baseline))
with place:
    frame.folds("trade_off")
