"""One conversation with PINP: exact values, and the answers to them, question by question."""

import numpy as np

from dpcore.checks import Array
from dplab.studies.kernels.served_along import SpokenOnce
from pages.kernels.serving.figures import ways
from pages.kit.figures import marks, style
from pages.kit.figures.style import FigureDict

HEIGHT = 360
ROOM = 1.15
"""Beyond the largest value."""


def draw(spoken: SpokenOnce, exact: Array, *, largest: float, dark: bool) -> FigureDict:
    """Return the answers of one draw, beside the exact ones, w*·φ(z_t).

    No prediction is larger than CR, the `largest`.
    """
    answers, updated = spoken.answers, spoken.updated
    questions = np.arange(1.0, len(exact) + 1)
    colours, color = style.palette(dark), ways.color("pinp", dark=dark)
    small = 5 if len(exact) > 300 else 7
    data = [
        _dots("exact, private", questions, exact, "line-ew", colours.quiet, 4),
        _dots("from the public classifier", questions[~updated], answers[~updated],
              "circle-open", colours.methods["objective"], small),
        _dots("an update: exact plus noise", questions[updated], answers[updated],
              "diamond", color, small),
    ]  # fmt: skip
    reach = ROOM * float(max(np.abs(answers).max(), np.abs(exact).max(), 1e-9))
    threshold = spoken.plan.threshold
    note = f"σ = {threshold:,.3g} to be updated; no prediction is larger than {largest:,.3g}"
    # Where the threshold lies far outside, words say so: the axis would hide the answers.
    levels = (-threshold, threshold) if threshold < reach else ()
    stroke = marks.stroke(colours.quiet, 1, "dot")
    return marks.figure(
        data,
        "PINP, question by question",
        dark=dark,
        height=HEIGHT,
        margin={"l": 56, "r": 10, "t": 62, "b": 92},
        hovermode="closest",
        xaxis=marks.axis("Question t", 6, range=[0, len(exact) + 1]),
        yaxis=marks.axis("Prediction", range=[-reach, reach]),
        shapes=[marks.horizontal(level, stroke) for level in levels],
        annotations=[marks.heading(note, 1.01, colours.quiet, 12)],
        legend=marks.legend(),
    )


def _dots(name: str, x: Array, y: Array, symbol: str, color: str, size: int) -> FigureDict:
    return marks.dots(
        x.tolist(),
        np.asarray(y).round(4).tolist(),
        marks.marker(symbol, size, color, line=marks.stroke(color, 1.5)),
        name=f"{name} ({len(x):,})",
        hovertemplate=f"question %{{x}}: %{{y:.3g}}<extra>{name}</extra>",
    )
