"""Sweeps: the error along ε, n or λ, or over ε and λ, drawn while it is computed."""

from functools import partial

import streamlit as st

from dplab.studies.sweeps.grid import spec
from pages.comparison.screen import cached, live, measured, settings
from pages.kit import text
from pages.kit.frame import page_frame
from pages.sweeps import answer, choices, export, progress

place, card = page_frame.two_columns("sweeps")
with card:
    axis = choices.axis()
    mechanisms = choices.mechanisms()
    settings.kernel(choices.KERNEL)
    folds = choices.protocol()
    chosen = settings.card(
        cached.available,
        choices.losses,
        with_delta=any(map(settings.uses_delta, mechanisms)),
        lams=lambda now: choices.lams(now, mechanisms),
    )
with place, page_frame.refusing():
    records = live.records(chosen.data)
    asked = choices.question(chosen, axis, mechanisms, folds)
    sweep = spec(asked, records)
    seen = live.shown(sweep, small=progress.is_small(sweep, records))
    progress.controls(sweep, seen, records)
    if refusal := live.refusal():
        st.error(text.escape_markdown(refusal))
    choices.spread(folds)
    if chosen.measure == "error":
        measured.remark(chosen, cached.part(chosen))
    above_the_figure = st.container()
    # The figure draws itself again, and this would not.
    settings.phone_sliders("epsilon", "lam", lams=choices.lams(chosen, mechanisms))
    live.watch(seen, sweep, partial(answer.show, chosen=chosen, take_along=export.row))
    with above_the_figure:
        answer.cost_of_lam(chosen, sweep)
with place:
    page_frame.folds("sweeps")
