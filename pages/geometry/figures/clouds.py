"""Clouds of private classifiers and their lines among the records, for each ε a frame.

The picture holds all of its frames, so that its slider asks nobody. On a phone, whose bar has that
slider, there is one ε, and a picture each of the clouds and of the lines: their squares stand one
below the other, as large as lets a picture and the bar fit into the window.
"""

from collections.abc import Callable, Sequence

import numpy as np

from dpcore.privacy.mechanisms import MECHANISMS
from dplab.simulation.summaries import Summary
from dplab.studies.geometry.clouds import Clouds
from dplab.studies.geometry.plane import COMPARED, SHARES, Cloud, Plane
from pages.geometry.figures import parts
from pages.kit import words
from pages.kit.figures import marks, style
from pages.kit.figures.style import FigureDict

HEIGHT = 900
POINTS, LINES = (1, 2), (3, 4)
"""The panels of the clouds, and those of the lines."""

AxesOf = Callable[[parts.Scene, int, parts.Domains], FigureDict]

SIDES = marks.domains(len(COMPARED), 0.08)
LOWER, UPPER = marks.domains(2, 0.15)
"""Where the squares stand."""

MOST_LINES = 60
WIDTHS = dict(zip(SHARES, (3.0, 1.5), strict=True))


def main(now: Clouds, *, dark: bool, phone: bool) -> FigureDict:
    """Return the page's picture at the ε of the settings; on a phone, without the lines."""
    if phone:
        return _at_one_epsilon(now, dark=dark)[0]
    scene, epsilon = parts.Scene.of(now), now.settings.epsilon
    return over_epsilon(now.plane, scene, now.epsilons, epsilon, dark=dark)


def lines(now: Clouds, *, dark: bool) -> FigureDict:
    """Return the lines of the picture for a phone."""
    return _at_one_epsilon(now, dark=dark)[1]


def over_epsilon(
    plane: Plane, scene: parts.Scene, epsilons: Sequence[float], start: float, *, dark: bool
) -> FigureDict:
    """Return the clouds above, their lines among the records below; a slider for ε.

    The slider's epsilons ascend; `start`, one of them, is shown first.
    """
    colours = style.palette(dark)
    traces = _in_legend(colours)
    moving = _add(traces, plane, scene, start, colours)
    labels = [words.number(epsilon) for epsilon in epsilons]
    slider = parts.slider(labels, labels.index(words.number(start)), "ε = ", colours)
    drawing = marks.figure(
        traces,
        dark=dark,
        height=HEIGHT,
        annotations=_titles(plane, start, scene),
        margin={"l": 56, "r": 12, "t": 64, "b": 190},
        legend=parts.LEGEND,
        sliders=[slider],
        **_axes(scene),
    )
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


def _at_one_epsilon(now: Clouds, *, dark: bool) -> tuple[FigureDict, FigureDict]:
    """Return the same at one ε for a phone: the clouds, and their lines among the records."""
    plane, scene, epsilon = now.plane, parts.Scene.of(now), now.settings.epsilon
    colours, drawn = style.palette(dark), list[FigureDict]()
    _add(drawn, plane, scene, epsilon, colours)
    said = [_title(plane, name, epsilon, scene, wraps=False) for name in COMPARED]
    named = [f"<b>{_short(name)}</b>" for name in COMPARED]

    def figure(panels: Sequence[int], titles: Sequence[str], axes: AxesOf) -> FigureDict:
        here = [marks.on(panel)["xaxis"] for panel in panels]
        upper, lower = map(axes, (scene, scene), panels, parts.ROWS_OF_PHONE)
        upper |= {name: axis | {"title": {}} for name, axis in upper.items() if name[0] == "x"}
        drawing = marks.figure(
            _in_legend(colours, panels[0]) + [each for each in drawn if each["xaxis"] in here],
            dark=dark,
            annotations=parts.titles_of_phone(titles),
            **upper,
            **lower,
        )
        return parts.for_phone(drawing)

    return figure(POINTS, said, parts.weights_axes), figure(LINES, named, parts.records_axes)


def _in_legend(colours: style.Palette, panel: int = 1) -> list[FigureDict]:
    named = parts.in_legend({name: _short(name) for name in COMPARED}, colours)
    return [each | marks.on(panel) for each in named]


def _add(
    traces: list[FigureDict],
    plane: Plane,
    scene: parts.Scene,
    epsilon: float,
    colours: style.Palette,
) -> list[int]:
    """Add what is drawn at an ε, and return the places of what moves with it."""
    moving: list[int] = []
    level = parts.level(scene, colours, 0.55)
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
    return moving


def _axes(scene: parts.Scene) -> FigureDict:
    axes: FigureDict = {}
    for panel, side in enumerate(SIDES, start=1):
        axes |= parts.weights_axes(scene, panel, (side, UPPER), titled=panel == 1)
        below = panel + len(COMPARED)
        axes |= parts.records_axes(scene, below, (side, LOWER), titled=panel == 1)
    return axes


def _numbers(cloud: Cloud, edge: float) -> list[dict[str, parts.Singles]]:
    """Return what changes with ε: classifiers, the rims of their regions, their lines."""
    through = parts.ends(cloud.coefs[:MOST_LINES], edge)
    gap = np.full((len(through[0]), 1), np.nan)
    lines = np.column_stack([np.hstack([each, gap]).ravel() for each in through])
    points = [*cloud.rims, lines]
    draws = {
        "x": parts.short(cloud.coefs[:, 0]),
        "y": parts.short(cloud.coefs[:, 1]),
        "customdata": parts.short(cloud.errors),
    }
    return [draws, *({"x": parts.short(xy[:, 0]), "y": parts.short(xy[:, 1])} for xy in points)]


def _traces(cloud: Cloud, scene: parts.Scene, colours: style.Palette) -> list[FigureDict]:
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


def _titles(plane: Plane, epsilon: float, scene: parts.Scene) -> list[FigureDict]:
    """Return what stands above each cloud."""
    return [
        marks.panel_title(_title(plane, name, epsilon, scene), sum(side) / 2, 1.0, size=14)
        for side, name in zip(SIDES, COMPARED, strict=True)
    ]


def _title(
    plane: Plane, name: str, epsilon: float, scene: parts.Scene, *, wraps: bool = True
) -> str:
    """Return what is said of a cloud: its name, its error, how far it lies from w*."""
    cloud = plane.clouds[name, epsilon]
    moved = np.median(np.linalg.norm(cloud.coefs - plane.optimum, axis=1))
    errs = scene.errs(Summary.of(cloud.errors).median, wraps=wraps)
    return f"<b>{_short(name)}</b> {errs}<br>moves w by {words.rounded(moved)}"


def _short(mechanism: str) -> str:
    """Return a mechanism's name as panel and legend have it: the whole is too long."""
    return MECHANISMS[mechanism].label.split()[0]
