"""Clouds of private classifiers and their lines among the records, for each ε a frame.

The picture holds all of its frames, so that its slider asks nobody. On a phone the slider stands
right under the picture, as everywhere, and not in it: picture and slider then fit into its window.
"""

from collections.abc import Sequence

import numpy as np

from dpcore.privacy.mechanisms import MECHANISMS
from dpcore.simulation.summaries import Summary
from dpcore.studies.geometry.plane import COMPARED, SHARES, Cloud, Plane
from pages.geometry.figures import parts
from pages.kit import words
from pages.kit.figures import marks, style
from pages.kit.figures.style import Drawing

HEIGHT, OF_PHONE = 900, 580
"""Pixels. On a phone two squares stand in 358, so that more height would be empty."""

BELOW = 140
"""Pixels below the squares on a phone: axis titles, and four lines of the legend."""

SIDES = marks.domains(len(COMPARED), 0.08)
LOWER, UPPER = marks.domains(2, 0.15)
"""Where the squares stand."""

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
) -> Drawing:
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
    traces, moving = _drawn(plane, scene, start, colours)
    drawing = marks.figure(
        traces,
        dark=dark,
        height=HEIGHT,
        annotations=_titles(plane, start, scene),
        **_axes(scene),
    )
    if phone:
        return parts.for_phone(drawing, scene, OF_PHONE, BELOW)
    labels = [words.number(epsilon) for epsilon in epsilons]
    slider = parts.slider(labels, labels.index(words.number(start)), "ε = ", colours)
    drawing["layout"] |= {
        "margin": {"l": 56, "r": 12, "t": 64, "b": 190},
        "legend": parts.LEGEND,
        "sliders": [slider],
    }
    drawing["frames"] = [
        {
            "name": words.number(epsilon),
            "data": [
                marks.scatter(**numbers)
                for name in COMPARED
                for numbers in _numbers(plane.clouds[name, epsilon], scene.edge)
            ],
            "traces": moving,
            "layout": {"annotations": _titles(plane, epsilon, scene)},
        }
        for epsilon in epsilons
    ]
    return drawing


def _drawn(
    plane: Plane, scene: parts.Scene, epsilon: float, colours: style.Palette
) -> tuple[list[Drawing], list[int]]:
    """Return what is drawn at an ε, and the places of what moves with it."""
    traces: list[Drawing] = []
    moving: list[int] = []
    parts.add(traces, parts.in_legend({name: _short(name) for name in COMPARED}, colours), 1)
    highest = float(scene.excess.max())
    level = parts.contour(scene.grid, scene.excess, highest, colours.quiet, opacity=0.55)
    for panel, name in enumerate(COMPARED, start=1):
        above, below, first = panel, panel + len(COMPARED), panel == 1
        *points, line = _traces(plane.clouds[name, epsilon], scene, colours)
        parts.add(traces, [level], above)
        moving += parts.add(traces, points, above)
        parts.add(traces, [parts.optimum_mark(plane.optimum, colours)], above)
        parts.add(traces, parts.records(scene, colours, named=first), below)
        moving += parts.add(traces, [line], below)
        plain = parts.non_private_line(plane.optimum, scene.edge, colours)
        parts.add(traces, [plain], below)
    return traces, moving


def _axes(scene: parts.Scene) -> Drawing:
    axes: Drawing = {}
    for panel, side in enumerate(SIDES, start=1):
        axes |= parts.weights_axes(scene, panel, (side, UPPER), titled=panel == 1)
        below = panel + len(COMPARED)
        axes |= parts.records_axes(scene, below, (side, LOWER), titled=panel == 1)
    return axes


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


def _traces(cloud: Cloud, scene: parts.Scene, colours: style.Palette) -> list[Drawing]:
    """Return the same with the looks that stay."""
    name = cloud.plan.mechanism
    colour = colours.methods[name]
    draws, *rims, lines = _numbers(cloud, scene.edge)
    return [
        marks.dots(
            **draws,
            marker=marks.marker(style.LOOKS[name].mark, 5, colour, opacity=0.55),
            showlegend=False,
            hovertemplate="w = (%{x:.2f}, %{y:.2f})<br>" + scene.hover,
        ),
        *(
            marks.line(
                **rim,
                stroke=marks.stroke(colours.ink, WIDTHS[share]),
                name=f"holds {100 * share:.0f} %",
                hoverinfo="skip",
                showlegend=name == COMPARED[0],
            )
            for share, rim in zip(SHARES, rims, strict=True)
        ),
        marks.line(**lines, stroke=marks.stroke(colour, 1.2), opacity=0.3, **marks.SILENT),
    ]


def _titles(plane: Plane, epsilon: float, scene: parts.Scene) -> list[Drawing]:
    """Return what stands above each cloud: its name, its error, how far it lies from w*."""
    titles = []
    for side, name in zip(SIDES, COMPARED, strict=True):
        cloud = plane.clouds[name, epsilon]
        moved = np.median(np.linalg.norm(cloud.coefs - plane.optimum, axis=1))
        errs = scene.errs(Summary.of(cloud.errors).median)
        text = f"<b>{_short(name)}</b> {errs}<br>moves w by {moved:.2g}"
        titles.append(marks.panel_title(text, sum(side) / 2, 1.0, size=14))
    return titles


def _short(mechanism: str) -> str:
    """Return a mechanism's name as panel and legend have it: on a phone the whole is too long."""
    return MECHANISMS[mechanism].label.split()[0]
