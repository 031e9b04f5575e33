"""Where curves come down to a level: a line for it, and on it where each method does."""

import math
from collections.abc import Mapping

from dpcore.privacy.mechanisms import MECHANISMS
from dplab.simulation.needed.crossing import LevelCrossing
from pages.comparison.figures import curves
from pages.kit.figures import marks, style
from pages.kit.figures.axes import Axis
from pages.kit.figures.style import FigureDict


def mark(
    drawing: FigureDict,
    axis: Axis,
    level: float,
    name: str,
    needed: Mapping[str, LevelCrossing | None],
    *,
    dark: bool,
) -> FigureDict:
    """Mark where each method comes down to a level, with the interval of the place.

    The drawing is that of `curves.error_against`, and the marks are added to it. The level, an
    error that is allowed, is called `name`. `needed` is, per private mechanism, where it comes so
    low, or None.
    """
    colours = style.palette(dark)
    line = marks.horizontal(level, marks.stroke(colours.quiet, 1, "dash"))
    drawing["layout"]["shapes"].append(line)
    # The name stands where the curves have come down, and leave room above the line.
    end = math.log10(axis.high)
    drawing["layout"]["annotations"].append(
        curves.name_of_level(name, end, level, colours.quiet, colours)
    )
    drawing["data"] += [_mark(each, axis, level, at, colours) for each, at in needed.items() if at]
    return drawing


def _mark(
    name: str, axis: Axis, level: float, at: LevelCrossing, colours: style.Palette
) -> FigureDict:
    place, low, high = (axis.inside(each) for each in (at.place, at.low, min(at.high, 1e300)))
    color = colours.methods[name]
    return marks.dots(
        [place],
        [level],
        marks.marker("diamond", 11, color),
        name=f"{MECHANISMS[name].label}: here",
        error_x=marks.whisker([high - place], [place - low], color, 6),
        **marks.SILENT,
    )
