"""Shares in rows, a dot each with its interval, beside the bounds that they keep."""

from collections.abc import Sequence
from dataclasses import dataclass

import pandas as pd

from pages.kit.figures import marks, style
from pages.kit.figures.style import FigureDict

HEIGHT, AROUND = 44, 104
BESIDE = 11
"""Pixels from a mark to what is written beside it."""

LATE = 0.6
"""Right of this, what belongs to a mark is written left of it."""


@dataclass(frozen=True)
class Row:
    """A share or a bound, by its name.

    A bound may lie beyond 1; None stands for what is not known yet. The interval is that of a
    share, with equal ends where it is exact. A bound has none.
    """

    name: str
    share: float | None
    text: str
    interval: tuple[float, float] | None = None


def table(rows: Sequence[Row]) -> pd.DataFrame:
    """Return the numbers of the picture, a row for each of its own."""
    lines = [(row.name, row.share, *(row.interval or (None, None))) for row in rows]
    return pd.DataFrame(lines, columns=["row", "share", "low", "high"])


def show(
    rows: Sequence[Row], title: str, axis: str, *, dark: bool, at: float | None = None
) -> FigureDict:
    """Return the picture of some shares and their bounds, on an axis from 0 to 1.

    Rows are from above; `at` is where a dotted line stands.
    """
    colours = style.palette(dark)
    return marks.figure(
        [trace for row in rows for trace in _row(row, colours)],
        style.title_of(title, xref="container"),
        dark=dark,
        height=AROUND + HEIGHT * len(rows),
        margin={"l": 8, "r": 16, "t": 48, "b": 56},
        showlegend=False,
        xaxis=marks.axis(
            axis, 6, range=[-0.02, 1.04], tickvals=[0, 0.25, 0.5, 0.75, 1], tickformat=".0%"
        ),
        yaxis={
            "type": "category",
            "categoryarray": [row.name for row in reversed(rows)],
            "range": [-0.6, len(rows) - 0.4],
            "automargin": True,
        },
        annotations=[_text(row, colours) for row in rows],
        shapes=[] if at is None else [marks.vertical(at, marks.stroke(colours.quiet, 1, "dot"))],
    )


def _row(row: Row, colours: style.Palette) -> list[FigureDict]:
    """Return a row: a dot with its interval, a stroke for a bound, an arrow for one beyond 1."""
    if row.share is None:
        return [marks.scatter([None], [row.name])]  # The axis has the row all the same.
    if row.interval:
        mark = marks.marker("circle", 13, colours.ink)
    elif row.share <= 1:
        mark = marks.marker("line-ns", 20, colours.ink, line=marks.stroke(colours.ink, 3))
    else:
        mark = marks.marker("triangle-right", 13, colours.ink)
    dot = marks.dots([min(row.share, 1.0)], [row.name], mark, hoverinfo="skip")
    if not row.interval:
        return [dot]
    stroke = marks.stroke(colours.ink, 3)
    line = marks.line(row.interval, [row.name] * 2, stroke, opacity=0.55, hoverinfo="skip")
    return [line, dot]


def _text(row: Row, colours: style.Palette) -> FigureDict:
    """Return what is written beside a mark, or instead of one, on a ground of its own."""
    share = 0.0 if row.share is None else row.share
    low, high = row.interval or (share, share)
    is_late = share > LATE
    return marks.note(
        row.text,
        min(low if is_late else high, 1.0),
        row.name,
        colours.ink,
        13,
        xanchor="right" if is_late else "left",
        xshift=-BESIDE if is_late else BESIDE,
        bgcolor=colours.ground,
        borderpad=1,
    )
