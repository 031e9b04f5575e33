"""How far the attack of the first part ends from the record, on each of many private classifiers.

Left is the record itself, where the attack ends without noise; a diamond is a guess that needs no
classifier.
"""

import numpy as np

from dpcore.checks import Array
from dplab.studies.adversary.naive import Naive
from pages.kit.figures import marks, style
from pages.kit.figures.style import FigureDict

FARTHEST = 2.0
"""Distance of two records on opposite sides of the unit ball."""

STRIP, BELOW, OF_PHONE_BELOW = 100, 104, 150
"""Pixels of the strip with its title; of what stands below, where a phone has a longer legend."""

TITLE = "How far off the same attack is now"


def show(attack: Naive, draw: int, *, dark: bool, phone: bool = False) -> FigureDict:
    """Return the picture of the distances.

    Draws count from 0; the bars show one.
    """
    colours, below = style.palette(dark), OF_PHONE_BELOW if phone else BELOW
    return marks.figure(
        [
            _dots(attack.distances, draw, colours),
            _mark(attack.distances[draw], "this release", "circle", 14, colours),
            _mark(attack.blind, "a guess without the classifier", "diamond-open", 14, colours),
            _mark(0.0, "the record itself: there it ends without noise", "x", 11, colours),
        ],
        style.title_of(TITLE, xref="container"),
        dark=dark,
        height=STRIP + below,
        margin={"l": 16, "r": 16, "t": 44, "b": below},
        xaxis=marks.axis(
            "Distance from the record",
            4,
            range=[-0.06, FARTHEST + 0.06],
            tickvals=[0, 0.5, 1, 1.5, 2],
            ticktext=["0", "0.5", "1", "1.5", "2"],
        ),
        yaxis={"range": [-1, 1], "visible": False},
        shapes=[marks.vertical(attack.blind, marks.stroke(colours.quiet, 1, "dot"))],
        legend=marks.legend(itemclick=False, itemdoubleclick=False, traceorder="normal"),
    )


def _dots(distances: Array, draw: int, colours: style.Palette) -> FigureDict:
    others = np.delete(distances, draw)
    # Heights only keep dots apart: the same at each ε, so that they move sideways alone.
    heights = 0.62 * np.sin(2.4 * np.arange(len(others)))
    return marks.dots(
        others.tolist(),
        heights.tolist(),
        marks.marker("circle", 8, colours.methods["output"]),
        name=f"{len(others)} other releases",
        opacity=0.5,
        hovertemplate="%{x:.2f}<extra></extra>",
    )


def _mark(at: float, name: str, symbol: str, size: int, colours: style.Palette) -> FigureDict:
    is_release = symbol == "circle"
    color = colours.methods["output"] if is_release else colours.ink
    outline = marks.stroke(colours.ink, 2.5 if is_release else 2)
    return marks.dots(
        [float(at)],
        [0.0],
        marks.marker(symbol, size, color, line=outline),
        name=name,
        hovertemplate=f"{name}: %{{x:.2f}}<extra></extra>",
    )
