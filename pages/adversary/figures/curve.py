"""What ε allows at most, and how often the right suspect is named, against ε.

The limit is the main line, the attack a thin one below it; of several mechanisms, in a figure of
their own, each has a line.
"""

import math
from collections.abc import Mapping, Sequence

import numpy as np

from dpcore.privacy.mechanisms import MECHANISMS
from dplab.instruments.adversary import ceiling, success_ceiling
from dplab.simulation.summaries import Summary
from dplab.studies.adversary.curve import EPSILONS, Named
from pages.comparison.figures import curves
from pages.kit.figures import marks, style
from pages.kit.figures.axes import Axis
from pages.kit.figures.style import FigureDict

AXIS = Axis("Privacy parameter ε (logarithmic)", EPSILONS[0], EPSILONS[-1])
HEIGHT, OF_PHONE, TOP = 460, 540, 1.03
TITLE = "How often the best attacker is right"
LIMIT, ATTACK = "the limit: what<br>one can rely on", "this attack,<br>on these<br>records"
HIGH, BENEATH = 0.96, 0.78
"""Between which the name of the limit stands, beneath its line."""

LOW, TOLD, NEAR = 342, 0.24, 0.02
"""Pixels of the figure with the limit; how much of its height the name of a line takes, and how far
off it stands."""

APART = 9
"""Pixels between a line and its name."""

VISIBLE = 0.002
"""A difference that the picture shows."""

DENSE = tuple(10 ** (k / 10) for k in range(-22, 33))
"""Where the ceiling is drawn: a curve, and not a chain of straight pieces."""


def limit_and_attack(
    along: Named,
    here: Named,
    *,
    mechanism: str,
    epsilon: float,
    m: int,
    dark: bool,
    delta: float = 0.0,
) -> FigureDict:
    """Return the limit as the main line, and the attack on one mechanism, along ε and at one."""
    colours = style.palette(dark)
    colour = colours.methods[mechanism]
    places, limits = _limits(along, m, mechanism, delta)
    summary = summaries(along)
    lows, highs = [each.low for each in summary], [each.high for each in summary]
    at = AXIS.inside(epsilon)
    traces = [
        marks.band(list(EPSILONS), lows, highs, style.band(colour)),
        curves.medians(
            (EPSILONS, summary), marks.stroke(colour, 1.5), name="attack", hovertemplate="%{y:.1%}"
        ),
        _line(DENSE, [1 / m] * len(DENSE), "guessing", colours.quiet, "dot"),
        marks.here(at, summaries(here)[0].median, style.LOOKS[mechanism].mark, colour, colours),
    ]
    if limits:
        filled = {"fill": "tozeroy", "fillcolor": style.band(colours.ink, 0.05)}
        main = marks.stroke(colours.ink, 4)
        traces.insert(
            0, marks.line(places, limits, main, name="limit", hovertemplate="%{y:.1%}", **filled)
        )
    if here.ceilings is not None:
        traces.append(marks.here(at, float(here.ceilings[0]), "circle", colours.ink, colours))
    drawing = marks.figure(
        traces,
        style.title_of(TITLE, x=0.01, xref="container"),
        dark=dark,
        height=LOW,
        margin={"l": 56, "r": 16, "t": 50, "b": 56},
        hovermode="x unified",
        showlegend=False,
        xaxis=marks.log_axis(AXIS),
        yaxis=marks.axis(
            "Probability", range=[0, TOP], tickvals=[0, 0.25, 0.5, 0.75, 1], tickformat=".0%"
        ),
        shapes=[],
        annotations=_names(places, limits, m, [each.median for each in summary], colour, colours),
    )
    return curves.mark(drawing, AXIS, epsilon, {}, dark=dark)


def _names(
    places: list[float],
    limits: list[float],
    m: int,
    attack: list[float],
    colour: str,
    colours: style.Palette,
) -> list[FigureDict]:
    """Return the names of the lines, where none of them runs."""
    left, right = math.log10(EPSILONS[0]), math.log10(EPSILONS[-1])
    x, y, anchor = right, min(attack[-4], BENEATH) - NEAR, "top"
    if 1 / m > TOLD + 2 * NEAR:  # There is room beneath all lines.
        y = 1 / m - NEAR
    elif attack[-4] < 1 / m + TOLD:  # Above the attack, as far off as the limit's name lets it be.
        fits = (level for level in (attack[-2], attack[-3]) if level < BENEATH - TOLD - NEAR)
        if level := next(fits, 0.0):
            x, y, anchor = math.log10(EPSILONS[-3]), level + NEAR, "bottom"
    # The line of ε comes by behind the names, unseen.
    veil = {"bgcolor": colours.card if limits else colours.ground, "borderpad": 0}
    names = [
        marks.note(ATTACK, x, y, colour, 13, xanchor="right", yanchor=anchor, **veil),
        marks.note("guessing", left, 1 / m, colours.quiet, xanchor="left", yanchor="top")
        | ({"yanchor": "bottom", "yshift": 3} if 1 / m < TOLD / 2 else {}),
    ]
    return names + ([_name_of_limit(places, limits, attack, colours)] if limits else [])


def _name_of_limit(
    places: list[float], limits: list[float], attack: list[float], colours: style.Palette
) -> FigureDict:
    """Return it to the right of its line, or to the left: there no attack comes as high."""
    is_right = attack[-1] < BENEATH
    at = np.interp(HIGH if is_right else BENEATH, limits, np.log10(places))
    side: FigureDict = (
        {"xanchor": "left", "xshift": APART, "bgcolor": colours.card}
        if is_right
        else {"xanchor": "right", "xshift": -APART, "bgcolor": colours.ground}
    )
    name = f"<b>{LIMIT}</b>"
    return marks.note(name, float(at), HIGH, colours.ink, 13, yanchor="top", borderpad=0, **side)


def _limits(
    along: Named, m: int, mechanism: str, delta: float = 0.0
) -> tuple[list[float], list[float]]:
    """Return the limit along ε: of ε, or ε and δ, where they are kept, or what is proven."""
    if delta:
        return list(DENSE), [success_ceiling(epsilon, delta, m) for epsilon in DENSE]
    if MECHANISMS[mechanism].guarantee == "pure":
        return list(DENSE), [ceiling(epsilon, 1 / m) for epsilon in DENSE]
    return list(EPSILONS), [] if along.ceilings is None else along.ceilings.tolist()


def show(
    along: Mapping[str, Named],
    now: Mapping[str, Named],
    *,
    epsilon: float,
    m: int,
    loss: str,
    historic: str,
    dark: bool,
    phone: bool = False,
) -> FigureDict:
    """Return the figure.

    `along` has, by mechanism, what is computed so far at each of `EPSILONS`; `now` the same at
    `epsilon`, where the visitor stands, of m suspects. The ceiling of the mechanism `historic`
    itself, where it has one, is beside that of ε. On a phone the legend takes more lines.
    """
    lines = {(name, loss): (EPSILONS, summaries(each)) for name, each in along.items()}
    drawing = curves.error_against(AXIS, lines, title=TITLE, dark=dark, errors="Probability")
    drawing["layout"]["yaxis"] |= {"range": [0, TOP], "tickvals": [0, 0.25, 0.5, 0.75, 1]}
    drawing["layout"]["height"] = OF_PHONE if phone else HEIGHT
    drawing["data"] += _bounds(m, along.get(historic), historic, style.palette(dark))
    here = {name: summaries(each)[0] for name, each in now.items()}
    return curves.mark(drawing, AXIS, epsilon, here, dark=dark)


def summaries(named: Named) -> list[Summary]:
    """Return each mean with two standard errors on both sides, but never beyond its limit."""
    most = np.ones(len(named.named)) if named.ceilings is None else named.ceilings
    each = zip(named.named, 2 * named.standard_error, most, strict=True)
    return [Summary(float(p), float(max(p - e, 0)), float(min(p + e, c))) for p, e, c in each]


def _bounds(m: int, historic: Named | None, name: str, colours: style.Palette) -> list[FigureDict]:
    most = [ceiling(epsilon, 1 / m) for epsilon in DENSE]
    lines = [_line(DENSE, most, "most that ε allows", colours.ink, "longdash")]
    if historic is not None and historic.ceilings is not None:
        lines += _of_historic(historic.ceilings.tolist(), m, colours.methods[name])
    return [*lines, _line(DENSE, [1 / m] * len(DENSE), "guessing", colours.quiet, "dot")]


def _of_historic(ceilings: list[float], m: int, colour: str) -> list[FigureDict]:
    """Return a historic mechanism's own ceiling, where it is above that of ε."""
    above = [
        (epsilon, own)
        for epsilon, own in zip(EPSILONS, ceilings, strict=True)
        if own > ceiling(epsilon, 1 / m) + VISIBLE
    ]
    historic = marks.dots(
        [epsilon for epsilon, _ in above],
        [own for _, own in above],
        marks.marker("triangle-down-open", 11, colour),
        name="most that is proven for the historic one",
        hovertemplate="%{y:.1%}",
    )
    return [historic] if above else []


def _line(
    places: Sequence[float], values: Sequence[float], name: str, colour: str, dash: str
) -> FigureDict:
    stroke = marks.stroke(colour, 2, dash)
    return marks.line(list(places), list(values), stroke, name=name, hovertemplate="%{y:.1%}")
