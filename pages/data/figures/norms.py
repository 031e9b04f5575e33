"""How long the rows of a table are, before and after they are brought into the unit ball."""

import numpy as np
import plotly.graph_objects as go

from dpcore.checks import Array
from pages.kit.figures import style

HEIGHT = 260
BARS = 40
ROUNDING = 1e-9
"""A row of norm 1 counts as inside of the ball, on whichever side rounding put it."""
BEFORE, AFTER = "before", "after"


def histogram(before: Array, after: Array, *, dark: bool) -> go.Figure:
    """Return the figure: shares of the rows by their norm, before and after.

    Parameters
    ----------
    before, after : array (n,)
        Norms of the rows, not negative.
    dark : bool
        The theme in use.
    """
    colours = style.palette(dark)
    reach = max(1.2, float(before.max()) * 1.05)
    # One of the edges is 1, so that a bar ends where the ball does.
    step = 1 / max(1, round(BARS / reach))
    edges = np.arange(0, reach + step, step)
    figure = go.Figure(layout=_layout(reach, dark))
    _bars(figure, before, edges, BEFORE, style.band(colours.quiet), colours.quiet)
    inside = np.minimum(after, 1 - ROUNDING)
    _bars(figure, inside, edges, AFTER, style.band(colours.labels[1]), colours.labels[1])
    figure.add_shape(
        type="line",
        x0=1,
        x1=1,
        y0=0,
        y1=1,
        yref="paper",
        line={"color": colours.ink, "dash": "dot"},
    )
    return figure


def _bars(
    figure: go.Figure, norms: Array, edges: Array, name: str, filling: str, line: str
) -> None:
    counts, _ = np.histogram(norms, edges)
    figure.add_bar(
        x=(edges[:-1] + edges[1:]) / 2,
        y=counts / len(norms),
        width=np.diff(edges),
        name=name,
        marker={"color": filling, "line": {"color": line, "width": 1.2}},
        hovertemplate="norm %{x:.2f}: %{y:.1%}",
    )


def _layout(reach: float, dark: bool) -> go.Layout:
    return go.Layout(
        template=style.template(dark),
        title={"text": "Norms of the rows", "x": 0.01, "xref": "container", "font": {"size": 15}},
        height=HEIGHT,
        margin={"l": 56, "r": 12, "t": 44, "b": 84},
        barmode="overlay",
        xaxis={
            "title": {"text": "Norm ‖x‖; the ball ends at 1", "standoff": 6},
            "range": [0, reach],
        },
        yaxis={"title": {"text": "Share of rows"}, "tickformat": ".0%", "range": [0, 1.02]},
        legend={"orientation": "h", "x": 0, "y": -0.36, "yanchor": "top"},
    )
