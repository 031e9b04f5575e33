"""How long the rows of a table are, before and after they are brought into the unit ball."""

import numpy as np

from dpcore.checks import Array
from pages.kit.figures import marks, style
from pages.kit.figures.style import FigureDict

HEIGHT = 260
BARS = 40
ROUNDING = 1e-9
"""A row of norm 1 counts as inside of the ball, on whichever side rounding put it."""
BEFORE, AFTER = "before", "after"


def histogram(before: Array, after: Array, *, dark: bool) -> FigureDict:
    """Return the figure: shares of the rows by their norm, before and after."""
    colours = style.palette(dark)
    reach = max(1.2, float(before.max()) * 1.05)
    # One of the edges is 1, so that a bar ends where the ball does.
    step = 1 / max(1, round(BARS / reach))
    edges = np.arange(0, reach + step, step)
    inside = np.minimum(after, 1 - ROUNDING)
    return marks.figure(
        [
            _bars(before, edges, BEFORE, colours.quiet),
            _bars(inside, edges, AFTER, colours.labels[1]),
        ],
        {"text": "Norms of the rows", "x": 0.01, "xref": "container", "font": {"size": 15}},
        dark=dark,
        height=HEIGHT,
        margin={"l": 56, "r": 12, "t": 44, "b": 86},
        barmode="overlay",
        xaxis=marks.axis("Norm ‖x‖; the ball ends at 1", 6, range=[0, reach]),
        yaxis=marks.axis("Share of rows", tickformat=".0%", range=[0, 1.02]),
        shapes=[marks.vertical(1, {"color": colours.ink, "dash": "dot"})],
        legend=marks.legend(),
    )


def _bars(norms: Array, edges: Array, name: str, color: str) -> FigureDict:
    counts, _ = np.histogram(norms, edges)
    return marks.bar(
        (edges[:-1] + edges[1:]) / 2,
        counts / len(norms),
        width=np.diff(edges),
        name=name,
        marker={"color": style.band(color), "line": marks.stroke(color, 1.2)},
        hovertemplate="norm %{x:.2f}: %{y:.1%}",
    )
