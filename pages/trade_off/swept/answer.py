"""The figure of a sweep while it runs, its sentence, and what an accuracy takes."""

from contextlib import nullcontext
from dataclasses import replace
from functools import partial

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from dpcore.privacy.regularization.suggested import AUTO
from dplab.simulation.sweeps import SweepSpec
from dplab.simulation.sweeps.jobs import ENDED
from dplab.studies.trade_off import grid
from dplab.studies.trade_off.swept.accuracy import Enough
from pages.comparison import private
from pages.comparison import sentences as of_errors
from pages.comparison.private import ComparisonAtEpsilon
from pages.comparison.screen import baseline, cached, live, measured
from pages.comparison.screen.live import Snapshot
from pages.kit import chart, text
from pages.kit.chart import FigureSlot
from pages.kit.frame import page_frame
from pages.kit.view import View
from pages.trade_off import choices, target_box, target_error, tiles
from pages.trade_off.swept import export, progress, sentences, view
from pages.trade_off.swept.view import SweepAnswer, Swept
from pages.trade_off.values import SweepQuestion, lams

MOST_CURVES = 12
"""Curves that can be told apart."""

QUESTION = {"epsilon": "Which ε?", "n": "How many records?"}
TO_COME = "The result appears here once everything is computed."
BUSY = "Errors at larger ε, which stand for those of more records …"


def show(asked: SweepQuestion, beside: DeltaGenerator) -> None:
    """Draw a sweep while it is computed, and beside the choice of the axis what starts it."""
    chosen = asked.settings
    records = live.records(chosen.data)
    sweep = grid.spec(asked.sweep, records)
    begun = live.shown(sweep, small=progress.is_small(sweep, records))
    # While the sweep is computed, the numbers above it.
    here = private.comparison_at(asked.at_once, cached.RECORDS) if asked.at_once else None
    seen = live.looked_at(begun)
    with beside:
        progress.controls(sweep, seen, records)
    if refusal := live.refusal():
        st.error(text.escape_markdown(refusal))
    live.watch(seen, sweep, partial(_watched, asked=asked, here=here))
    if chosen.measure == "error":
        measured.remark(chosen, cached.part(chosen))
    _cost_of_lam(asked, sweep)


def _watched(look: Snapshot, asked: SweepQuestion, here: ComparisonAtEpsilon | None) -> None:
    """Draw a look at a run: the numbers where the visitor stands, the figure, and what follows."""
    # The figure draws itself again, outside of what the page refuses.
    with page_frame.refusing():
        swept = Swept(look.sweep, look.rows, _is_whole(look), choices.spread_of(look.sweep.folds))
        asked, _ = view.measured(asked, swept, cached.RECORDS)
        above = page_frame.steady("tiles")
        if here:
            with above:
                tiles.show(here)
        found = _drawn(swept, asked)
        under = page_frame.steady("sweeps")
        with under:
            is_over = not progress.show(look)
        with under if here else above:
            if is_over and found.sentence:
                page_frame.sentence(found.sentence)
            elif not here:
                st.caption(TO_COME)
        _below(look, swept, asked, found)


def _is_whole(look: Snapshot) -> bool:
    return bool(look.status and look.status.state == "done" and look.current and len(look.rows))


def _below(look: Snapshot, swept: Swept, asked: SweepQuestion, found: View[SweepAnswer]) -> None:
    if swept.axis == "lam" and found.sentence:
        at = replace(asked.settings, lam=AUTO)
        by_rule = lams(asked.sweep, at, cached.RECORDS, swept.sweep.mechanisms)
        st.markdown(sentences.by_rule(by_rule, at.epsilon))
    page_frame.made(found.made)
    measured.named(asked.settings)
    measured.constant(found.answer.rule)
    left_out = grid.n_left_out(look.rows, asked.settings.measure)
    if said := of_errors.left_out(look.sweep.folds, left_out):
        st.caption(said)
    if swept.is_whole and swept.axis in QUESTION:
        _accuracy(found.answer)
    if look.status and look.status.state in ENDED and look.current and len(look.rows):
        export.row(found, asked.settings.measure)


def _drawn(swept: Swept, asked: SweepQuestion) -> View[SweepAnswer]:
    """Draw the figure, and once more with what is enough, which may take some seconds."""
    slot, file, records, place = FigureSlot(), f"error-against-{swept.axis}", cached.RECORDS, None
    if swept.is_whole and swept.axis == "n" and asked.within is not None:
        place = st.empty()
        records = cached.VisitorRecords(chart.progress(place, BUSY))
    for number, found in enumerate(view.views(asked, swept, records)):
        enough = found.answer.enough
        if not number or (enough and enough.reached):
            chart.view(found, file, place=slot)
        if not number and len(found.answer.drawn) > MOST_CURVES:
            st.info(
                f"{len(found.answer.drawn)} curves are hard to tell apart: choose fewer methods "
                "or losses."
            )
    if place:
        place.empty()
    return found


def _accuracy(found: SweepAnswer) -> None:
    """Draw the question what an accuracy takes and, once it is asked, the answer."""
    axis, enough = found.swept.axis, found.enough
    target_box.box(QUESTION[axis])
    if enough:
        with page_frame.steady("enough"):
            _needed(axis, enough, found.needed)
    prices = found.prices
    without_price = [loss for loss, _ in found.swept.sweep.losses]
    for key, said in prices.items():
        with nullcontext() if key in without_price else page_frame.steady(f"price_{key}"):
            st.markdown(said)
    if prices:
        st.caption(sentences.PRICED)


def _needed(axis: str, enough: Enough, needed: tuple[str, ...]) -> None:
    for said in needed:
        st.markdown(said)
    if needed == (sentences.UNCOUNTED,):
        return
    st.caption(target_error.MADE if axis == "epsilon" else sentences.ENOUGH)
    if axis == "n" and any(len(each.beyond[0]) or each.unknown for each in enough.reached.values()):
        st.caption(target_error.EXTRAPOLATED)


def _cost_of_lam(asked: SweepQuestion, sweep: SweepSpec) -> None:
    """Say what λ itself costs without noise; along λ and on the map the picture shows it.

    What it costs on features of a kernel is not known here.
    """
    axis = grid.axis_of(sweep)
    if axis in ("lam", "map") or sweep.has_kernel:
        return
    chosen = asked.settings
    n, several = cached.n_used(chosen), len(sweep.losses) > 1
    each = [
        baseline.at(
            replace(chosen, loss=loss),
            sentences.of_which(axis, n, loss if several else "", sweep.folds),
        )
        for loss, _ in sweep.losses
    ]
    baseline.beside(*each)
