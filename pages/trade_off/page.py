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
    comparison = private.comparison_at(chosen)
    answer.metrics(comparison)
    under_the_tiles = st.container()
    complete = answer.figure(comparison)
    settings.phone_sliders("epsilon", "lam", lams=comparison.private_lams)
    private.explained(comparison)
    complete()
    second_release.show(comparison)
    best_lam.fold(comparison)
    which.answered(comparison)
    export.row(chosen)
    with under_the_tiles:
        lam = comparison.without_noise.lam
        baseline.beside(baseline.WithoutNoise(chosen, comparison.baseline, lam=lam))
with place:
    proofs = [PROOFS[name] for name in OF_MECHANISMS]
    page_frame.folds("trade_off", {each.title: each.text for each in proofs})
