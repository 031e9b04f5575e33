"""Curves along n that go on beyond their table: dashed, as an extrapolation."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from dpcore.privacy.mechanisms import MECHANISMS
from dpcore.simulation.needed.crossing import LevelCrossing
from pages.comparison.figures import crossings
from pages.comparison.figures.curves import Curve, medians
from pages.kit.figures import marks, style
from pages.kit.figures.axes import Axis
from pages.kit.figures.style import Drawing


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
