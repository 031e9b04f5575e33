"""How the privacy loss of draws is distributed, against the claim, the worst case and the audit."""

import math

import numpy as np

from dpcore.checks import Array
from dplab.instruments.audit import Finding
from dplab.studies.is_it_private.verdicts import Verdict
from pages.kit.figures import marks, style
from pages.kit.figures.style import FigureDict

HEIGHT = 304
BINS = 60
ROOM = 1.15
"""How far the axis goes beyond what it has to show."""

NARROW = 0.08
"""Share of half the axis below which the claim's two labels would collide."""


def distribution(
    losses: Array, found: Verdict, finding: Finding | None, *, dark: bool
) -> FigureDict:
    """Return the distribution of the privacy loss.

    Losses (n_draws,) are finite; `found` is about the mechanism that made them, at a finite ε; the
    finding is of an audit, once it is there.
    """
    colours, epsilon = style.palette(dark), found.question.epsilon
    # A Gaussian's loss has no largest value to mark.
    is_gaussian = found.standing == "approximate" and math.isinf(found.plan.pure_epsilon)
    worst = 0.0 if is_gaussian else found.found
    audited = finding.epsilon if finding and finding.epsilon > 0 else None
    reach = ROOM * _farthest(losses, epsilon, worst)
    levels = [(sign * epsilon, label) for sign, label in _labels(epsilon / reach)]
    stroke = marks.stroke(colours.ink, 1.5, "dash")
    return marks.figure(
        [
            *_bars(losses, epsilon, reach, colours.methods[found.question.mechanism]),
            *(
                _mark(min(loss, reach / ROOM), 0.5 / len(losses), label, symbol, colours)
                for loss, label, symbol in (
                    (worst, "worst case found", "diamond"),
                    (audited, "audit: at least", "triangle-right"),
                )
                if loss
            ),
        ],
        "Privacy loss of each draw",
        dark=dark,
        height=HEIGHT,
        margin={"l": 56, "r": 12, "t": 62, "b": 108},
        barmode="overlay",
        bargap=0,
        xaxis=_loss_axis(reach),
        yaxis=_share_axis(1 / len(losses)),
        shapes=[marks.vertical(at, stroke, xref="x", yref="y domain") for at, _ in levels],
        annotations=[marks.above(label, at, colours.ink, 13) for at, label in levels],
        legend=marks.legend(),
    )


def _labels(share: float) -> tuple[tuple[int, str], ...]:
    """Return what stands at the two lines; one label for both where there is room for one."""
    return ((-1, "−ε"), (1, "+ε")) if share > NARROW else ((-1, ""), (1, "±ε"))


def _farthest(losses: Array, epsilon: float, worst: float) -> float:
    seen = max(float(np.abs(losses).max()), 1.2 * epsilon)
    # A worst case far beyond all draws would leave them no room.
    return worst if seen < worst < 3 * seen else seen


def _bars(losses: Array, epsilon: float, reach: float, color: str) -> list[FigureDict]:
    edges = np.linspace(-reach, reach, BINS + 1)
    inside = np.abs(losses) <= epsilon
    return [
        marks.bar(
            (edges[:-1] + edges[1:]) / 2,
            np.histogram(losses[chosen], edges)[0] / len(losses),
            width=np.diff(edges),
            name=name,
            marker={"color": filling, "line": marks.stroke(color, 1)},
            hovertemplate="privacy loss %{x:.3g}: %{y:.1%} of the draws<extra></extra>",
            showlegend=bool(chosen.any()),
        )
        for name, chosen, filling in (
            ("within the claim", inside, style.band(color)),
            ("beyond the claim", ~inside, color),
        )
    ]


def _mark(x: float, y: float, label: str, symbol: str, colours: style.Palette) -> FigureDict:
    look = marks.marker(symbol, 13, colours.ground, line=marks.stroke(colours.ink, 2))
    return marks.dots([x], [y], look, name=label, cliponaxis=False, hoverinfo="skip")


def _loss_axis(reach: float) -> FigureDict:
    digits = max(0, 2 - math.floor(math.log10(reach)))
    form = f".{min(digits, 8)}f"
    return marks.axis("Privacy loss L", 6, range=[-reach, reach], nticks=7, hoverformat=form)


def _share_axis(least: float) -> FigureDict:
    return marks.axis(
        "Share (log)",
        type="log",
        range=[np.log10(least / 2), 0],
        tickvals=[0.001, 0.01, 0.1, 1],
        ticktext=["0.1 %", "1 %", "10 %", "100 %"],
    )
