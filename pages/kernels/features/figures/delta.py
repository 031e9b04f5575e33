"""From how many features on (ε, δ) asks for less noise than ε: a border over ε and D."""

from collections.abc import Mapping, Sequence

import numpy as np

from pages.comparison.figures import curves
from pages.kit import words
from pages.kit.figures import marks, style
from pages.kit.figures.axes import Axis
from pages.kit.figures.style import FigureDict

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
) -> FigureDict:
    """Return the figure.

    `borders` are per δ, at each ε, the number of features at which both noises are equally long.
    Where the visitor stands, δ is among theirs.
    """
    colours = style.palette(dark)
    lines = [
        marks.line(
            list(epsilons),
            [round(float(each), 2) for each in border],
            marks.stroke(colours.ink, 2.5, "solid")
            if value == delta
            else marks.stroke(colours.quiet, 1.5, "dot"),
            name=f"δ = {words.number(value)}",
            hovertemplate="ε = %{x:.3g}: from %{y:.0f} features on",
        )
        for value, border in borders.items()
    ]
    return marks.figure(
        [*lines, _here(epsilon, n_features, colours)],
        "Where a δ shortens the noise",
        dark=dark,
        height=curves.HEIGHT,
        margin={"l": 64, "r": 20, "t": 56, "b": 92},
        xaxis=marks.log_axis(EPSILON),
        yaxis=marks.log_axis(FEATURES),
        annotations=[
            _corner("Gaussian noise, with δ, is shorter", 0.03, 0.94, "left", colours),
            _corner("noise for ε alone is shorter", 0.97, 0.04, "right", colours),
        ],
        legend=marks.legend(itemclick=False),
    )


def _here(epsilon: float, n_features: int, colours: style.Palette) -> FigureDict:
    ring = marks.marker("circle-open", 15, colours.ink, line={"width": 2.5})
    return marks.dots(
        [EPSILON.inside(epsilon)],
        [FEATURES.inside(n_features)],
        ring,
        name="you are here",
        hoverinfo="skip",
    )


def _corner(text: str, x: float, y: float, anchor: str, colours: style.Palette) -> FigureDict:
    return marks.note(text, x, y, colours.quiet, 13, xref="paper", yref="paper", xanchor=anchor)


def epsilons() -> list[float]:
    """Return where the borders are computed."""
    low, high = EPSILON.range
    return [round(float(each), 6) for each in np.logspace(low, high, 25)]
