"""Pictures of D(γ): classifiers among the records, and each one's noise beside its signal."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import plotly.graph_objects as go
from plotly.subplots import make_subplots

from dpcore.checks import Array
from dpcore.privacy.mechanisms import MECHANISMS
from pages.kit import words
from pages.kit.figures import style

HEIGHT, ROW, AROUND = 460, 46, 112
ROOM = 0.2
"""Decades beyond the shortest and the longest, for their marks."""

REACH_X, REACH_T = 2.0, 1.0
"""The picture ends at x₁ = ±2γ and t = ±1."""

MOST_LINES, MOST_RECORDS = 60, 512


@dataclass(frozen=True, eq=False)
class Section:
    """One mechanism's classifiers, each in the plane of x₁ and its own direction across.

    Parameters
    ----------
    mechanism : str
    error : float
        The median of all draws.
    lines : array (n_draws, 2)
        Parts along, times γ, and across of each draw.
    shown : int
        The draw that stands out.
    baseline : array (2,)
        The same of the non-private classifier.
    parts : array (rows,)
        Where the records lie in the direction of the draw that stands out.
    y : array (rows,)
        Their labels.
    """

    mechanism: str
    error: float
    lines: Array
    shown: int
    baseline: Array
    parts: Array
    y: Array


def planes(both: Sequence[Section], *, dark: bool) -> go.Figure:
    """Return the figure: the records' two columns and the lines between the classes, per mechanism.

    Parameters
    ----------
    both : sequence of Section
    dark : bool
        The theme in use.
    """
    names = [MECHANISMS[plane.mechanism].label.split()[0] for plane in both]
    titles = [
        f"<b>{name}</b><br>error {words.percent(plane.error)}"
        for name, plane in zip(names, both, strict=True)
    ]
    figure = make_subplots(
        1, len(both), shared_yaxes=True, horizontal_spacing=0.05, subplot_titles=titles
    )
    colours = style.palette(dark)
    for column, plane in enumerate(both, start=1):
        _records(figure, plane, colours, column)
        _lines(figure, plane, colours, column)
    figure.update_layout(
        template=style.template(dark),
        height=HEIGHT,
        margin={"l": 56, "r": 12, "t": 64, "b": 132},
        legend={"orientation": "h", "x": 0, "y": -0.24, "yanchor": "top", "itemclick": False},
    )
    figure.update_xaxes(
        range=[-REACH_X, REACH_X],
        tickvals=[-1, 1],
        ticktext=["x₁ = −γ<br>class −1", "x₁ = γ<br>class +1"],
    )
    figure.update_yaxes(
        range=[-1.04 * REACH_T, 1.04 * REACH_T], showgrid=False, tickvals=[-1, 0, 1]
    )
    figure.update_yaxes(title="Across: all other features", col=1)
    return figure


def segment(line: Array) -> tuple[tuple[float, float], tuple[float, float]]:
    """Return where the line ``along x + across t = 0`` runs within the picture: x values, t values.

    Parameters
    ----------
    line : array (2,)
        Its parts along, per unit of the picture, and across.
    """
    along, across = line
    step = min(
        REACH_X / abs(across) if across else np.inf, REACH_T / abs(along) if along else np.inf
    )
    if not np.isfinite(step):  # no classifier at all: nothing is drawn
        return (0.0, 0.0), (0.0, 0.0)
    x, t = float(step * across), float(-step * along)
    return (-x, x), (-t, t)


def _records(figure: go.Figure, plane: Section, colours: style.Palette, column: int) -> None:
    step = max(1, len(plane.y) // MOST_RECORDS)
    # The points come in the order of their signs: every k-th of them would show one side only.
    order = np.random.default_rng(0).permutation(len(plane.y))[::step]
    parts, y = plane.parts[order], plane.y[order]
    along, across = plane.lines[plane.shown]
    right = y * np.where(along * y + across * parts >= 0, 1.0, -1.0) > 0
    for name, which, colour, opacity, width in (
        ("Records on the right side", right, colours.quiet, 0.3, 1.0),
        ("Records on the wrong side", ~right, colours.ink, 0.9, 1.6),
    ):
        figure.add_scatter(
            x=y[which],
            y=parts[which],
            mode="markers",
            name=name,
            legendgroup=name,
            showlegend=column == 1,
            opacity=opacity,
            marker={
                "symbol": "line-ew",
                "size": 26 if width > 1 else 18,
                "line": {"color": colour, "width": width},
            },
            hoverinfo="skip",
            row=1,
            col=column,
        )


def _lines(figure: go.Figure, plane: Section, colours: style.Palette, column: int) -> None:
    colour = colours.methods[plane.mechanism]
    for name, lines, looks, opacity in (
        ("Other draws", plane.lines[:MOST_LINES], {"color": colour, "width": 1}, 0.35),
        (
            "Non-private",
            plane.baseline[None],
            {"color": colours.methods["non_private"], "width": 2, "dash": "dash"},
            1.0,
        ),
        ("One draw", plane.lines[plane.shown][None], {"color": colour, "width": 4}, 1.0),
    ):
        x, t = _joined(lines)
        figure.add_scatter(
            x=x,
            y=t,
            mode="lines",
            name=name,
            legendgroup=name,
            showlegend=column == 1,
            opacity=opacity,
            line=looks,
            hoverinfo="skip",
            row=1,
            col=column,
        )


def _joined(lines: Array) -> tuple[list[float | None], list[float | None]]:
    """Return the segments of many lines as one, with gaps."""
    x: list[float | None] = []
    t: list[float | None] = []
    for line in lines:
        xs, ts = segment(line)
        x += [*xs, None]
        t += [*ts, None]
    return x, t


def lengths(rows: Mapping[str, tuple[float, float, float]], *, dark: bool) -> go.Figure:
    """Return the figure of what reaches a record's margin: the signal beside the noise.

    Parameters
    ----------
    rows : mapping
        Per mechanism its signal, its noise as drawn, and its noise by theory.
    dark : bool
        The theme in use.
    """
    colours = style.palette(dark)
    figure = go.Figure(layout=_lengths_layout(rows, dark))
    for name, (signal, seen, _) in rows.items():
        figure.add_scatter(
            x=[signal, seen],
            y=[MECHANISMS[name].label] * 2,
            mode="lines",
            line={"color": colours.methods[name], "width": 2},
            opacity=0.6,
            hoverinfo="skip",
            showlegend=False,
        )
    names = list(rows)
    labels = [MECHANISMS[name].label for name in names]
    paints = [colours.methods[name] for name in names]
    for legend, column, looks in (
        (
            "Signal",
            0,
            {"symbol": "line-ns", "size": 22, "line": {"width": 3, "color": colours.ink}},
        ),
        ("Noise", 1, {"symbol": "circle", "size": 13, "color": paints}),
        (
            "by theory",
            2,
            {"symbol": "circle-open", "size": 20, "color": colours.ink, "line": {"width": 1.5}},
        ),
    ):
        figure.add_scatter(
            x=[row[column] for row in rows.values()],
            y=labels,
            mode="markers",
            name=legend,
            marker=looks,
            hovertemplate=f"%{{y}}: {legend.lower()} %{{x:.3g}}<extra></extra>",
        )
    return figure


def _lengths_layout(rows: Mapping[str, tuple[float, float, float]], dark: bool) -> go.Layout:
    values = [value for row in rows.values() for value in row if value > 0]
    low = np.floor(np.log10(min(values)) - ROOM)
    high = np.ceil(np.log10(max(values)) + ROOM)
    return go.Layout(
        template=style.template(dark),
        title={
            "text": "Noise beside signal, in a margin",
            "x": 0,
            "xref": "container",
            "font": {"size": 15},
            "y": 0.97,
        },
        height=AROUND + ROW * len(rows),
        margin={"l": 8, "r": 12, "t": 40, "b": 72},
        xaxis={
            "type": "log",
            "range": [low, high],
            "showgrid": True,
            "dtick": max(1, (high - low) // 4),
            "tickangle": 0,
            "exponentformat": "power",
        },
        yaxis={"autorange": "reversed", "automargin": True, "showgrid": False},
        legend={"orientation": "h", "x": 0, "xref": "container", "y": 0, "yref": "container"},
    )
