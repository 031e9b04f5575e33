"""Errors by group: without noise beside those at ε, a slope for each group; and along ε."""

import html
import math
from collections.abc import Mapping, Sequence

from dplab.simulation.comparison import DECISIVE
from dplab.studies.who_pays.along import Gaps
from dplab.studies.who_pays.costs import Costs, GroupCost
from pages.kit import words
from pages.kit.figures import marks, style
from pages.kit.figures.axes import Axis
from pages.kit.figures.style import FigureDict

HEIGHT, OF_PHONE, TWO_LINES = 430, 400, 60
"""Pixels of a figure, and what a phone's legend takes besides where each name has two lines."""

MARGIN = {"l": 64, "r": 190, "t": 56, "b": 112}
MARGIN_OF_PHONE = {"l": 58, "r": 126, "t": 56, "b": 104}

TOPS = (0.1, 0.2, 0.3, 0.5, 0.7, 1.0)
"""Where the axis of errors may end: it stays as long as the errors fit."""

APART, WIDEST = 0.035, 0.17
"""Between the places of two groups at either end of the slopes, and of all: names begin beyond."""

CLOSEST = 0.055
"""Between two names at the end of slopes, of the height of the plot."""

LONGEST, LONGEST_OF_PHONE = 22, 13
"""Characters of a group's name in the figure."""

EPSILON_AXIS = Axis("Privacy parameter ε (logarithmic)", DECISIVE[0], DECISIVE[-1])


def slopes(costs: Costs, *, title: str, errors: str, dark: bool, phone: bool) -> FigureDict:
    """Return each group's error without noise and at ε.

    `errors` is what the axis is called.
    """
    colours = style.palette(dark)
    groups = [group for group in costs.groups if group.n_test]
    top = _top(groups)
    traces = [
        trace
        for place, group in enumerate(groups)
        for trace in _slope(group, _shift(place, len(groups)), _look(costs, group, colours))
    ]
    epsilon = words.number(costs.question.settings.epsilon)
    return marks.figure(
        [*traces, *_legend(costs, colours, phone=phone)],
        title,
        dark=dark,
        height=OF_PHONE + TWO_LINES if phone else HEIGHT,
        margin=MARGIN_OF_PHONE if phone else MARGIN,
        hovermode="closest",
        xaxis={
            "range": [-0.25, 1.2],
            "tickvals": [0, 1],
            "ticktext": ["without<br>noise" if phone else "without noise", f"at ε = {epsilon}"],
            "showgrid": False,
        },
        yaxis=marks.axis(errors, 8, range=[0, top], tickformat=".0%"),
        annotations=_names(groups, top, costs, colours, phone=phone),
        legend=marks.legend(traceorder="normal", itemclick=False),
    )


def _top(groups: Sequence[GroupCost]) -> float:
    ends = (end for each in groups for end in (each.draws.high, each.constant, each.high))
    highest = max(ends, default=0.0)  # No group has a record that counts: the axis is empty.
    return next(top for top in TOPS if highest <= top)


def _shift(place: int, count: int) -> float:
    """Return how far a group stands from the middle of its end."""
    return (place - (count - 1) / 2) * min(APART, WIDEST / max(count - 1, 1))


def _look(costs: Costs, group: GroupCost, colours: style.Palette) -> tuple[str, str]:
    place = [each.name for each in costs.groups].index(group.name)
    return style.of_group(place, colours)


def _slope(group: GroupCost, shift: float, look: tuple[str, str]) -> list[FigureDict]:
    """Return a group's line, its intervals, half of its draws, and its constant rule."""
    colour, symbol = look
    before, after = shift, 1 + shift
    name = _escaped(group.name)
    sizes = f"{group.n_train:,} to train on, {group.n_test:,} to test on"
    if not group.is_known:
        # Its size is known, and hardly anything else: no line, which would be a verdict.
        return [
            marks.dots(
                [before],
                [group.without_noise],
                marks.marker(f"{symbol}-open", 9, colour, opacity=0.5),
                hovertemplate=f"{name}: too few that count ({group.n_test})<extra></extra>",
                showlegend=False,
            )
        ]
    draws = group.draws
    return [
        marks.line(
            [1 + shift, 1 + shift],
            [draws.low, draws.high],
            marks.stroke(style.band(colour, 0.45), 9),
            **marks.SILENT,
        ),
        marks.line(
            [before, after],
            [group.without_noise, group.at_epsilon],
            marks.stroke(colour, 2.5),
            mode="lines+markers",
            marker=marks.marker(symbol, 10, colour),
            error_y=_intervals(group, colour),
            showlegend=False,
            customdata=[sizes, f"half of the draws {words.percent(draws.low)} to "
                               f"{words.percent(draws.high)}"],
            hovertemplate=f"{name}: %{{y:.1%}}<br>%{{customdata}}<extra></extra>",
        ),
        *([] if group.constant <= 0 else [
            marks.line(
                [-0.2, -0.06],
                [group.constant] * 2,
                marks.stroke(colour, 2, style.CONSTANT_DASH),
                showlegend=False,
                hovertemplate=f"{name}, always predicting its majority: %{{y:.1%}}<extra></extra>",
            )
        ]),
    ]  # fmt: skip


def _intervals(group: GroupCost, colour: str) -> FigureDict:
    margin = 0.0 if math.isinf(group.margin) else group.margin
    above = [group.high - group.without_noise, margin]
    below = [group.without_noise - group.low, min(margin, group.at_epsilon)]
    return marks.whisker(above, below, colour, 4)


def _names(
    groups: Sequence[GroupCost], top: float, costs: Costs, colours: style.Palette, *, phone: bool
) -> list[FigureDict]:
    """Return the groups' names at the ends of their slopes, none on another."""
    longest = LONGEST_OF_PHONE if phone else LONGEST
    known = [group for group in groups if group.is_known]
    at = _spread([group.at_epsilon for group in known], CLOSEST * top * (1.15 if phone else 1))
    right = {"xanchor": "left", "xref": "x", "bgcolor": style.band(colours.ground, 0.7)}
    return [
        marks.note(
            f"{_short(group.name, longest)} {words.percent(group.at_epsilon)}",
            1.1,
            height,
            _look(costs, group, colours)[0],
            12 if phone else 13,
            **right,
        )
        for group, height in zip(known, at, strict=True)
    ]


def _spread(heights: Sequence[float], apart: float) -> list[float]:
    """Return heights as near to these as names do not lie on one another, from below."""
    order = sorted(range(len(heights)), key=heights.__getitem__)
    placed, lowest = dict[int, float](), -1.0
    for place in order:
        placed[place] = max(heights[place], lowest)
        lowest = placed[place] + apart
    return [placed[place] for place in range(len(heights))]


def _legend(costs: Costs, colours: style.Palette, *, phone: bool) -> list[FigureDict]:
    """Return what the marks mean, once for all groups; on a phone in lines that fit."""
    end = "<br>" if phone else " "
    samples: list[tuple[str, FigureDict]] = [
        (
            f"half of all releases{end}fall here",
            {"mode": "lines", "line": marks.stroke(style.band(colours.ink, 0.45), 9)},
        ),
        (
            f"95 % interval of the error;{end}at ε, of its cost",
            {
                "mode": "markers",
                "marker": marks.marker("line-ns", 12, line=marks.stroke(colours.ink, 2)),
            },
        ),
    ]
    if any(group.constant > 0 for group in costs.groups):
        dotted = marks.stroke(colours.ink, 2, style.CONSTANT_DASH)
        samples.append(
            (f"always predicting{end}the group's majority", {"mode": "lines", "line": dotted})
        )
    return [
        marks.scatter([None], [None], name=name, hoverinfo="skip", **looks)
        for name, looks in samples
    ]


def along(
    at: Mapping[float, Costs], now: Costs, *, title: str, errors: str, dark: bool, phone: bool
) -> FigureDict:
    """Return each group's mean error along ε, with half of its draws as a band.

    `at` is by ε, as far as they are computed, and `now` at the visitor's.
    """
    colours, places = style.palette(dark), list(at)
    known = [group.name for group in now.groups if group.is_known]
    series = {
        name: [next(g for g in at[place].groups if g.name == name) for place in places]
        for name in known
    }
    traces: list[FigureDict] = []
    for name in known:
        colour, symbol = style.of_group([g.name for g in now.groups].index(name), colours)
        traces += _curve(name, places, series[name], colour, symbol)
    dashed = {"mode": "lines", "line": marks.stroke(colours.ink, 1.5, "dash")}
    traces.append(marks.scatter([None], [None], name="without noise", hoverinfo="skip", **dashed))
    everything = [group for each in (*at.values(), now) for group in each.groups if group.is_known]
    here = EPSILON_AXIS.inside(now.question.settings.epsilon)
    return marks.figure(
        traces,
        title,
        dark=dark,
        height=OF_PHONE if phone else HEIGHT,
        margin=MARGIN_OF_PHONE | {"r": 12} if phone else MARGIN | {"r": 20},
        hovermode="x unified",
        xaxis=marks.log_axis(EPSILON_AXIS),
        yaxis=marks.axis(errors, 8, range=[0, _top(everything)], tickformat=".0%"),
        shapes=[marks.vertical(here, marks.stroke(colours.quiet, 1.5, "dot"))],
        legend=marks.legend(traceorder="normal"),
    )


def _curve(
    name: str, places: Sequence[float], groups: Sequence[GroupCost], colour: str, symbol: str
) -> list[FigureDict]:
    draws = [group.draws for group in groups]
    shown = _short(name, LONGEST)
    return [
        marks.band(places, [d.low for d in draws], [d.high for d in draws], style.band(colour)),
        marks.line(
            places,
            [group.at_epsilon for group in groups],
            marks.stroke(colour, 2.5),
            mode="lines+markers",
            marker=marks.marker(symbol, 7),
            name=shown,
            hovertemplate="%{y:.1%}",
        ),
        marks.line(
            [DECISIVE[0], DECISIVE[-1]],
            [groups[0].without_noise] * 2 if groups else [],
            marks.stroke(colour, 1.5, "dash"),
            **marks.SILENT,
        ),
    ]


def gaps(between: Gaps, *, now: float, dark: bool, phone: bool) -> FigureDict:
    """Return how much more one group errs than another along ε, and how much more it pays.

    `now` is the visitor's ε.
    """
    colours = style.palette(dark)
    looks = (("gap in error", between.error, 0), ("gap in cost", between.cost, 1))
    traces = [
        marks.line(
            list(gap),
            [100 * each for each in gap.values()],
            marks.stroke(style.of_group(place, colours)[0], 2.5),
            mode="lines+markers",
            marker=marks.marker(style.of_group(place, colours)[1], 7),
            name=name,
            hovertemplate="%{y:.1f} points",
        )
        for name, gap, place in looks
    ]
    level = 100 * between.without_noise
    traces.append(
        marks.line(
            [DECISIVE[0], DECISIVE[-1]],
            [level, level],
            marks.stroke(style.of_group(0, colours)[0], 1.5, "dash"),
            name="gap in error without noise",
            hoverinfo="skip",
        )
    )
    here = EPSILON_AXIS.inside(now)
    return marks.figure(
        traces,
        "Gap between the two groups along ε",
        dark=dark,
        height=OF_PHONE if phone else HEIGHT - 60,
        margin=MARGIN_OF_PHONE | {"r": 12} if phone else MARGIN | {"r": 20},
        hovermode="x unified",
        xaxis=marks.log_axis(EPSILON_AXIS),
        yaxis=marks.axis("Points", 8, zeroline=True, zerolinecolor=colours.quiet),
        shapes=[marks.vertical(here, marks.stroke(colours.quiet, 1.5, "dot"))],
        legend=marks.legend(traceorder="normal"),
    )


def _short(name: str, longest: int) -> str:
    shown = name if len(name) <= longest else name[: longest - 1] + "…"
    return _escaped(shown)


def _escaped(name: str) -> str:
    """Return a name as Plotly shows it: it reads tags in texts, and the name may be a visitor's."""
    return html.escape(name, quote=False).replace("%{", "% {")
