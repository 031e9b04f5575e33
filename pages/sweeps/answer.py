"""The figure of a sweep, its sentence, and how it was made."""

from collections.abc import Callable
from dataclasses import replace
from functools import partial

import pandas as pd
import streamlit as st

from dpcore.privacy.regularization.suggested import AUTO
from dplab.simulation.constant import ConstantRule
from dplab.simulation.settings import Settings
from dplab.simulation.sweeps import SweepSpec
from dplab.simulation.sweeps.jobs import ENDED
from dplab.studies.sweeps import grid
from dplab.studies.sweeps.accuracy import Enough
from pages.comparison import terms
from pages.comparison.figures.curves import Curve, Key
from pages.comparison.screen import baseline, cached, measured, settings
from pages.comparison.screen.live import Snapshot
from pages.comparison.sentences import left_out
from pages.kit import chart, visitor
from pages.kit.chart import FigureSlot
from pages.kit.frame import page_frame
from pages.sweeps import choices, figures, progress, sentences
from pages.sweeps import enough as of_accuracy
from pages.sweeps import map as error_map

MOST_CURVES = 12
"""Curves that can be told apart."""


def show(
    look: Snapshot, chosen: Settings, take_along: Callable[[SweepSpec, pd.DataFrame, str], None]
) -> None:
    """Draw a look at a run: how far it is, its figure, and at its end its rows to download."""
    progress.show(look)
    # The figure draws itself again, outside of what the page refuses.
    with page_frame.refusing():
        _answered(look, chosen, take_along)


def _answered(
    look: Snapshot, chosen: Settings, take_along: Callable[[SweepSpec, pd.DataFrame, str], None]
) -> None:
    shown = replace(chosen, measure=grid.measure_of(look.sweep, chosen))
    source = replace(look.sweep.source, measure=shown.measure)
    rule = cached.constant(source, tuple(range(look.sweep.folds)))
    if grid.axis_of(look.sweep) == "map":
        error_map.show(look.sweep, look.rows, shown, rule)
    else:
        _curves(look, shown, rule)
    measured.named(shown)
    if said := left_out(look.sweep.folds, grid.n_left_out(look.rows, shown.measure)):
        st.caption(said)
    if look.status and look.status.state in ENDED and look.current and len(look.rows):
        take_along(look.sweep, look.rows, shown.measure)


def _curves(look: Snapshot, chosen: Settings, rule: ConstantRule) -> None:
    sweep, rows = look.sweep, look.rows
    axis, spread = grid.axis_of(sweep), choices.spread_of(sweep.folds)
    drawn = grid.curves(sweep, rows, chosen.measure, spread)
    if len(drawn) > MOST_CURVES:
        st.info(f"{len(drawn)} curves are hard to tell apart: choose fewer methods or losses.")
    draw = partial(_figure, FigureSlot(), look, chosen, rule, drawn)
    is_whole, asked = _is_whole(look), partial(of_accuracy.of_rows, sweep, rows, rule)
    enough = asked(chosen.measure) if is_whole and axis == "epsilon" else None
    draw(enough)
    if is_whole and axis == "n":  # what lies beyond the table may take some seconds
        enough = asked(chosen.measure)
        if enough and enough.reached:
            draw(enough)
    if drawn:
        told = terms.as_markdown(rule)
        cost = sentences.cost(axis, drawn, _here(sweep, chosen), told, chosen.measure)
        with page_frame.steady("sweeps"):
            page_frame.sentence(f"**{cost}**")
        if axis == "lam":
            lams = choices.lams(replace(chosen, lam=AUTO), sweep.mechanisms)
            st.markdown(sentences.by_rule(lams, chosen.epsilon))
    how = sentences.protocol(sweep, (axis,), cached.called(sweep.source))
    st.caption(f"{how} {sentences.middles(sweep.folds, spread)}")
    if is_whole and axis in of_accuracy.QUESTION:
        of_accuracy.answered(axis, enough, rule)
        if axis == "n":
            of_accuracy.priced(sweep, rows, rule, chosen.measure)


def _figure(
    slot: FigureSlot,
    look: Snapshot,
    chosen: Settings,
    rule: ConstantRule,
    drawn: dict[Key, Curve],
    enough: Enough | None,
) -> None:
    """Draw the curves in a place, with what is known of what is enough."""
    sweep, axis, here = look.sweep, grid.axis_of(look.sweep), _here(look.sweep, chosen)
    drawing = figures.along(
        sweep,
        drawn,
        here,
        rule,
        enough,
        measure=chosen.measure,
        dark=visitor.is_dark(),
        phone=visitor.is_phone(),
    )
    alt = sentences.alt(axis, drawn, here, rule, chosen.measure)
    chart.show(drawing, f"error-against-{axis}", alt=alt, place=slot)


def _here(sweep: SweepSpec, chosen: Settings) -> float:
    """Return where the visitor stands on the axis."""
    axis = grid.axis_of(sweep)
    places: dict[str, float] = {
        "epsilon": chosen.epsilon,
        "lam": settings.usual_lam(choices.lams(chosen, sweep.mechanisms)),
        "n": chosen.n or sweep.sizes[-1],
        "features": choices.n_features(),
    }
    return places[axis]


def _is_whole(look: Snapshot) -> bool:
    return bool(look.status and look.status.state == "done" and look.current and len(look.rows))


def cost_of_lam(chosen: Settings, sweep: SweepSpec) -> None:
    """Say what λ itself costs without noise; along λ and on the map the picture shows it.

    What it costs on features of a kernel is not known here.
    """
    axis = grid.axis_of(sweep)
    if axis in ("lam", "map") or sweep.has_kernel:
        return
    n, several = cached.n_used(chosen), len(sweep.losses) > 1
    each = [
        baseline.at(
            replace(chosen, loss=loss),
            sentences.of_which(axis, n, loss if several else "", sweep.folds),
        )
        for loss, _ in sweep.losses
    ]
    baseline.beside(*each)
