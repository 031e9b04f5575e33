"""Two records that could be the last one: each inked by how often ε does not rule it out.

A bar above shares out 100 guesses: the true record's part is the limit that ε sets, the other's the
rest. Below it a row for each column runs from its least value to its largest, with both records'
marks in the same ink, and their values on a ground of it. A small mark says what an attack reaches.
Where nothing is proven of a mechanism, nothing is ruled out: both have full ink.
Without noise the true record stands alone, as it is reconstructed.
"""

import html
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from pages.kit.figures import marks, style
from pages.kit.figures.style import FigureDict

OPEN, ALONE = "What ε does not rule out", "What the attacker reconstructs"

ROW, OF_PHONE_ROW, HEAD, TOP, BELOW = 42, 40, 106, 40, 22
"""Pixels of a row; of what stands above the rows, the title and what stands below."""

NAMES, BAR, MARK, ATTACK = 12, 34, 48, 61
"""Where each of these stands above the rows: its middle, from the plot's upper end."""

THICK, SIZE, OVER = 16, 16, 18
"""Pixels of the bar, of a record's mark, and from the middle of a row to the words above it."""

ON_PHONE = 4
"""Columns that a phone's first screen has room for."""

APART, OF_PHONE_APART = 150, 84
"""Pixels between the ends of the two columns of values."""

GROUND = 0.4
"""Of a record's ink, how much lies behind its values: these stay readable in any."""

LONGEST, OF_PHONE_LONGEST, OF_PHONE_NAME = 20, 10, 19
"""Letters of a value; on a phone, and of a column's name there."""


@dataclass(frozen=True)
class CandidateRow:
    """A column of both records: values and places between its least, 0, and its largest, 1.

    There is no other record where the true one is reconstructed.
    """

    column: str
    true: str
    true_place: float
    other: str = ""
    other_place: float | None = None


@dataclass(frozen=True)
class HeadWords:
    """What stands above the rows: at the bar's two ends, and of the attack."""

    true: str
    other: str = ""
    attack: str = ""


def show(
    rows: Sequence[CandidateRow],
    words: HeadWords,
    *,
    share: float | None,
    attack: float | None = None,
    dark: bool,
    phone: bool = False,
) -> FigureDict:
    """Return the picture of two records, or of the true one alone where its share is all.

    The share is how often ε does not rule the true one out, None where nothing is proven, and
    `attack` how often one is right.
    """
    colours = style.palette(dark)
    rows = rows[:ON_PHONE] if phone else rows
    inks = (1.0, 1.0) if share is None else (share, 1 - share)
    texts = [_row(each, row, inks, colours, phone=phone) for row, each in enumerate(rows)]
    size = OF_PHONE_ROW if phone else ROW

    def at(pixels: float) -> float:
        """Return the place of what stands so far below the plot's upper end."""
        return (pixels - HEAD) / size

    mine, others = colours.methods["objective"], colours.methods["output"]
    half = THICK / 2 / size
    drawn_mine, drawn_others = ink(mine, inks[0]), ink(others, inks[1])
    if share is None:  # Each has the whole length.
        bar = [
            _segment(0, 1, at(BAR) + side * half / 2, half / 2, colour)
            for side, colour in ((-1, drawn_mine), (1, drawn_others))
        ]
    else:
        bar = [
            _segment(0, share, at(BAR), half, drawn_mine),
            _segment(share, 1, at(BAR), half, drawn_others),
        ]
    rail = marks.stroke(colours.grid, 2)
    rails = [marks.horizontal(row, rail, xref="x", layer="below") for row in range(len(rows))]
    # The true record last: where both have one value, it lies above.
    traces = [_marks(rows, "square", SIZE - 4, drawn_others, is_true=False)]
    traces += [_marks(rows, "circle", SIZE, drawn_mine, is_true=True)]
    if attack is not None:
        traces.append(_attack(attack, at(MARK), words.attack, colours))
    return marks.figure(
        traces,
        style.title_of(ALONE if share == 1 and not words.other else OPEN, xref="container"),
        dark=dark,
        height=height(len(rows), phone=phone),
        margin={"l": 12, "r": 12, "t": TOP, "b": BELOW},
        xaxis=marks.axis("", range=[-0.01, 1.01], visible=False),
        yaxis={"visible": False, "range": [at(HEAD + size * (len(rows) - 0.5)), at(0)]},
        shapes=[*bar, *rails],
        annotations=[
            *_head(words, at, colours),
            *(note for notes in texts for note in notes),
            *ends(colours),
        ],
        showlegend=False,
    )


def height(count: int, *, phone: bool) -> int:
    """Return the height of the picture of so many rows."""
    return TOP + HEAD + round((OF_PHONE_ROW if phone else ROW) * (count - 0.5)) + BELOW


def ends(colours: style.Palette) -> list[FigureDict]:
    """Return what the two ends of all rows are called, below the last."""
    below: FigureDict = {"yref": "paper", "yanchor": "top"}
    return [
        marks.note("least value", 0, 0, colours.quiet, xanchor="left", **below),
        marks.note("largest value", 1, 0, colours.quiet, xanchor="right", **below),
    ]


def ink(colour: str, share: float) -> str:
    """Return the colour of a record that is not ruled out so often."""
    return style.band(colour, round(share, 4))


def _segment(low: float, high: float, y: float, half: float, colour: str) -> FigureDict:
    around: FigureDict = {"line": {"width": 0}, "layer": "below"}
    corners = {"x0": low, "x1": high, "y0": y - half, "y1": y + half}
    return {"type": "rect", "fillcolor": colour} | corners | around


def _marks(
    rows: Sequence[CandidateRow], symbol: str, size: int, colour: str, *, is_true: bool
) -> FigureDict:
    places = [each.true_place if is_true else each.other_place for each in rows]
    return marks.dots(
        places,
        list(range(len(rows))),
        marks.marker(symbol, size, colour, opacity=1, line={"width": 0}),
        customdata=[each.true if is_true else each.other for each in rows],
        hovertemplate="%{customdata}<extra></extra>",
        cliponaxis=False,
    )


def _attack(chance: float, y: float, name: str, colours: style.Palette) -> FigureDict:
    return marks.dots(
        [chance],
        [y],
        marks.marker("triangle-up", 9, colours.ink),
        hovertemplate=f"{name}<extra></extra>",
        cliponaxis=False,
    )


def _head(
    words: HeadWords, at: Callable[[float], float], colours: style.Palette
) -> list[FigureDict]:
    at_end: FigureDict = {"yanchor": "middle"}
    glyph, other = colours.methods["objective"], colours.methods["output"]
    text = _led("●", glyph, words.true)
    notes = [marks.note(text, 0, at(NAMES), colours.ink, 13, xanchor="left", **at_end)]
    if words.other:
        text = _led("■", other, words.other)
        notes.append(marks.note(text, 1, at(NAMES), colours.ink, 13, xanchor="right", **at_end))
    if words.attack:
        text = f"▲ {html.escape(words.attack, quote=False)}"
        notes.append(marks.note(text, 0, at(ATTACK), colours.ink, 12, xanchor="left", **at_end))
    return notes


def _led(glyph: str, colour: str, text: str) -> str:
    return f'<span style="color:{colour}">{glyph}</span> {html.escape(text, quote=False)}'


def _row(
    each: CandidateRow,
    row: int,
    inks: tuple[float, float],
    colours: style.Palette,
    *,
    phone: bool,
) -> list[FigureDict]:
    above: FigureDict = {"yshift": OVER}
    longest = OF_PHONE_LONGEST if phone else LONGEST
    name = f"<b>{cut(each.column, OF_PHONE_NAME if phone else 2 * LONGEST)}</b>"
    notes = [marks.note(name, 0, row, colours.ink, 13, xanchor="left", **above)]
    if each.other_place is None:
        true = cut(each.true, OF_PHONE_NAME + 2 if phone else 3 * LONGEST)
        return [*notes, marks.note(true, 1, row, colours.ink, 13, xanchor="right", **above)]
    apart = OF_PHONE_APART if phone else APART
    mine, others = colours.methods["objective"], colours.methods["output"]
    for text, colour, shift in (
        (each.true, ink(mine, GROUND * inks[0]), -apart),
        (each.other, ink(others, GROUND * inks[1]), 0),
    ):
        ends_at: FigureDict = {"xanchor": "right", "xshift": shift, "bgcolor": colour}
        notes.append(
            marks.note(cut(text, longest), 1, row, colours.ink, 13, borderpad=1, **ends_at, **above)
        )
    return notes


def cut(text: str, longest: int) -> str:
    """Return a text fit for a figure, no longer than that."""
    shown = text if len(text) <= longest else f"{text[: longest - 1]}…"
    return html.escape(shown, quote=False)
