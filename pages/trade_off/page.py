"""Trade-off: what ε costs on the chosen data, output beside objective perturbation."""

import streamlit as st

from dpcore.privacy.proofs import OF_MECHANISMS, PROOFS
from pages.comparison import baseline, private, settings
from pages.kit.frame import page_frame
from pages.trade_off import answer, best_lam, choices, export, second_release, which

place, card = page_frame.two_columns("trade_off")
with card:
    chosen = choices.card()
    private.definition()
with place, page_frame.refusing():
    now = private.at(chosen)
    answer.metrics(now)
    under_the_tiles = st.container()
    complete = answer.figure(now)
    settings.phone_sliders("epsilon", "lam", lams=private.lams(chosen))
    private.explained(now)
    complete()
    second_release.show(now)
    best_lam.fold(now)
    which.answered(now)
    export.row(chosen)
    with under_the_tiles:
        baseline.beside(baseline.WithoutNoise(chosen, now.baseline, lam=now.without_noise.lam))
with place:
    proofs = [PROOFS[name] for name in OF_MECHANISMS]
    page_frame.folds("trade_off", {each.title: each.text for each in proofs})
