"""The ROC curve of the attack beside its limits, and the margins of members and strangers."""

from collections.abc import Sequence

import numpy as np

from dpcore.checks import Array
from dpcore.privacy.mechanisms import MECHANISMS
from dplab.studies.adversary.membership import EPSILONS
from dplab.studies.adversary.rates import LOOKED_AT, Membership, interval, most, promised
from pages.kit.figures import marks, style
from pages.kit.figures.axes import Axis
from pages.kit.figures.style import FigureDict

HEIGHT, OF_PHONE, OF_AREAS = 372, 740, 360
AXIS = Axis("Privacy parameter ε (logarithmic)", EPSILONS[0], EPSILONS[-1])
ENDS = [EPSILONS[0], EPSILONS[-1]]
SIDE_BY_SIDE = (((0.0, 0.52), (0.0, 1.0)), ((0.64, 1.0), (0.0, 1.0)))
STACKED = (((0.0, 1.0), (0.5, 1.0)), ((0.0, 1.0), (0.0, 0.34)))
"""Where the panels are, along and upwards."""

TITLES = ("ROC curve of the attack", "Margins, no noise")
TICKS = (0.0, 0.01, 0.1, 0.25, 0.5, 1.0)
BARS = (0.01, 0.1, 0.25, 0.5, 0.75)
"""False positive rates at which intervals are drawn."""

DENSE = np.linspace(0.0, 1.0, 201) ** 2
"""Where limits are drawn: evenly on the scale of the picture."""

HALVES = (0.0, 0.5, 1.0)
NO_NOISE, LIMIT, ALONE, GUESS = "no noise", "limit by the noise", "limit by ε alone", "guessing"


def show(exact: Membership, released: Membership | None, *, dark: bool, phone: bool) -> FigureDict:
    """Return both panels; `released` is the attack with noise, where there is some.

    Rates are on a square-root scale, which keeps 1 % apart from 0 and the diagonal straight.
    """
    colours = style.palette(dark)
    places = STACKED if phone else SIDE_BY_SIDE
    layout: FigureDict = {}
    axes = [
        (_rate_axis("False positives: strangers flagged"), _rate_axis("Members flagged")),
        (
            marks.axis("Margin (large: a small loss)", 4, nticks=6),
            marks.axis("Share above", range=[0, 1.02], tickvals=HALVES, ticktext=_names_of(HALVES)),
        ),
    ]
    for panel, ((across, upward), (along, up)) in enumerate(zip(axes, places, strict=True), 1):
        layout |= marks.panel_axes(panel, across | {"domain": along}, upward | {"domain": up})
    traces = [
        *(_limits(released, colours) if released else []),
        _line([0.0, 1.0], [0.0, 1.0], GUESS, marks.stroke(colours.quiet, 1, "dot")),
        *_attack(exact, NO_NOISE, colours),
        *(_attack(released, f"ε = {released.question.epsilons[0]:g}", colours) if released else []),
        *_margins(exact, colours),
    ]
    return marks.figure(
        traces,
        dark=dark,
        height=OF_PHONE if phone else HEIGHT,
        margin={"l": 62, "r": 20, "t": 34, "b": 118 if phone else 78},
        shapes=_flagged(exact, colours),
        annotations=[*_headings(places, colours), *_names(exact, colours)],
        legend=marks.legend(itemclick=False, itemdoubleclick=False),
        **layout,
    )


def along(exact: Membership, found: Sequence[Membership], *, dark: bool, phone: bool) -> FigureDict:
    """Return the area under the curve along ε, with its limits and what it is without noise."""
    colours = style.palette(dark)
    mechanism = found[0].question.mechanism
    colour, look = colours.methods[mechanism], style.LOOKS[mechanism]
    numbers = [each.measured[0][0] for each in found]
    epsilons = [each.question.epsilons[0] for each in found]
    traces = [
        marks.line(ENDS, [exact.measured[0][0].value] * 2, marks.stroke(
            colours.methods["non_private"], 2, "dash"), name=NO_NOISE),
        marks.line(ENDS, [0.5, 0.5], marks.stroke(colours.quiet, 1, "dot"), name=GUESS),
        marks.dots(
            epsilons,
            [each.value for each in numbers],
            marks.marker(look.mark, 10, colour, line=marks.stroke(colour, 1.5)),
            name="attack",
            error_y=marks.whisker([each.high - each.value for each in numbers],
                                  [each.value - each.low for each in numbers], colour, 6),
            hovertemplate="%{y:.3f}",
        ),
    ]  # fmt: skip
    if found[0].laws[0] is not None:
        of_noise, alone_allows = ([getattr(each, name) for each in numbers]
                                  for name in ("limit", "alone"))  # fmt: skip
        traces += [
            marks.line(epsilons, of_noise, marks.stroke(colours.ink, 3), name=LIMIT),
            marks.line(epsilons, alone_allows, marks.stroke(colours.ink, 1.5, "dash"), name=ALONE),
        ]
    return marks.figure(
        traces,
        style.title_of("Area under the ROC curve", xref="container"),
        dark=dark,
        height=OF_AREAS + (60 if phone else 0),
        margin={"l": 56, "r": 16, "t": 44, "b": 150 if phone else 100},
        xaxis=marks.log_axis(AXIS),
        yaxis=marks.axis("", range=[0.4, 1.02]),
        legend=marks.legend(itemclick=False, itemdoubleclick=False),
    )


def _limits(released: Membership, colours: style.Palette) -> list[FigureDict]:
    """Return the most that the noise allows, and that ε (and δ) alone do, where that is proven."""
    law, question = released.laws[0], released.question
    if law is None:
        return []
    filled = {"fill": "tozeroy", "fillcolor": style.band(colours.ink, 0.05)}
    name = "limit by ε and δ alone" if MECHANISMS[question.mechanism].uses_delta else ALONE
    promise = most(promised(question, question.epsilons[0]), DENSE)
    return [
        _line(DENSE, most(law, DENSE), LIMIT, marks.stroke(colours.ink, 3), **filled),
        _line(DENSE, promise, name, marks.stroke(colours.ink, 1.5, "dash")),
    ]


def _attack(found: Membership, name: str, colours: style.Palette) -> list[FigureDict]:
    """Return a curve of the attack, with intervals at some of its points."""
    mechanism = found.question.mechanism
    colour, look = colours.methods[mechanism], style.LOOKS[mechanism]
    false, true = (
        np.pad(each[0].mean(axis=0), 1, constant_values=(0.0, 1.0))
        for each in (found.false_positives, found.true_positives)
    )
    bars = np.array([found.at(rate)[0] for rate in BARS])
    middle, (low, high) = bars.mean(axis=1), interval(bars)
    ends = np.sqrt(np.clip([low, middle, high], 0.0, 1.0))
    return [
        _line(false, true, name, marks.stroke(colour, 2.5, look.dash)),
        marks.dots(
            np.sqrt(BARS),
            ends[1],
            marks.marker(look.mark, 8, colour, line=marks.stroke(colour, 1.5)),
            error_y=marks.whisker((ends[2] - ends[1]).tolist(), (ends[1] - ends[0]).tolist(),
                                  colour, 6),
            showlegend=False,
            hoverinfo="skip",
        ),
    ]  # fmt: skip


def _line(
    false: Sequence[float] | Array,
    true: Sequence[float] | Array,
    name: str,
    stroke: FigureDict,
    **more: object,
) -> FigureDict:
    """Return a curve of rates, on the scale of the picture."""
    return marks.line(
        np.sqrt(false),
        np.sqrt(true),
        stroke,
        name=name,
        customdata=np.stack([false, true], axis=-1).tolist(),
        hovertemplate="%{customdata[0]:.1%} of strangers, %{customdata[1]:.1%} of members",
        **more,
    )


def _margins(exact: Membership, colours: style.Palette) -> list[FigureDict]:
    """Return the shares of members and of strangers above each margin."""
    looks = {
        "members": (exact.true_positives, marks.stroke(colours.ink, 2.5)),
        "strangers": (exact.false_positives, marks.stroke(colours.quiet, 2.5, "dot")),
    }
    return [
        marks.line(
            exact.thresholds[0],
            shares[0].mean(axis=0),
            stroke,
            name=name,
            showlegend=False,
            hovertemplate=f"margin %{{x:.3g}}: %{{y:.1%}} of {name}<extra></extra>",
        )
        | marks.on(2)
        for name, (shares, stroke) in looks.items()
    ]


def _is_flagged(exact: Membership) -> bool:
    """Tell whether a threshold flags as few strangers as the sentence speaks of.

    Where many margins are equal, none may: a coin decides between all and nobody.
    """
    return bool(exact.false_positives[0].mean(axis=0).min() <= LOOKED_AT[-1])


def _flagged(exact: Membership, colours: style.Palette) -> list[FigureDict]:
    """Return the threshold that flags the share of strangers of which the sentence speaks."""
    if not _is_flagged(exact):
        return []
    x, y = marks.on(2).values()
    at, stroke = _threshold(exact, LOOKED_AT[-1]), marks.stroke(colours.quiet, 1, "dash")
    return [marks.vertical(at, stroke, xref=x, yref=f"{y} domain")]


def _threshold(exact: Membership, share: float) -> float:
    """Return the margin that a share of strangers passes."""
    return float(np.interp(share, exact.false_positives[0].mean(axis=0), exact.thresholds[0]))


def _names(exact: Membership, colours: style.Palette) -> list[FigureDict]:
    """Return what the lines of the margins are called, beside them."""
    x, y = marks.on(2).values()
    on: FigureDict = {"xref": x, "yref": y}
    veil: FigureDict = {"bgcolor": colours.ground, "borderpad": 0}
    true = exact.true_positives[0].mean(axis=0)
    middle = float(np.interp(0.5, true, exact.thresholds[0]))
    low = _threshold(exact, 0.5)
    right, left = {"xanchor": "left", "xshift": 8}, {"xanchor": "right", "xshift": -8}
    share = marks.note(
        f"¦ {100 * LOOKED_AT[-1]:g} % of strangers",
        1,
        1,
        colours.quiet,
        xref=f"{x} domain",
        yref=f"{y} domain",
        xanchor="right",
        yanchor="bottom",
    )
    return [
        marks.note("members", max(middle, low), 0.56, colours.ink, 13, **on, **veil, **right),
        marks.note("strangers", min(middle, low), 0.44, colours.quiet, 13, **on, **left),
        *([share] if _is_flagged(exact) else []),
    ]


def _rate_axis(title: str) -> FigureDict:
    ticks = {"tickvals": np.sqrt(TICKS).tolist(), "ticktext": _names_of(TICKS), "tickangle": 0}
    return marks.axis(title, 4, range=[0, 1.01], **ticks)


def _names_of(shares: Sequence[float]) -> list[str]:
    return [f"{100 * share:g} %" if share else "0" for share in shares]


def _headings(
    places: Sequence[tuple[tuple[float, float], ...]], colours: style.Palette
) -> list[FigureDict]:
    return [
        marks.heading(title, upward[1], colours.ink) | {"x": along[0]}
        for title, (along, upward) in zip(TITLES, places, strict=True)
    ]
