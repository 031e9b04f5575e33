"""How the privacy loss of draws is distributed, against the claim, the worst case and the audit."""

import math

import numpy as np
import plotly.graph_objects as go

from dpcore.checks import Array
from pages.kit.figures import style

HEIGHT = 340
BINS = 60
ROOM = 1.15
"""How far the axis goes beyond what it has to show."""

NARROW = 0.08
"""Share of half the axis below which the claim's two labels would collide."""


def distribution(
    losses: Array,
    mechanism: str,
    *,
    epsilon: float,
    worst: float,
    audited: float | None,
    dark: bool,
) -> go.Figure:
    """Return the distribution of the privacy loss.

    Parameters
    ----------
    losses : array (n_draws,)
        Finite.
    mechanism : str
    epsilon : float
        The claim, finite.
    worst : float
        Largest loss that was found, at whatever output.
    audited : float or None
        The audit's lower bound, once it is there.
    dark : bool
        The theme in use.
    """
    colours = style.palette(dark)
    reach = ROOM * _farthest(losses, epsilon, worst)
    figure = go.Figure(layout=_layout(reach, 1 / len(losses), dark))
    _bars(figure, losses, epsilon, reach, colours.methods[mechanism])
    for sign, label in _labels(epsilon / reach):
        _upright(figure, sign * epsilon, label, colours)
    found = {"worst case found": (worst, "diamond"), "audit: at least": (audited, "triangle-right")}
    for label, (value, symbol) in found.items():
        if value:
            place = min(value, reach / ROOM), 0.5 / len(losses)
            _mark(figure, place, label, symbol, colours)
    return figure


def _labels(share: float) -> tuple[tuple[int, str], ...]:
    """Return what stands at the two lines; one label for both where there is room for one."""
    return ((-1, "−ε"), (1, "+ε")) if share > NARROW else ((-1, ""), (1, "±ε"))


def _farthest(losses: Array, epsilon: float, worst: float) -> float:
    seen = max(float(np.abs(losses).max()), 1.2 * epsilon)
    # A worst case far beyond all draws would leave them no room.
    return worst if seen < worst < 3 * seen else seen


def _bars(figure: go.Figure, losses: Array, epsilon: float, reach: float, color: str) -> None:
    edges = np.linspace(-reach, reach, BINS + 1)
    inside = np.abs(losses) <= epsilon
    for name, chosen, fill in (
        ("within the claim", inside, style.band(color)),
        ("beyond the claim", ~inside, color),
    ):
        counts = np.histogram(losses[chosen], edges)[0]
        figure.add_bar(
            x=(edges[:-1] + edges[1:]) / 2,
            y=counts / len(losses),
            width=np.diff(edges),
            name=name,
            marker={"color": fill, "line": {"color": color, "width": 1}},
            hovertemplate="privacy loss %{x:.3g}: %{y:.1%} of the draws<extra></extra>",
            showlegend=bool(chosen.any()),
        )


def _upright(figure: go.Figure, at: float, label: str, colours: style.Palette) -> None:
    figure.add_vline(x=at, line={"color": colours.ink, "width": 1.5, "dash": "dash"})
    figure.add_annotation(
        x=at,
        y=1,
        yref="paper",
        yanchor="bottom",
        showarrow=False,
        text=label,
        font={"color": colours.ink, "size": 13},
    )


def _mark(
    figure: go.Figure,
    place: tuple[float, float],
    label: str,
    symbol: str,
    colours: style.Palette,
) -> None:
    figure.add_scatter(
        x=[place[0]],
        y=[place[1]],
        mode="markers",
        name=label,
        marker={
            "symbol": symbol,
            "size": 13,
            "color": colours.ground,
            "line": {"color": colours.ink, "width": 2},
        },
        cliponaxis=False,
        hoverinfo="skip",
    )


def _layout(reach: float, least: float, dark: bool) -> go.Layout:
    digits = max(0, 2 - math.floor(math.log10(reach)))
    return go.Layout(
        template=style.template(dark),
        title=style.title_of("Privacy loss of each draw"),
        height=HEIGHT,
        margin={"l": 56, "r": 12, "t": 62, "b": 84},
        barmode="overlay",
        bargap=0,
        xaxis={
            "title": {"text": "Privacy loss L", "standoff": 6},
            "range": [-reach, reach],
            "nticks": 7,
            "hoverformat": f".{min(digits, 8)}f",
        },
        yaxis={
            "title": {"text": "Share of draws (log)"},
            "type": "log",
            "range": [np.log10(least / 2), 0],
            "tickvals": [0.001, 0.01, 0.1, 1],
            "ticktext": ["0.1 %", "1 %", "10 %", "100 %"],
        },
        legend={"orientation": "h", "x": 0, "y": -0.27, "yanchor": "top"},
    )
