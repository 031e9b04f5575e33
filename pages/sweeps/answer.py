"""The figure of a sweep while it runs, its sentence, and what an accuracy takes."""

from collections.abc import Callable
from contextlib import nullcontext
from dataclasses import replace

import pandas as pd
import streamlit as st

from dpcore.privacy.regularization.suggested import AUTO
from dplab.simulation.sweeps import SweepSpec
from dplab.simulation.sweeps.jobs import ENDED
from dplab.studies.sweeps import grid
from dplab.studies.sweeps.accuracy import Enough
from pages.comparison import sentences as of_errors
from pages.comparison import target_error
from pages.comparison.screen import baseline, cached, measured, target_box
from pages.comparison.screen.live import Snapshot
from pages.kit import chart
from pages.kit.chart import FigureSlot
from pages.kit.frame import page_frame
from pages.kit.view import View
from pages.sweeps import choices, error_map, progress, sentences, view
from pages.sweeps.error_map import ErrorMaps
from pages.sweeps.values import SweepQuestion, lams
from pages.sweeps.view import SweepAnswer, Swept

MOST_CURVES, MOST_PANELS = 12, 6
"""Curves that can be told apart, and maps that fit beside each other."""

QUESTION = {"epsilon": "Which ε?", "n": "How many records?"}
BUSY = "Errors at larger ε, which stand for those of more records …"

TakeAlong = Callable[[SweepSpec, pd.DataFrame, str], None]


def show(look: Snapshot, asked: SweepQuestion, take_along: TakeAlong) -> None:
    """Draw a look at a run: how far it is, its figure, and at its end its rows to download."""
    progress.show(look)
    # The figure draws itself again, outside of what the page refuses.
    with page_frame.refusing():
        _answered(look, asked, take_along)


def _answered(look: Snapshot, asked: SweepQuestion, take_along: TakeAlong) -> None:
    swept = Swept(look.sweep, look.rows, _is_whole(look), choices.spread_of(look.sweep.folds))
    asked, rule = view.measured(asked, swept, cached.RECORDS)
    if swept.axis == "map":
        _maps(ErrorMaps(asked.sweep, look.sweep, rule, cached.RECORDS), look.rows)
    else:
        _curves(swept, asked)
    measured.named(asked.settings)
    left_out = grid.n_left_out(look.rows, asked.settings.measure)
    if text := of_errors.left_out(look.sweep.folds, left_out):
        st.caption(text)
    if look.status and look.status.state in ENDED and look.current and len(look.rows):
        take_along(look.sweep, look.rows, asked.settings.measure)


def _is_whole(look: Snapshot) -> bool:
    return bool(look.status and look.status.state == "done" and look.current and len(look.rows))


def _maps(mapped: ErrorMaps, rows: pd.DataFrame) -> None:
    """Draw the panels, and what they say at the visitor's ε."""
    panels = error_map.views(mapped, rows)
    if len(panels) > MOST_PANELS:
        st.info(
            f"{len(panels)} maps do not fit beside each other; these are the first {MOST_PANELS}. "
            "Choose fewer methods or losses."
        )
    several = len(mapped.sweep.losses) > 1
    for start in range(0, min(len(panels), MOST_PANELS), 2):
        places = st.columns(2) if len(panels) > 1 else [None]
        for column, panel in zip(places, panels[start : start + 2], strict=False):
            name, loss = panel.answer.mechanism, panel.answer.loss if several else ""
            chart.view(panel, f"error-map-{name}", key=f"map_{name}_{loss}", place=column)
    if panels[0].sentence:
        page_frame.sentence(panels[0].sentence)
    page_frame.made(panels[0].made)


def _curves(swept: Swept, asked: SweepQuestion) -> None:
    found = _drawn(swept, asked)
    if found.sentence:
        with page_frame.steady("sweeps"):
            page_frame.sentence(found.sentence)
        if swept.axis == "lam":
            at = replace(asked.settings, lam=AUTO)
            by_rule = lams(asked.sweep, at, cached.RECORDS, swept.sweep.mechanisms)
            st.markdown(sentences.by_rule(by_rule, at.epsilon))
    page_frame.made(found.made)
    if swept.is_whole and swept.axis in QUESTION:
        _accuracy(found.answer)


def _drawn(swept: Swept, asked: SweepQuestion) -> View[SweepAnswer]:
    """Draw the curves, and once more with what is enough, which may take some seconds."""
    slot, file, records, place = FigureSlot(), f"error-against-{swept.axis}", cached.RECORDS, None
    if swept.is_whole and swept.axis == "n" and asked.within is not None:
        place = st.empty()
        records = cached.VisitorRecords(chart.progress(place, BUSY))
    for number, found in enumerate(view.views(asked, swept, records)):
        if not number and (count := len(found.answer.drawn)) > MOST_CURVES:
            st.info(f"{count} curves are hard to tell apart: choose fewer methods or losses.")
        enough = found.answer.enough
        if not number or (enough and enough.reached):
            chart.view(found, file, place=slot)
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
    for key, text in prices.items():
        with nullcontext() if key in without_price else page_frame.steady(f"price_{key}"):
            st.markdown(text)
    if prices:
        st.caption(sentences.PRICED)


def _needed(axis: str, enough: Enough, needed: tuple[str, ...]) -> None:
    for text in needed:
        st.markdown(text)
    if needed == (sentences.UNCOUNTED,):
        return
    st.caption(target_error.MADE if axis == "epsilon" else sentences.ENOUGH)
    if axis == "n" and any(len(each.beyond[0]) or each.unknown for each in enough.reached.values()):
        st.caption(target_error.EXTRAPOLATED)


def cost_of_lam(asked: SweepQuestion, sweep: SweepSpec) -> None:
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
