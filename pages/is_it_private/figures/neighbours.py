"""Two neighbouring data sets in the unit ball: what they share, and the record that changes.

Records are vectors z = y x. Beyond two features they are projected onto a plane that holds the
change; a projection shortens what does not lie in it.
"""

import numpy as np
import plotly.graph_objects as go

from dpcore.checks import Array
from dpcore.privacy.worst_case.neighbours import Neighbours
from pages.kit.figures import style

HEIGHT = 340
MOST_DOTS = 300


def picture(pair: Neighbours, *, dark: bool) -> go.Figure:
    """Return the picture of a pair of neighbours."""
    colours = style.palette(dark)
    figure = go.Figure(layout=_layout(dark))
    figure.add_shape(
        type="circle", x0=-1, y0=-1, x1=1, y1=1, line={"color": colours.quiet, "width": 1}
    )
    plane = _plane(pair)
    _shared(figure, pair, plane, colours)
    for name, record, dash, symbol in (
        ("the record before", pair.before, "solid", "circle"),
        ("the record after", pair.after, "dash", "square-open"),
    ):
        _arrow(figure, name, record @ plane, dash, symbol, colours)
    return figure


def _plane(pair: Neighbours) -> Array:
    """Return two directions, shape (d, 2): that of the change, and the widest of the rest."""
    d = pair.n_features
    change = pair.before - pair.after
    length = np.linalg.norm(change)
    first = change / length if length else np.eye(d)[0]
    rows = np.vstack([pair.common * np.sqrt(pair.counts)[:, None], pair.before, np.zeros(d)])
    rest = rows - np.outer(rows @ first, first)
    second = np.linalg.svd(rest, full_matrices=False)[2][0]
    second = second - (second @ first) * first
    size = np.linalg.norm(second)
    return np.stack([first, second / size if size > 1e-9 else np.zeros(d)], axis=1)


def _shared(figure: go.Figure, pair: Neighbours, plane: Array, colours: style.Palette) -> None:
    places, counts = pair.common @ plane, pair.counts
    kept = np.flatnonzero(counts > 0)[:MOST_DOTS]
    at_origin = pair.n - 1 - counts.sum()
    rows = [(places[i], counts[i]) for i in kept] + [(np.zeros(2), at_origin)] * bool(at_origin > 0)
    if not rows:
        return
    single = max(count for _, count in rows) <= 1
    figure.add_scatter(
        x=[place[0] for place, _ in rows],
        y=[place[1] for place, _ in rows],
        mode="markers" if single else "markers+text",
        text=[f"{count:,.0f} ×" for _, count in rows],
        textposition="bottom center",
        textfont={"color": colours.quiet},
        marker={
            "symbol": "x-thin",
            "size": 6 if single else 10,
            "line": {"color": colours.quiet, "width": 1.2 if single else 2},
        },
        name="what both share",
        hoverinfo="skip",
    )


def _arrow(
    figure: go.Figure, name: str, end: Array, dash: str, symbol: str, colours: style.Palette
) -> None:
    figure.add_scatter(
        x=[0, end[0]],
        y=[0, end[1]],
        mode="lines+markers",
        name=name,
        line={"color": colours.ink, "width": 2.5, "dash": dash},
        marker={"symbol": symbol, "size": [0, 11], "color": colours.ink},
        hoverinfo="skip",
    )


def _layout(dark: bool) -> go.Layout:
    bare = {"visible": False, "range": [-1.12, 1.12], "fixedrange": True}
    return go.Layout(
        template=style.template(dark),
        title=style.title_of("Two neighbours"),
        height=HEIGHT,
        margin={"l": 8, "r": 8, "t": 44, "b": 8},
        xaxis=bare,
        yaxis=bare | {"scaleanchor": "x"},
        legend={"orientation": "h", "x": 0, "y": 0, "yanchor": "top"},
    )
