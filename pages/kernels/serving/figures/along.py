"""Errors of four ways to serve predictions against ε, with their spread over the draws."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass

from dplab.kernels.serving import WAYS
from dplab.simulation.constant import ConstantRule
from dplab.simulation.summaries import Summary
from dplab.studies.kernels.serving import EPSILONS
from pages.comparison.figures import curves
from pages.kernels.serving.figures import ways
from pages.kernels.serving.figures.ways import decades
from pages.kit.figures import marks, style
from pages.kit.figures.axes import Axis
from pages.kit.figures.style import FigureDict, Look

EPSILON = Axis("Privacy parameter ε (logarithmic)", EPSILONS[0], EPSILONS[-1])
WRONG, OFF = "Share of wrong labels", "Mean distance (logarithmic)"
PERCENT, PLAIN = ".1%", ".2g"

Curves = Mapping[str, Mapping[float, Summary]]
"""Per way, its errors at each ε."""


@dataclass(frozen=True)
class ShownWays:
    """What a figure shows of each way.

    Parameters
    ----------
    along : mapping
        Errors at each ε of the curves.
    now : mapping
        Those at the visitor's ε.
    epsilon : float
        The visitor's.
    broken : collection of str
        Ways whose plan does not keep its claim.
    """

    along: Curves
    now: Mapping[str, Summary]
    epsilon: float
    broken: Collection[str]


def wrong(
    shown: ShownWays, plain: float, rule: ConstantRule, *, dark: bool, phone: bool
) -> FigureDict:
    """Return the shares of wrong labels along ε; `plain` is that without noise."""
    places = [(list(at), list(at.values())) for at in shown.along.values()]
    framed = curves.layout(
        EPSILON, "Wrong labels against ε", places, dark=dark, rule=rule, errors=WRONG
    )
    color = style.palette(dark).methods["non_private"]
    level = _level("Non-private", plain, color, PERCENT)
    return _figure(framed, shown, level, PERCENT, dark=dark, phone=phone)


def off(shown: ShownWays, zero: float, *, dark: bool, phone: bool) -> FigureDict:
    """Return the mean distances from the non-private predictions along ε.

    `zero` is the distance of who always answers 0.
    """
    framed = curves.layout(
        EPSILON, "Distance from the non-private prediction", (), dark=dark, errors=OFF
    )
    at_all = [each for at in shown.along.values() for each in at.values()]
    ends = [end for each in at_all for end in (each.low, each.high)]
    framed["yaxis"] = framed["yaxis"] | {
        "type": "log",
        "tickformat": "",
        "dtick": 1,
        "exponentformat": "power",
        "range": decades([*ends, zero]),
    }
    level = _level("Always predicting 0", zero, style.palette(dark).ink, PLAIN)
    return _figure(framed, shown, level, PLAIN, dark=dark, phone=phone)


def _figure(
    framed: FigureDict, shown: ShownWays, level: FigureDict, form: str, *, dark: bool, phone: bool
) -> FigureDict:
    looks = {way: ways.look(way, broken=way in shown.broken) for way in shown.along}
    traces = [
        band
        for way, at in shown.along.items()
        for band in curves.band((list(at), list(at.values())), ways.color(way, dark=dark))
    ]
    traces += [_curve(way, at, looks[way], form, dark=dark) for way, at in shown.along.items()]
    drawing: FigureDict = {"data": [*traces, level], "layout": framed}
    curves.mark(drawing, EPSILON, shown.epsilon, {}, dark=dark)
    place = EPSILON.inside(shown.epsilon)
    here = [_here(way, place, at, looks[way], dark=dark) for way, at in shown.now.items()]
    drawing["data"].extend(here)
    return curves.for_phone(drawing) if phone else drawing


def _curve(
    way: str, at: Mapping[float, Summary], look: Look, form: str, *, dark: bool
) -> FigureDict:
    curve = list(at), list(at.values())
    return curves.medians(
        curve,
        marks.stroke(ways.color(way, dark=dark), 2.5, look.dash),
        customdata=[(each.low, each.high) for each in at.values()],
        name=WAYS[way].label,
        mode="lines+markers",
        marker=marks.marker(look.mark, 8),
        hovertemplate=f"%{{y:{form}}} (band %{{customdata[0]:{form}}} to "
        f"%{{customdata[1]:{form}}})",
    )


def _level(name: str, value: float, color: str, form: str) -> FigureDict:
    return marks.line(
        [EPSILONS[0], EPSILONS[-1]],
        [value, value],
        marks.stroke(color, 2, "dash"),
        name=name,
        hovertemplate=f"%{{y:{form}}}",
    )


def _here(way: str, place: float, at: Summary, look: Look, *, dark: bool) -> FigureDict:
    """Mark where the visitor stands, with the spread."""
    color = ways.color(way, dark=dark)
    return marks.here(
        place,
        at.median,
        look.mark,
        color,
        style.palette(dark),
        error_y=curves.spread(at, color),
        hoverinfo="skip",
    )
