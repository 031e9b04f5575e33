"""Two neighbouring data sets in the unit ball: what they share, and the record that changes.

Records are vectors z = y x. Beyond two features they are projected onto a plane that holds the
change; a projection shortens what does not lie in it.
"""

import numpy as np
import pandas as pd

from dpcore.checks import Array
from dplab.instruments.neighbours import Neighbours
from pages.kit.figures import marks, style
from pages.kit.figures.style import FigureDict

HEIGHT = 304
MOST_DOTS = 300
NEAR = 0.4
"""Off the middle by more, a count beside its cross could stand on the circle."""


def picture(pair: Neighbours, *, dark: bool) -> FigureDict:
    """Return the picture of a pair of neighbours."""
    colours, plane = style.palette(dark), _plane(pair)
    bare = {"visible": False, "range": [-1.12, 1.12], "fixedrange": True}
    return marks.figure(
        [
            *_shared(pair, plane, colours),
            _arrow("the record before", pair.before @ plane, "solid", "circle", colours),
            _arrow("the record after", pair.after @ plane, "dash", "square-open", colours),
        ],
        "Two neighbours",
        dark=dark,
        height=HEIGHT,
        margin={"l": 8, "r": 8, "t": 44, "b": 76},
        xaxis=bare,
        yaxis=bare | {"scaleanchor": "x"},
        shapes=[marks.circle(1, marks.stroke(colours.quiet, 1))],
        legend=marks.legend(),
    )


def table(pair: Neighbours) -> pd.DataFrame:
    """Return what is drawn, one row each: the two records, and what both share with its count."""
    plane = _plane(pair)
    places = [("before", pair.before @ plane, 1.0), ("after", pair.after @ plane, 1.0)]
    places += [("shared", *each) for each in _crosses(pair, plane)]
    rows = [(name, *place, count) for name, place, count in places]
    return pd.DataFrame(rows, columns=["record", "along", "across", "count"])


def _plane(pair: Neighbours) -> Array:
    """Return two directions, shape (d, 2): that of the change, and the widest of the rest."""
    d = pair.n_features
    change = pair.before - pair.after
    length = np.linalg.norm(change)
    first = change / length if length else np.eye(d)[0]
    rows = np.vstack([pair.common * np.sqrt(pair.counts)[:, None], pair.before, np.zeros(d)])
    rest = rows - np.outer(rows @ first, first)
    second = np.linalg.svd(rest, full_matrices=False)[2][0]
    second = second - (second @ first) * first
    size = np.linalg.norm(second)
    return np.stack([first, second / size if size > 1e-9 else np.zeros(d)], axis=1)


def _shared(pair: Neighbours, plane: Array, colours: style.Palette) -> list[FigureDict]:
    """Return a cross for each record that both share, with how often it is there; if there is any.

    All records at the origin are one.
    """
    rows, height = _crosses(pair, plane), float((pair.before @ plane)[1])
    if not rows:
        return []
    single = max(count for _, count in rows) <= 1
    outline = marks.stroke(colours.quiet, 1.2 if single else 2)
    dots = marks.dots(
        [place[0] for place, _ in rows],
        [place[1] for place, _ in rows],
        marks.marker("x-thin", 6 if single else 10, line=outline),
        mode="markers" if single else "markers+text",
        text=[f"{count:,.0f} ×" for _, count in rows],
        textposition=[_inward(place, height) for place, _ in rows],
        textfont={"color": colours.quiet},
        name="shared records",
        hoverinfo="skip",
    )
    return [dots]


def _crosses(pair: Neighbours, plane: Array) -> list[tuple[Array, float]]:
    places, counts = pair.common @ plane, pair.counts
    drawn = np.flatnonzero(counts > 0)[:MOST_DOTS]
    at_origin = pair.n - 1 - counts.sum()
    rows = [(places[i], float(counts[i])) for i in drawn]
    return rows + [(np.zeros(2), float(at_origin))] * bool(at_origin > 0)


def _inward(place: Array, height: float) -> str:
    """Return where a count stands: off the circle, and off the arrows, which end at `height`."""
    beside = "right" if place[0] < -NEAR else "left" if place[0] > NEAR else "center"
    is_below = place[1] > 2 * NEAR or -2 * NEAR < place[1] <= height
    return f"{'bottom' if is_below else 'top'} {beside}"


def _arrow(name: str, end: Array, dash: str, symbol: str, colours: style.Palette) -> FigureDict:
    return marks.line(
        [0, end[0]],
        [0, end[1]],
        marks.stroke(colours.ink, 2.5, dash),
        mode="lines+markers",
        name=name,
        marker={"symbol": symbol, "size": [0, 11], "color": colours.ink},
        hoverinfo="skip",
    )
