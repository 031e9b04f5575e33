"""All mechanisms under one another: the worst loss that was found, as a multiple of the claim."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from dpcore.privacy.mechanisms import MECHANISMS
from pages.kit.figures import marks, style
from pages.kit.figures.style import FigureDict

ROW = 50
LOWEST, HIGHEST = 0.005, 2000.0
BOLD = ("broken", "no limit")


@dataclass(frozen=True)
class StripRow:
    """One mechanism of the strip.

    Parameters
    ----------
    found, ceiling : float
        The worst loss that was found, and the bound on it, as multiples of the claim; nan where
        the claim is about no largest loss.
    verdict : str
        In a word or two.
    numbers : str
        What was found and what is proven, in words.
    """

    found: float
    ceiling: float
    verdict: str
    numbers: str


def verdicts(rows: Mapping[str, StripRow], names: Sequence[str], *, dark: bool) -> FigureDict:
    """Return the strip; mechanisms among `names` without a row are still being computed."""
    colours = style.palette(dark)
    places = {name: place for place, name in enumerate(names)}
    claim = marks.stroke(colours.ink, 1.5, "dash")
    ticks = {0.01: "0.01", 0.1: "0.1", 1: "1 = claim", 10: "10", 100: "100", 1000: "1000"}
    return marks.figure(
        [
            trace
            for name, place in places.items()
            if name in rows and not np.isnan(rows[name].found)
            for trace in _lines(place, name, rows[name], colours.methods[name])
        ],
        style.title_of("Worst privacy loss of every mechanism", yref="container", y=0.98),
        dark=dark,
        height=ROW * len(names) + 110,
        margin={"l": 8, "r": 8, "t": 44, "b": 56},
        showlegend=False,
        xaxis=marks.axis(
            "Worst loss ÷ ε (logarithmic)",
            6,
            range=[np.log10(LOWEST), np.log10(HIGHEST)],
            tickvals=np.log10(list(ticks)).tolist(),
            ticktext=list(ticks.values()),
        ),
        yaxis={"visible": False, "range": [len(names) - 0.5, -0.75]},
        shapes=[marks.vertical(0, claim, xref="x", yref="y domain")],
        annotations=[
            label
            for name, place in places.items()
            for label in (
                _label(place, MECHANISMS[name].label, "left", colours),
                _label(place, _verdict(rows[name]) if name in rows else "…", "right", colours),
            )
        ],
    )


def _verdict(row: StripRow) -> str:
    return f"<b>{row.verdict}</b>" if row.verdict in BOLD else row.verdict


def _lines(place: int, name: str, row: StripRow, color: str) -> list[FigureDict]:
    """Return what was found, and on from there what is proven."""
    worst, ceiling = (
        float(np.log10(np.clip(x, LOWEST, HIGHEST))) for x in (row.found, row.ceiling)
    )
    start = np.log10(LOWEST)
    ends = {
        "symbol": ["circle", "triangle-right" if np.isinf(row.ceiling) else "line-ns"],
        "size": [11, 13],
        "color": color,
        "line": marks.stroke(color, 2.5),
    }
    return [
        marks.line([start, worst], [place] * 2, marks.stroke(color, 5), hoverinfo="skip"),
        marks.line(
            [worst, ceiling],
            [place] * 2,
            marks.stroke(color, 1.5, "dot"),
            mode="lines+markers",
            marker=ends,
            hovertemplate=f"{MECHANISMS[name].label}: {row.numbers}<extra></extra>",
            cliponaxis=False,
        ),
    ]


def _label(place: int, text: str, side: str, colours: style.Palette) -> FigureDict:
    return marks.note(
        text,
        0 if side == "left" else 1,
        place,
        colours.ink,
        13,
        xref="paper",
        xanchor=side,
        yshift=16,
        bgcolor=colours.ground,
        borderpad=0,
    )
