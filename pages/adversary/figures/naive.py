"""How far the attack of the first part ends from the record, on each of many private classifiers.

Left is the record itself, where the attack ends without noise; a diamond is a guess that needs no
classifier.
"""

import numpy as np

from dpcore.checks import Array
from dpcore.studies.adversary.naive import Naive
from pages.kit.figures import style
from pages.kit.figures.style import Drawing

FARTHEST = 2.0
"""Distance of two records on opposite sides of the unit ball."""

STRIP, BELOW, OF_PHONE_BELOW = 100, 104, 150
"""Pixels of the strip with its title; of what stands below, where a phone has a longer legend."""

TITLE = "How far off the same attack is now"


def show(found: Naive, draw: int, *, dark: bool, phone: bool = False) -> Drawing:
    """Return the picture of the distances.

    Parameters
    ----------
    found : Naive
    draw : int
        The one that the bars show, from 0.
    dark : bool
        The theme in use.
    phone : bool
        Whether it is drawn for a phone.
    """
    colours, below = style.palette(dark), OF_PHONE_BELOW if phone else BELOW
    return {
        "data": [
            _dots(found.distances, draw, colours),
            _mark([found.distances[draw]], "this release", "circle", 14, colours),
            _mark([found.blind], "a guess without the classifier", "diamond-open", 14, colours),
            _mark([0.0], "the record itself: there it ends without noise", "x", 11, colours),
        ],
        "layout": {
            "template": style.plain_template(dark),
            "title": style.title_of(TITLE) | {"xref": "container"},
            "height": STRIP + below,
            "margin": {"l": 16, "r": 16, "t": 44, "b": below},
            "xaxis": {
                "title": {"text": "Distance from the record", "standoff": 4},
                "range": [-0.06, FARTHEST + 0.06],
                "tickvals": [0, 0.5, 1, 1.5, 2],
                "ticktext": ["0", "0.5", "1", "1.5", "2"],
            },
            "yaxis": {"range": [-1, 1], "visible": False},
            "shapes": [_line(found.blind, colours)],
            "legend": {
                "orientation": "h", "x": 0, "xref": "container", "y": 0, "yref": "container",
                "itemclick": False, "itemdoubleclick": False, "traceorder": "normal",
            },
        },
    }  # fmt: skip


def _dots(distances: Array, draw: int, colours: style.Palette) -> Drawing:
    others = np.delete(distances, draw)
    # Heights only keep dots apart: the same at each ε, so that they move sideways alone.
    heights = 0.62 * np.sin(2.4 * np.arange(len(others)))
    return {
        "type": "scatter",
        "x": others.tolist(),
        "y": heights.tolist(),
        "mode": "markers",
        "name": f"{len(others)} other releases",
        "marker": {"symbol": "circle", "size": 8, "color": colours.methods["output"]},
        "opacity": 0.5,
        "hovertemplate": "%{x:.2f}<extra></extra>",
    }


def _mark(at: list[float], name: str, symbol: str, size: int, colours: style.Palette) -> Drawing:
    is_release = symbol == "circle"
    return {
        "type": "scatter",
        "x": [float(place) for place in at],
        "y": [0.0],
        "mode": "markers",
        "name": name,
        "marker": {
            "symbol": symbol,
            "size": size,
            "color": colours.methods["output"] if is_release else colours.ink,
            "line": {"color": colours.ink, "width": 2.5 if is_release else 2},
        },
        "hovertemplate": f"{name}: %{{x:.2f}}<extra></extra>",
    }


def _line(at: float, colours: style.Palette) -> Drawing:
    return {
        "type": "line", "x0": at, "x1": at, "yref": "paper", "y0": 0, "y1": 1,
        "line": {"color": colours.quiet, "width": 1, "dash": "dot"},
    }  # fmt: skip
