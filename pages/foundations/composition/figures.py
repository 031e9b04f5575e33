"""Pictures of many answers: the law of their loss, what their average is worth, and a budget."""

import math
from collections.abc import Sequence
from itertools import pairwise

import numpy as np

from dplab.studies.foundations.composition import Averages, DrawnLaw, Queries
from pages.foundations.rounded import short
from pages.kit.figures import marks, style
from pages.kit.figures.axes import Axis
from pages.kit.figures.style import FigureDict

HEIGHT, LOW = 380, 170
STEPS = (1.0, 2.0, 3.0, 5.0, 10.0)
"""Where an axis of probabilities may end, times a power of ten."""

VISIBLE = 1e-3
"""An atom below this share of the axis would be a dot on it."""


def law(loss: DrawnLaw, *, dark: bool) -> FigureDict:
    """Return the figure of the loss of k answers: atoms as stems, density as an area.

    Both have one axis: the density is drawn per 2ε of loss, the distance of two atoms. The axis of
    the loss reaches from -kε to kε, so that its labels change and nothing moves needlessly.
    """
    colours = style.palette(dark)
    per_step = loss.density * 2 * loss.epsilon
    highest = max(float(per_step.max()), float(loss.atoms[:, 1].max()))
    top = _ceiling(1.15 * highest)
    lines = _lines(loss, colours)
    return marks.figure(
        [_area(loss, per_step, colours), _stems(loss, top, colours)],
        _title(loss.k),
        dark=dark,
        height=HEIGHT,
        margin={"l": 60, "r": 20, "t": 84, "b": 92},
        hovermode="closest",
        xaxis=marks.axis(
            "Privacy loss, from −kε to kε",
            8,
            range=[-1.04 * loss.most, 1.04 * loss.most],
            **_ends(loss.most),
        ),
        yaxis=marks.axis("Probability", range=[0, top], tickformat="~g"),
        shapes=[_upright(at, dash, colour) for at, _, dash, colour in lines],
        annotations=_names(lines),
        showlegend=True,
        legend=marks.legend(itemclick=False),
    )


def _title(k: int) -> str:
    return "Privacy loss of one answer" if k == 1 else f"Privacy loss of {k} answers together"


def _ends(most: float) -> FigureDict:
    ticks = [share * most for share in (-1, -0.5, 0, 0.5, 1)]
    return {"tickvals": ticks, "ticktext": [short(tick) for tick in ticks]}


def _area(loss: DrawnLaw, per_step: np.ndarray, colours: style.Palette) -> FigureDict:
    colour = colours.methods["objective"]
    return marks.line(
        loss.losses.tolist(),
        per_step.tolist(),
        marks.stroke(colour, 1.5),
        name="Between them: density × 2ε",
        fill="tozeroy",
        fillcolor=style.band(colour, 0.3),
        hovertemplate="loss %{x:.3g}: density × 2ε = %{y:.3g}<extra></extra>",
    )


def _stems(loss: DrawnLaw, top: float, colours: style.Palette) -> FigureDict:
    visible = loss.atoms[loss.atoms[:, 1] > VISIBLE * top]
    losses, chances = visible.T.tolist()
    colour = colours.methods["output"]
    return marks.dots(
        losses,
        chances,
        marks.marker("circle", 7, colour),
        name="Single losses",
        error_y=marks.whisker([0] * len(chances), chances, colour, 0),
        hovertemplate="loss %{x:.3g}: probability %{y:.3g}<extra></extra>",
    )


def _lines(loss: DrawnLaw, colours: style.Palette) -> list[tuple[float, str, str, str]]:
    """Return where lines stand, their names, dashes and colours; equal ones once."""
    lines = [
        (loss.mean, "mean", "dash", colours.ink),
        (loss.tail, "exceeded by 1 in 100", "dot", colours.ink),
        (loss.most, "worst case kε", "solid", colours.ink),
    ]
    return [lines[0], lines[2]] if loss.tail == loss.most else lines


def _names(lines: Sequence[tuple[float, str, str, str]]) -> list[FigureDict]:
    """Name the lines above the figure, each on a level of its own: they may stand close."""
    highest = 34 if len(lines) == 3 else 18
    return [
        marks.above(
            f"{name}: {short(at)}", at, colour, yshift=highest - 16 * place, xanchor="right"
        )
        for place, (at, name, _, colour) in enumerate(lines)
    ]


def _upright(at: float, dash: str, colour: str) -> FigureDict:
    return marks.vertical(at, marks.stroke(colour, 1.5, dash), layer="below")


def averages(along: Averages, here: Averages, *, dark: bool) -> FigureDict:
    """Return the figure of half widths against ε spent: an average, and one answer at kε.

    `along` is along the numbers of answers, and `here` at the one that the visitor chose.
    """
    colours = style.palette(dark)
    across = Axis("Privacy parameter ε spent (logarithmic)", along.spent[0], along.spent[-1], 0.1)
    up = Axis("Half width (logarithmic)", along.single[-1], along.single[0], 0.2)
    output, objective = colours.methods["output"], colours.methods["objective"]
    looks = (
        ("Average of k answers at ε each", "average", marks.stroke(output, 2.5, "solid"), "square"),
        ("One answer with all of kε", "single", marks.stroke(objective, 2.5, "dash"), "circle"),
    )
    return marks.figure(
        [
            trace
            for name, series, stroke, symbol in looks
            for trace in (
                _series(along, series, name, stroke),
                _here(here, series, symbol, stroke["color"], colours),
            )
        ],
        "Half width, 95 times in 100",
        dark=dark,
        height=HEIGHT,
        margin={"l": 64, "r": 20, "t": 56, "b": 96},
        xaxis=marks.log_axis(across, ticktext=[short(tick) for tick in across.ticks]),
        yaxis=marks.log_axis(up, None, ticktext=[short(tick) for tick in up.ticks]),
        legend=marks.legend(itemclick=False),
    )


def _series(along: Averages, series: str, name: str, stroke: FigureDict) -> FigureDict:
    return marks.line(
        list(along.spent),
        list(getattr(along, series)),
        stroke,
        customdata=list(along.counts),
        name=name,
        hovertemplate="k = %{customdata}, kε = %{x:.3g}: ± %{y:.3g}<extra></extra>",
    )


def _here(
    here: Averages, series: str, symbol: str, colour: str, colours: style.Palette
) -> FigureDict:
    (x,), (y,) = here.spent, getattr(here, series)
    return marks.here(x, y, symbol, colour, colours, hoverinfo="skip")


def bar(done: Queries, cost: float, budget: float, *, dark: bool) -> FigureDict:
    """Return the figure of a budget: a segment for each query, and the next one dashed.

    `cost` is ε of the next query.
    """
    colours = style.palette(dark)
    end = max(budget, done.total) * 1.12
    places = (0.0, *done.spent)
    widths = [right - left for left, right in pairwise(places)]
    colour = colours.methods["objective"]
    paid = marks.bar(
        widths,
        [0] * len(widths),
        orientation="h",
        base=list(places[:-1]),
        width=0.7,
        marker={"color": colour, "line": marks.stroke(colours.ground, 1)},
        hovertemplate="ε = %{x:.3g}<extra></extra>",
        showlegend=False,
    )
    return marks.figure(
        [paid],
        f"Budget: ε = {short(done.total)} of {short(budget)} spent",
        dark=dark,
        height=LOW,
        margin={"l": 12, "r": 20, "t": 60, "b": 56},
        xaxis=marks.axis("ε spent", 6, range=[0, end]),
        yaxis={"range": [-0.5, 0.5], "showticklabels": False, "showgrid": False},
        shapes=[
            _box(done.total, min(done.total + cost, end), colours),
            _upright(budget, "solid", colours.ink),
        ],
        annotations=[marks.above("budget", budget, colours.ink, xanchor="right")],
    )


def _box(left: float, right: float, colours: style.Palette) -> FigureDict:
    return {
        "type": "rect",
        "x0": left,
        "x1": right,
        "y0": -0.35,
        "y1": 0.35,
        "line": marks.stroke(colours.quiet, 1.5, "dot"),
    }


def _ceiling(value: float) -> float:
    """Return the first usual number that is not below a value."""
    decade = 10 ** math.floor(math.log10(value))
    return float(next(step * decade for step in STEPS if step * decade >= value))
