"""Clouds of private classifiers and their lines among the records, for each ε a frame.

The picture holds all of its frames, so that its slider asks nobody. On a phone the slider stands
right under the picture, as everywhere, and not in it: picture and slider then fit into its window.
"""

from collections.abc import Sequence

import numpy as np
import plotly.graph_objects as go
from plotly.subplots import make_subplots

from dpcore.privacy.mechanisms import MECHANISMS
from dpcore.simulation.summaries import Summary
from dpcore.studies.geometry.plane import COMPARED, SHARES, Cloud, Plane
from pages.geometry.figures import parts
from pages.kit import words
from pages.kit.figures import style

HEIGHT, OF_PHONE = 900, 560
"""Pixels. On a phone two squares stand in 358, so that more height would be empty."""

BELOW = 120
"""Pixels below the squares on a phone: axis titles, and three lines of the legend."""

MOST_LINES = 60
WIDTHS = dict(zip(SHARES, (3.0, 1.5), strict=True))


def over_epsilon(
    plane: Plane,
    scene: parts.Scene,
    epsilons: Sequence[float],
    start: float,
    *,
    dark: bool,
    phone: bool = False,
) -> go.Figure:
    """Return the clouds above, their lines among the records below; a slider for ε.

    Parameters
    ----------
    plane : Plane
    scene : parts.Scene
    epsilons : sequence of float
        The slider's, ascending.
    start : float
        The one that is shown first; one of them.
    dark : bool
        The theme in use.
    phone : bool
        Whether it is drawn for a phone: without frames and their slider.
    """
    colours = style.palette(dark)
    figure = make_subplots(
        2, 2, horizontal_spacing=0.08, vertical_spacing=0.15, subplot_titles=["", ""]
    )
    moving: list[int] = []
    for column, name in enumerate(COMPARED, start=1):
        *points, line = _traces(plane.clouds[name, start], scene, colours)
        parts.level(figure, scene.grid, scene.excess, colours.quiet, 0.55, 1, column)
        moving += parts.add(figure, points, 1, column)
        parts.optimum_mark(figure, plane.optimum, colours, column)
        parts.records(figure, scene, colours, 2, column)
        moving += parts.add(figure, [line], 2, column)
        parts.add(figure, [parts.non_private_line(plane.optimum, scene.edge, colours)], 2, column)
    figure.update_layout(template=style.template(dark), height=HEIGHT)
    figure.layout.annotations = _titles(figure, plane, start, scene)
    parts.axes(figure, scene, rows=2)
    if phone:
        return parts.for_phone(figure, scene, OF_PHONE, BELOW)
    figure.frames = [
        go.Frame(
            name=words.number(epsilon),
            data=[
                go.Scatter(**numbers)
                for name in COMPARED
                for numbers in _numbers(plane.clouds[name, epsilon], scene.edge)
            ],
            traces=moving,
            layout={"annotations": _titles(figure, plane, epsilon, scene)},
        )
        for epsilon in epsilons
    ]
    labels = [words.number(epsilon) for epsilon in epsilons]
    figure.update_layout(
        margin={"l": 56, "r": 12, "t": 64, "b": 190},
        legend=parts.LEGEND,
        sliders=[parts.slider(labels, labels.index(words.number(start)), "ε = ", colours)],
    )
    return figure


def _numbers(cloud: Cloud, edge: float) -> list[dict[str, parts.Singles]]:
    """Return what changes with ε: classifiers, the rims of their regions, their lines."""
    pairs = [parts.ends(coef, edge) for coef in cloud.coefs[:MOST_LINES]]
    gap = np.array([np.nan])
    points = [*cloud.rims, np.column_stack([
        np.concatenate([part for pair in pairs for part in (pair[axis], gap)]) for axis in (0, 1)
    ])]  # fmt: skip
    draws = {
        "x": parts.short(cloud.coefs[:, 0]),
        "y": parts.short(cloud.coefs[:, 1]),
        "customdata": parts.short(cloud.errors),
    }
    return [draws, *({"x": parts.short(xy[:, 0]), "y": parts.short(xy[:, 1])} for xy in points)]


def _traces(cloud: Cloud, scene: parts.Scene, colours: style.Palette) -> list[go.Scatter]:
    """Return the same with the looks that stay."""
    name = cloud.plan.mechanism
    colour = colours.methods[name]
    draws: dict[str, object] = {
        "mode": "markers",
        "showlegend": False,
        "marker": {"symbol": style.LOOKS[name].mark, "size": 5, "color": colour, "opacity": 0.55},
        "hovertemplate": "w = (%{x:.2f}, %{y:.2f})<br>" + scene.hover,
    }
    rims: list[dict[str, object]] = [
        {
            "mode": "lines",
            "name": f"holds {100 * share:.0f} %",
            "line": {"color": colours.ink, "width": WIDTHS[share]},
            "hoverinfo": "skip",
            "showlegend": name == COMPARED[0],
        }
        for share in SHARES
    ]
    lines: dict[str, object] = {
        "mode": "lines",
        "opacity": 0.3,
        "line": {"color": colour, "width": 1.2},
        "hoverinfo": "skip",
        "showlegend": False,
    }
    looks = [draws, *rims, lines]
    return [
        go.Scatter(**numbers, **look)
        for numbers, look in zip(_numbers(cloud, scene.edge), looks, strict=True)
    ]


def _titles(
    figure: go.Figure, plane: Plane, epsilon: float, scene: parts.Scene
) -> list[dict[str, object]]:
    """Return what stands above each cloud: its name, its error, how far it lies from w*."""
    titles: list[dict[str, object]] = []
    for column, name in enumerate(COMPARED, start=1):
        cloud = plane.clouds[name, epsilon]
        domain = figure.layout[f"xaxis{column if column > 1 else ''}"].domain
        moved = np.median(np.linalg.norm(cloud.coefs - plane.optimum, axis=1))
        short = MECHANISMS[name].label.split()[0]
        titles.append(
            {
                "text": f"<b>{short}</b> {scene.errs(Summary.of(cloud.errors).median)}"
                f"<br>moves w by {moved:.2g}",
                "x": sum(domain) / 2,
                "xref": "paper",
                "xanchor": "center",
                "y": 1.0,
                "yref": "paper",
                "yanchor": "bottom",
                "showarrow": False,
                "font": {"size": 14},
            }
        )
    return titles
