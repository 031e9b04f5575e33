"""Records in the unit ball, seen from the side on which their labels differ most.

The first direction is the one between the classes' means, ``u ∝ Σ y x``; the second is the one of
most spread among the drawn records at a right angle to it. Both are read from the data.
"""

import numpy as np
import plotly.graph_objects as go

from dpcore.checks import Array
from dpcore.data.dataset import Dataset
from pages.shared import style

MOST = 1_000
HEIGHT = 440
REACH = 1.08
"""The ball has radius 1; the rest is air."""

NAMES = {1: "labelled +1", -1: "labelled −1"}


def in_the_ball(data: Dataset, *, title: str, dark: bool) -> go.Figure:
    """Return the figure: at most `MOST` records, drawn at random, a mark for each."""
    colours = style.palette(dark)
    X, y = _sample(data)
    across = X @ _directions(data, X).T
    figure = go.Figure(layout=_layout(title, dark))
    figure.add_shape(
        type="circle", x0=-1, y0=-1, x1=1, y1=1, line={"color": colours.quiet, "width": 1}
    )
    # The rarer label comes last, on top of the other.
    for label in sorted(NAMES, key=lambda label: -(y == label).sum()):
        _marks(figure, across[y == label], label, colours)
    return figure


def n_shown(data: Dataset) -> int:
    """Return how many records the figure shows."""
    return min(MOST, len(data.y))


def _sample(data: Dataset) -> tuple[Array, Array]:
    """Return some records, always the same: tables are often sorted."""
    chosen = np.random.default_rng(0).permutation(len(data.y))[:MOST]
    return data.X[chosen], data.y[chosen]


def _directions(data: Dataset, sample: Array) -> Array:
    """Return two orthonormal directions (2, n_features); a missing one is zero."""
    first = _unit(_mean(data, 1) - _mean(data, -1))
    rest = sample - sample.mean(axis=0)
    rest -= np.outer(rest @ first, first)
    _, spread, axes = np.linalg.svd(rest, full_matrices=False)
    second = axes[0] * (spread[0] > np.sqrt(np.finfo(float).eps))
    return np.stack([first, second])


def _mean(data: Dataset, label: int) -> Array:
    chosen = data.y == label
    return np.asarray(chosen @ data.X / max(1, chosen.sum()))


def _unit(vector: Array) -> Array:
    return vector / (np.linalg.norm(vector) or 1.0)


def _marks(figure: go.Figure, points: Array, label: int, colours: style.Palette) -> None:
    figure.add_scatter(
        x=points[:, 0].round(3),
        y=points[:, 1].round(3),
        name=NAMES[label],
        legendrank=-label,
        mode="markers",
        marker={
            "symbol": style.LABEL_MARKS[label],
            "color": colours.labels[label],
            "size": 5.5,
            "line": {"width": 1.2, "color": colours.labels[label]},
        },
        hoverinfo="skip",
    )


def _layout(title: str, dark: bool) -> go.Layout:
    axis = {"range": [-REACH, REACH], "tickvals": [-1, -0.5, 0, 0.5, 1], "constrain": "domain"}
    return go.Layout(
        template=style.template(dark),
        title={"text": title, "x": 0.01, "xref": "container", "font": {"size": 15}, "y": 0.97},
        height=HEIGHT,
        margin={"l": 56, "r": 12, "t": 48, "b": 76},
        xaxis=axis | {"title": {"text": "Between the classes' means", "standoff": 6}},
        yaxis=axis | {"title": {"text": "Across"}, "scaleanchor": "x", "showgrid": False},
        legend={"orientation": "h", "x": 0, "y": -0.18, "yanchor": "top", "itemsizing": "constant"},
    )
