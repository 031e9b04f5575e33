"""Trade-off: what ε costs on the chosen data, output beside objective perturbation."""

from contextlib import nullcontext

import streamlit as st

from dpcore.privacy.proofs import OF_MECHANISMS, PROOFS
from pages.comparison import private
from pages.comparison.screen import baseline, cached, promise
from pages.kit.frame import page_frame
from pages.trade_off import answer, below, best_lam, choices, export
from pages.trade_off.view import views

place, card = page_frame.two_columns("trade_off")
with card:
    asked = choices.card()
    promise.definition()
with place, page_frame.refusing():
    states, chosen = views(asked, cached.RECORDS), asked.settings
    is_slow = private.is_slow(chosen, cached.part(chosen))
    with st.spinner("Computing the errors at your ε.") if is_slow else nullcontext():
        first = next(states)
    comparison = first.answer.comparison
    answer.records_shown(chosen, comparison.part.n)
    answer.metrics(comparison)
    under_the_tiles = st.container()
    complete = answer.figure(asked, first, states)
    answer.explained(first)
    complete()
    below.few_records(comparison)
    below.second_release(comparison)
    best_lam.fold(comparison)
    below.which_epsilon(asked, comparison)
    export.row(asked)
    with under_the_tiles:
        lam = comparison.without_noise.lam
        baseline.beside(baseline.WithoutNoise(chosen, comparison.baseline, lam=lam))
with place:
    proofs = [PROOFS[name] for name in OF_MECHANISMS]
    page_frame.folds("trade_off", {each.title: each.text for each in proofs})
