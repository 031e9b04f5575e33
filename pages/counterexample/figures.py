"""Pictures of D(γ): classifiers among the records, and each one's noise beside its signal."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from dpcore.checks import Array
from dpcore.privacy.mechanisms import MECHANISMS
from dplab.simulation.summaries import Summary
from dplab.studies import counterexample as core
from dplab.studies.counterexample import Example, Runs
from pages.kit import words
from pages.kit.figures import marks, style
from pages.kit.figures.style import FigureDict

HEIGHT, ROW, AROUND = 472, 46, 112
ROOM = 0.2
"""Decades beyond the shortest and the longest, for their marks."""

REACH_X, REACH_T = 2.0, 1.0
"""The picture ends at x₁ = ±2γ and t = ±1."""

ALONG: FigureDict = {
    "range": [-REACH_X, REACH_X],
    "tickvals": [-1, 1],
    "ticktext": ["x₁ = −γ<br>class −1", "x₁ = γ<br>class +1"],
}
"""The axis of x₁, in γ."""

MOST_LINES, MOST_RECORDS = 60, 512


@dataclass(frozen=True, eq=False)
class Section:
    """One mechanism's classifiers, each in the plane of x₁ and its own direction across.

    The error is the median of all draws. `lines` (n_draws, 2) are parts along, times γ, and across
    of each draw, and `baseline` (2,) the same of the non-private classifier. `shown` is the draw
    that stands out, and `parts` (rows,) where the records, labelled y, lie in its direction.
    """

    mechanism: str
    error: float
    lines: Array
    shown: int
    baseline: Array
    parts: Array
    y: Array

    @classmethod
    def of(cls, example: Example, runs: Runs, mechanism: str, shown: int) -> "Section":
        """Return a mechanism's, with the draw that stands out."""
        law, run = core.all_records(example), runs[mechanism]
        scale = np.array([example.gamma, 1.0])
        return cls(
            mechanism,
            Summary.of(run.errors).median,
            core.section(run.coefs) * scale,
            shown,
            (core.section(runs["non_private"].coefs) * scale)[0],
            core.parts_across(run.coefs[shown], law.X),
            law.y,
        )


def planes(both: Sequence[Section], *, dark: bool) -> FigureDict:
    """Return the figure: by mechanism, the records' two columns and lines between the classes."""
    colours = style.palette(dark)
    sides = marks.domains(len(both), 0.05)
    axes: FigureDict = {}
    # The legend leaves out records of which a panel has none: there may be no mistakes in it.
    wrong = [panel for panel, plane in enumerate(both, start=1) if not _is_right(plane).all()]
    with_mistakes = next(iter(wrong), 1)
    for panel, side in enumerate(sides, start=1):
        axes |= marks.panel_axes(panel, ALONG | {"domain": side}, _across(panel))
    return marks.figure(
        [
            trace | marks.on(panel)
            for panel, plane in enumerate(both, start=1)
            for trace in (
                *_records(plane, colours, named=panel == with_mistakes),
                *_lines(plane, colours, named=panel == 1),
            )
        ],
        dark=dark,
        height=HEIGHT,
        margin={"l": 56, "r": 12, "t": 76, "b": 132},
        annotations=[
            marks.panel_title(_title(plane), sum(side) / 2, 1.0)
            for plane, side in zip(both, sides, strict=True)
        ],
        legend=marks.legend(itemclick=False),
        **axes,
    )


def _title(plane: Section) -> str:
    name = MECHANISMS[plane.mechanism].label.split()[0]
    return f"<b>{name}</b><br>error {words.percent(plane.error)}"


def _across(panel: int) -> FigureDict:
    """Return the upward axis of a panel; the first one has the labels of all."""
    reach = 1.04 * REACH_T
    shown: FigureDict = {"range": [-reach, reach], "tickvals": [-1, 0, 1], "showgrid": False}
    if panel == 1:
        return marks.axis("Across: all other features", **shown)
    return shown | {"matches": "y", "showticklabels": False}


def segment(line: Array) -> tuple[tuple[float, float], tuple[float, float]]:
    """Return where the line ``along x + across t = 0`` runs within the picture: x values, t values.

    Parameters
    ----------
    line : array (2,)
        Its parts along, per unit of the picture, and across.
    """
    along, across = line
    step = min(
        REACH_X / abs(across) if across else np.inf, REACH_T / abs(along) if along else np.inf
    )
    if not np.isfinite(step):  # no classifier at all: nothing is drawn
        return (0.0, 0.0), (0.0, 0.0)
    x, t = float(step * across), float(-step * along)
    return (-x, x), (-t, t)


def _is_right(plane: Section) -> npt.NDArray[np.bool_]:
    """Return whether the draw that stands out is right about each record."""
    along, across = plane.lines[plane.shown]
    return plane.y * np.where(along * plane.y + across * plane.parts >= 0, 1.0, -1.0) > 0


def _records(plane: Section, colours: style.Palette, *, named: bool) -> list[FigureDict]:
    step = max(1, len(plane.y) // MOST_RECORDS)
    # The points come in the order of their signs: every k-th of them would show one side only.
    order = np.random.default_rng(0).permutation(len(plane.y))[::step]
    parts, y, right = plane.parts[order], plane.y[order], _is_right(plane)[order]
    return [
        marks.dots(
            y[which],
            parts[which],
            marks.marker("line-ew", size, line=stroke),
            name=name,
            legendgroup=name,
            showlegend=named,
            opacity=opacity,
            hoverinfo="skip",
        )
        for name, which, opacity, size, stroke in (
            ("Records on the right side", right, 0.3, 18, marks.stroke(colours.quiet, 1.0)),
            ("Records on the wrong side", ~right, 0.9, 26, marks.stroke(colours.ink, 1.6)),
        )
    ]


def _lines(plane: Section, colours: style.Palette, *, named: bool) -> list[FigureDict]:
    colour, plain = colours.methods[plane.mechanism], colours.methods["non_private"]
    return [
        marks.line(
            *_joined(lines),
            stroke,
            name=name,
            legendgroup=name,
            showlegend=named,
            opacity=opacity,
            hoverinfo="skip",
        )
        for name, lines, stroke, opacity in (
            ("Other draws", plane.lines[:MOST_LINES], marks.stroke(colour, 1), 0.35),
            ("Non-private", plane.baseline[None], marks.stroke(plain, 2, "dash"), 1.0),
            ("One draw", plane.lines[plane.shown][None], marks.stroke(colour, 4), 1.0),
        )
    ]


def _joined(lines: Array) -> tuple[list[float | None], list[float | None]]:
    """Return the segments of many lines as one, with gaps."""
    x: list[float | None] = []
    t: list[float | None] = []
    for line in lines:
        xs, ts = segment(line)
        x += [*xs, None]
        t += [*ts, None]
    return x, t


def lengths(rows: Mapping[str, tuple[float, float, float]], *, dark: bool) -> FigureDict:
    """Return the figure of what reaches a margin, per mechanism: its signal beside its noise.

    Noise is as drawn, and by theory.
    """
    colours = style.palette(dark)
    labels = {name: MECHANISMS[name].label.replace(" ", "<br>", 1) for name in rows}
    connections = [
        marks.line(
            [signal, noise],
            [labels[name]] * 2,
            marks.stroke(colours.methods[name], 2),
            opacity=0.6,
            **marks.SILENT,
        )
        for name, (signal, noise, _) in rows.items()
    ]
    paints = [colours.methods[name] for name in rows]
    ends = [
        marks.dots(
            [row[column] for row in rows.values()],
            list(labels.values()),
            look,
            name=name,
            hovertemplate=f"%{{y}}: {name.lower()} %{{x:.3g}}<extra></extra>",
        )
        for column, (name, look) in enumerate(
            {
                "Signal": marks.marker("line-ns", 22, line=marks.stroke(colours.ink, 3)),
                "Noise": {"symbol": "circle", "size": 13, "color": paints},
                "by theory": marks.marker("circle-open", 20, colours.ink, line={"width": 1.5}),
            }.items()
        )
    ]
    return marks.figure(
        [*connections, *ends],
        style.title_of("Noise beside signal, in a margin", xref="container"),
        dark=dark,
        height=AROUND + ROW * len(rows),
        margin={"l": 8, "r": 12, "t": 40, "b": 92},
        xaxis=_lengths_axis([value for row in rows.values() for value in row if value > 0]),
        yaxis={"autorange": "reversed", "automargin": True, "showgrid": False},
        legend=marks.legend(),
    )


def _lengths_axis(values: Sequence[float]) -> FigureDict:
    low = np.floor(np.log10(min(values)) - ROOM)
    high = np.ceil(np.log10(max(values)) + ROOM)
    return {
        "type": "log",
        "range": [low, high],
        "showgrid": True,
        "dtick": max(1, np.ceil((high - low) / 2)),
        "tickangle": 0,
        "exponentformat": "power",
    }
