"""Random moves as a histogram under flags for the worst and the bound; what noise loses."""

import itertools
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from dpcore.checks import Array
from dplab.studies.is_it_private.sensitivity import Moves
from pages.is_it_private.sensitivity import sentences
from pages.kit.figures import marks, style
from pages.kit.figures.axes import Axis
from pages.kit.figures.style import FigureDict
from pages.kit.words import rounded

HEIGHT, OF_PHONE, ALONE = 372, 620, 372
BESIDE = (((0.0, 0.62), (0.0, 1.0)), ((0.7, 1.0), (0.0, 1.0)))
STACKED = (((0.0, 1.0), (0.46, 1.0)), ((0.0, 1.0), (0.0, 0.27)))
ONE = (((0.0, 1.0), (0.0, 1.0)),)
"""Where the panels are, along and upwards."""

DECADES, BINS = 3, 30
"""Of the axis, below the bound; what moves less is in the first bin."""

ROOM_OF_LEAST = 0.15
"""Share of the axis that the words at its lower end need."""

BARS = 0.56
"""Share of the height that the histogram takes: flags stand above it."""

OF_FLAGS = (0.99, 0.88, 0.77, 0.66)
"""Heights of the flags, as shares."""

THICK = 0.3
"""Of the bars of losses, in rows: a name stands above each."""

ROOM = 1.25
"""Of the axis of losses, for numbers beside the bars."""


@dataclass(frozen=True)
class Flag:
    """A line at a place of the axis, and its words."""

    at: float
    text: str
    dash: str


def both(found: Moves, *, dark: bool, phone: bool) -> FigureDict:
    """Return the moves, and beside them what noise loses, where there is any."""
    colours = style.palette(dark)
    losing = sentences.has_losses(found)
    places = (STACKED if phone else BESIDE) if losing else ONE
    traces, axes = [_histogram(found, colours)], [_axes_of_moves(found)]
    if losing:
        traces.append(_losses(found, colours))
        axes.append(_axes_of_losses(found))
    layout: FigureDict = {}
    for panel, ((across, upward), (along, up)) in enumerate(zip(axes, places, strict=True), 1):
        layout |= marks.panel_axes(panel, across | {"domain": along}, upward | {"domain": up})
    flags = _flags(found)
    return marks.figure(
        traces,
        dark=dark,
        height=OF_PHONE if phone and losing else HEIGHT,
        margin={"l": 48, "r": 12, "t": 34, "b": 56},
        showlegend=False,
        bargap=0,
        shapes=[_pole(flag, place, found, colours) for place, flag in enumerate(flags)],
        annotations=[
            *(_words(flag, place, found, colours) for place, flag in enumerate(flags)),
            *_headings(places, colours),
            *(_names(colours) if losing else ()),
        ],
        **layout,
    )


def _histogram(found: Moves, colours: style.Palette) -> FigureDict:
    edges = _edges(found)
    color = colours.methods["output"]
    return marks.bar(
        (edges[1:] + edges[:-1]) / 2,
        _counts(found, edges),
        width=DECADES / BINS,
        marker={"color": color, "line": {"width": 0}},
        customdata=[
            f"{rounded(10**low)} to {rounded(10**high)}" for low, high in itertools.pairwise(edges)
        ],
        hovertemplate="%{customdata}: %{y} pairs<extra></extra>",
    )


def _edges(found: Moves) -> Array:
    return np.asarray(np.log10(found.bound) + np.linspace(-DECADES, 0, BINS + 1))


def _counts(found: Moves, edges: Array) -> Array:
    least = 10.0 ** edges[0]
    return np.asarray(
        np.histogram(np.log10(found.random.clip(least, found.bound)), edges)[0], dtype=float
    )


def _flags(found: Moves) -> Sequence[Flag]:
    """Return what stands above the histogram, the furthest on top."""
    values = (found.bound, found.worst, found.worst_here, float(found.random.max()))
    texts = sentences.flags(found)
    dashes = ("", "dash", "dash", "dot")
    return [
        Flag(value, f"{text}: {rounded(value, 3)}", dash)
        for value, text, dash in zip(values, texts, dashes, strict=True)
    ]


def _pole(flag: Flag, place: int, found: Moves, colours: style.Palette) -> FigureDict:
    stroke = marks.stroke(colours.ink, 1.5, flag.dash)
    x, _ = marks.on(1).values()
    return marks.vertical(_place(flag, found), stroke, xref=x, yref="y domain", y1=OF_FLAGS[place])


def _place(flag: Flag, found: Moves) -> float:
    return float(np.log10(max(flag.at, found.bound * 10.0**-DECADES)))


def _words(flag: Flag, place: int, found: Moves, colours: style.Palette) -> FigureDict:
    at = _place(flag, found)
    is_left = at < np.log10(found.bound) - DECADES / 2
    return marks.note(
        flag.text,
        at,
        OF_FLAGS[place],
        colours.ink,
        xref="x",
        yref="y domain",
        xanchor="left" if is_left else "right",
        yanchor="top",
        xshift=4 if is_left else -4,
        bgcolor=colours.ground,
        borderpad=1,
    )


def _axes_of_moves(found: Moves) -> tuple[FigureDict, FigureDict]:
    least, edges = found.bound * 10.0**-DECADES, _edges(found)
    scale = Axis(sentences.MOVED, least, found.bound, edge=0.04)
    ticks = {float(np.log10(at)): text for at, text in zip(scale.ticks, scale.labels, strict=True)}
    if found.random.min() <= least:
        near = edges[0] + DECADES * ROOM_OF_LEAST
        ticks = {at: text for at, text in ticks.items() if at > near}
        ticks[float(edges[0])] = f"≤ {rounded(least)}"
    across = marks.axis(
        scale.title, 6, range=list(scale.range), tickvals=[*ticks], ticktext=[*ticks.values()]
    )
    most = float(_counts(found, edges).max())
    return across, marks.axis(
        "Pairs", 4, range=[0, most / BARS], tickvals=[0, most], showgrid=False
    )


def _losses(found: Moves, colours: style.Palette) -> FigureDict:
    losses = [*sentences.losses(found).values()]
    color = colours.methods["output"]
    return marks.bar(
        losses,
        [0, 1, 2],
        orientation="h",
        width=THICK,
        marker={"color": [colours.quiet, color, color]},
        text=[rounded(loss, 3) for loss in losses],
        textposition="outside",
        cliponaxis=False,
        hoverinfo="skip",
    ) | marks.on(2)


def _axes_of_losses(found: Moves) -> tuple[FigureDict, FigureDict]:
    most = ROOM * max(sentences.losses(found).values())
    across = marks.axis("Privacy loss", 6, range=[0, most], nticks=4)
    return across, {"visible": False, "range": [2.5, -0.75]}


def _names(colours: style.Palette) -> list[FigureDict]:
    x, y = marks.on(2).values()
    return [
        marks.note(
            name,
            0,
            row - 0.6 * THICK,
            colours.ink,
            13,
            xref=f"{x} domain",
            yref=y,
            xanchor="left",
            yanchor="bottom",
        )
        for row, name in enumerate(sentences.CALLED)
    ]


def _headings(
    places: tuple[tuple[tuple[float, float], ...], ...], colours: style.Palette
) -> list[FigureDict]:
    return [
        marks.heading(title, upward[1], colours.ink) | {"x": along[0], "yshift": 6}
        for title, (along, upward) in zip(sentences.TITLES, places, strict=False)
    ]
