"""The picture of the noisy average: two densities, and where an answer loses more than ε."""

import numpy as np

from dplab.studies.foundations.average import AverageCurves, NoisyAverage, Way
from pages.foundations import two_answers
from pages.foundations.average import sentences
from pages.kit.figures import marks, style
from pages.kit.figures.style import FigureDict

HEIGHT = 520
ROWS = {"density": (0.56, 0.95), "loss": (0.0, 0.43)}
HEADINGS = {
    "density": "Densities p(y), p′(y) of the answer",
    "loss": "Privacy loss: log p(y)/p′(y)",
}
LEAST_REACH, MOST_REACH = 1.6, 5.0
"""Of the axis of the privacy loss, in units of ε; a curve without bound leaves the picture."""

ROOM, ROUNDING = 1.15, 1e-6
BEYOND = "loses more than ε"


def draw(found: NoisyAverage, *, dark: bool) -> FigureDict:
    """Return the figure, for a finite ε."""
    colours, curves, epsilon = style.palette(dark), found.curves, found.question.epsilon
    names, unit = sentences.names(found), sentences.unit(found)
    traces = [
        two_answers.density(curves.outputs, values, name, place == 0, colours)
        for place, (values, name) in enumerate(zip(curves.densities, names, strict=True))
    ]
    traces.append(two_answers.loss(curves.outputs, curves.loss, "y2", colours))
    traces.append(_beyond(curves, epsilon, colours))
    return marks.figure(
        traces,
        sentences.TITLES[found.question.way],
        dark=dark,
        height=HEIGHT,
        margin={"l": 40, "r": 14, "t": 44, "b": 112},
        hovermode="closest",
        xaxis=marks.axis(
            f"Answer y = average + noise{',' if unit else ''}{unit}",
            6,
            range=[float(curves.outputs[0]), float(curves.outputs[-1])],
            nticks=6,
            anchor="y2",
            exponentformat="power",
        ),
        yaxis=two_answers.density_axis(float(curves.densities.max()), ROWS["density"]),
        yaxis2=two_answers.loss_axis(epsilon, _ends(found.way, curves, epsilon), ROWS["loss"]),
        shapes=two_answers.levels(epsilon, "y2", colours),
        annotations=two_answers.headings(HEADINGS, ROWS, colours),
        legend=marks.legend(itemclick=False),
    )


def _ends(way: Way, curves: AverageCurves, epsilon: float) -> tuple[float, float]:
    """Return the ends of the axis of the privacy loss: beyond ±ε, and as far as the curve goes."""
    least, most = LEAST_REACH * epsilon, MOST_REACH * epsilon
    if np.isfinite(way.worst):
        most = max(least, ROOM * way.worst)
    low, high = ROOM * float(curves.loss.min()), ROOM * float(curves.loss.max())
    return float(np.clip(low, -most, -least)), float(np.clip(high, least, most))


def _beyond(curves: AverageCurves, epsilon: float, colours: style.Palette) -> FigureDict:
    """Return the parts of the loss beyond ±ε once more, thick."""
    is_beyond = np.abs(curves.loss) > epsilon * (1 + ROUNDING)
    # Where a part begins, its line shall not jump over the gap before it.
    values = [float(v) if b else None for v, b in zip(curves.loss, is_beyond, strict=True)]
    return marks.line(
        curves.outputs.tolist(),
        values,
        marks.stroke(colours.methods["output"], 7),
        yaxis="y2",
        name=BEYOND,
        hoverinfo="skip",
        showlegend=bool(is_beyond.any()),
    )
