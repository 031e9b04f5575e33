"""Where curves come down to a level: a line for it, and on it where each method does."""

import math
from collections.abc import Mapping

from dpcore.privacy.mechanisms import MECHANISMS
from dpcore.simulation.needed.crossing import Needed
from pages.kit.figures import style
from pages.kit.figures.axes import Axis
from pages.kit.figures.style import Drawing


def mark(
    drawing: Drawing,
    axis: Axis,
    level: float,
    name: str,
    found: Mapping[str, Needed | None],
    *,
    dark: bool,
) -> Drawing:
    """Mark where each method comes down to a level, with the interval of the place.

    Parameters
    ----------
    drawing : Drawing
        Of `curves.error_against`; the marks are added to it.
    axis : Axis
    level : float
        The error that is allowed.
    name : str
        What the level is.
    found : mapping
        Per private mechanism, where it comes so low, or None.
    dark : bool
        The theme in use.
    """
    colours = style.palette(dark)
    drawing["layout"]["shapes"].append(_line(level, colours))
    drawing["layout"]["annotations"].append(_name(axis, level, name, colours))
    drawing["data"] += [_mark(each, axis, level, at, colours) for each, at in found.items() if at]
    return drawing


def _line(level: float, colours: style.Palette) -> Drawing:
    return {
        "type": "line",
        "xref": "paper",
        "x0": 0,
        "x1": 1,
        "y0": level,
        "y1": level,
        "line": {"color": colours.quiet, "dash": "dash", "width": 1},
    }


def _name(axis: Axis, level: float, name: str, colours: style.Palette) -> Drawing:
    return {
        # Where the curves have come down, and leave room above the line.
        "x": math.log10(axis.high),
        "y": level,
        "xanchor": "right",
        "yanchor": "bottom",
        "showarrow": False,
        "text": name,
        "font": {"color": colours.quiet, "size": 12},
        "bgcolor": style.band(colours.ground, style.VEIL_OPACITY),
        "borderpad": 0,
    }


def _mark(name: str, axis: Axis, level: float, at: Needed, colours: style.Palette) -> Drawing:
    place, low, high = (axis.inside(each) for each in (at.place, at.low, min(at.high, 1e300)))
    return {
        "type": "scatter",
        "x": [place],
        "y": [level],
        "mode": "markers",
        "name": f"{MECHANISMS[name].label}: here",
        "marker": {"symbol": "diamond", "size": 11, "color": colours.methods[name]},
        "error_x": {
            "type": "data",
            "symmetric": False,
            "array": [high - place],
            "arrayminus": [place - low],
            "color": colours.methods[name],
            "thickness": 2,
            "width": 6,
        },
        "hoverinfo": "skip",
        "showlegend": False,
    }
