"""Curves along what is swept; along n they may go on beyond their table, dashed."""

from collections.abc import Mapping
from dataclasses import replace

from dpcore.privacy.mechanisms import MECHANISMS
from dplab.simulation.constant import ConstantRule
from dplab.simulation.measures import MEASURES
from dplab.simulation.sweeps import SweepSpec
from dplab.studies.trade_off import grid
from dplab.studies.trade_off.swept.accuracy import Enough
from pages.comparison import terms
from pages.comparison.figures import curves
from pages.comparison.figures.curves import EPSILON_AXIS, Curve, Key, medians
from pages.kit.figures import marks, style
from pages.kit.figures.axes import Axis
from pages.kit.figures.style import FigureDict
from pages.trade_off import crossings
from pages.trade_off.swept import sentences


def axis_on(sweep: SweepSpec, axis: str) -> Axis:
    """Return an axis that holds what is swept along it."""
    if axis == "n":
        ends = sweep.sizes[0], sweep.sizes[-1]
        return Axis("Training records n (logarithmic)", *ends, edge=0.05)
    if axis == "lam":
        return Axis("Regularization λ (logarithmic)", sweep.given_lams[0], sweep.given_lams[-1])
    if axis == "features":
        return Axis("Features D (logarithmic)", sweep.features[0], sweep.features[-1])
    return EPSILON_AXIS


def along(
    sweep: SweepSpec,
    drawn: Mapping[Key, Curve],
    here: float,
    rule: ConstantRule,
    enough: Enough | None = None,
    *,
    measure: str,
    dark: bool,
    phone: bool,
) -> FigureDict:
    """Return the curves along what is swept, marked where the settings are and where it is enough.

    Curves are per mechanism and loss, in the order of the legend; `enough` is marked where it is
    asked for; `measure` is that of the errors.
    """
    name, errors = grid.axis_of(sweep), MEASURES[measure].label
    axis = _longer(axis_on(sweep, name), enough)
    title = sentences.title(name, measure)
    drawing = curves.error_against(axis, drawn, title=title, dark=dark, rule=rule, errors=errors)
    curves.mark(drawing, axis, here, {}, dark=dark)
    if enough:
        _mark(drawing, axis, enough, dark=dark)
    return curves.for_phone(drawing) if phone else drawing


def _longer(axis: Axis, enough: Enough | None) -> Axis:
    """Return an axis that holds what lies beyond the table, too."""
    reached = enough.reached.values() if enough else ()
    ends = [each.beyond[0][-1] for each in reached if each.beyond[0]]
    return replace(axis, high=max(axis.high, *ends)) if ends else axis


def _mark(drawing: FigureDict, axis: Axis, enough: Enough, *, dark: bool) -> None:
    """Mark what is enough, where one loss is drawn, and what stands for more records."""
    sweep, share, colours = enough.sweep, enough.within, style.palette(dark)
    reached = {name: each for (name, _), each in enough.reached.items()}
    if not 0 < len(reached) == len(enough.reached):
        return
    if grid.axis_of(sweep) == "epsilon" and len(sweep.losses) > 1:
        return
    drawing["data"] += [
        _extrapolated(name, each.beyond, colours)
        for name, each in reached.items()
        if each.beyond[0]
    ]
    (allowed, *_) = (each.allowed for each in reached.values())
    at = {name: each.at for name, each in reached.items()}
    crossings.mark(drawing, axis, allowed, terms.level(share), at, dark=dark)


def _extrapolated(name: str, curve: Curve, colours: style.Palette) -> FigureDict:
    return medians(
        curve,
        marks.stroke(colours.methods[name], 2, "dash"),
        name=f"{MECHANISMS[name].label}, extrapolated",
        hovertemplate="%{y:.1%} (extrapolated)",
    )
