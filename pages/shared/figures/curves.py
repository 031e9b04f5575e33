"""Test error against ε: a curve and a band per method, and where the visitor stands."""

from collections.abc import Mapping, Sequence

import numpy as np
import plotly.graph_objects as go

from dpcore.experiments.comparison import EPSILONS
from dpcore.experiments.summaries import Summary
from dpcore.privacy.mechanisms import MECHANISMS
from pages.shared import style

HEIGHT = 430
MARGIN = {"l": 64, "r": 20, "t": 56, "b": 96}
EPSILON_RANGE = (np.log10(EPSILONS[0]) - 0.08, np.log10(EPSILONS[-1]) + 0.08)
MAX_ERROR = 0.7
"""Errors about 1/2 are guessing; draws that guess worse still belong in the picture."""

CONFIG = {
    "displaylogo": False,
    "displayModeBar": True,
    "modeBarButtons": [["toImage"]],
    "responsive": True,
}


def config(file_name: str, picture: str) -> dict[str, object]:
    """Return Plotly's settings with a camera that saves `picture`, "svg" or "png"."""
    options = {"format": picture, "filename": file_name, "scale": 2 if picture == "png" else 1}
    return CONFIG | {"toImageButtonOptions": options}


def error_against_epsilon(
    curves: Mapping[str, Sequence[Summary]],
    epsilons: Sequence[float],
    baseline: float,
    *,
    epsilon: float,
    now: Mapping[str, Summary],
    title: str,
    dark: bool,
) -> go.Figure:
    """Return the figure.

    Parameters
    ----------
    curves : mapping
        Per private mechanism, its errors at each of `epsilons`.
    epsilons : sequence of float
        As far as computed.
    baseline : float
        Non-private error.
    epsilon : float
        Where the visitor stands; ∞ stands at the right edge.
    now : mapping
        Per private mechanism, its errors there.
    title : str
        What the figure shows.
    dark : bool
        The theme in use.
    """
    colours = style.palette(dark)
    figure = go.Figure(layout=_layout(title, dark))
    for name, summaries in curves.items():
        _band(figure, name, epsilons, summaries, colours)
    _baseline(figure, baseline, colours)
    for name, summaries in curves.items():
        _curve(figure, name, epsilons, summaries, colours)
    _position(figure, epsilon, now, colours)
    return figure


def _layout(title: str, dark: bool) -> go.Layout:
    return go.Layout(
        template=style.template(dark),
        title={"text": title, "x": 0, "xref": "paper", "font": {"size": 15}, "y": 0.97},
        height=HEIGHT,
        margin=MARGIN,
        hovermode="x unified",
        xaxis={
            "title": {"text": "Privacy parameter ε (logarithmic)", "standoff": 8},
            "type": "log",
            "range": EPSILON_RANGE,
            "tickvals": [0.001, 0.01, 0.1, 1, 10, 100],
            "ticktext": ["0.001", "0.01", "0.1", "1", "10", "100"],
        },
        yaxis={"title": {"text": "Test error"}, "range": [0, MAX_ERROR], "tickformat": ".0%"},
        legend={"orientation": "h", "x": 0, "y": -0.24, "yanchor": "top", "traceorder": "normal"},
    )


def _band(
    figure: go.Figure,
    name: str,
    epsilons: Sequence[float],
    summaries: Sequence[Summary],
    colours: style.Palette,
) -> None:
    outline = [s.low for s in summaries] + [s.high for s in reversed(summaries)]
    figure.add_scatter(
        x=[*epsilons, *reversed(epsilons)],
        y=outline,
        fill="toself",
        fillcolor=style.band(colours.methods[name]),
        line={"width": 0},
        mode="lines",
        hoverinfo="skip",
        showlegend=False,
    )


def _curve(
    figure: go.Figure,
    name: str,
    epsilons: Sequence[float],
    summaries: Sequence[Summary],
    colours: style.Palette,
) -> None:
    figure.add_scatter(
        x=list(epsilons),
        y=[s.median for s in summaries],
        customdata=[(s.low, s.high) for s in summaries],
        name=MECHANISMS[name].label,
        mode="lines+markers",
        line={"color": colours.methods[name], "width": 2.5, "dash": style.DASHES[name]},
        marker={"symbol": style.MARKS[name], "size": 7},
        hovertemplate="%{y:.1%} (middle half %{customdata[0]:.1%} to %{customdata[1]:.1%})",
    )


def _baseline(figure: go.Figure, baseline: float, colours: style.Palette) -> None:
    figure.add_scatter(
        x=[EPSILONS[0], EPSILONS[-1]],
        y=[baseline, baseline],
        name=MECHANISMS["non_private"].label,
        mode="lines",
        line={"color": colours.methods["non_private"], "width": 2, "dash": "dash"},
        hovertemplate="%{y:.1%}",
    )


def _position(
    figure: go.Figure, epsilon: float, now: Mapping[str, Summary], colours: style.Palette
) -> None:
    at = float(np.clip(epsilon, 10 ** EPSILON_RANGE[0], 10 ** EPSILON_RANGE[1]))
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
    for name, summary in now.items():
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
