"""Effects of columns as dots with ranges, a row for each: without noise, and at ε."""

import html
from collections.abc import Sequence

import numpy as np

from dpcore.checks import Array
from dpcore.privacy.mechanisms import MECHANISMS
from dplab.studies.trade_off.looks_at import ColumnEffects, EffectSpread
from dplab.tables.effects import Effect
from pages.kit import words
from pages.kit.figures import marks, style
from pages.kit.figures.style import FigureDict

MOST_ROWS, MOST_LEVELS = 15, 4
"""Of the picture, and of one column's levels in it: the table beside it has all."""

ROW, OF_A_METHOD = 38, 14
ABOVE, BELOW, BELOW_ON_PHONE = 56, 104, 132
"""Pixels of a row, at least and for each private method; above the rows, and below them."""

LEFT, LEFT_ON_PHONE = 250, 132
LONGEST, LONGEST_ON_PHONE = 34, 16
"""Pixels left of the plot, and characters of a name there."""

LONGEST_ANSWER = 14
"""Characters of an answer's name under the plot."""

FURTHEST = 2.5
"""Where the axis ends, in largest effects: noise that reaches further is cut."""

SPAN = 0.6
"""Of a row's height, what its private methods take."""


def shown(found: ColumnEffects) -> list[int]:
    """Return which effects the picture has: of the columns with the largest ranges, in that order.

    Of a category these are the levels with the largest effects.
    """
    size = np.abs(found.plain)
    places: dict[str, list[int]] = {}
    for place, each in enumerate(found.effects):
        if each.is_of_column:
            places.setdefault(each.column, []).append(place)
    chosen: list[int] = []
    for column in found.ranges:
        levels = sorted(places[column], key=lambda at: -size[at])[:MOST_LEVELS]
        chosen += sorted(levels)
    return chosen[:MOST_ROWS]


def effects(
    found: ColumnEffects, answers: tuple[str, str], *, title: str, dark: bool, phone: bool
) -> FigureDict:
    """Return the largest effects, each as a share of its classifier's largest.

    `answers` are what −1 and +1 are called.
    """
    colours, rows = style.palette(dark), shown(found)
    heights = np.arange(len(rows))[::-1].astype(float)
    traces = _traces(found, rows, heights, colours)
    reach = min(FURTHEST, 1.08 * max(1.0, *(_reach(trace) for trace in traces)))
    below = BELOW_ON_PHONE if phone else BELOW
    return marks.figure(
        traces,
        style.title_of(title, x=0.02, xref="container"),  # names at the left leave it no room
        dark=dark,
        height=max(ROW, OF_A_METHOD * len(found.private)) * len(rows) + ABOVE + below,
        margin={"l": LEFT_ON_PHONE if phone else LEFT, "r": 16, "t": ABOVE, "b": below},
        hovermode="closest",
        xaxis=marks.axis(
            _axis(answers, phone=phone),
            8,
            range=[-reach, reach],
            tickformat=".0%",
            tickangle=0,
            nticks=4 if phone else 8,
        ),
        yaxis={
            "range": [-0.7, len(rows) - 0.3],
            "tickvals": heights.tolist(),
            "ticktext": [_name(found.effects[at], phone=phone) for at in rows],
            "tickfont": {"size": 11 if phone else 13},
            "showgrid": False,
        },
        shapes=[marks.vertical(0, marks.stroke(colours.quiet, 1))],
        legend=marks.legend(itemclick=False),
    )


def _traces(
    found: ColumnEffects, rows: Sequence[int], heights: Array, colours: style.Palette
) -> list[FigureDict]:
    count = len(found.private)
    shifts = [SPAN * ((count - 1) / 2 - place) / count for place in range(count)]
    return [
        *(
            _private(name, spread, rows, heights + shift, colours)
            for (name, spread), shift in zip(found.private.items(), shifts, strict=True)
        ),
        _plain(found.plain[rows], heights, colours),
    ]


def _plain(values: Array, heights: Array, colours: style.Palette) -> FigureDict:
    color = colours.methods["non_private"]
    return marks.dots(
        (values / _largest(values)).round(4).tolist(),
        heights.tolist(),
        marks.marker("line-ns-open", 20, color, line=marks.stroke(color, 3)),
        name=MECHANISMS["non_private"].label,
        customdata=[words.rounded(each) for each in values.tolist()],
        hovertemplate="without noise: %{customdata}<extra></extra>",
    )


def _private(
    name: str, spread: EffectSpread, rows: Sequence[int], heights: Array, colours: style.Palette
) -> FigureDict:
    color, mark = colours.methods[name], style.LOOKS[name].mark
    middle, low, high = (each[rows] for each in (spread.middle, spread.low, spread.high))
    largest, is_certain = _largest(middle), spread.certain[rows].tolist()
    return marks.dots(
        (middle / largest).round(4).tolist(),
        heights.round(3).tolist(),
        marks.marker(mark, 9, color, line=marks.stroke(color, 2))
        | {"symbol": [mark if sure else f"{mark}-open" for sure in is_certain]},
        name=MECHANISMS[name].label,
        error_x=marks.whisker(
            ((high - middle) / largest).round(4).tolist(),
            ((middle - low) / largest).round(4).tolist(),
            color,
            3,
        ),
        customdata=[
            f"{words.rounded(a)} to {words.rounded(b)}"
            for a, b in zip(low.tolist(), high.tolist(), strict=True)
        ],
        hovertemplate="nine in ten: %{customdata}<extra></extra>",
    )


def _largest(values: Array) -> float:
    """Return the largest effect, or 1 where none is."""
    return float(np.abs(values).max(initial=0.0)) or 1.0


def _reach(trace: FigureDict) -> float:
    """Return how far from 0 a trace goes, its ranges included."""
    places = np.abs(trace["x"])
    ends = trace.get("error_x", {"array": [0.0], "arrayminus": [0.0]})
    return float((places + np.maximum(ends["array"], ends["arrayminus"])).max())


def _axis(answers: tuple[str, str], *, phone: bool) -> str:
    negative, positive = (_escaped(each, LONGEST_ANSWER) for each in answers)
    share = "share of the largest" if phone else "effect, as a share of the classifier's largest"
    between = "<br>" if phone else "   "
    return f"← “{negative}”{between}{share}{between}“{positive}” →"


def _name(effect: Effect, *, phone: bool) -> str:
    longest = LONGEST_ON_PHONE if phone else LONGEST
    if effect.level is None:
        return _escaped(effect.column, longest)
    if not phone:
        return _escaped(f"{effect.column}: {effect.level}", longest)
    return f"{_escaped(effect.column, longest)}<br>{_escaped(effect.level, longest)}"


def _escaped(name: str, longest: int) -> str:
    """Return a name as Plotly shows it: it reads tags in texts, and the name may be a visitor's."""
    short = name if len(name) <= longest else f"{name[: longest - 1]}…"
    return html.escape(short, quote=False).replace("%{", "% {")
