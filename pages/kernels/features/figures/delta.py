"""From how many features on (ε, δ) asks for less noise than ε: a border over ε and D."""

from collections.abc import Mapping, Sequence

import numpy as np

from pages.kit import words
from pages.kit.figures import style
from pages.kit.figures.axes import Axis
from pages.kit.figures.style import Drawing

HEIGHT = 360
EPSILON = Axis("Privacy parameter ε (logarithmic)", 0.01, 10.0)
FEATURES = Axis("Features d, or D (logarithmic)", 1, 1_000)


def draw(
    borders: Mapping[float, Sequence[float]],
    epsilons: Sequence[float],
    *,
    delta: float,
    epsilon: float,
    n_features: int,
    dark: bool,
) -> Drawing:
    """Return the figure.

    Parameters
    ----------
    borders : mapping
        Per δ, at each ε the number of features at which both noises are equally long.
    epsilons : sequence of float
    delta, epsilon, n_features
        Where the visitor stands; δ is among those of the borders.
    dark : bool
        The theme in use.
    """
    colours = style.palette(dark)
    lines = [
        {
            "type": "scatter",
            "x": list(epsilons),
            "y": [round(float(each), 2) for each in border],
            "mode": "lines",
            "name": f"δ = {words.number(value)}",
            "line": {
                "color": colours.ink if value == delta else colours.quiet,
                "width": 2.5 if value == delta else 1.5,
                "dash": "solid" if value == delta else "dot",
            },
            "hovertemplate": "ε = %{x:.3g}: from %{y:.0f} features on",
        }
        for value, border in borders.items()
    ]
    return {"data": [*lines, _here(epsilon, n_features, colours)], "layout": _layout(dark)}


def _here(epsilon: float, n_features: int, colours: style.Palette) -> Drawing:
    return {
        "type": "scatter",
        "x": [EPSILON.inside(epsilon)],
        "y": [FEATURES.inside(n_features)],
        "mode": "markers",
        "name": "you are here",
        "marker": {
            "symbol": "circle-open",
            "size": 15,
            "color": colours.ink,
            "line": {"width": 2.5},
        },
        "hoverinfo": "skip",
    }


def _layout(dark: bool) -> Drawing:
    colours = style.palette(dark)
    return {
        "template": style.plain_template(dark),
        "title": style.title_of("Where a δ shortens the noise"),
        "height": HEIGHT,
        "margin": {"l": 64, "r": 20, "t": 56, "b": 92},
        "xaxis": _axis(EPSILON),
        "yaxis": _axis(FEATURES),
        "annotations": [
            _said("Gaussian noise, with δ, is shorter", 0.03, 0.94, colours),
            _said("noise for ε alone is shorter", 0.97, 0.04, colours),
        ],
        "legend": {"orientation": "h", "x": 0, "y": -0.26, "yanchor": "top", "itemclick": False},
    }


def _axis(axis: Axis) -> Drawing:
    return {
        "title": {"text": axis.title, "standoff": 8},
        "type": "log",
        "range": axis.range,
        "tickvals": axis.ticks,
        "ticktext": axis.labels,
    }


def _said(text: str, x: float, y: float, colours: style.Palette) -> Drawing:
    return {
        "text": text,
        "x": x,
        "y": y,
        "xref": "paper",
        "yref": "paper",
        "xanchor": "left" if x < 1 / 2 else "right",
        "showarrow": False,
        "font": {"color": colours.quiet, "size": 13},
    }


def epsilons() -> list[float]:
    """Return where the borders are computed."""
    low, high = EPSILON.range
    return [round(float(each), 6) for each in np.logspace(low, high, 25)]
