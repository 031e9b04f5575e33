"""The figure of a sweep, its sentence, and how it was made."""

from collections.abc import Callable
from dataclasses import replace

import pandas as pd
import streamlit as st

from dpcore.experiments.constant import ConstantRule
from dpcore.experiments.measures import MEASURES, in_rows
from dpcore.experiments.settings import Settings
from dpcore.experiments.summaries import along
from dpcore.experiments.sweeps import SweepSpec
from dpcore.experiments.sweeps.jobs import ENDED
from dpcore.privacy.mechanisms import MECHANISMS
from pages.shared import cached, chart, words
from pages.shared.comparison import measured, yardstick
from pages.shared.figures import curves
from pages.shared.figures.axes import EPSILON_AXIS, Axis
from pages.shared.figures.curves import Curve, Key
from pages.shared.live import Snapshot
from pages.shared.settings import DATA
from pages.sweeps import choices, grid, progress, sentences, which
from pages.sweeps import map as error_map

MOST_CURVES = 12
"""Curves that can be told apart."""


def show(
    look: Snapshot, chosen: Settings, take_along: Callable[[SweepSpec, pd.DataFrame, str], None]
) -> None:
    """Draw a look at a run: how far it is, its figure, and at its end its rows to take along."""
    progress.show(look)
    shown = replace(chosen, measure=grid.measure_of(look.sweep, chosen))
    source = replace(look.sweep.source, measure=shown.measure)
    rule = cached.constant(source, tuple(range(look.sweep.folds)))
    drawn = replace(look, rows=in_rows(look.rows, shown.measure) if len(look.rows) else look.rows)
    if grid.axis_of(look.sweep) == "map":
        error_map.show(drawn.sweep, drawn.rows, shown, rule)
    else:
        _curves(drawn, shown, rule)
    measured.named(shown)
    if look.status and look.status.state in ENDED and look.current and len(look.rows):
        take_along(look.sweep, look.rows, shown.measure)


def _curves(look: Snapshot, chosen: Settings, rule: ConstantRule) -> None:
    sweep, rows = look.sweep, look.rows
    axis, dark, spread = grid.axis_of(sweep), chart.is_dark(), choices.spread_of(sweep.folds)
    drawn = _summed(sweep, rows, axis, spread)
    if len(drawn) > MOST_CURVES:
        st.info(f"{len(drawn)} curves are hard to tell apart: choose fewer methods or losses.")
    place = axis_on(sweep, axis)
    title, errors = sentences.title(axis, chosen.measure), MEASURES[chosen.measure].label
    drawing = curves.error_against(place, drawn, title=title, dark=dark, rule=rule, errors=errors)
    here: float = {"epsilon": chosen.epsilon, "lam": chosen.lam, "n": chosen.n or place.high}[axis]
    curves.mark(drawing, place, here, {}, dark=dark)
    if axis == "epsilon" and _is_whole(look):
        which.mark(drawing, sweep, rows, rule, dark=dark)
    if chart.is_phone():
        curves.for_phone(drawing)
    alt = sentences.alt(axis, drawn, here, rule, chosen.measure)
    with st.container(key="swept"):  # by which `main.css` knows the figure
        chart.show(drawing, f"error-against-{axis}", alt=alt)
    if drawn:
        told = sentences.cost(axis, drawn, here, words.as_markdown(rule), chosen.measure)
        st.markdown(f"**{told}**")
    how = sentences.protocol(sweep, (axis,), DATA[sweep.data])
    st.caption(f"{how} {sentences.middles(sweep.folds, spread)}")
    if _is_whole(look):
        if axis == "epsilon":
            which.answered(sweep, rows, rule)
        if axis == "n":
            which.priced(sweep, rows, rule)


def _is_whole(look: Snapshot) -> bool:
    return bool(look.status and look.status.state == "done" and look.current and len(look.rows))


def cost_of_lam(chosen: Settings, axis: str, losses: tuple[str, ...], folds: int) -> None:
    """Say what λ itself costs without noise; along λ and on the map the picture shows it."""
    if axis in ("lam", "map"):
        return
    n = cached.part(chosen).n
    each = [
        yardstick.at(
            replace(chosen, loss=loss),
            sentences.of_which(axis, n, loss if len(losses) > 1 else "", folds),
        )
        for loss in losses
    ]
    yardstick.beside(*each)


def axis_on(sweep: SweepSpec, axis: str) -> Axis:
    """Return an axis that holds what is swept along it."""
    if axis == "n":
        ends = sweep.sizes[0], sweep.sizes[-1]
        return Axis("Training records n (logarithmic)", *ends, edge=0.05)
    if axis == "lam":
        return Axis("Regularization λ (logarithmic)", sweep.lams[0], sweep.lams[-1])
    return EPSILON_AXIS


def _summed(sweep: SweepSpec, rows: pd.DataFrame, axis: str, spread: str) -> dict[Key, Curve]:
    found = along(rows, axis, spread) if len(rows) else {}
    keys = [(name, loss) for name in MECHANISMS for loss, _ in sweep.losses]
    drawn: dict[Key, Curve] = {key: found[key] for key in keys if key in found}
    for (name, loss), (_, summaries) in drawn.items():
        if axis == "epsilon" and name == "non_private":
            # Without noise there is no ε: the one point at ∞ is a level along the whole axis.
            ends = (sweep.epsilons[0], sweep.epsilons[-1])
            drawn[name, loss] = ends, (summaries[0], summaries[0])
    return drawn
