"""A whole guarantee in two panels: δ against ε, and what tests miss against their false alarms."""

import math
from collections.abc import Mapping
from dataclasses import dataclass

from dpcore.checks import Array
from dplab.studies.is_it_private.whole_guarantee import (
    FALSE_ALARMS,
    Limits,
    MeasuredPoints,
    WholeGuarantee,
)
from pages.kit.figures import marks, style
from pages.kit.figures.axes import Axis
from pages.kit.figures.style import FigureDict

HEIGHT, OF_PHONE = 372, 560
SIDE_BY_SIDE = (((0.0, 0.44), (0.0, 1.0)), ((0.56, 1.0), (0.0, 1.0)))
STACKED = (((0.0, 1.0), (0.62, 1.0)), ((0.0, 1.0), (0.0, 0.43)))
"""Where the panels are, along and upwards."""

LEAST, DEPTH = 1e-9, 1e-6
"""Down to here δ is shown, or to a share of its largest where that is smaller."""

FEW = 5
"""Ticks of the axis of δ, about."""

TITLES = ("δ at every ε", "Errors of every test")
CLAIM = "claimed"


@dataclass(frozen=True)
class CurveLook:
    """The name of a curve, and how it is drawn; a mark tells it from others in grey."""

    name: str
    stroke: FigureDict
    color: str


def whole(
    found: WholeGuarantee,
    names: Mapping[str, str],
    other: str,
    *,
    dark: bool,
    phone: bool,
) -> FigureDict:
    """Return both panels.

    `names` are those of the curves, and `other` is the mechanism whose look the noise of the same
    length has.
    """
    colours = style.palette(dark)
    looks = _looks(found, names, other, colours)
    places = STACKED if phone else SIDE_BY_SIDE
    low, high = _reach(found.deltas)
    axes = [
        (
            marks.axis("ε", 4, range=[0, float(found.epsilons[-1])], nticks=6),
            _delta_axis(low, high),
        ),
        (_share_axis("False alarms"), _share_axis("Missed")),
    ]
    traces = [
        *_curves(found.epsilons, _above(found.deltas, low), looks, 1),
        _dots(found.delta, names["draws"], colours, 1),
        _claim(found, low, colours),
        *_curves(found.false_alarms, found.missed, looks, 2),
        _dots(found.errors, names["draws"], colours, 2),
        _coin(colours),
    ]
    layout: FigureDict = {}
    for panel, ((across, upward), (along, up)) in enumerate(zip(axes, places, strict=True), 1):
        layout |= marks.panel_axes(panel, across | {"domain": along}, upward | {"domain": up})
    return marks.figure(
        traces,
        dark=dark,
        height=OF_PHONE if phone else HEIGHT,
        margin={"l": 60, "r": 26, "t": 36, "b": 112 if phone else 92},
        shapes=[_test(colours)],
        annotations=[*_headings(places, colours), _percent(colours)],
        legend=marks.legend(itemclick=False, itemdoubleclick=False),
        **layout,
    )


def _looks(
    found: WholeGuarantee, names: Mapping[str, str], other: str, colours: style.Palette
) -> dict[str, CurveLook]:
    own = found.question.mechanism

    def of(curve: str, mechanism: str, width: float) -> CurveLook:
        color = colours.methods[mechanism]
        return CurveLook(
            names[curve], marks.stroke(color, width, style.LOOKS[mechanism].dash), color
        )

    alone = CurveLook(names["alone"], marks.stroke(colours.ink, 1.5, "dot"), colours.ink)
    return {
        "alone": alone,
        "same_length": of("same_length", other, 2),
        "guarantee": of("guarantee", own, 3),
    }


def _curves(
    x: Array, of: Mapping[str, Array], looks: Mapping[str, CurveLook], panel: int
) -> list[FigureDict]:
    return [
        marks.line(
            x,
            of[curve],
            look.stroke,
            name=look.name,
            legendgroup=curve,
            showlegend=panel == 1,
            hovertemplate="%{x:.3g}: %{y:.3g}",
        )
        | marks.on(panel)
        for curve, look in looks.items()
    ]


def _dots(found: MeasuredPoints, name: str, colours: style.Palette, panel: int) -> FigureDict:
    return marks.dots(
        found.at,
        found.values,
        marks.marker("circle-open", 8, colours.ink, line=marks.stroke(colours.ink, 1.5)),
        name=name,
        legendgroup="draws",
        showlegend=panel == 1,
        error_y=marks.whisker(*_lengths(found.values, found.limits), colours.ink, 5),
        error_x=marks.whisker(*_lengths(found.at, found.beside), colours.ink, 5),
        hovertemplate="%{x:.3g}: %{y:.3g}",
    ) | marks.on(panel)


def _lengths(values: Array, limits: Limits) -> tuple[list[float], list[float]]:
    """Return how far intervals go above their values, and below."""
    return (limits[1] - values).tolist(), (values - limits[0]).tolist()


def _coin(colours: style.Palette) -> FigureDict:
    """Return the line of tests that toss a coin."""
    stroke = marks.stroke(colours.quiet, 1, style.CONSTANT_DASH)
    return marks.line([0, 1], [1, 0], stroke, **marks.SILENT) | marks.on(2)


def _claim(found: WholeGuarantee, low: float, colours: style.Palette) -> FigureDict:
    """Return the one point of the curve that ε (and δ) name; without a δ it is at the bottom."""
    hollow = marks.marker("diamond", 12, colours.ground, line=marks.stroke(colours.ink, 2))
    delta = max(found.plan.delta, low)
    more = {"name": CLAIM, "cliponaxis": False, "hoverinfo": "skip"}
    return marks.dots([found.question.epsilon], [delta], hollow, **more)


def _test(colours: style.Palette) -> FigureDict:
    """Return the line of the test that the sentence is about."""
    x, y = marks.on(2).values()
    stroke = marks.stroke(colours.quiet, 1, "dot")
    return marks.vertical(FALSE_ALARMS, stroke, xref=x, yref=f"{y} domain")


def _percent(colours: style.Palette) -> FigureDict:
    x, y = marks.on(2).values()
    text = f"{100 * FALSE_ALARMS:g} %"
    return marks.note(text, FALSE_ALARMS, 0.08, colours.quiet, xref=x, yref=y, xanchor="left")


def _headings(
    places: tuple[tuple[tuple[float, float], ...], ...], colours: style.Palette
) -> list[FigureDict]:
    return [
        marks.heading(title, upward[1], colours.ink) | {"x": along[0]}
        for title, (along, upward) in zip(TITLES, places, strict=True)
    ]


def _above(deltas: Mapping[str, Array], low: float) -> dict[str, Array]:
    """Return curves that go on below the picture, and not to the 0 that no logarithm has."""
    return {name: each.clip(low * DEPTH) for name, each in deltas.items()}


def _reach(deltas: Mapping[str, Array]) -> tuple[float, float]:
    """Return the ends of the axis of δ: powers of ten."""
    top = max(float(each[0]) for each in deltas.values())
    high = 10.0 ** math.ceil(math.log10(top))
    return min(LEAST, DEPTH * high), high


def _delta_axis(low: float, high: float) -> FigureDict:
    scale = Axis("δ", low, high, edge=0.0)
    step = max(1, round(len(scale.ticks) / FEW))
    ticks = {"tickvals": scale.ticks[::-1][::step], "ticktext": scale.labels[::-1][::step]}
    return marks.log_axis(scale, 2) | ticks


def _share_axis(title: str) -> FigureDict:
    ticks = [0, 0.25, 0.5, 0.75, 1]
    return marks.axis(
        title,
        4,
        range=[-0.01, 1.01],
        tickvals=ticks,
        ticktext=[f"{100 * each:g} %" for each in ticks],
    )
