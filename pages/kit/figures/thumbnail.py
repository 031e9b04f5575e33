"""A figure as a small drawing: its lines, marks, bars and areas, and none of its words.

It is drawn here and not by Plotly, so that a page with one for each page stays light.
"""

import math
from base64 import b64decode
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from html import escape
from itertools import groupby, pairwise
from typing import Any

import numpy as np

from pages.kit.figures.style import FigureDict

WIDTH, INSET = 320, 8
"""Pixels; the second is kept free at each edge."""

FULL_WIDTH = 820
"""Of a figure on a page; its height is said in its layout."""

MOST_MARKS = 160
"""Of a trace; of more, only some are drawn, evenly taken."""

MARK, SCALE = 2.6, 0.7
"""Radius of a mark in pixels, and what the figure's lines are drawn at."""

DASHES = {"dash": "7 4", "dot": "2 4", "longdash": "11 5", "dashdot": "7 4 2 4", "1px,4px": "1 4"}

Place = tuple[float, float]


@dataclass(frozen=True)
class Direction:
    """One axis: where it lies on the drawing, and which numbers or names it runs through."""

    start: float
    end: float
    low: float
    high: float
    is_log: bool
    names: tuple[str, ...] = ()

    def at(self, value: Any) -> float:
        """Return where a value stands; nan where it has no place."""
        if self.names:
            number = float(self.names.index(value))
        elif value is None:
            return math.nan
        else:
            number = math.log10(value) if self.is_log else float(value)
        return self.start + (self.end - self.start) * (number - self.low) / (self.high - self.low)


def drawn(figure: FigureDict) -> str:
    """Return as SVG what a figure shows within the ranges of its axes."""
    layout = figure["layout"]
    parts = [
        *(_image(image, layout) for image in layout.get("images", ())),
        *(_shape(shape, layout) for shape in layout.get("shapes", ())),
        *(part for trace in _traces(figure["data"], layout) for part in trace),
    ]
    return framed(parts, _height(layout))


def framed(parts: Iterable[str], height: float) -> str:
    """Return SVG of a drawing's width."""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height:g}">'
        f"{''.join(parts)}</svg>"
    )


def _height(layout: FigureDict) -> float:
    return round(WIDTH / FULL_WIDTH * float(layout["height"]))


def line(places: Iterable[Place], color: str, width: float = 1.5, dash: str = "") -> str:
    """Return a line through places."""
    dashes = f' stroke-dasharray="{DASHES[dash]}"' if dash in DASHES else ""
    return (
        f'<polyline points="{_spelled(places)}" fill="none" stroke="{escape(color)}" '
        f'stroke-width="{width:g}"{dashes}/>'
    )


def area(places: Iterable[Place], color: str) -> str:
    """Return a filled area."""
    return f'<polygon points="{_spelled(places)}" fill="{escape(color)}"/>'


def mark(place: Place, color: str, radius: float = MARK, *, is_open: bool = False) -> str:
    """Return a round mark, filled or a ring."""
    look = f'fill="none" stroke="{escape(color)}"' if is_open else f'fill="{escape(color)}"'
    return f'<circle cx="{place[0]:.1f}" cy="{place[1]:.1f}" r="{radius:g}" {look}/>'


def _spelled(places: Iterable[Place]) -> str:
    return " ".join(f"{x:.1f},{y:.1f}" for x, y in places)


def _traces(data: Sequence[FigureDict], layout: FigureDict) -> Iterator[Iterator[str]]:
    kinds = {"scatter": _scatter, "bar": _bars}
    for trace in data:
        draw = kinds.get(trace.get("type", "scatter"))
        if draw and trace.get("visible", True) is True:
            yield draw(trace, *_directions(layout, trace, data))


def _directions(
    layout: FigureDict, trace: FigureDict, data: Sequence[FigureDict] = ()
) -> tuple[Direction, Direction]:
    """Return the axes of a trace; those of names have the names of all their traces."""
    across, up = trace.get("xaxis", "x"), trace.get("yaxis", "y")
    xs = [each["x"] for each in data if each.get("xaxis", "x") == across]
    ys = [each["y"] for each in data if each.get("yaxis", "y") == up]
    return (
        _direction(layout, across, (INSET, WIDTH - INSET), xs),
        _direction(layout, up, (_height(layout) - INSET, INSET), ys),
    )


def _direction(
    layout: FigureDict, name: str, ends: tuple[float, float], values: Sequence[Any]
) -> Direction:
    axis = layout[f"{name[0]}axis{name[1:]}"]
    first, last = axis.get("domain") or (0, 1)
    start, end = (ends[0] + share * (ends[1] - ends[0]) for share in (first, last))
    if axis.get("range") is not None:
        low, high = map(float, axis["range"])
        return Direction(start, end, low, high, axis.get("type") == "log")
    names = tuple(dict.fromkeys(name for each in values for name in each))
    low, high = -0.5, len(names) - 0.5
    if axis.get("autorange") == "reversed":
        low, high = high, low
    return Direction(start, end, low, high, is_log=False, names=names)


def _values(given: Any) -> list[Any]:
    """Return numbers that may be packed as `marks.packed` does it."""
    if isinstance(given, dict):
        return list(np.frombuffer(b64decode(given["bdata"]), given["dtype"]).astype(float))
    return list(given)


def _scatter(trace: FigureDict, across: Direction, up: Direction) -> Iterator[str]:
    xs, ys = _values(trace["x"]), _values(trace["y"])
    places = [(across.at(x), up.at(y)) for x, y in zip(xs, ys, strict=True)]
    runs = [list(run) for is_seen, run in groupby(places, _is_seen) if is_seen]
    look, marker, mode = trace.get("line", {}), trace.get("marker", {}), trace["mode"]
    if "fillcolor" in trace:
        ground = [up.start] if trace.get("fill") == "tozeroy" else []
        yield from (area(_above(run, ground), trace["fillcolor"]) for run in runs)
    width = SCALE * look.get("width", 2)
    if "lines" in mode and width:
        yield from (line(run, look["color"], width, look.get("dash", "")) for run in runs)
    if "markers" in mode:
        yield from _marks(places, marker, look)


def _marks(places: Sequence[Place], marker: FigureDict, look: FigureDict) -> Iterator[str]:
    """Return the marks of a trace, in the colour of their edge where they have one."""
    color = marker.get("line", {}).get("color") or marker.get("color") or look.get("color")
    is_open = "open" in marker["symbol"] if "symbol" in marker else False
    colors = [color] * len(places) if isinstance(color, str) else color or ()
    both = [each for each in zip(places, colors, strict=False) if _is_seen(each[0])]
    every = -(-len(both) // MOST_MARKS) or 1
    for place, each in both[::every]:
        if isinstance(each, str):
            yield mark(place, each, is_open=is_open)


def _is_seen(place: Place) -> bool:
    """Tell whether a place is on the drawing, or so near that a line to it crosses the edge."""
    return all(-WIDTH < each < 2 * WIDTH for each in place)


def _above(run: Sequence[Place], ground: Sequence[float]) -> list[Place]:
    """Return the corners of what a line bounds, with the ground if it is filled down to one."""
    return [*((run[0][0], y) for y in ground), *run, *((run[-1][0], y) for y in ground)]


def _bars(trace: FigureDict, across: Direction, up: Direction) -> Iterator[str]:
    xs, ys = _values(trace["x"]), _values(trace["y"])
    lefts = [across.at(x) for x in xs]
    half = min((b - a for a, b in pairwise(lefts)), default=WIDTH / 12) / 2
    for x, y in zip(lefts, ys, strict=True):
        if not (up.is_log and y <= 0):
            top = min(up.at(y), up.start)
            corners = [(x - half, up.start), (x - half, top), (x + half, top), (x + half, up.start)]
            yield area(corners, trace["marker"]["color"])


def _image(image: FigureDict, layout: FigureDict) -> str:
    """Return a picture that lies under the traces, such as the shade of a plane."""
    axes = {"xaxis": image["xref"], "yaxis": image["yref"]}
    across, up = _directions(layout, axes)
    left, top = across.at(image["x"]), up.at(image["y"])
    width = across.at(image["x"] + image["sizex"]) - left
    height = up.at(image["y"] - image["sizey"]) - top
    return (
        f'<image x="{left:.1f}" y="{top:.1f}" width="{width:.1f}" height="{height:.1f}" '
        f'preserveAspectRatio="none" href="{escape(image["source"])}"/>'
    )


def _shape(shape: FigureDict, layout: FigureDict) -> str:
    """Return a line or a rectangle, which may reach over the whole picture or over an axis."""
    x, y = shape.get("xref", "x"), shape.get("yref", "y")
    axes = {"xaxis": _axis(x, "x"), "yaxis": _axis(y, "y")}
    across, up = _directions(layout, axes)
    lefts = [_placed(shape[end], x, across, (INSET, WIDTH - INSET)) for end in ("x0", "x1")]
    tops = [_placed(shape[end], y, up, (_height(layout) - INSET, INSET)) for end in ("y0", "y1")]
    if shape["type"] == "rect":
        (left, right), (low, high) = lefts, tops
        corners = [(left, low), (right, low), (right, high), (left, high)]
        return area(corners, shape["fillcolor"])
    look = shape["line"]
    places = zip(lefts, tops, strict=True)
    return line(places, look["color"], SCALE * look["width"], look.get("dash", ""))


def _axis(ref: str, first: str) -> str:
    """Return the axis of what stands on one, on its whole length, or on the picture."""
    return first if ref == "paper" else ref.removesuffix(" domain")


def _placed(value: float, ref: str, axis: Direction, ends: tuple[float, float]) -> float:
    if ref == "paper":
        return ends[0] + value * (ends[1] - ends[0])
    if ref.endswith(" domain"):
        return axis.start + value * (axis.end - axis.start)
    return axis.at(value)
