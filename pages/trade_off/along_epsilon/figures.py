"""Errors along ε; and draws that one sees: dots, all at once, or one after the other.

Readers take a band for more certain than it is; draws that come one by one do not let them
(hypothetical outcome plots: Hullman, Resnick and Adar 2015). The picture holds all of its frames,
so that playing them asks nobody; until somebody presses Play it stands still.
"""

import html
from collections.abc import Mapping

import numpy as np

from dpcore.checks import Array
from dpcore.privacy.mechanisms import MECHANISMS
from dplab.simulation.constant import ConstantRule
from dplab.simulation.measures import MEASURES
from dplab.simulation.settings import Settings
from dplab.simulation.summaries import Summary
from dplab.studies.trade_off.which_epsilon import SmallestEpsilons
from pages.comparison import terms
from pages.comparison.figures import curves, playing
from pages.comparison.figures.curves import EPSILON_AXIS, Curve
from pages.kit.figures import marks, style
from pages.kit.figures.style import FigureDict
from pages.trade_off import crossings

ROW, ABOVE, BELOW = 96, 92, 90
BELOW_BUTTONS = 150
"""Pixels of a method's row, above the rows, and below them; with Play and Pause there."""

WIDE = 0.34
"""How far dots may stand from the middle of their row, of its height."""

STEP = 500
"""Milliseconds that each draw is shown."""

MOST_FRAMES = 50
BEYOND = 1.12
"""Where the axis of errors ends, in largest errors."""


def against_epsilon(
    found: Mapping[str, Curve],
    settings: Settings,
    now: Mapping[str, Summary],
    rule: ConstantRule,
    enough: SmallestEpsilons | None = None,
    *,
    dark: bool,
    phone: bool,
) -> FigureDict:
    """Return the errors along ε, as far as they are known, with the settings' own ε marked.

    `found` is the curve of each method, `now` the errors of each private one at the settings' ε;
    `enough` is marked as well, where it is asked for.
    """
    errors = MEASURES[settings.measure].label
    drawing = curves.error_against(
        EPSILON_AXIS,
        {(name, settings.loss): curve for name, curve in found.items()},
        title=f"{errors} against ε",
        dark=dark,
        rule=rule,
        errors=errors,
    )
    curves.mark(drawing, EPSILON_AXIS, settings.epsilon, now, dark=dark)
    if enough:
        share = enough.question.within
        (level, *_) = (summary.median for summary in found["non_private"][1])
        crossings.mark(
            drawing,
            EPSILON_AXIS,
            level + share,
            terms.level(share),
            enough.epsilons,
            dark=dark,
        )
    return curves.for_phone(drawing) if phone else drawing


def draws(
    errors: Mapping[str, Array],
    baseline: float,
    rule: ConstantRule,
    *,
    title: str,
    measure: str,
    dark: bool,
    one_by_one: bool = False,
    phone: bool = False,
) -> FigureDict:
    """Return the errors of all draws at one ε, a row for each method.

    Errors (n_draws,) are by private mechanism, `baseline` is that without noise, and `measure` what
    the axis is called. Draws `one_by_one` come one after the other, once Play is pressed; else all
    stand at once. On a phone the methods' names take less of the width.
    """
    colours, names = style.palette(dark), list(errors)
    rows = {name: float(len(names) - 1 - at) for at, name in enumerate(names)}
    shown = [
        _dots(name, errors[name], rows[name], colours, one=0 if one_by_one else None)
        for name in names
    ]
    drawing = _framed(
        [*shown, *_medians(errors, rows, colours)],
        title,
        measure,
        max(baseline, rule.error, *(float(each.max()) for each in errors.values())),
        rows,
        dark=dark,
    )
    layout = drawing["layout"]
    layout |= _levels(baseline, rule, colours)
    if phone:
        layout["margin"] |= {"l": 88, "r": 8}
        layout["yaxis"]["tickfont"] = {"size": 11}
    if one_by_one:
        layout["updatemenus"] = [playing.buttons(colours, STEP, 84, redraw=False)]
        layout["height"] += BELOW_BUTTONS - BELOW
        layout["margin"] |= {"b": BELOW_BUTTONS}
        drawing["frames"] = _frames(errors, rows, colours)
    return drawing


def _dots(
    name: str, errors: Array, row: float, colours: style.Palette, one: int | None
) -> FigureDict:
    """Return a method's draws, or a single one of them, large."""
    places = np.arange(len(errors)) if one is None else np.array([one])
    heights = row + WIDE * (2 * _apart(len(places)) - 1) if one is None else np.array([row])
    look = marks.marker(
        style.LOOKS[name].mark,
        8 if one is None else 20,
        colours.methods[name],
        opacity=0.75 if one is None else 1.0,
    )
    return marks.dots(
        [round(float(errors[k]), 5) for k in places],
        np.round(heights, 3).tolist(),
        look,
        name=MECHANISMS[name].label,
        customdata=(places + 1).tolist(),
        hovertemplate="draw %{customdata}: %{x:.1%}<extra></extra>",
        showlegend=False,
    )


def _medians(
    errors: Mapping[str, Array], rows: Mapping[str, float], colours: style.Palette
) -> list[FigureDict]:
    """Return an upright stroke at each method's median."""
    return [
        marks.line(
            [float(np.median(each))] * 2,
            [rows[name] - 0.42, rows[name] + 0.42],
            marks.stroke(colours.methods[name], 2),
            hovertemplate="median %{x:.1%}<extra></extra>",
            showlegend=False,
        )
        for name, each in errors.items()
    ]


def _framed(
    traces: list[FigureDict],
    title: str,
    measure: str,
    largest: float,
    rows: Mapping[str, float],
    *,
    dark: bool,
) -> FigureDict:
    return marks.figure(
        traces,
        title,
        dark=dark,
        height=ROW * len(rows) + ABOVE + BELOW,
        margin={"l": 150, "r": 20, "t": ABOVE, "b": BELOW},
        hovermode="closest",
        xaxis=marks.axis(
            measure,
            8,
            range=[0, min(1.0, BEYOND * largest)],
            tickformat=".0%" if largest > 0.04 else ".1%",
        ),
        yaxis={
            "range": [-0.6, len(rows) - 0.4],
            "tickvals": list(rows.values()),
            "ticktext": [MECHANISMS[name].label.replace(" ", "<br>", 1) for name in rows],
            "showgrid": False,
        },
    )


def _levels(baseline: float, rule: ConstantRule, colours: style.Palette) -> FigureDict:
    """Return the lines of the baseline and of the constant rule, with their names."""
    levels = {
        baseline: (MECHANISMS["non_private"].label, colours.methods["non_private"], "dash"),
        rule.error: (html.escape(terms.always(rule)), colours.ink, style.CONSTANT_DASH),
    }
    return {
        "shapes": [
            marks.vertical(at, marks.stroke(colour, 1.5, dash))
            for at, (_, colour, dash) in levels.items()
        ],
        "annotations": [
            _name(at, text, colour, low=at == baseline) for at, (text, colour, _) in levels.items()
        ],
    }


def _name(at: float, text: str, colour: str, *, low: bool) -> FigureDict:
    side: FigureDict = (
        {"yshift": 0, "xanchor": "left"} if low else {"yshift": 16, "xanchor": "right"}
    )
    return marks.above(text, at, colour, **side)  # both names may stand above one place


def _frames(
    errors: Mapping[str, Array], rows: Mapping[str, float], colours: style.Palette
) -> list[FigureDict]:
    count = min(MOST_FRAMES, *(len(each) for each in errors.values()))
    return [
        {
            "name": str(k + 1),
            "data": [
                _dots(name, each, rows[name], colours, one=k) for name, each in errors.items()
            ],
            "traces": list(range(len(errors))),
        }
        for k in range(count)
    ]


def _apart(count: int) -> Array:
    """Return so many numbers in (0, 1), evenly spread however many: van der Corput's, in base 2."""
    places, share, rest = np.zeros(count), 0.5, np.arange(1, count + 1)
    while rest.any():
        places += share * (rest % 2)
        rest, share = rest // 2, share / 2
    return places
