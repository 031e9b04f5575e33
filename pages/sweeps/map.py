"""The map of errors over ε and λ: a panel for each method and loss, and a sentence under them."""

from collections.abc import Sequence
from dataclasses import replace

import pandas as pd
import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from dpcore.erm.losses import LOSSES
from dpcore.privacy.mechanisms import MECHANISMS
from dplab.simulation.constant import ConstantRule
from dplab.simulation.measures import MEASURES
from dplab.simulation.settings import Settings
from dplab.simulation.sweeps import SweepSpec
from dplab.studies.sweeps import error_map
from dplab.studies.sweeps.error_map import ErrorMap, nearest
from pages.comparison import terms
from pages.comparison.figures import maps
from pages.comparison.screen import cached
from pages.kit import chart, visitor, words
from pages.kit.figures.axes import Axis
from pages.kit.frame import page_frame
from pages.sweeps import choices, sentences

MOST_PANELS = 6
HORIZONTAL, VERTICAL = "ε (logarithmic)", "λ (logarithmic)"


def show(sweep: SweepSpec, rows: pd.DataFrame, chosen: Settings, rule: ConstantRule) -> None:
    """Draw the panels, and what they say at the visitor's ε."""
    panels = error_map.read_off(sweep, rows, chosen.measure, rule)
    if len(panels) > MOST_PANELS:
        st.info(
            f"{len(panels)} maps do not fit beside each other; these are the first {MOST_PANELS}. "
            "Choose fewer methods or losses."
        )
    _draw_all(panels[:MOST_PANELS], sweep, chosen, rule)
    if said := _sentence(panels, sweep, chosen, terms.as_markdown(rule)):
        page_frame.sentence(f"**{said}**")
    how = sentences.protocol(sweep, ("epsilon", "lam"), cached.called(sweep.source))
    st.caption(f"{how} {sentences.colours(sweep.folds, chosen.measure)}")


def _draw_all(
    panels: Sequence[ErrorMap], sweep: SweepSpec, chosen: Settings, rule: ConstantRule
) -> None:
    for start in range(0, len(panels), 2):
        beside = panels[start : start + 2]
        places = st.columns(2) if len(panels) > 1 else [None]
        for column, panel in zip(places, beside, strict=False):
            _draw(column, panel, sweep, chosen, rule)


def _draw(
    place: DeltaGenerator | None,
    panel: ErrorMap,
    sweep: SweepSpec,
    chosen: Settings,
    rule: ConstantRule,
) -> None:
    dark, title = visitor.is_dark(), _title(panel, sweep)
    horizontal = Axis(HORIZONTAL, sweep.epsilons[0], sweep.epsilons[-1])
    vertical = Axis(VERTICAL, sweep.given_lams[0], sweep.given_lams[-1])
    drawing = maps.error_over(
        horizontal,
        vertical,
        sweep.epsilons,
        sweep.given_lams,
        panel.errors,
        panel.of_use,
        title=title,
        dark=dark,
        measure=MEASURES[chosen.measure].label,
    )
    used = _used(panel, chosen)
    maps.mark(drawing, horizontal, vertical, chosen.epsilon, used, dark=dark)
    said = _said(panel, sweep, chosen, rule) or "Not complete yet."
    chart.show(
        drawing,
        f"error-map-{panel.mechanism}",
        alt=f"Map of the {MEASURES[chosen.measure].noun} over ε and λ, {title}. {said}",
        key=f"map_{panel.mechanism}_{panel.loss if len(sweep.losses) > 1 else ''}",
        place=place,
    )


def _title(panel: ErrorMap, sweep: SweepSpec) -> str:
    label = MECHANISMS[panel.mechanism].label
    return f"{label}, {LOSSES[panel.loss].label}" if len(sweep.losses) > 1 else label


def _sentence(
    panels: Sequence[ErrorMap], sweep: SweepSpec, chosen: Settings, rule: ConstantRule
) -> str:
    near = sweep.epsilons[nearest(sweep.epsilons, chosen.epsilon)]
    found = [said for panel in panels if (said := _said(panel, sweep, chosen, rule))]
    return f"At ε = {words.number(near)}: {'; '.join(found)}." if found else ""


def _said(panel: ErrorMap, sweep: SweepSpec, chosen: Settings, rule: ConstantRule) -> str:
    """Return the best λ at the visitor's ε, beside the one in use; nothing while some miss.

    No λ is the best where none beats the constant rule.
    """
    at, title = nearest(sweep.epsilons, chosen.epsilon), _title(panel, sweep).lower()
    if not panel.is_known(at):
        return ""
    best, used = panel.best(at), nearest(sweep.given_lams, _used(panel, chosen))
    if not panel.is_of_use(at):
        return f"{terms.short_of(rule, {title: panel.least(at)})} at any λ of the map"
    lowest, present = (words.percent(panel.errors[lam, at]) for lam in (best, used))
    said = f"{title} has its lowest error at λ = {words.number(sweep.given_lams[best])} ({lowest}"
    if present != lowest:
        said += f"; {present} at {words.number(sweep.given_lams[used])}"
    return f"{said})"


def _used(panel: ErrorMap, chosen: Settings) -> float:
    """Return λ of a panel's mechanism at the visitor's settings."""
    return choices.lams(replace(chosen, loss=panel.loss), (panel.mechanism,))[panel.mechanism]
