"""Clouds of private classifiers, and their lines among the records, at one ε.

On a phone there is a picture each of the clouds and of the lines: their squares stand one below the
other, as large as lets a picture and the bar fit into the window.
"""

from collections.abc import Callable, Sequence

import numpy as np

from dpcore.privacy.mechanisms import MECHANISMS
from dplab.simulation.summaries import Summary
from dplab.studies.geometry.clouds import Clouds
from dplab.studies.geometry.plane import COMPARED, SHARES, Cloud
from pages.geometry.figures import parts
from pages.kit import words
from pages.kit.figures import marks, style
from pages.kit.figures.style import FigureDict

HEIGHT, BELOW = 820, 110
"""Pixels; and of the margin that holds the legend."""

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
        return _of_phone(now, dark=dark)[0]
    scene = parts.Scene.of(now)
    return marks.figure(
        _drawn(now, scene, style.palette(dark)),
        dark=dark,
        height=HEIGHT,
        annotations=_titles(now, scene),
        margin={"l": 56, "r": 12, "t": 64, "b": BELOW},
        legend=parts.LEGEND,
        **_axes(scene),
    )


def lines(now: Clouds, *, dark: bool) -> FigureDict:
    """Return the lines of the picture for a phone."""
    return _of_phone(now, dark=dark)[1]


def _of_phone(now: Clouds, *, dark: bool) -> tuple[FigureDict, FigureDict]:
    """Return the picture in two: the clouds, and their lines among the records."""
    scene, colours = parts.Scene.of(now), style.palette(dark)
    drawn = _drawn(now, scene, colours, in_legend=False)
    said = [_title(now, name, scene, wraps=False) for name in COMPARED]
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


def _drawn(
    now: Clouds, scene: parts.Scene, colours: style.Palette, *, in_legend: bool = True
) -> list[FigureDict]:
    """Return what is drawn at the ε of the settings."""
    plane, level = now.plane, parts.level(scene, colours, 0.55)
    traces = _in_legend(colours) if in_legend else []
    for panel, name in enumerate(COMPARED, start=1):
        above, below, first = panel, panel + len(COMPARED), panel == 1
        *points, line = _traces(now.plane.clouds[name, now.settings.epsilon], scene, colours)
        optimum = parts.optimum_mark(plane.optimum, colours)
        plain = parts.non_private_line(plane.optimum, scene.edge, colours)
        parts.add(traces, [level, *points, optimum], above)
        parts.add(traces, [*parts.records(scene, colours, named=first), line, plain], below)
    return traces


def _axes(scene: parts.Scene) -> FigureDict:
    axes: FigureDict = {}
    for panel, side in enumerate(SIDES, start=1):
        axes |= parts.weights_axes(scene, panel, (side, UPPER), titled=panel == 1)
        below = panel + len(COMPARED)
        axes |= parts.records_axes(scene, below, (side, LOWER), titled=panel == 1)
    return axes


def _numbers(cloud: Cloud, edge: float) -> list[dict[str, parts.Singles]]:
    """Return the places of the classifiers, the rims of their regions, and their lines."""
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
    """Return the same with their looks."""
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


def _titles(now: Clouds, scene: parts.Scene) -> list[FigureDict]:
    """Return what stands above each cloud."""
    return [
        marks.panel_title(_title(now, name, scene), sum(side) / 2, 1.0, size=14)
        for side, name in zip(SIDES, COMPARED, strict=True)
    ]


def _title(now: Clouds, name: str, scene: parts.Scene, *, wraps: bool = True) -> str:
    """Return what is said of a cloud: its name, its error, how far it lies from w*."""
    cloud = now.plane.clouds[name, now.settings.epsilon]
    moved = np.median(np.linalg.norm(cloud.coefs - now.plane.optimum, axis=1))
    errs = scene.errs(Summary.of(cloud.errors).median, wraps=wraps)
    return f"<b>{_short(name)}</b> {errs}<br>moves w by {words.rounded(moved)}"


def _short(mechanism: str) -> str:
    """Return a mechanism's name as panel and legend have it: the whole is too long."""
    return MECHANISMS[mechanism].label.split()[0]
