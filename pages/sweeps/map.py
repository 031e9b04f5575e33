"""The map of errors over ε and λ: a panel for each method and loss, and a sentence under them."""

import math
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
import pandas as pd
import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from dpcore.checks import Array
from dpcore.erm.losses import LOSSES
from dpcore.privacy.mechanisms import MECHANISMS
from dpcore.simulation.constant import ConstantRule
from dpcore.simulation.measures import MEASURES
from dpcore.simulation.settings import Settings
from dpcore.simulation.summaries import Summary, over
from dpcore.simulation.sweeps import SweepSpec
from pages.comparison import terms
from pages.comparison.figures import maps
from pages.comparison.settings import DATA
from pages.kit import chart, words
from pages.kit.figures.axes import Axis
from pages.kit.frame import page_frame
from pages.sweeps import sentences

MOST_PANELS = 6
HORIZONTAL, VERTICAL = "ε (logarithmic)", "λ (logarithmic)"


@dataclass(frozen=True, eq=False)
class ErrorMap:
    """Errors of a mechanism with a loss over the grid; nan where nothing is known yet.

    Parameters
    ----------
    mechanism, loss : str
    errors, high : array (n_lams, n_epsilons)
        Medians and upper quartiles.
    of_use : bool array (n_lams, n_epsilons)
        Where they beat the constant rule by more than the spread.
    """

    mechanism: str
    loss: str
    errors: Array
    high: Array
    of_use: npt.NDArray[np.bool_]


def show(sweep: SweepSpec, rows: pd.DataFrame, chosen: Settings, rule: ConstantRule) -> None:
    """Draw the panels, and what they say at the visitor's ε."""
    panels = _panels(sweep, rows, rule)
    if len(panels) > MOST_PANELS:
        st.info(
            f"{len(panels)} maps do not fit beside each other; these are the first {MOST_PANELS}. "
            "Choose fewer methods or losses."
        )
    with st.container(key="swept"):  # by which `main.css` knows the figure
        _draw_all(panels[:MOST_PANELS], sweep, chosen, rule)
    if said := _sentence(panels, sweep, chosen, terms.as_markdown(rule)):
        page_frame.sentence(f"**{said}**")
    how = sentences.protocol(sweep, ("epsilon", "lam"), DATA[sweep.data])
    st.caption(f"{how} {sentences.colours(sweep.folds, chosen.measure)}")


def _draw_all(
    panels: list[ErrorMap], sweep: SweepSpec, chosen: Settings, rule: ConstantRule
) -> None:
    for start in range(0, len(panels), 2):
        beside = panels[start : start + 2]
        places = st.columns(2) if len(panels) > 1 else [None]
        for column, panel in zip(places, beside, strict=False):
            _draw(column, panel, sweep, chosen, rule)


def _panels(sweep: SweepSpec, rows: pd.DataFrame, rule: ConstantRule) -> list[ErrorMap]:
    """Return a panel per mechanism and loss; non-private, the same at every ε, only alone."""
    private = [name for name in sweep.mechanisms if name != "non_private"]
    several = len(sweep.losses) > 1
    return [
        ErrorMap(name, loss if several else "", *found, rule.beaten(*found))
        for name in private or sweep.mechanisms
        for loss, _ in sweep.losses
        for found in (_errors(sweep, rows, name, loss),)
    ]


def _errors(sweep: SweepSpec, rows: pd.DataFrame, name: str, loss: str) -> tuple[Array, Array]:
    if not len(rows):
        unknown = np.full((len(sweep.lams), len(sweep.epsilons)), np.nan)
        return unknown, unknown
    mine = rows[(rows.mechanism == name) & (rows.loss == loss)]
    median, high = (over(mine, sweep.epsilons, sweep.lams, of) for of in ("median", "high"))
    return median, high


def _draw(
    place: DeltaGenerator | None,
    panel: ErrorMap,
    sweep: SweepSpec,
    chosen: Settings,
    rule: ConstantRule,
) -> None:
    dark = chart.is_dark()
    horizontal = Axis(HORIZONTAL, sweep.epsilons[0], sweep.epsilons[-1])
    vertical = Axis(VERTICAL, sweep.lams[0], sweep.lams[-1])
    drawing = maps.error_over(
        horizontal,
        vertical,
        sweep.epsilons,
        sweep.lams,
        panel.errors,
        panel.of_use,
        title=_title(panel),
        dark=dark,
        measure=MEASURES[chosen.measure].label,
    )
    maps.mark(drawing, horizontal, vertical, chosen.epsilon, chosen.lam, dark=dark)
    said = _said(panel, sweep, chosen, rule) or "Not complete yet."
    chart.show(
        drawing,
        f"error-map-{panel.mechanism}",
        alt=f"Map of the {MEASURES[chosen.measure].noun} over ε and λ, {_title(panel)}. {said}",
        key=f"map_{panel.mechanism}_{panel.loss}",
        place=place,
    )


def _title(panel: ErrorMap) -> str:
    label = MECHANISMS[panel.mechanism].label
    return f"{label}, {LOSSES[panel.loss].label}" if panel.loss else label


def _sentence(
    panels: list[ErrorMap], sweep: SweepSpec, chosen: Settings, rule: ConstantRule
) -> str:
    found = [said for panel in panels if (said := _said(panel, sweep, chosen, rule))]
    return f"At ε = {words.number(_near(sweep, chosen))}: {'; '.join(found)}." if found else ""


def _said(panel: ErrorMap, sweep: SweepSpec, chosen: Settings, rule: ConstantRule) -> str:
    """Return the best λ at the visitor's ε, beside the one in use; nothing while some miss.

    No λ is the best where none beats the constant rule.
    """
    at = sweep.epsilons.index(_near(sweep, chosen))
    column, of_use = panel.errors[:, at], panel.of_use[:, at]
    if np.isnan(column).any():
        return ""
    best, used = int(column.argmin()), _nearest(sweep.lams, chosen.lam)
    if not of_use.any():
        least = Summary(column[best], column[best], panel.high[best, at])
        return f"{terms.short_of(rule, {_title(panel).lower(): least})} at any λ of the map"
    best = int(np.where(of_use, column, np.inf).argmin())
    said = f"{_title(panel).lower()} has its lowest error at λ = {words.number(sweep.lams[best])}"
    said += f" ({words.percent(column[best])}"
    if words.percent(column[used]) != words.percent(column[best]):
        said += f"; {words.percent(column[used])} at {words.number(sweep.lams[used])}"
    return said + ")"


def _near(sweep: SweepSpec, chosen: Settings) -> float:
    """Return the ε of the map that is nearest to the visitor's."""
    return sweep.epsilons[_nearest(sweep.epsilons, chosen.epsilon)]


def _nearest(values: tuple[float, ...], value: float) -> int:
    bounded = min(max(value, values[0]), values[-1])
    return min(range(len(values)), key=lambda k: abs(math.log(values[k] / bounded)))
