"""Test error against ε, n or λ: a curve and a band per method, and where the visitor stands.

With one loss, a method's curve has a line and marks of its own. With several, the marks tell the
method and the line tells the loss; the legend names both, once each.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import plotly.graph_objects as go

from dpcore.erm.losses import LOSSES
from dpcore.experiments.comparison import EPSILONS
from dpcore.experiments.summaries import Summary
from dpcore.privacy.mechanisms import MECHANISMS
from pages.shared import style

HEIGHT = 430
MARGIN = {"l": 64, "r": 20, "t": 56, "b": 96}
FEW_DECADES, SMALL = 2.5, 0.0009
"""Where ticks stand more densely, and where they are written as powers of ten."""

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

Key = tuple[str, str]
"""A mechanism and a loss."""


@dataclass(frozen=True)
class Axis:
    """A logarithmic axis.

    Parameters
    ----------
    title : str
    low, high : float
        Its first and last value; it is fixed, so that nothing jumps while points arrive.
    edge : float
        Decades that it goes on beyond these: room for what stands beyond.
    """

    title: str
    low: float
    high: float
    edge: float = 0.2

    @property
    def range(self) -> tuple[float, float]:
        """The range in decades, as Plotly wants it."""
        return float(np.log10(self.low)) - self.edge, float(np.log10(self.high)) + self.edge

    @property
    def ticks(self) -> list[float]:
        """The powers of ten on it, with 2 and 5 times them where these are few."""
        low, high = self.range
        steps = (1, 2, 5) if high - low < FEW_DECADES else (1,)
        decades = range(int(np.floor(low)), int(np.floor(high)) + 1)
        ticks = [float(f"{step}e{decade}") for decade in decades for step in steps]
        return [tick for tick in ticks if low <= np.log10(tick) <= high]

    @property
    def labels(self) -> list[str]:
        """The ticks as words: small ones as powers of ten."""
        return [_label(tick) for tick in self.ticks]

    def inside(self, value: float) -> float:
        """Return where a value stands: beyond the ends, half of the edge beyond them."""
        low, high = np.log10(self.low) - self.edge / 2, np.log10(self.high) + self.edge / 2
        return float(10 ** np.clip(np.log10(value), low, high))


def _label(tick: float) -> str:
    if tick < SMALL:
        return _power(tick)
    return f"{tick:,.0f}" if tick >= 1 else f"{tick:.6g}"


def _power(tick: float) -> str:
    factor, _, decade = f"{tick:.0e}".partition("e")
    return (f"{factor}·" if factor != "1" else "") + f"10<sup>−{abs(int(decade))}</sup>"


EPSILON_AXIS = Axis("Privacy parameter ε (logarithmic)", EPSILONS[0], EPSILONS[-1])


def config(file_name: str, picture: str) -> dict[str, object]:
    """Return Plotly's settings with a camera that saves `picture`, "svg" or "png"."""
    options = {"format": picture, "filename": file_name, "scale": 2 if picture == "png" else 1}
    return CONFIG | {"toImageButtonOptions": options}


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
    figure = go.Figure(layout=_layout(axis, title, ceiling(curves.values()), dark))
    colours = style.palette(dark)
    losses = list(dict.fromkeys(loss for _, loss in curves))
    for (name, _), curve in curves.items():
        _band(figure, name, curve, colours)
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


def _layout(axis: Axis, title: str, highest: float, dark: bool) -> go.Layout:
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
            "ticktext": axis.labels,
        },
        yaxis={"title": {"text": "Test error"}, "range": [0, highest], "tickformat": ".0%"},
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
            "dash": style.DASHES[name] if loss is None else style.LOSS_DASHES[loss],
        },
        marker={"symbol": style.MARKS[name], "size": 7},
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
            marker={"symbol": style.MARKS[name], "size": 9, "color": color},
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
