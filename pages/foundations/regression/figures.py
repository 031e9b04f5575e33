"""Pictures of regression: a line that one record turns, and private ridge over its records."""

from collections.abc import Sequence

import numpy as np

from dplab.simulation.summaries import Summary
from dplab.studies.foundations.regression import LAMS, LINES, SMALLS, Moved, RidgeRun, height
from pages.foundations.rounded import short
from pages.kit import words
from pages.kit.figures import marks, style
from pages.kit.figures.axes import Axis
from pages.kit.figures.style import FigureDict

HEIGHT = 400
MARGIN = {"l": 60, "r": 16, "t": 52, "b": 116}
REACH = 1.25
"""The outcomes shown reach to ±REACH."""

BOTH = "%{x:.3g}: %{y:.3g}<extra></extra>"
WIDE, DOT = 4, 0.0215
"""Pixels of a record's width, and half of its height as outcomes: as many of the plot's 232."""

TOO_CLOSE = 0.2
"""Two labels closer than this share of the axis would overlap."""

SMALL_AXIS = Axis("The others' x (logarithmic)", SMALLS[0], SMALLS[-1], 0.1)
MOVES_AXIS = Axis("Move of the slope (logarithmic)", 1e-3, 1e5, 0.0)
LAM_AXIS = Axis("Regularization λ (logarithmic)", LAMS[0], LAMS[-1], 0.15)
COST_AXIS = Axis("Excess squared error (logarithmic)", 1e-5, 10, 0.0)
OUTCOMES = marks.axis("Outcome y", range=[-REACH, REACH], tickvals=[-1, 0, 1])


def lines(move: Moved, small: float, large: float, *, dark: bool) -> FigureDict:
    """Return the figure of the counterexample: its few points, and the two lines."""
    colours = style.palette(dark)
    end = 1.15 * max(small, large)
    sides = ((1, "y = 1", move.slope), (-1, "y = −1", move.other))
    traces = [_point(small, 0.0, "All others", colours.quiet, "square")]
    for side, name, slope in sides:
        colour, dash = colours.labels[side], "solid" if side == 1 else "dash"
        mark = style.LABEL_MARKS[side]
        traces += [
            _line([0, end], [0, slope * end], f"Line with {name}", colour, dash),
            _point(large, float(side), f"The record, {name}", colour, mark),
        ]
    apart = abs(small - large) > TOO_CLOSE * end
    ticks = sorted({small, large}) if apart else [max(small, large)]
    return _figure(
        traces,
        "One flipped outcome, two lines",
        marks.axis(
            "Feature x",
            8,
            range=[-0.03 * end, end],
            tickvals=ticks,
            ticktext=[short(tick) for tick in ticks],
            tickangle=0,
        ),
        OUTCOMES,
        dark=dark,
    )


def moves(along: Sequence[Moved], small: float, here: Moved, *, dark: bool) -> FigureDict:
    """Return the figure of the move against the others' x, beside what is claimed for it."""
    colours = style.palette(dark)
    moved, claimed = colours.methods["output"], colours.ink
    x = list(SMALLS)
    traces = [
        _line(x, [each.moved for each in along], "Least squares moves by", moved, "solid"),
        _line(x, [each.claimed for each in along], "Claimed at most", claimed, "dash"),
        _here(small, here.moved, moved, "square", colours),
        _here(small, here.claimed, claimed, "circle", colours),
    ]
    return _figure(
        traces,
        "Move of the slope, and the claim",
        marks.log_axis(SMALL_AXIS),
        marks.log_axis(MOVES_AXIS, None),
        dark=dark,
    )


def private_lines(ridge: RidgeRun, *, dark: bool) -> FigureDict:
    """Return the figure of private lines over the records."""
    colours = style.palette(dark)
    ends = np.array([-1.0, 1.0])
    drawn = height(ridge.coefs[:LINES], ends)
    xs: list[float | None] = [x for _ in drawn for x in (-1.0, 1.0, None)]
    ys: list[float | None] = [y for left, right in drawn.tolist() for y in (left, right, None)]
    baseline = height(ridge.baseline, ends)[0].tolist()
    private = marks.line(
        xs,
        ys,
        marks.stroke(colours.methods["output"], 1.2, "solid"),
        name=words.pluralize(len(drawn), "private line"),
        opacity=0.5,
        hovertemplate=BOTH,
    )
    plain = _line([-1, 1], baseline, "Ridge without noise", colours.ink, "dash")
    drawing = _figure(
        [_named(ridge, colours), private, plain],
        "Private lines over the records",
        marks.axis("Feature u", 8, range=[-1.05, 1.05]),
        OUTCOMES,
        dark=dark,
    )
    drawing["layout"]["shapes"] = [_cloud(ridge, colours)]
    return drawing


def _cloud(ridge: RidgeRun, colours: style.Palette) -> FigureDict:
    """Return the records as one path of dots.

    A mark by itself is an element of the page, and hundreds of those are what a move would wait
    for: they are styled anew whenever the lines move.
    """
    dots = (
        f"M{u:.4f},{y - DOT:.4f}L{u:.4f},{y + DOT:.4f}"
        for u, y in zip(ridge.u.tolist(), ridge.y.tolist(), strict=True)
    )
    return {
        "type": "path",
        "path": "".join(dots),
        "layer": "below",
        "opacity": 0.45,
        "line": marks.stroke(colours.quiet, WIDE),
    }


def _named(ridge: RidgeRun, colours: style.Palette) -> FigureDict:
    """Return what the legend shows of the records."""
    look = marks.marker("square", WIDE, colours.quiet, opacity=0.45)
    return marks.dots([None], [None], look, name=words.pluralize(len(ridge.u), "record"))


def cost(ridge: RidgeRun, lam: float, *, dark: bool) -> FigureDict:
    """Return the figure of the cost against λ: median and quartiles, and where the visitor is."""
    colours = style.palette(dark)
    colour, x = colours.methods["output"], list(LAMS)
    plain = colours.methods["non_private"]
    traces = [
        marks.band(
            x,
            [each.low for each in ridge.curve],
            [each.high for each in ridge.curve],
            style.band(colour, 0.25),
            name="Half of the draws",
        ),
        _line(x, [each.median for each in ridge.curve], "Private ridge", colour, "solid"),
        _line(x, ridge.baseline_curve, "Ridge without noise", plain, "dash"),
        _line(
            [10**end for end in LAM_AXIS.range],
            [ridge.constant_cost] * 2,
            "Flat line",
            colours.ink,
            style.CONSTANT_DASH,
        ),
        _here(LAM_AXIS.inside(lam), Summary.of(ridge.costs).median, colour, "square", colours),
    ]
    drawing = _figure(
        traces,
        "Cost against λ",
        marks.log_axis(LAM_AXIS),
        marks.log_axis(COST_AXIS, None),
        dark=dark,
    )
    stroke = marks.stroke(colours.quiet, 1.5, "dot")
    drawing["layout"]["shapes"] = [marks.vertical(LAM_AXIS.inside(lam), stroke, layer="below")]
    return drawing


def _figure(
    traces: list[FigureDict], title: str, across: FigureDict, upward: FigureDict, *, dark: bool
) -> FigureDict:
    return marks.figure(
        traces,
        title,
        dark=dark,
        height=HEIGHT,
        margin=MARGIN | ({"l": 72} if "type" in upward else {}),  # 100,000 is wide
        hovermode="closest",
        xaxis=across,
        yaxis=upward,
        legend=marks.legend(itemclick=False),
    )


def _line(x: Sequence[float], y: Sequence[float], name: str, colour: str, dash: str) -> FigureDict:
    stroke = marks.stroke(colour, 2.5, dash)
    return marks.line(list(x), list(y), stroke, name=name, hovertemplate=BOTH)


def _point(x: float, y: float, name: str, colour: str, symbol: str) -> FigureDict:
    look = marks.marker(symbol, 12, colour, line={"width": 2.5})
    hover = "x = %{x:.3g}, y = %{y:.3g}<extra></extra>"
    return marks.dots([x], [y], look, name=name, hovertemplate=hover)


def _here(x: float, y: float, colour: str, symbol: str, colours: style.Palette) -> FigureDict:
    return marks.here(x, y, symbol, colour, colours, hovertemplate=BOTH)
