"""Test error against ε, n or λ: a curve and a band per method, and where the visitor stands."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import plotly.graph_objects as go

from dpcore.experiments.comparison import EPSILONS
from dpcore.experiments.summaries import Summary
from dpcore.privacy.mechanisms import MECHANISMS
from pages.shared import style

HEIGHT = 430
MARGIN = {"l": 64, "r": 20, "t": 56, "b": 96}
EDGE = 0.08
"""Decades that an axis goes on beyond its first and last value."""

MAX_ERROR = 0.7
"""Errors about 1/2 are guessing; draws that guess worse still belong in the picture."""

CONFIG = {
    "displaylogo": False,
    "displayModeBar": True,
    "modeBarButtons": [["toImage"]],
    "responsive": True,
}

Curve = tuple[Sequence[float], Sequence[Summary]]
"""Places on the axis, and the errors there."""


@dataclass(frozen=True)
class Axis:
    """A logarithmic axis.

    Parameters
    ----------
    title : str
    low, high : float
        Its first and last value; it is fixed, so that nothing jumps while points arrive.
    """

    title: str
    low: float
    high: float

    @property
    def range(self) -> tuple[float, float]:
        """The range in decades, as Plotly wants it."""
        return float(np.log10(self.low)) - EDGE, float(np.log10(self.high)) + EDGE

    @property
    def ticks(self) -> list[float]:
        """The powers of ten on it."""
        low, high = self.range
        return [float(f"1e{decade}") for decade in range(int(np.ceil(low)), int(high // 1) + 1)]


EPSILON_AXIS = Axis("Privacy parameter ε (logarithmic)", EPSILONS[0], EPSILONS[-1])


def config(file_name: str, picture: str) -> dict[str, object]:
    """Return Plotly's settings with a camera that saves `picture`, "svg" or "png"."""
    options = {"format": picture, "filename": file_name, "scale": 2 if picture == "png" else 1}
    return CONFIG | {"toImageButtonOptions": options}


def error_against(axis: Axis, curves: Mapping[str, Curve], *, title: str, dark: bool) -> go.Figure:
    """Return the figure of test errors along an axis.

    Parameters
    ----------
    axis : Axis
    curves : mapping
        Per mechanism its curve, in the order of the legend.
    title : str
        What the figure shows.
    dark : bool
        The theme in use.
    """
    figure = go.Figure(layout=_layout(axis, title, dark))
    colours = style.palette(dark)
    for name, curve in curves.items():
        _band(figure, name, curve, colours)
    for name, curve in curves.items():
        _curve(figure, name, curve, colours)
    return figure


def mark(figure: go.Figure, epsilon: float, now: Mapping[str, Summary], *, dark: bool) -> go.Figure:
    """Mark where the visitor stands on the ε axis; beyond its ends, at the end.

    Parameters
    ----------
    figure : Figure
        Of `error_against` with `EPSILON_AXIS`.
    epsilon : float
        ε of the moment; ∞ stands at the right edge.
    now : mapping
        Per private mechanism, its errors there.
    dark : bool
        The theme in use.
    """
    colours = style.palette(dark)
    low, high = EPSILON_AXIS.range
    at = float(np.clip(epsilon, 10**low, 10**high))
    _upright(figure, at, colours)
    for name, summary in now.items():
        _here(figure, name, at, summary, colours)
    return figure


def _layout(axis: Axis, title: str, dark: bool) -> go.Layout:
    return go.Layout(
        template=style.template(dark),
        title={"text": title, "x": 0, "xref": "paper", "font": {"size": 15}, "y": 0.97},
        height=HEIGHT,
        margin=MARGIN,
        hovermode="x unified",
        xaxis={
            "title": {"text": axis.title, "standoff": 8},
            "type": "log",
            "range": axis.range,
            "tickvals": axis.ticks,
            "ticktext": [f"{tick:,.6g}" for tick in axis.ticks],
        },
        yaxis={"title": {"text": "Test error"}, "range": [0, MAX_ERROR], "tickformat": ".0%"},
        legend={"orientation": "h", "x": 0, "y": -0.24, "yanchor": "top", "traceorder": "normal"},
    )


def _band(figure: go.Figure, name: str, curve: Curve, colours: style.Palette) -> None:
    places, summaries = curve
    if all(summary.low == summary.high for summary in summaries):
        return
    figure.add_scatter(
        x=[*places, *reversed(places)],
        y=[s.low for s in summaries] + [s.high for s in reversed(summaries)],
        fill="toself",
        fillcolor=style.band(colours.methods[name]),
        line={"width": 0},
        mode="lines",
        hoverinfo="skip",
        showlegend=False,
    )


def _curve(figure: go.Figure, name: str, curve: Curve, colours: style.Palette) -> None:
    places, summaries = curve
    noisy = name != "non_private"
    spread = " (band %{customdata[0]:.1%} to %{customdata[1]:.1%})" if noisy else ""
    figure.add_scatter(
        x=list(places),
        y=[s.median for s in summaries],
        customdata=[(s.low, s.high) for s in summaries],
        name=MECHANISMS[name].label,
        mode="lines+markers" if noisy else "lines",
        line={"color": colours.methods[name], "width": 2.5, "dash": style.DASHES[name]},
        marker={"symbol": style.MARKS[name], "size": 7},
        hovertemplate="%{y:.1%}" + spread,
    )


def _upright(figure: go.Figure, at: float, colours: style.Palette) -> None:
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
        xanchor="left" if at < 1 else "right",
    )


def _here(
    figure: go.Figure, name: str, at: float, summary: Summary, colours: style.Palette
) -> None:
    figure.add_scatter(
        x=[at],
        y=[summary.median],
        mode="markers",
        marker={
            "symbol": style.MARKS[name],
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
