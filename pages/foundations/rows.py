"""Shares in rows, a dot each with its interval, beside the bounds that they keep."""

from collections.abc import Sequence
from dataclasses import dataclass

from pages.kit.figures import style
from pages.kit.figures.style import Drawing

HEIGHT, AROUND = 44, 104
BESIDE = 11
"""Pixels from a mark to what is written beside it."""

LATE = 0.6
"""Right of this, what belongs to a mark is written left of it."""


@dataclass(frozen=True)
class Row:
    """A share or a bound, by its name.

    Parameters
    ----------
    name : str
    share : float or None
        A share, or a bound, which may lie beyond 1. None for what is not known yet.
    text : str
    interval : tuple of float, optional
        Of a share; its ends are equal where it is exact. A bound has none.
    """

    name: str
    share: float | None
    text: str
    interval: tuple[float, float] | None = None


def show(
    rows: Sequence[Row], title: str, axis: str, *, dark: bool, at: float | None = None
) -> Drawing:
    """Return the picture of some shares and their bounds, on an axis from 0 to 1.

    Parameters
    ----------
    rows : sequence of Row
        From above.
    title, axis : str
        What the picture shows, and what its axis holds.
    dark : bool
        The theme in use.
    at : float, optional
        Where a dotted line stands.
    """
    colours = style.palette(dark)
    return {
        "data": [trace for row in rows for trace in _row(row, colours)],
        "layout": {
            "template": style.plain_template(dark),
            "title": style.title_of(title) | {"xref": "container"},
            "height": AROUND + HEIGHT * len(rows),
            "margin": {"l": 8, "r": 16, "t": 48, "b": 56},
            "showlegend": False,
            "xaxis": {
                "title": {"text": axis, "standoff": 6},
                "range": [-0.02, 1.04],
                "tickvals": [0, 0.25, 0.5, 0.75, 1],
                "tickformat": ".0%",
            },
            "yaxis": {
                "type": "category",
                "categoryarray": [row.name for row in reversed(rows)],
                "range": [-0.6, len(rows) - 0.4],
                "automargin": True,
            },
            "annotations": [_text(row, colours) for row in rows],
            "shapes": [] if at is None else [_line(at, colours)],
        },
    }


def _row(row: Row, colours: style.Palette) -> list[Drawing]:
    """Return a row: a dot with its interval, a stroke for a bound, an arrow for one beyond 1."""
    if row.share is None:
        return [_scatter(x=[None], y=[row.name])]  # The axis has the row all the same.
    if row.interval:
        mark = {"symbol": "circle", "size": 13}
    elif row.share <= 1:
        mark = {"symbol": "line-ns", "size": 20, "line": {"width": 3, "color": colours.ink}}
    else:
        mark = {"symbol": "triangle-right", "size": 13}
    dot = _scatter(
        x=[min(row.share, 1.0)],
        y=[row.name],
        mode="markers",
        marker={"color": colours.ink} | mark,
        hoverinfo="skip",
    )
    line = _scatter(
        x=list(row.interval or ()),
        y=[row.name] * 2,
        mode="lines",
        line={"color": colours.ink, "width": 3},
        opacity=0.55,
        hoverinfo="skip",
    )
    return [line, dot] if row.interval else [dot]


def _text(row: Row, colours: style.Palette) -> Drawing:
    """Return what is written beside a mark, or in the place of one, on a ground of its own."""
    share = 0.0 if row.share is None else row.share
    low, high = row.interval or (share, share)
    is_late = share > LATE
    return {
        "x": min(low if is_late else high, 1.0),
        "y": row.name,
        "text": row.text,
        "xanchor": "right" if is_late else "left",
        "xshift": -BESIDE if is_late else BESIDE,
        "showarrow": False,
        "font": {"color": colours.ink, "size": 13},
        "bgcolor": colours.ground,
        "borderpad": 1,
    }


def _line(at: float, colours: style.Palette) -> Drawing:
    return {
        "type": "line", "x0": at, "x1": at, "yref": "paper", "y0": 0, "y1": 1,
        "line": {"color": colours.quiet, "width": 1, "dash": "dot"},
    }  # fmt: skip


def _scatter(**properties: object) -> Drawing:
    return {"type": "scatter", **properties}
