"""What the best possible attacker believes after one release: a bar for each suspect.

The true one is told by a heavy outline and by words, not by colour alone.
"""

import html
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from dpcore.checks import Array
from pages.kit.figures import marks, style
from pages.kit.figures.style import FigureDict

TITLE = "What the best attacker believes"
MOST_BARS = 30
"""Of more suspects, those with the largest beliefs are drawn, and the true one."""

FEW = 20
"""Up to so many suspects the axis goes to 100 %: what the classifier tells is seen as it is."""

MOST_END, INSIDE = 1.05, 0.55
"""Where the axis ends at most; and the belief above which a bar's number stands inside of it."""

LONGEST = 18
"""Letters of a name: more would leave no room for the bars."""

TALL, LOW, AROUND = 17, 15, 172
"""Pixels of a bar where there are few, and where there are many; of what stands around them."""


@dataclass(frozen=True, eq=False)
class Believed:
    """What is believed of each suspect.

    Parameters
    ----------
    labels : tuple of str
        By suspect.
    now, mean : array (m,)
        After the draw that is shown, and the mean over all draws; in [0, 1].
    truth : int
        The true suspect.
    ceiling : float or None
        What nobody who knows all other records exceeds; None where nothing is proven.
    limit : str
        What that is called: of a mechanism that does not keep its ε, it does not follow from ε.
    """

    labels: tuple[str, ...]
    now: Array
    mean: Array
    truth: int
    ceiling: float | None
    limit: str = "most at this ε"

    @property
    def m(self) -> int:
        """How many suspects there are."""
        return len(self.labels)

    @property
    def shown(self) -> list[int]:
        """Those that get a bar, from above: in their order, or the likeliest if they are many."""
        if self.m <= MOST_BARS:
            return list(range(self.m))
        likeliest = np.argsort(-self.now, kind="stable").tolist()
        first = [k for k in likeliest if k != self.truth][: MOST_BARS - 1]
        return [k for k in likeliest if k in {self.truth, *first}]


def show(beliefs: Believed, *, n_draws: int, dark: bool) -> FigureDict:
    """Return the picture of what is believed of each suspect, and its mean over `n_draws`."""
    colours, shown = style.palette(dark), beliefs.shown
    height = TALL if len(shown) <= FEW else LOW
    rows = [str(place) for place in range(len(shown))]
    return marks.figure(
        [_bars(beliefs, rows, colours), _means(beliefs, rows, n_draws, colours)],
        style.title_of(TITLE, xref="container"),
        dark=dark,
        height=AROUND + height * len(shown),
        margin={"l": 8, "r": 16, "t": 76, "b": 96},
        bargap=0.3,
        xaxis=marks.axis(
            "Probability that it is this one", 6, range=[0, _end(beliefs)], **_ticks(beliefs)
        ),
        yaxis={
            "type": "category",
            "range": [len(shown) - 0.5, -0.5],
            "tickvals": rows,
            "ticktext": [_tick(beliefs, k) for k in shown],
            "showgrid": False,
            "automargin": True,
            "ticklabelstandoff": 6,
            "tickfont": {"size": 13 if len(shown) <= FEW else 11, "color": colours.ink},
        },
        legend=marks.legend(itemclick=False, itemdoubleclick=False),
        **_levels(beliefs, colours),
    )


def _end(beliefs: Believed) -> float:
    """Return where the axis ends: room for the words behind the bars included."""
    if beliefs.m <= FEW:
        return MOST_END
    largest = max(float(beliefs.now.max()), float(beliefs.mean.max()))
    return min(MOST_END, 1.5 * max(2 / beliefs.m, largest))


def _ticks(beliefs: Believed) -> FigureDict:
    end = _end(beliefs)
    if end > 1:
        return {"tickvals": [0, 0.25, 0.5, 0.75, 1], "tickformat": ".0%"}
    return {"nticks": 5, "tickformat": ".0%" if end > 0.2 else ".1%"}


def _tick(beliefs: Believed, place: int) -> str:
    text = beliefs.labels[place]
    cut = text if len(text) <= LONGEST else f"{text[: LONGEST - 1]}…"
    label = html.escape(cut, quote=False)
    return f"<b>{label}</b>" if place == beliefs.truth else label


def _bars(beliefs: Believed, rows: Sequence[str], colours: style.Palette) -> FigureDict:
    shown, colour = beliefs.shown, colours.methods["objective_tight"]
    is_true = [k == beliefs.truth for k in shown]
    return marks.bar(
        [float(beliefs.now[k]) for k in shown],
        list(rows),
        orientation="h",
        name="after this release",
        showlegend=False,
        marker={
            "color": [style.band(colour, 0.75 if true else 0.3) for true in is_true],
            "line": {
                "color": [colours.ink if true else colour for true in is_true],
                "width": [3 if true else 1 for true in is_true],
            },
        },
        hovertemplate="%{x:.2%}<extra></extra>",
    )


def _means(
    beliefs: Believed, rows: Sequence[str], n_draws: int, colours: style.Palette
) -> FigureDict:
    stroke = marks.stroke(colours.methods["output"], 3)
    return marks.dots(
        [float(beliefs.mean[k]) for k in beliefs.shown],
        list(rows),
        marks.marker("line-ns", 15 if len(rows) <= FEW else 9, line=stroke),
        name=f"mean of {n_draws} releases",
        hovertemplate=f"mean of {n_draws} releases: %{{x:.2%}}<extra></extra>",
    )


def _levels(beliefs: Believed, colours: style.Palette) -> FigureDict:
    """Return the lines of guessing and of the ceiling with their names, and the bars' numbers."""
    end = _end(beliefs)
    levels = [(1 / beliefs.m, "guessing", colours.quiet, "dot")]
    if beliefs.ceiling is not None and beliefs.ceiling <= end:
        levels.append((beliefs.ceiling, beliefs.limit, colours.ink, "solid"))
    return {
        "shapes": [
            marks.vertical(at, marks.stroke(colour, 1.5, dash)) for at, _, colour, dash in levels
        ],
        "annotations": [
            # Close to each other, they stand one above the other.
            marks.above(
                name, at, colour, yshift=15 * place, xanchor="right" if at > end / 2 else "left"
            )
            for place, (at, name, colour, _) in enumerate(levels)
        ]
        + _numbers(beliefs, colours),
    }


def _numbers(beliefs: Believed, colours: style.Palette) -> list[FigureDict]:
    """Return what stands behind each bar, on a ground of its own, beyond the mark of the mean."""
    shown = beliefs.shown
    texts = [_percent(float(beliefs.now[k]), beliefs.m) for k in shown]
    return [
        marks.note(
            f"<b>{text} ◀ truth</b>" if k == beliefs.truth else text,
            _beside(beliefs, k),
            place,
            colours.ink,
            13 if len(shown) <= FEW else 11,
            xanchor="right" if beliefs.now[k] > INSIDE else "left",
            xshift=-5 if beliefs.now[k] > INSIDE else 5,
            bgcolor=colours.ground,
            borderpad=0,
        )
        for place, (k, text) in enumerate(zip(shown, texts, strict=True))
    ]


def _beside(beliefs: Believed, place: int) -> float:
    """Return where a bar's number stands: behind the mark of the mean, if there is room."""
    now, mean = float(beliefs.now[place]), float(beliefs.mean[place])
    return now if max(now, mean) > INSIDE else max(now, mean)


def _percent(share: float, m: int) -> str:
    decimals = 2 if m > FEW else 1
    if 0 < share < 0.5 * 10 ** -(decimals + 2):
        return "under 0.1 %" if decimals == 1 else "under 0.01 %"
    return f"{100 * share:.{decimals}f} %"
