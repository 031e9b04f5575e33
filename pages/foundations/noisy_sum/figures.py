"""The picture of the noisy sum: two densities, the draws under them, and the privacy loss."""

import numpy as np

from dplab.studies.foundations.noisy_sum import NoisySum
from pages.foundations import two_answers
from pages.kit.figures import marks, style
from pages.kit.figures.style import FigureDict

HEIGHT = 560
ROWS = {"density": (0.63, 0.95), "draws": (0.28, 0.52), "loss": (0.0, 0.17)}
"""Where the rows begin and end."""

HEADINGS = {
    "density": "Densities p₀(y), p₁(y) of the answer",
    "draws": "Answers, and where 95 in 100 lie",
    "loss": "Privacy loss: log p₁(y)/p₀(y)",
}

MOST_DOTS = 1_000
LEVEL = 0.35
"""Of the half width in the row of the draws, which lie between 0 and `LOWEST`."""

LOWEST, TOP = -0.9, 1.1
GOLDEN = (5**0.5 - 1) / 2
"""Steps by the golden ratio spread the dots evenly, whatever their number."""


def draw(noisy: NoisySum, *, dark: bool) -> FigureDict:
    """Return the figure."""
    colours = style.palette(dark)
    traces = [
        two_answers.density(
            noisy.outputs,
            values,
            f"this person's bit is {bit}: the sum is {noisy.sums[bit]:,}",
            bit == 0,
            colours,
        )
        for bit, values in enumerate(noisy.densities)
    ]
    traces.append(_half_width(noisy, colours))
    traces += _dots(noisy, colours)
    traces.append(two_answers.loss(noisy.outputs, noisy.loss, "y3", colours))
    return _framed(traces, noisy, colours, dark=dark)


def _half_width(noisy: NoisySum, colours: style.Palette) -> FigureDict:
    return marks.line(
        [noisy.total - noisy.exact.width, noisy.total + noisy.exact.width],
        [LEVEL] * 2,
        marks.stroke(colours.ink, 3),
        yaxis="y2",
        mode="lines+markers",
        marker=marks.marker("line-ns", 9, line=marks.stroke(colours.ink, 2)),
        **marks.SILENT,
    )


def _name(noisy: NoisySum, colours: style.Palette) -> FigureDict:
    """Name the half width above its line: that may be shorter than its name."""
    return marks.note(
        f"{100 * noisy.exact.share:.0f} % within ± {noisy.exact.width:.4g}",
        noisy.total,
        LEVEL,
        colours.ink,
        yref="y2",
        yanchor="bottom",
        yshift=6,  # above the ends of the line, which may be shorter than the name
    )


def _dots(noisy: NoisySum, colours: style.Palette) -> list[FigureDict]:
    """Return the latest draws, the last of all by itself; none while there is none."""
    n = len(noisy.answers)
    number = np.arange(n)[-MOST_DOTS:]
    if not n:
        return []
    heights = LOWEST * (0.1 + 0.8 * ((number + 1) * GOLDEN % 1))
    sparse = n < 50
    return [
        _some(noisy.answers[number], heights, 7 if sparse else 4, 0.8 if sparse else 0.35, colours),
        _some(noisy.answers[-1:], heights[-1:], 11, 1, colours),
    ]


def _some(
    answers: np.ndarray, heights: np.ndarray, size: int, opacity: float, colours: style.Palette
) -> FigureDict:
    look = {
        "size": size,
        "color": colours.methods["objective"],
        "opacity": opacity,
        "line": marks.stroke(colours.ground, 1 if size > 6 else 0),
    }
    return marks.dots(
        answers.tolist(),
        heights.tolist(),
        look,
        yaxis="y2",
        hovertemplate="answer %{x:.4g}<extra></extra>",
        showlegend=False,
    )


def _framed(
    traces: list[FigureDict], noisy: NoisySum, colours: style.Palette, *, dark: bool
) -> FigureDict:
    epsilon = noisy.asked.epsilon
    return marks.figure(
        traces,
        style.title_of("One person's bit in a noisy sum", x=0.01, xref="container"),
        dark=dark,
        height=HEIGHT,
        margin={"l": 34, "r": 14, "t": 44, "b": 96},
        hovermode="closest",
        xaxis=marks.axis(
            "Answer y = sum + Lap(1/ε)",
            6,
            range=list(noisy.range),
            nticks=6,
            anchor="y3",
            exponentformat="power",
        ),
        yaxis=two_answers.density_axis(float(noisy.densities.max()), ROWS["density"]),
        yaxis2={
            "range": [LOWEST, TOP],
            "domain": list(ROWS["draws"]),
            "showgrid": False,
            "showticklabels": False,
        },
        yaxis3=two_answers.loss_axis(epsilon, (-1.5 * epsilon, 1.5 * epsilon), ROWS["loss"]),
        shapes=two_answers.levels(epsilon, "y3", colours),
        annotations=[*two_answers.headings(HEADINGS, ROWS, colours), _name(noisy, colours)],
        legend=marks.legend(itemclick=False, font={"size": 13}),
    )
