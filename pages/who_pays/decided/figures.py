"""People by their distance from the line, and what they are answered; and errors along ε."""

from collections.abc import Mapping
from dataclasses import replace

import numpy as np

from dpcore.erm.prediction import Flags
from dpcore.privacy.mechanisms import MECHANISMS
from dplab.simulation.comparison import DECISIVE
from dplab.studies.who_pays.decided import Decided
from dplab.studies.who_pays.disagreements import ErrorAndDisagreement
from pages.kit.figures import marks, style
from pages.kit.figures.axes import Axis
from pages.kit.figures.style import FigureDict

HEIGHT, OF_PHONE = 430, 380
MARGIN = {"l": 64, "r": 20, "t": 56, "b": 112}
MARGIN_OF_PHONE = {"l": 48, "r": 8, "t": 56, "b": 128}

EPSILON_AXIS = Axis("Privacy parameter ε (logarithmic)", DECISIVE[0], DECISIVE[-1])

DISTANCE = "Distance from the line, in standard deviations of the noise"

FURTHEST = 6.0
"""Standard deviations of the noise on either side; people further away stand at the ends."""


def people(
    decided: Decided,
    changed: Flags | None,
    *,
    title: str,
    positive: str,
    dark: bool,
    phone: bool,
) -> FigureDict:
    """Return a dot for each person: across the distance from the line, upwards how often +1.

    `changed` (n_shown,) are those who changed sides between two releases. +1 is called `positive`,
    as Plotly shows it.
    """
    colours = style.palette(dark)
    at = np.clip(decided.distance, -FURTHEST, FURTHEST)
    traces = [*_curve(decided, colours)]
    for is_right, name, symbol, colour in (
        (True, "right without this noise", "circle", colours.methods["objective"]),
        (False, "wrong without this noise", "x-thin", colours.methods["output"]),
    ):
        chosen = decided.is_right == is_right
        traces.append(
            marks.dots(
                at[chosen],
                decided.share[chosen],
                marks.marker(
                    symbol, 6, colour, opacity=0.6, line=marks.stroke(colour, 0 if is_right else 2)
                ),
                name=name,
                hovertemplate="in %{y:.0%} of the draws<extra></extra>",
            )
        )
    if changed is not None:
        ring = marks.marker("circle-open", 14, colours.ink, line=marks.stroke(colours.ink, 2))
        traces.append(
            marks.dots(
                at[changed], decided.share[changed], ring, name="changed sides", hoverinfo="skip"
            )
        )
    upwards = f"Chance of “{positive}”"
    return marks.figure(
        traces,
        title,
        dark=dark,
        height=OF_PHONE if phone else HEIGHT,
        margin=MARGIN_OF_PHONE if phone else MARGIN,
        hovermode="closest",
        xaxis=marks.axis(
            "Distance from the line" if phone else DISTANCE,
            8,
            range=[-1.05 * FURTHEST, 1.05 * FURTHEST],
        ),
        yaxis=marks.axis(upwards, 8, range=[-0.04, 1.04], tickformat=".0%"),
        shapes=[marks.vertical(0, marks.stroke(colours.quiet, 1.5, "dot"))],
        legend=marks.legend(traceorder="normal"),
    )


def _curve(decided: Decided, colours: style.Palette) -> list[FigureDict]:
    curve = decided.curve(FURTHEST)
    if curve is None:
        return []
    at, chance = curve
    exact = decided.answers.is_exact
    return [
        marks.line(
            at,
            chance,
            marks.stroke(colours.quiet, 2, "" if exact else "dash"),
            name="exact chance" if exact else "chance to first order",
            hoverinfo="skip",
        )
    ]


def along(
    at: Mapping[tuple[str, float], ErrorAndDisagreement],
    now: float,
    *,
    dark: bool,
    phone: bool,
) -> FigureDict:
    """Return mean error and disagreement of each mechanism along ε, side by side.

    `at` is by mechanism and ε, as far as they are computed; `now` is the visitor's ε.
    """
    colours, names = style.palette(dark), list(dict.fromkeys(name for name, _ in at))
    halves = marks.domains(2, 0.16 if phone else 0.1)
    traces: list[FigureDict] = []
    for panel, part in enumerate(("error", "disagreement"), start=1):
        for name in names:
            places = [epsilon for each, epsilon in at if each == name]
            traces.append(
                marks.line(
                    places,
                    [getattr(at[name, epsilon], part) for epsilon in places],
                    marks.stroke(colours.methods[name], 2.5, style.LOOKS[name].dash),
                    mode="lines+markers",
                    marker=marks.marker(style.LOOKS[name].mark, 7),
                    name=MECHANISMS[name].label,
                    hovertemplate="%{y:.1%}<extra>ε = %{x}</extra>",
                    showlegend=panel == 1,
                    **marks.on(panel),
                )
            )
    axes: FigureDict = {}
    for panel, half in enumerate(halves, start=1):
        scale = replace(EPSILON_AXIS, title="ε") if phone else EPSILON_AXIS
        across = marks.log_axis(scale) | {"domain": half}
        upward = marks.axis("", range=[0, 0.5 if panel == 2 else 0.6], tickformat=".0%")
        axes |= marks.panel_axes(panel, across, upward)
    here = EPSILON_AXIS.inside(now)
    line = marks.vertical(here, marks.stroke(colours.quiet, 1.5, "dot"))
    titles = ("Mean test error", "Changed by a second release")
    short = ("Mean error", "Disagreement")
    return marks.figure(
        traces,
        dark=dark,
        height=OF_PHONE if phone else HEIGHT - 40,
        margin=(MARGIN_OF_PHONE if phone else MARGIN) | {"t": 48},
        hovermode="closest",
        shapes=[line, line | {"xref": "x2"}],
        annotations=[
            marks.panel_title((short if phone else titles)[k], sum(half) / 2, 1.0, size=14)
            for k, half in enumerate(halves)
        ],
        legend=marks.legend(traceorder="normal"),
        **axes,
    )
