"""All mechanisms under one another: the worst loss that was found, as a multiple of the claim."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import plotly.graph_objects as go

from dpcore.privacy.mechanisms import MECHANISMS
from pages.kit.figures import style

ROW = 50
LOWEST, HIGHEST = 0.005, 2000.0
BOLD = ("broken", "no limit")


@dataclass(frozen=True)
class StripRow:
    """One mechanism of the strip.

    Parameters
    ----------
    found, ceiling : float
        The worst loss that was found, and the bound on it, as multiples of the claim; nan where
        the claim is about no largest loss.
    verdict : str
        In a word or two.
    numbers : str
        What was found and what is proven, in words.
    """

    found: float
    ceiling: float
    verdict: str
    numbers: str


def verdicts(rows: Mapping[str, StripRow], names: Sequence[str], *, dark: bool) -> go.Figure:
    """Return the strip; mechanisms among `names` without a row are still being computed."""
    colours = style.palette(dark)
    figure = go.Figure(layout=_layout(len(names), dark))
    figure.add_vline(x=0, line={"color": colours.ink, "width": 1.5, "dash": "dash"})
    labels = []
    for place, name in enumerate(names):
        verdict = _line(figure, place, name, rows[name], colours) if name in rows else "…"
        labels += [
            _label(place, MECHANISMS[name].label, "left", colours),
            _label(place, verdict, "right", colours),
        ]
    # All at once: one by one, Plotly copies those before each time.
    figure.layout.annotations = labels
    return figure


def _line(figure: go.Figure, place: int, name: str, row: StripRow, colours: style.Palette) -> str:
    """Draw what was found and what is proven, where the claim is about it; return the verdict."""
    word = f"<b>{row.verdict}</b>" if row.verdict in BOLD else row.verdict
    if np.isnan(row.found):
        return word
    found, ceiling = (
        float(np.log10(np.clip(x, LOWEST, HIGHEST))) for x in (row.found, row.ceiling)
    )
    color = colours.methods[name]
    figure.add_scatter(
        x=[np.log10(LOWEST), found],
        y=[place, place],
        mode="lines",
        line={"color": color, "width": 5},
        hoverinfo="skip",
    )
    figure.add_scatter(
        x=[found, ceiling],
        y=[place, place],
        mode="lines+markers",
        line={"color": color, "width": 1.5, "dash": "dot"},
        marker={
            "symbol": ["circle", "triangle-right" if np.isinf(row.ceiling) else "line-ns"],
            "size": [11, 13],
            "color": color,
            "line": {"color": color, "width": 2.5},
        },
        hovertemplate=f"{MECHANISMS[name].label}: {row.numbers}<extra></extra>",
        cliponaxis=False,
    )
    return word


def _label(place: int, text: str, side: str, colours: style.Palette) -> dict[str, object]:
    return {
        "x": 0 if side == "left" else 1,
        "xref": "paper",
        "xanchor": side,
        "y": place,
        "yshift": 16,
        "text": text,
        "showarrow": False,
        "font": {"color": colours.ink, "size": 13},
        "bgcolor": colours.ground,
        "borderpad": 0,
    }


def _layout(n_rows: int, dark: bool) -> go.Layout:
    ticks = (0.01, 0.1, 1, 10, 100, 1000)
    return go.Layout(
        template=style.template(dark),
        title={
            "text": "Worst privacy loss of every mechanism",
            "x": 0,
            "xref": "paper",
            "font": {"size": 15},
            "yref": "container",
            "y": 0.98,
        },
        height=ROW * n_rows + 110,
        margin={"l": 8, "r": 8, "t": 44, "b": 56},
        showlegend=False,
        xaxis={
            "title": {"text": "Worst loss ÷ ε (logarithmic)", "standoff": 6},
            "range": [np.log10(LOWEST), np.log10(HIGHEST)],
            "tickvals": np.log10(ticks).tolist(),
            "ticktext": ["0.01", "0.1", "1 = claim", "10", "100", "1000"],
        },
        yaxis={"visible": False, "range": [n_rows - 0.5, -0.75]},
    )
