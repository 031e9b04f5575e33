"""Test error against ε, n or λ: a curve and a band per method, and where the visitor stands.

With one loss, a method's curve has a line and marks of its own. With several, the marks tell the
method and the line tells the loss; the legend names both, once each.
"""

from collections.abc import Iterable, Mapping, Sequence

import numpy as np
import plotly.graph_objects as go

from dpcore.erm.losses import LOSSES
from dpcore.experiments.summaries import Summary
from dpcore.privacy.mechanisms import MECHANISMS
from pages.shared.figures import style
from pages.shared.figures.axes import Axis

HEIGHT = 430
MARGIN = {"l": 64, "r": 20, "t": 56, "b": 96}
MAX_ERROR = 0.7
"""Errors about 1/2 are guessing; draws that guess worse still belong in the picture."""

Curve = tuple[Sequence[float], Sequence[Summary]]
"""Places on the axis, and the errors there."""

Key = tuple[str, str]
"""A mechanism and a loss."""


def ceiling(curves: Iterable[Curve]) -> float:
    """Return where the axis of errors ends: at `MAX_ERROR`, or at 1 where a band goes beyond."""
    highest = max((s.high for _, summaries in curves for s in summaries), default=0.0)
    return MAX_ERROR if highest <= MAX_ERROR else 1.0


def error_against(axis: Axis, curves: Mapping[Key, Curve], *, title: str, dark: bool) -> go.Figure:
    """Return the figure of test errors along an axis.

    Parameters
    ----------
    axis : Axis
    curves : mapping
        Per mechanism and loss its curve, in the order of the legend.
    title : str
        What the figure shows.
    dark : bool
        The theme in use.
    """
    figure = go.Figure(layout=layout(axis, title, curves.values(), dark=dark))
    colours = style.palette(dark)
    losses = list(dict.fromkeys(loss for _, loss in curves))
    for (name, _), curve in curves.items():
        band(figure, curve, colours.methods[name])
    for (name, loss), curve in curves.items():
        _curve(figure, name, curve, colours, loss if len(losses) > 1 else None)
    if len(losses) > 1:
        _legend(figure, list(dict.fromkeys(name for name, _ in curves)), losses, colours)
    return figure


def mark(
    figure: go.Figure, axis: Axis, value: float, now: Mapping[str, Summary], *, dark: bool
) -> go.Figure:
    """Mark where the visitor stands on the axis; beyond its ends, just beyond them.

    Parameters
    ----------
    figure : Figure
        Of `error_against`.
    axis : Axis
    value : float
        Of the moment, ∞ included.
    now : mapping
        Per private mechanism, its errors there, if they are known.
    dark : bool
        The theme in use.
    """
    colours = style.palette(dark)
    at = axis.inside(value)
    _upright(figure, axis, at, colours)
    for name, summary in now.items():
        _here(figure, name, at, summary, colours)
    return figure


def layout(axis: Axis, title: str, curves: Iterable[Curve], *, dark: bool) -> go.Layout:
    """Return the layout of a figure of test errors along an axis."""
    return go.Layout(
        template=style.template(dark),
        title=style.title_of(title),
        height=HEIGHT,
        margin=MARGIN,
        hovermode="x unified",
        xaxis={
            "title": {"text": axis.title, "standoff": 8},
            "type": "log",
            "range": axis.range,
            "tickvals": axis.ticks,
            "ticktext": axis.labels,
        },
        yaxis={"title": {"text": "Test error"}, "range": [0, ceiling(curves)], "tickformat": ".0%"},
        legend={"orientation": "h", "x": 0, "y": -0.24, "yanchor": "top", "traceorder": "normal"},
    )


def band(figure: go.Figure, curve: Curve, color: str) -> None:
    """Draw a curve's band, if it has any width."""
    places, summaries = curve
    if all(summary.low == summary.high for summary in summaries):
        return
    figure.add_scatter(
        x=[*places, *reversed(places)],
        y=[s.low for s in summaries] + [s.high for s in reversed(summaries)],
        fill="toself",
        fillcolor=style.band(color),
        line={"width": 0},
        mode="lines",
        hoverinfo="skip",
        showlegend=False,
    )


def _curve(
    figure: go.Figure, name: str, curve: Curve, colours: style.Palette, loss: str | None
) -> None:
    places, summaries = curve
    noisy = name != "non_private"
    spread = " (band %{customdata[0]:.1%} to %{customdata[1]:.1%})" if noisy else ""
    label = MECHANISMS[name].label
    figure.add_scatter(
        x=list(places),
        y=[s.median for s in summaries],
        customdata=[(s.low, s.high) for s in summaries],
        name=label if loss is None else f"{label}, {LOSSES[loss].label}",
        mode="lines+markers" if noisy else "lines",
        line={
            "color": colours.methods[name],
            "width": 2.5,
            "dash": style.LOOKS[name].dash if loss is None else style.LOSS_DASHES[loss],
        },
        marker={"symbol": style.LOOKS[name].mark, "size": 7},
        hovertemplate="%{y:.1%}" + spread,
        showlegend=loss is None,
    )


def _legend(
    figure: go.Figure, names: Sequence[str], losses: Sequence[str], colours: style.Palette
) -> None:
    """Name the marks of the methods and the lines of the losses, without a curve each."""
    for name in names:
        color = colours.methods[name]
        plain = name == "non_private"
        _sample(
            figure,
            MECHANISMS[name].label,
            mode="lines" if plain else "markers",
            line={"color": color, "width": 2.5},
            marker={"symbol": style.LOOKS[name].mark, "size": 9, "color": color},
        )
    for loss in losses:
        line = {"color": colours.ink, "width": 2, "dash": style.LOSS_DASHES[loss]}
        _sample(figure, f"{LOSSES[loss].label} loss", mode="lines", line=line)


def _sample(figure: go.Figure, label: str, **looks: object) -> None:
    figure.add_scatter(x=[None], y=[None], name=label, hoverinfo="skip", **looks)


def _upright(figure: go.Figure, axis: Axis, at: float, colours: style.Palette) -> None:
    figure.add_shape(
        type="line",
        x0=at,
        x1=at,
        y0=0,
        y1=1,
        yref="paper",
        line={"color": colours.quiet, "dash": "dot", "width": 1.5},
    )
    figure.add_annotation(
        x=np.log10(at),
        y=1,
        yref="paper",
        yanchor="bottom",
        showarrow=False,
        text="you are here",
        font={"color": colours.quiet, "size": 12},
        xanchor="left" if at < np.sqrt(axis.low * axis.high) else "right",
    )


def _here(
    figure: go.Figure, name: str, at: float, summary: Summary, colours: style.Palette
) -> None:
    figure.add_scatter(
        x=[at],
        y=[summary.median],
        mode="markers",
        marker={
            "symbol": style.LOOKS[name].mark,
            "size": 13,
            "color": colours.ground,
            "line": {"color": colours.methods[name], "width": 3},
        },
        error_y={
            "type": "data",
            "symmetric": False,
            "array": [summary.high - summary.median],
            "arrayminus": [summary.median - summary.low],
            "color": colours.methods[name],
            "thickness": 2,
            "width": 5,
        },
        hoverinfo="skip",
        showlegend=False,
    )
