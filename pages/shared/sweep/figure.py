"""The figure of a sweep, its sentence, and how it was made."""

import math

import pandas as pd
import streamlit as st

from dpcore.erm.losses import LOSSES
from dpcore.experiments.jobs import ENDED
from dpcore.experiments.settings import Settings
from dpcore.experiments.summaries import along
from dpcore.experiments.sweeps import SweepSpec
from dpcore.privacy.mechanisms import MECHANISMS
from pages.shared import picture, words
from pages.shared.figures import curves
from pages.shared.figures.curves import Curve, Key
from pages.shared.live import Look
from pages.shared.sweep import grid, made, progress, surface, takeaway
from pages.shared.sweep.choices import AXES
from pages.shared.text import help_on

SPREADS = {"draws": "over draws", "folds": "over folds"}
TITLES = {
    "epsilon": "Test error against ε",
    "n": "Test error against n",
    "lam": "Test error against λ",
}
MOST_CURVES, MOST_TOLD = 12, 7
"""Curves that can be told apart; those that a sentence can hold, else each method's best loss."""


def answer(look: Look, chosen: Settings) -> None:
    """Draw a look at a run: how far it is, its figure, its rows to take along."""
    progress.draw(look)
    if grid.axis_of(look.sweep) == "map":
        surface.draw(look.sweep, look.rows, chosen)
    else:
        _curves(look.sweep, look.rows, chosen)
    if look.status and look.status.state in ENDED and look.current and len(look.rows):
        takeaway.draw(look.sweep, look.rows)


def spread_choice(folds: int) -> None:
    """Draw the choice of what the bands show, where there is one."""
    if folds == 1:
        return
    st.segmented_control(
        "Bands: ± one standard deviation",
        list(SPREADS),
        default="draws",
        required=True,
        format_func=SPREADS.__getitem__,
        key="spread",
        help=help_on("spread"),
    )


def _curves(sweep: SweepSpec, rows: pd.DataFrame, chosen: Settings) -> None:
    axis, dark = grid.axis_of(sweep), st.context.theme.type == "dark"
    spread = st.session_state.get("spread", "draws") if sweep.folds > 1 else "draws"
    drawn = _summed(sweep, rows, axis, spread)
    if len(drawn) > MOST_CURVES:
        st.info(f"{len(drawn)} curves are hard to tell apart: choose fewer methods or losses.")
    place = axis_on(sweep, axis)
    drawing = curves.error_against(place, drawn, title=TITLES[axis], dark=dark)
    here: float = {"epsilon": chosen.epsilon, "lam": chosen.lam, "n": chosen.n or place.high}[axis]
    st.plotly_chart(
        curves.mark(drawing, place, here, {}, dark=dark),
        theme=None,
        config=curves.config(f"error-against-{axis}", picture.chosen()),
        alt=_alt(axis, drawn, here),
    )
    if drawn:
        st.markdown(f"**{_sentence(axis, drawn, here)}**")
    st.caption(
        f"{made.protocol(sweep, (axis,))} Curves are means over draws and folds; bands are ± one "
        f"standard deviation {SPREADS[spread]}."
    )


def axis_on(sweep: SweepSpec, axis: str) -> curves.Axis:
    """Return an axis that holds what is swept along it."""
    if axis == "n":
        ends = sweep.sizes[0], sweep.sizes[-1]
        return curves.Axis("Training records n (logarithmic)", *ends, edge=0.05)
    if axis == "lam":
        return curves.Axis("Regularization λ (logarithmic)", sweep.lams[0], sweep.lams[-1])
    return curves.EPSILON_AXIS


def _summed(sweep: SweepSpec, rows: pd.DataFrame, axis: str, spread: str) -> dict[Key, Curve]:
    found = along(rows, axis, spread) if len(rows) else {}
    keys = [(name, loss) for name in MECHANISMS for loss, _ in sweep.losses]
    drawn = {key: found[key] for key in keys if key in found}
    for (name, loss), (_, summaries) in drawn.items():
        if axis == "epsilon" and name == "non_private":
            # Without noise there is no ε: the one point at ∞ is a level along the whole axis.
            ends = (sweep.epsilons[0], sweep.epsilons[-1])
            drawn[name, loss] = ends, (summaries[0], summaries[0])
    return drawn


def _sentence(axis: str, drawn: dict[Key, Curve], here: float) -> str:
    """Return what the curves come to: at the visitor's ε or n, or at the best λ of each."""
    told = {key: _told(axis, curve, here) for key, curve in drawn.items()}
    if len(told) > MOST_TOLD:
        told = _best_loss_each(told)
    several = len({loss for _, loss in drawn}) > 1
    parts = []
    for name in dict.fromkeys(name for name, _ in told):
        found = [
            words.percent(error)
            + (f" at λ = {words.number(place)}" if axis == "lam" else "")
            + (f" ({LOSSES[loss].label})" if several else "")
            for (mechanism, loss), (error, place) in told.items()
            if mechanism == name
        ]
        parts.append(f"{MECHANISMS[name].label.lower()} {', '.join(found)}")
    return f"{_where(axis, told)}: {'; '.join(parts)}."


def _told(axis: str, curve: Curve, here: float) -> tuple[float, float]:
    """Return the error that is told of a curve, and where it stands."""
    points = [(s.median, place) for place, s in zip(*curve, strict=True)]
    if axis == "lam":
        return min(points)
    return min(points, key=lambda point: abs(math.log(point[1] / min(max(here, 1e-9), 1e9))))


def _best_loss_each(told: dict[Key, tuple[float, float]]) -> dict[Key, tuple[float, float]]:
    best: dict[str, Key] = {}
    for key in sorted(told, key=told.__getitem__, reverse=True):
        best[key[0]] = key
    return {key: place for key, place in told.items() if best[key[0]] == key}


def _where(axis: str, told: dict[Key, tuple[float, float]]) -> str:
    if axis == "lam":
        return "Lowest mean error"
    # A level without noise has its ends only; the others stand on the grid.
    places = [place for (name, _), (_, place) in told.items() if name != "non_private"]
    if not places:
        return "Mean error"
    return f"Mean error at {AXES[axis]} = {words.number(places[0])}"


def _alt(axis: str, drawn: dict[Key, Curve], here: float) -> str:
    return f"{TITLES[axis]}. " + (_sentence(axis, drawn, here) if drawn else "No point yet.")
