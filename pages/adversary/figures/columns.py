"""One record, a row for each column: reconstructed without noise, or what a release leaves likely.

A row runs from the least value of its column to the largest. Above it stands the column with the
person's own value, below it what the attacker has of it: side by side they would meet where the
window is narrow, or a font a little wider.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from dplab.studies.adversary.left import LeftOfColumn, ReconstructedColumn, ReconstructedValue
from pages.adversary.figures import candidates
from pages.adversary.figures.candidates import cut
from pages.kit.figures import marks, style
from pages.kit.figures.style import FigureDict

LEFT = "What one release leaves likely"
ROW, AROUND, BELOW = 52, 128, 88
"""Pixels of a row, and of what stands around them; of that below, the two ends' names and a legend
of two rows, or three."""

HALF, NAME = 0.12, 18
"""Half of a row's thickness, in rows; pixels from its middle to the words above it and below."""

LONGEST, OF_PHONE_LONGEST, OF_RIGHT = 40, 25, 64
"""Letters of a column's name and value, and of what the attacker has of it."""

POINT = 10
"""Pixels by which a point that is reconstructed is larger than the ends of a range."""

LEAST = 0.04
"""How opaque a value is that is next to impossible."""


@dataclass(frozen=True)
class RowWords:
    """What stands above and below a row.

    Parameters
    ----------
    left, right : str
        The column with the person's value, and what the attacker has of it.
    """

    left: str
    right: str


def reconstructed(
    columns: Sequence[ReconstructedColumn],
    words: Sequence[RowWords],
    *,
    dark: bool,
    phone: bool = False,
) -> FigureDict:
    """Return the picture of a reconstructed record."""
    colours = style.palette(dark)
    if phone:
        columns, words = columns[: candidates.ON_PHONE], words[: candidates.ON_PHONE]
    traces = []
    for is_true, name, colour, size in (
        (False, "other candidate", colours.methods["non_private"], 6),
        (True, "reconstructed", colours.methods["objective"], 10),
    ):
        ends = [
            (fit, row)
            for row, column in enumerate(columns)
            for fit in column.fits
            if fit.is_true == is_true
        ]
        if ends:
            traces.append(
                marks.line(
                    [x for fit, _ in ends for x in (fit.low, fit.high, None)],
                    [y for _, row in ends for y in (row, row, None)],
                    marks.stroke(colour, size),
                    mode="lines+markers",
                    # What is reconstructed to a point is seen around the mark of the truth.
                    marker=marks.marker(
                        "circle",
                        [s for fit, _ in ends for s in 3 * [_size(fit, size)]],
                        colour,
                        opacity=1,
                        line={"width": 0},
                    ),
                    name=name,
                    hoverinfo="skip",
                )
            )
    places = [column.truth for column in columns]
    rails = [
        marks.horizontal(row, marks.stroke(colours.grid, 2), layer="below")
        for row in range(len(columns))
    ]
    return _figure(
        candidates.ALONE, [*traces, _truth(places, colours)], rails, words, dark=dark, phone=phone
    )


def _size(fit: ReconstructedValue, size: int) -> int:
    return size + POINT if fit.is_true and fit.low == fit.high else size


def left(
    columns: Sequence[LeftOfColumn],
    draw: int,
    words: Sequence[RowWords],
    *,
    dark: bool,
    phone: bool = False,
) -> FigureDict:
    """Return the picture of what a release leaves: each value as dark as it is likely.

    Draws count from 0.
    """
    colours = style.palette(dark)
    colour = colours.methods["objective"]
    shades = [
        shade for row, column in enumerate(columns) for shade in _shades(column, draw, row, colour)
    ]
    likely = marks.dots(
        [None], [None], marks.marker("square", 12, colour), name="the darker, the likelier"
    )
    places = [float(column.places[column.truth]) for column in columns]
    traces = [likely, _truth(places, colours)]
    return _figure(LEFT, traces, shades, words, dark=dark, phone=phone)


def _shades(column: LeftOfColumn, draw: int, row: int, colour: str) -> list[FigureDict]:
    """Return a box for each value, from half way to the one before to half way to the next."""
    places, beliefs = column.places.tolist(), column.beliefs[draw].tolist()
    between = [(one + other) / 2 for one, other in pairwise(places)]
    return [
        {
            "type": "rect",
            "x0": low,
            "x1": high,
            "y0": row - HALF,
            "y1": row + HALF,
            "line": {"width": 0},
            # The root: a tenth of the belief is seen as a third of the colour.
            "fillcolor": style.band(colour, LEAST + (1 - LEAST) * belief**0.5),
            "layer": "below",
        }
        for low, high, belief in zip([0.0, *between], [*between, 1.0], beliefs, strict=True)
    ]


def _truth(places: Sequence[float], colours: style.Palette) -> FigureDict:
    outline = marks.stroke(colours.ink, 2)
    return marks.dots(
        list(places),
        list(range(len(places))),
        marks.marker("diamond", 11, colours.ground, line=outline),
        name="true value",
        cliponaxis=False,
        hoverinfo="skip",
    )


def _figure(
    title: str,
    traces: list[FigureDict],
    shapes: list[FigureDict],
    words: Sequence[RowWords],
    *,
    dark: bool,
    phone: bool,
) -> FigureDict:
    ink = style.palette(dark).ink
    longest, size = (OF_PHONE_LONGEST, 12) if phone else (LONGEST, 13)
    left, right = (
        {"xref": "paper", "yshift": shift, "xanchor": anchor}
        for anchor, shift in (("left", NAME), ("right", -NAME))
    )
    notes = [
        note
        for row, each in enumerate(words)
        for note in (
            marks.note(f"<b>{cut(each.left, longest)}</b>", 0, row, ink, size, **left),
            marks.note(cut(each.right, OF_RIGHT), 1, row, ink, size - 1, **right),
        )
    ]
    notes += candidates.ends(style.palette(dark))
    return marks.figure(
        traces,
        style.title_of(title, xref="container"),
        dark=dark,
        # As high as with noise, so that nothing below moves when it is turned on.
        height=max(AROUND + ROW * len(words), candidates.height(len(words), phone=phone)),
        margin={"l": 12, "r": 12, "t": 40, "b": BELOW},
        xaxis=marks.axis("", range=[-0.01, 1.01], visible=False),
        yaxis={"visible": False, "range": [len(words) - 0.5, -0.75]},
        shapes=shapes,
        annotations=notes,
        legend=marks.legend(itemclick=False, itemdoubleclick=False),
    )
