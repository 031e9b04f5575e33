"""Marks: what figures are put together from, as the dictionaries that Plotly reads in the browser.

A mark takes Plotly's properties by their names. It has none that it was not given, but for those
that make it this mark; what is given wins over these. Graph objects would check each property
again, at twenty times the cost, and figures are drawn anew at every move of a slider; tests have
Plotly check what is drawn.

A series may be a list, which travels as digits, or an array, which travels packed.

Examples
--------
>>> line([0, 1], [2, 3], stroke("black", 1.5), name="rising")["line"]
{'color': 'black', 'width': 1.5}
>>> horizontal(0.5, stroke("black", 1, "dot"), yref="y2")["yref"]
'y2'
"""

from base64 import b64encode
from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from pages.kit.figures import style
from pages.kit.figures.axes import Axis
from pages.kit.figures.style import FigureDict

Series = Sequence[Any] | npt.NDArray[Any]
"""Numbers, names, or None for a gap."""

SILENT: FigureDict = {"hoverinfo": "skip", "showlegend": False}
"""Of what nobody points at, and what the legend does not name."""

INTEGERS = ("i1", "i2", "i4")
"""Kinds of whole numbers that Plotly unpacks, by their bytes."""

STANDOFF = 8
"""Pixels between the labels of an axis and its title."""


def packed(values: npt.NDArray[Any]) -> FigureDict | list[Any]:
    """Return an array as Plotly packs it: shorter than its digits, and nothing to parse.

    Parameters
    ----------
    values : array
        Of any shape. What is neither floating point nor whole numbers becomes a list, as does
        what is empty.
    """
    kind = _kind(values)
    if not kind:
        listed: list[Any] = values.tolist()
        return listed
    shape = {"shape": ", ".join(map(str, values.shape))} if values.ndim > 1 else {}
    return {"dtype": kind, "bdata": b64encode(values.astype(kind).tobytes()).decode()} | shape


def _kind(values: npt.NDArray[Any]) -> str:
    """Return the kind of number as which an array is packed; an empty text for none."""
    if values.size and values.dtype.kind == "f":
        return values.dtype.str[1:]
    if values.size and values.dtype.kind == "i":
        ends = {kind: np.iinfo(kind) for kind in INTEGERS}
        low, high = values.min(), values.max()
        return next((kind for kind, of in ends.items() if of.min <= low and high <= of.max), "")
    return ""


def trace(kind: str, **properties: Any) -> FigureDict:
    """Return a trace of any kind: `heatmap`, `contour`."""
    return {"type": kind} | {
        name: packed(value) if isinstance(value, np.ndarray) else value
        for name, value in properties.items()
    }


def scatter(x: Series, y: Series, **properties: Any) -> FigureDict:
    """Return points, lines, or both: `mode` says which."""
    return trace("scatter", x=x, y=y, **properties)


def line(x: Series, y: Series, stroke: FigureDict, **properties: Any) -> FigureDict:
    """Return a line through points; None is a gap in it."""
    return scatter(x, y, **{"mode": "lines", "line": stroke} | properties)


def dots(x: Series, y: Series, marker: FigureDict, **properties: Any) -> FigureDict:
    """Return points, each with a mark."""
    return scatter(x, y, **{"mode": "markers", "marker": marker} | properties)


def bar(x: Series, y: Series, **properties: Any) -> FigureDict:
    """Return bars."""
    return trace("bar", x=x, y=y, **properties)


def band(x: Series, low: Series, high: Series, filling: str, **properties: Any) -> FigureDict:
    """Return the area between two curves over the same places."""
    around = {"fill": "toself", "fillcolor": filling} | SILENT
    return line([*x, *reversed(x)], [*low, *reversed(high)], {"width": 0}, **around | properties)


def here(
    x: float, y: float, symbol: str, color: str, colours: style.Palette, **properties: Any
) -> FigureDict:
    """Return the large hollow mark of where the visitor stands."""
    hollow = marker(symbol, 13, colours.ground, line=stroke(color, 3))
    return dots([x], [y], hollow, **{"showlegend": False} | properties)


def stroke(color: str, width: float, dash: str = "") -> FigureDict:
    """Return how a line is drawn."""
    return {"color": color, "width": width} | ({"dash": dash} if dash else {})


def marker(symbol: str, size: float | Series, color: str = "", **properties: Any) -> FigureDict:
    """Return how a point is drawn; without a colour, in that of its line."""
    paint = {"color": color} if color else {}
    return {"symbol": symbol, "size": size} | paint | properties


def whisker(above: Series, below: Series, color: str, width: float) -> FigureDict:
    """Return intervals around points, by their lengths on both sides; `width` is of their ends."""
    lengths = {"type": "data", "symmetric": False, "array": above, "arrayminus": below}
    return lengths | {"color": color, "thickness": 2, "width": width}


def note(
    text: str, x: float, y: float | str, color: str, size: int = 12, **properties: Any
) -> FigureDict:
    """Return words in a figure."""
    words = {"text": text, "x": x, "y": y, "showarrow": False}
    return words | {"font": {"color": color, "size": size}} | properties


def above(text: str, x: float, color: str, size: int = 12, **properties: Any) -> FigureDict:
    """Return words over the plot, at a place of its axis."""
    return note(text, x, 1, color, size, **{"yref": "paper", "yanchor": "bottom"} | properties)


def heading(text: str, y: float, color: str, size: int = 13) -> FigureDict:
    """Return the words over a row of a figure, whose upper end is at the height `y` of all rows."""
    left = {"xref": "paper", "xanchor": "left", "yref": "paper", "yanchor": "bottom"}
    return note(text, 0, y, color, size, **left)


def vertical(at: float, stroke: FigureDict, **properties: Any) -> FigureDict:
    """Return a line from the bottom of the plot to its top."""
    return {
        "type": "line", "x0": at, "x1": at, "y0": 0, "y1": 1, "yref": "paper", "line": stroke
    } | properties  # fmt: skip


def horizontal(at: float, stroke: FigureDict, **properties: Any) -> FigureDict:
    """Return a line from the left end of the plot to its right."""
    return {
        "type": "line", "xref": "paper", "x0": 0, "x1": 1, "y0": at, "y1": at, "line": stroke
    } | properties  # fmt: skip


def circle(radius: float, stroke: FigureDict) -> FigureDict:
    """Return a circle around the origin."""
    corners = {"x0": -radius, "y0": -radius, "x1": radius, "y1": radius}
    return {"type": "circle", "line": stroke} | corners


def axis(title: str, standoff: float | None = None, **properties: Any) -> FigureDict:
    """Return an axis with its title."""
    apart = {} if standoff is None else {"standoff": standoff}
    return {"title": {"text": title} | apart} | properties


def log_axis(scale: Axis, standoff: float | None = STANDOFF, **properties: Any) -> FigureDict:
    """Return a logarithmic axis with its ticks."""
    ticks = {"tickvals": scale.ticks, "ticktext": scale.labels}
    return axis(scale.title, standoff) | {"type": "log", "range": scale.range} | ticks | properties


def legend(**properties: Any) -> FigureDict:
    """Return a legend in rows, at the lower end of the whole picture.

    Plotly keeps room for its rows there, however many its names need in this width and font; beside
    a fraction of the plot's height it would lie on the axis as soon as one more row is needed.
    """
    ends = {"x": 0, "xref": "container", "y": 0, "yref": "container"}
    return {"orientation": "h"} | ends | properties


def layout(title: str | FigureDict = "", *, dark: bool, **properties: Any) -> FigureDict:
    """Return a layout in the theme in use.

    The title is what the figure shows, if it says so; a dictionary where it does not stand as
    usual. The properties are those of Plotly's layout; they win over the theme.
    """
    theme: FigureDict = {"template": style.template(dark)}
    if title:
        theme["title"] = style.title_of(title) if isinstance(title, str) else title
    return theme | properties


def figure(
    traces: Iterable[FigureDict], title: str | FigureDict = "", *, dark: bool, **properties: Any
) -> FigureDict:
    """Return a figure of some traces; the rest as in `layout`."""
    return {"data": [*traces], "layout": layout(title, dark=dark, **properties)}


def domains(count: int, spacing: float) -> list[tuple[float, float]]:
    """Return where so many panels begin and end, as shares of the picture."""
    size = (1 - spacing * (count - 1)) / count
    return [(place * (size + spacing), place * (size + spacing) + size) for place in range(count)]


def on(panel: int) -> FigureDict:
    """Return the properties of a trace that stands on a panel; the first one is 1."""
    number = "" if panel == 1 else panel
    return {"xaxis": f"x{number}", "yaxis": f"y{number}"}


def panel_axes(panel: int, across: FigureDict, upward: FigureDict) -> FigureDict:
    """Return the axes of a panel, by their names in a layout; it fills the picture by itself."""
    number, whole = "" if panel == 1 else panel, (0.0, 1.0)
    return {
        f"xaxis{number}": {"anchor": f"y{number}", "domain": whole} | across,
        f"yaxis{number}": {"anchor": f"x{number}", "domain": whole} | upward,
    }


def panel_title(text: str, x: float, y: float, size: int = 16) -> FigureDict:
    """Return the title over the middle of a panel, whose upper end is at the height `y`."""
    middle = {"xref": "paper", "xanchor": "center", "yref": "paper", "yanchor": "bottom"}
    return {"text": text, "x": x, "y": y, "showarrow": False, "font": {"size": size}} | middle
