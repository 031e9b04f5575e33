"""What pictures of the plane share: records, contours, lines, axes, sliders."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
import plotly.graph_objects as go

from dpcore.checks import Array
from pages.comparison.figures import playing
from pages.kit import words
from pages.kit.figures import style

MOST_RECORDS = 300
LEVELS = 9
LEGEND = {
    "orientation": "h",
    "x": 0,
    "xref": "container",
    "y": 0,
    "yref": "container",
    "yanchor": "bottom",
    "itemclick": False,
}
MARGIN_OF_PHONE = {"l": 44, "r": 4, "t": 64}
"""Room for axis titles at the left, and for two lines of titles above."""

LINE = 20
"""Pixels of a line of a title: with a third one, the title would reach the camera."""

Singles = npt.NDArray[np.float32]

SHORT = {"error": "error {}", "balanced": "balanced error {}", "auc": "ranks {} of pairs wrongly"}
"""What a classifier does, by its measure, in a few words."""


@dataclass(frozen=True, eq=False)
class Scene:
    """What stays while ε and draws change.

    Parameters
    ----------
    X : array (n, 2)
        Records.
    y : array (n,)
    features : tuple of str
    grid : array (m,)
        Values of w_1 and of w_2 at which the objective is known.
    excess : array (m, m)
        Of the objective as it is.
    measure : str
        Of the errors that are written: a key of `MEASURES`.
    """

    X: Array
    y: Array
    features: tuple[str, ...]
    grid: Array
    excess: Array
    measure: str = "error"

    def errs(self, share: float) -> str:
        """Return what a classifier does, as a title: another measure takes a line more."""
        return SHORT[self.measure].format(words.percent(share)).replace(" % ", " %<br>")

    @property
    def more(self) -> int:
        """Pixels that titles take on a phone beyond their two lines."""
        return 0 if self.measure == "error" else LINE

    @property
    def hover(self) -> str:
        """The same as a template of Plotly's, of a point that has its error with it."""
        return SHORT[self.measure].format("%{customdata:.1%}") + "<extra></extra>"

    @property
    def edge(self) -> float:
        """Where the picture of the records ends."""
        return 1.05 * float(np.abs(self.X).max(initial=1e-3))


def ends(coef: Array, edge: float) -> tuple[Array, Array]:
    """Return where the line ``w·x = 0`` meets the edge of the picture of the records.

    Parameters
    ----------
    coef : array (2,)
    edge : float

    Returns
    -------
    two arrays (2,)
        Values of x_1, values of x_2; all 0 for a classifier that is 0.
    """
    along = np.array([-coef[1], coef[0]])
    longest = np.abs(along).max()
    along = along * (edge / longest) if longest > 0 else along
    return np.array([-along[0], along[0]]), np.array([-along[1], along[1]])


def non_private_line(optimum: Array, edge: float, colours: style.Palette) -> go.Scatter:
    """Return the non-private classifier's line among the records."""
    x, y = ends(optimum, edge)
    return go.Scatter(
        x=x,
        y=y,
        mode="lines",
        line={"color": colours.ink, "width": 2.5, "dash": style.LOOKS["non_private"].dash},
        hoverinfo="skip",
        showlegend=False,
    )


def contour(grid: Array, excess: Array, highest: float, colour: str) -> go.Contour:
    """Return contours at equal steps of the root of the excess, as far as its `highest` value."""
    # Of the root, so that lines stand as far apart as the classifier has moved.
    size = float(np.sqrt(highest)) / (LEVELS + 1)
    return go.Contour(
        x=short(grid),
        y=short(grid),
        z=np.sqrt(excess).astype(np.float32),
        contours={"coloring": "none", "start": size, "end": LEVELS * size, "size": size},
        line={"color": colour, "width": 1.2, "smoothing": 1.0},
        showscale=False,
        showlegend=False,
        hoverinfo="skip",
    )


def level(
    figure: go.Figure,
    grid: Array,
    excess: Array,
    colour: str,
    opacity: float,
    row: int,
    column: int,
) -> None:
    """Draw the contours of the objective as it is."""
    lines = contour(grid, excess, float(excess.max()), colour)
    figure.add_trace(lines.update(opacity=opacity), row=row, col=column)


def optimum_mark(figure: go.Figure, optimum: Array, colours: style.Palette, column: int) -> None:
    """Mark the non-private classifier."""
    figure.add_scatter(
        x=[optimum[0]],
        y=[optimum[1]],
        mode="markers",
        name="Non-private",
        marker={"symbol": "x", "size": 10, "color": colours.ink},
        hovertemplate="non-private w* = (%{x:.2f}, %{y:.2f})<extra></extra>",
        showlegend=column == 1,
        row=1,
        col=column,
    )


def records(figure: go.Figure, scene: Scene, colours: style.Palette, row: int, column: int) -> None:
    """Draw the records, class by class; one of the pictures names them in the legend."""
    X, y = scene.X[:MOST_RECORDS], scene.y[:MOST_RECORDS]
    for label, colour in colours.labels.items():
        figure.add_scatter(
            x=short(X[y == label, 0]),
            y=short(X[y == label, 1]),
            mode="markers",
            name=f"Class {'+1' if label > 0 else '−1'}",
            marker={
                "symbol": style.LABEL_MARKS[label],
                "size": 5,
                "color": colour,
                "line": {"width": 1.3, "color": colour},
            },
            opacity=0.75,
            hoverinfo="skip",
            showlegend=column == row % 2 + 1 if row == 1 else column == 1,
            row=row,
            col=column,
        )


def add(
    figure: go.Figure, traces: Sequence[go.Scatter | go.Contour], row: int, column: int
) -> list[int]:
    """Add traces and return their places among all."""
    first = len(figure.data)
    figure.add_traces(list(traces), rows=row, cols=column)
    return list(range(first, len(figure.data)))


def axes(figure: go.Figure, scene: Scene, rows: int) -> None:
    """Fix the axes: the same for all classifiers, the same for all records."""
    reach, edge = float(scene.grid[-1]), scene.edge
    first, second = scene.features
    places: Mapping[tuple[int, int], tuple[float, str, str]] = {
        (row, column): (edge, first, second)
        if (row == 2 if rows == 2 else column == 2)
        else (reach, "w₁", "w₂")
        for row in range(1, rows + 1)
        for column in (1, 2)
    }
    for (row, column), (end, across, up) in places.items():
        at = {"row": row, "col": column}
        (trace,) = figure.select_xaxes(**at)
        figure.update_xaxes(range=[-end, end], title=across, nticks=5, constrain="domain", **at)
        figure.update_yaxes(
            range=[-end, end],
            nticks=5,
            showgrid=False,
            ticks="outside",
            constrain="domain",
            scaleanchor=trace.plotly_name.replace("axis", ""),
            **at,
        )
        if column == 1 or rows == 1:
            figure.update_yaxes(title=up, **at)


def for_phone(figure: go.Figure, scene: Scene, height: int, below: int) -> go.Figure:
    """Lay a figure out for a phone.

    Parameters
    ----------
    figure : Figure
    scene : Scene
    height, below : int
        Of the figure, with two lines of titles; of its margin at the bottom.
    """
    margin = MARGIN_OF_PHONE | {"t": MARGIN_OF_PHONE["t"] + scene.more, "b": below}
    return figure.update_layout(height=height + scene.more, margin=margin, legend=LEGEND)


def slider(
    labels: Sequence[str], active: int, prefix: str, colours: style.Palette, x: float = 0.0
) -> dict[str, object]:
    """Return a slider over frames of these names."""
    return {
        "active": active,
        "x": x,
        "len": 1 - x,
        "currentvalue": {"prefix": prefix, "font": {"size": 15, "color": colours.ink}},
        "pad": {"t": 48, "b": 0},
        "bgcolor": colours.grid,
        "bordercolor": colours.grid,
        "font": {"size": 11, "color": colours.quiet},
        "steps": [
            {
                "label": label,
                "method": "animate",
                "args": [[label], playing.AT_ONCE | {"frame": {"duration": 0, "redraw": True}}],
            }
            for label in labels
        ],
    }


def short(values: Array) -> Singles:
    """Return values in single precision: half as much to send, and more than a screen shows."""
    return np.asarray(values, dtype=np.float32)
