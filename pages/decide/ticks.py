"""What marks single ε on the sheet: the one to sign, the visitor's own, and three of others.

The one to sign is an upright line through both panels, with the numbers of both; odds are too long
to stand beside it, and end above the panel, at its right. The visitor's own
is a tick on the axis of the risk, named in the room below it; those of others are ticks with flags
in the area of the risk, where it is highest. No name lies on another, nor on a tolerance.
"""

import math

from dpcore.privacy import risk as risk_of
from dplab.simulation.comparison import DECISIVE
from dplab.studies.trade_off.more_records import PricedEpsilon
from pages.decide.deployed import DEPLOYED
from pages.kit import words
from pages.kit.figures import marks, style
from pages.kit.figures.axes import Axis
from pages.kit.figures.style import FigureDict

EPSILON_AXIS = Axis("Privacy parameter ε (logarithmic)", DECISIVE[0], DECISIVE[-1])

OF_RISK, OF_COST = 1, 2
"""The panels."""

COIN, TOP = 50.0, 100.0
"""Ends of the axis of the risk."""

ROW, SIZE = 15, 11
"""Pixels of the row of a flag, and of its letters."""

HIGHEST = 72.0
"""A tolerance above it leaves room for all flags below."""

NEAR, STEEP = 9.0, 65.0
"""Right guesses in 100: what a number takes over its mark, and from where on the limit rises so
steeply that there is room beside the mark, too."""

CAMERA = 18
"""Pixels at the right end, above the panel, that the button of the picture takes."""

LEFT_END, RIGHT_END = 0.05, 8.0
"""Left of the one ε a name has no room on the left, and right of the other none on the right."""


def mark_chosen(
    drawing: FigureDict,
    chosen: PricedEpsilon | None,
    risk: float,
    cost: float,
    colours: style.Palette,
) -> None:
    """Add an upright line at the ε to sign, if there is one; in each panel a mark and its number.

    The drawing is that of `figures.sheet`, whose tolerances `risk` and `cost` are.
    """
    if chosen is None:
        return
    at, upright = chosen.epsilon, marks.stroke(colours.ink, 1.5)
    limit, count = 100 * risk_of.limit(at), 1000 * chosen.cost
    of_risk, of_cost = colours.methods["output"], colours.methods["objective"]
    row = ROW * drawing["layout"]["yaxis2"]["range"][1] / _pixels(drawing)
    # Above the tolerance, where that would run through it.
    height = cost if cost - count < row else count
    right: FigureDict = {"xanchor": "left", "yanchor": "bottom", "xshift": 8, "yref": "y2"}
    drawing["layout"]["shapes"] += [
        marks.vertical(at, upright, yref=f"{axis} domain") for axis in ("y", "y2")
    ]
    drawing["layout"]["annotations"] += [
        _number_of_risk(at, limit, risk, of_risk),
        marks.note(f"<b>{count:.0f}</b>", math.log10(at), height, of_cost, **right),
    ]
    drawing["data"] += [
        _here(at, limit, of_risk, colours, OF_RISK),
        _here(at, count, of_cost, colours, OF_COST),
    ]


def _number_of_risk(at: float, limit: float, risk: float, colour: str) -> FigureDict:
    """Return the number at the limit: left of it, where the area is not, clear of the tolerance."""
    if limit >= 100 * risk_of.ODDS:
        return _odds(at, colour)
    height, anchor, beside = limit, "bottom", -8
    if risk - limit <= NEAR and STEEP <= limit <= risk - NEAR / 2:
        anchor, beside = "middle", -12
    elif risk - limit <= NEAR:
        height = risk
    has_room = at > LEFT_END
    return marks.note(
        f"<b>{math.ceil(1000 * risk_of.limit(at)) / 10:.1f}</b>",
        math.log10(at),
        height,
        colour,
        yanchor=anchor,
        xanchor="right" if has_room else "left",
        xshift=beside if has_room else 8,
    )


def _odds(epsilon: float, colour: str) -> FigureDict:
    """Return how seldom a guess is wrong, above the panel, clear of the heading on its left."""
    *_, many = risk_of.once_in(epsilon, up=True).removesuffix(" times").partition("once in ")
    # Left of a phone's camera, and above the mark.
    above: FigureDict = {"yanchor": "bottom", "xanchor": "right", "xshift": -CAMERA, "yshift": 6}
    return marks.note(f"<b>1 wrong in {many}</b>", EPSILON_AXIS.range[1], TOP, colour, **above)


def _here(at: float, height: float, colour: str, colours: style.Palette, panel: int) -> FigureDict:
    whole: FigureDict = {"hoverinfo": "skip", "cliponaxis": False}
    return marks.here(at, height, "circle", colour, colours, **marks.on(panel), **whole)


def mark_yours(
    drawing: FigureDict, epsilon: float, chosen: PricedEpsilon | None, colours: style.Palette
) -> None:
    """Add the tick of the visitor's own ε, and its name below the panel of the risk."""
    at, axis = EPSILON_AXIS.inside(epsilon), drawing["layout"]["yaxis"]["domain"][0]
    ends = {"y0": axis - 0.02, "y1": axis + 0.02}
    # Beside the upright line, on the side where that is not.
    is_left = at > LEFT_END and (chosen is None or at < chosen.epsilon or at > RIGHT_END)
    below: FigureDict = {"yref": "paper", "yanchor": "top", "yshift": -1}
    below |= {"xanchor": "right", "xshift": -4} if is_left else {"xanchor": "left", "xshift": 4}
    name = f"your ε = {words.number(epsilon)}"
    drawing["layout"]["shapes"].append(marks.vertical(at, marks.stroke(colours.ink, 3), **ends))
    drawing["layout"]["annotations"].append(
        marks.note(name, math.log10(at), axis, colours.ink, SIZE, **below)
    )


def mark_others(drawing: FigureDict, risk: float, colours: style.Palette) -> FigureDict:
    """Add a tick with a flag for each ε of others, and return the drawing."""
    row = ROW * (TOP - COIN) / _pixels(drawing)
    base = risk if risk < HIGHEST else COIN
    for place, each in enumerate(DEPLOYED):
        rows = place + 0.5
        pole = marks.vertical(
            each.epsilon, marks.stroke(colours.quiet, 1), y0=COIN, y1=base + rows * row, yref="y"
        )
        # The first has room on its right, the others on their left.
        side: FigureDict = {"xanchor": "right" if place else "left", "xshift": -2 if place else 2}
        flag = marks.note(
            each.flag,
            math.log10(each.epsilon),
            base,
            colours.quiet,
            SIZE,
            yanchor="middle",
            yshift=rows * ROW,  # On a slide the panel has another height, and a row the same.
            bgcolor=colours.ground,  # The line of the ε to sign may run below it.
            borderpad=0,
            hovertext=f"{each.name}: ε = {words.number(each.epsilon)} ({each.source})",
            **side,
        )
        drawing["layout"]["shapes"].append(pole)
        drawing["layout"]["annotations"].append(flag)
    return drawing


def _pixels(drawing: FigureDict) -> float:
    """Return the height of the panel of the risk; that of the cost is as high."""
    layout = drawing["layout"]
    low, high = layout["yaxis"]["domain"]
    whole = layout["height"] - layout["margin"]["t"] - layout["margin"]["b"]
    return float(whole * (high - low))
