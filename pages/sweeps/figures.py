"""Curves along what is swept; along n they may go on beyond their table, dashed."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from dpcore.privacy.mechanisms import MECHANISMS
from dpcore.simulation.constant import ConstantRule
from dpcore.simulation.measures import MEASURES
from dpcore.simulation.needed.crossing import LevelCrossing
from dpcore.simulation.sweeps import SweepSpec
from pages.comparison.figures import crossings, curves
from pages.comparison.figures.curves import EPSILON_AXIS, Curve, Key, medians
from pages.kit.figures import marks, style
from pages.kit.figures.axes import Axis
from pages.kit.figures.style import Drawing


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


def against(
    axis: Axis,
    drawn: Mapping[Key, Curve],
    here: float,
    *,
    title: str,
    dark: bool,
    rule: ConstantRule,
    measure: str,
) -> Drawing:
    """Return the curves along an axis, with the settings' own place marked.

    Parameters
    ----------
    axis : Axis
    drawn : mapping
        Per mechanism and loss its curve, in the order of the legend.
    here : float
    title : str
    dark : bool
        The theme in use.
    rule : ConstantRule
    measure : str
        Of the errors: a key of `MEASURES`.
    """
    errors = MEASURES[measure].label
    drawing = curves.error_against(axis, drawn, title=title, dark=dark, rule=rule, errors=errors)
    return curves.mark(drawing, axis, here, {}, dark=dark)


def longer(axis: Axis, beyond: Sequence[Curve]) -> Axis:
    """Return an axis that holds what lies beyond the table, too."""
    ends = [places[-1] for places, _ in beyond if places]
    return replace(axis, high=max(axis.high, *ends)) if ends else axis


def enough(
    drawing: Drawing,
    axis: Axis,
    level: float,
    name: str,
    needed: Mapping[str, LevelCrossing | None],
    beyond: Mapping[str, Curve],
    *,
    dark: bool,
) -> Drawing:
    """Mark where each method comes down to a level, and how it gets there beyond the table.

    Parameters
    ----------
    drawing, axis, level, name, needed
        As in `crossings.mark`.
    beyond : mapping
        Per mechanism, what stands for more records than the table has; without points if nothing.
    dark : bool
        The theme in use.
    """
    colours = style.palette(dark)
    drawing["data"] += [
        _extrapolated(each, curve, colours) for each, curve in beyond.items() if curve[0]
    ]
    return crossings.mark(drawing, axis, level, name, needed, dark=dark)


def _extrapolated(name: str, curve: Curve, colours: style.Palette) -> Drawing:
    return medians(
        curve,
        marks.stroke(colours.methods[name], 2, "dash"),
        name=f"{MECHANISMS[name].label}, extrapolated",
        hovertemplate="%{y:.1%} (extrapolated)",
    )
