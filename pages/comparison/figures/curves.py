"""Test error against ε, n or λ: a curve and a band per method, and where the visitor stands.

With one loss, a method's curve has a line and marks of its own. With several, the marks tell the
method and the line tells the loss; the legend names both, once each.
"""

import html
import math
from collections.abc import Iterable, Mapping, Sequence

import pandas as pd

from dpcore.erm.losses import LOSSES
from dpcore.privacy.mechanisms import MECHANISMS
from dplab.simulation.comparison import EPSILONS
from dplab.simulation.constant import ConstantRule
from dplab.simulation.measures import MEASURES
from dplab.simulation.settings import Settings
from dplab.simulation.summaries import Summary, labelled
from pages.comparison import terms
from pages.kit.figures import marks, style
from pages.kit.figures.axes import Axis
from pages.kit.figures.style import FigureDict

HEIGHT = 430
MARGIN = {"l": 64, "r": 20, "t": 56, "b": 108}
MAX_ERROR = 0.7
"""Errors about 1/2 are guessing; draws that guess worse still belong in the picture."""

ERRORS = MEASURES["error"].label

EPSILON_AXIS = Axis("Privacy parameter ε (logarithmic)", EPSILONS[0], EPSILONS[-1])

Curve = tuple[Sequence[float], Sequence[Summary]]
"""Places on the axis, and the errors there."""

Key = tuple[str, str]
"""A mechanism and a loss."""


def table(
    curves: Iterable[tuple[tuple[str, ...], Curve]],
    columns: Sequence[str],
    source: Settings | None = None,
) -> pd.DataFrame:
    """Return what bands and medians show, one row for each place of each curve.

    The last of the `columns` is the axis; those before it name a curve. What names the records, of
    a `source`, is the same in all rows and comes last.
    """
    points = [
        (*key, place, each.low, each.median, each.high)
        for key, (places, summaries) in curves
        for place, each in zip(places, summaries, strict=True)
    ]
    rows = pd.DataFrame(points, columns=[*columns, "low", "median", "high"])
    if source is None:
        return rows
    named = labelled(rows, source)
    return named[[*rows, *(name for name in named if name not in rows)]]


def ceiling(curves: Iterable[Curve]) -> float:
    """Return where the axis of errors ends: at `MAX_ERROR`, or at 1 where a band goes beyond."""
    highest = max((s.high for _, summaries in curves for s in summaries), default=0.0)
    return MAX_ERROR if highest <= MAX_ERROR else 1.0


def error_against(
    axis: Axis,
    curves: Mapping[Key, Curve],
    *,
    title: str,
    dark: bool,
    rule: ConstantRule | None = None,
    errors: str = ERRORS,
) -> FigureDict:
    """Return the figure of test errors along an axis, a curve for each mechanism and loss.

    Curves are in the order of the legend; `errors` is as in `layout`.
    """
    colours = style.palette(dark)
    losses = list(dict.fromkeys(loss for _, loss in curves))
    traces = [
        trace for (name, _), curve in curves.items() for trace in band(curve, colours.methods[name])
    ]
    traces += [
        _curve(name, curve, colours, loss if len(losses) > 1 else None)
        for (name, loss), curve in curves.items()
    ]
    if len(losses) > 1:
        traces += _legend(list(dict.fromkeys(name for name, _ in curves)), losses, colours)
    framed = layout(axis, title, curves.values(), dark=dark, rule=rule, errors=errors)
    return {"data": traces, "layout": framed}


def for_phone(drawing: FigureDict) -> FigureDict:
    """Name levels, such as the constant rule, in the legend and not on their lines.

    On a phone such a name is more than half as wide as the figure, and would lie across the mark
    of where the visitor stands.

    Parameters
    ----------
    drawing : FigureDict
        Of `error_against`, with all of its marks.
    """
    layout = drawing["layout"]
    lines = {line["y0"]: line["line"] for line in layout["shapes"] if line["y0"] == line["y1"]}
    named = [each for each in layout["annotations"] if each["y"] in lines and "yref" not in each]
    layout["annotations"] = [each for each in layout["annotations"] if each not in named]
    for each in named:
        text = each["text"]
        label = text[0].upper() + text[1:]
        drawing["data"].append(_sample(label, mode="lines", line=lines[each["y"]]))
    return drawing


def mark(
    drawing: FigureDict, axis: Axis, value: float, now: Mapping[str, Summary], *, dark: bool
) -> FigureDict:
    """Mark where the visitor stands on the axis; beyond its ends, just beyond them.

    The drawing is that of `error_against`, and the mark is added to it. The value is ∞, too; `now`
    are the errors there of each private mechanism, if they are known.
    """
    colours = style.palette(dark)
    at = axis.inside(value)
    line, name = _upright(axis, at, colours)
    drawing["layout"]["shapes"].append(line)
    drawing["layout"]["annotations"].append(name)
    drawing["data"] += [_here(name, at, summary, colours) for name, summary in now.items()]
    return drawing


def layout(
    axis: Axis,
    title: str,
    curves: Iterable[Curve],
    *,
    dark: bool,
    rule: ConstantRule | None = None,
    errors: str = ERRORS,
) -> FigureDict:
    """Return the layout of a figure of test errors along an axis.

    The rule, what always giving the same answer errs, is a thin line with its name; `errors` is
    what the errors are called.
    """
    level = [] if rule is None else [_level(rule, style.palette(dark))]
    return marks.layout(
        title,
        dark=dark,
        height=HEIGHT,
        margin=MARGIN,
        hovermode="x unified",
        xaxis=marks.log_axis(axis),
        yaxis=marks.axis(errors, range=[0, ceiling(curves)], tickformat=".0%"),
        shapes=[line for line, _ in level],
        annotations=[name for _, name in level],
        legend=marks.legend(traceorder="normal"),
    )


def band(curve: Curve, color: str) -> list[FigureDict]:
    """Return a curve's band: no trace if it has no width."""
    places, summaries = curve
    if all(summary.low == summary.high for summary in summaries):
        return []
    lows, highs = [s.low for s in summaries], [s.high for s in summaries]
    return [marks.band(places, lows, highs, style.band(color))]


def medians(curve: Curve, stroke: FigureDict, **properties: object) -> FigureDict:
    """Return the line of a curve, through its medians."""
    places, summaries = curve
    return marks.line(list(places), [s.median for s in summaries], stroke, **properties)


def _curve(name: str, curve: Curve, colours: style.Palette, loss: str | None) -> FigureDict:
    noisy = MECHANISMS[name].is_noisy
    spread = " (band %{customdata[0]:.1%} to %{customdata[1]:.1%})" if noisy else ""
    label = MECHANISMS[name].label
    dash = style.LOOKS[name].dash if loss is None else _dash(loss)
    return medians(
        curve,
        marks.stroke(colours.methods[name], 2.5, dash),
        customdata=[(s.low, s.high) for s in curve[1]],
        name=label if loss is None else f"{label}, {LOSSES[loss].label}",
        mode="lines+markers" if noisy else "lines",
        marker=marks.marker(style.LOOKS[name].mark, 7),
        hovertemplate="%{y:.1%}" + spread,
        showlegend=loss is None,
    )


def _dash(loss: str) -> str:
    return style.LOSS_DASHES[list(LOSSES).index(loss)]


def _legend(
    names: Sequence[str], losses: Sequence[str], colours: style.Palette
) -> list[FigureDict]:
    """Name the marks of the methods and the lines of the losses, without a curve each."""
    methods = [
        _sample(
            MECHANISMS[name].label,
            mode="markers" if MECHANISMS[name].is_noisy else "lines",
            line=marks.stroke(colours.methods[name], 2.5),
            marker=marks.marker(style.LOOKS[name].mark, 9, colours.methods[name]),
        )
        for name in names
    ]
    return methods + [
        _sample(
            f"{LOSSES[loss].label} loss",
            mode="lines",
            line=marks.stroke(colours.ink, 2, _dash(loss)),
        )
        for loss in losses
    ]


def _sample(label: str, **looks: object) -> FigureDict:
    return marks.scatter([None], [None], name=label, hoverinfo="skip", **looks)


def _level(rule: ConstantRule, colours: style.Palette) -> tuple[FigureDict, FigureDict]:
    line = marks.horizontal(rule.error, marks.stroke(colours.ink, 1, style.CONSTANT_DASH))
    # Plotly reads tags in texts, and the answer may be a visitor's.
    text = html.escape(terms.always(rule), quote=False)
    name = name_of_level(text, 1, rule.error, colours.ink, colours) | {"xref": "paper"}
    return line, name


def _upright(axis: Axis, at: float, colours: style.Palette) -> tuple[FigureDict, FigureDict]:
    anchor = "left" if at < math.sqrt(axis.low * axis.high) else "right"
    return (
        marks.vertical(at, marks.stroke(colours.quiet, 1.5, "dot")),
        marks.above("you are here", math.log10(at), colours.quiet, xanchor=anchor),
    )


def _here(name: str, at: float, summary: Summary, colours: style.Palette) -> FigureDict:
    color = colours.methods[name]
    return marks.here(
        at,
        summary.median,
        style.LOOKS[name].mark,
        color,
        colours,
        error_y=spread(summary, color),
        hoverinfo="skip",
    )


def name_of_level(
    text: str, x: float, level: float, color: str, colours: style.Palette
) -> FigureDict:
    """Return the name on the line of a level, on a ground that veils curves; it ends at `x`."""
    return marks.note(
        text,
        x,
        level,
        color,
        xanchor="right",
        yanchor="bottom",
        bgcolor=style.band(colours.ground, style.VEIL_OPACITY),
        borderpad=0,
    )


def spread(summary: Summary, color: str) -> FigureDict:
    """Return the whisker of a median: from the lower end of its band to the upper."""
    above, below = [summary.high - summary.median], [summary.median - summary.low]
    return marks.whisker(above, below, color, 5)
