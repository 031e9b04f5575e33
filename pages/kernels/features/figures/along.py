"""Test errors of private classifiers on a kernel's features: along D, and along ε beside a line."""

from collections.abc import Mapping

from dpcore.privacy.mechanisms import MECHANISMS
from dplab.features import SIZES
from dplab.simulation.comparison import EPSILONS
from dplab.simulation.constant import ConstantRule
from dplab.simulation.summaries import Summary
from pages.comparison import terms
from pages.comparison.figures import curves
from pages.comparison.figures.curves import EPSILON_AXIS
from pages.kit import words
from pages.kit.figures import marks, style
from pages.kit.figures.axes import Axis
from pages.kit.figures.style import FigureDict

SIZE_AXIS = Axis("Features D (logarithmic)", SIZES[0], SIZES[-1])
STAR = 15
"""Pixels of the mark of the best D."""

Errors = Mapping[str, Mapping[float, Summary]]
"""Per mechanism, the errors along the axis, as far as they are known."""


def sizes(
    along: Errors,
    best: Mapping[str, int],
    *,
    chosen: float,
    now: Mapping[str, Summary],
    rule: ConstantRule,
    title: str,
    errors: str,
    loss: str,
    dark: bool,
    phone: bool,
) -> FigureDict:
    """Return the errors along D.

    `best` is per private mechanism the D of the smallest mean error; none while a D is missing.
    `chosen` is the visitor's D, and `now` the errors there; `errors` is what they are called.
    """
    by_loss = {(name, loss): (list(at), list(at.values())) for name, at in along.items()}
    drawing = curves.error_against(
        SIZE_AXIS, by_loss, title=title, dark=dark, rule=rule, errors=errors
    )
    curves.mark(drawing, SIZE_AXIS, chosen, now, dark=dark)
    colours = style.palette(dark)
    drawing["data"] += [
        marks.dots(
            [size],
            [along[name][size].median],
            marks.marker(
                "star", STAR, colours.methods[name], line=marks.stroke(colours.ground, 1.5)
            ),
            name=f"Best D, {terms.called(name)}",
            hovertemplate=f"best D = {words.number(size)}<extra></extra>",
        )
        for name, size in best.items()
    ]
    return curves.for_phone(drawing) if phone else drawing


def epsilons(
    kernel: Errors,
    line: Errors,
    *,
    epsilon: float,
    now: Mapping[str, Summary],
    rule: ConstantRule,
    title: str,
    errors: str,
    loss: str,
    dark: bool,
    phone: bool,
) -> FigureDict:
    """Return the errors along ε with a kernel, and thinner and paler those of a line.

    Parameters are those of `sizes`; `kernel` and `line` hold per mechanism the errors at each ε.
    """
    by_loss = {(name, loss): _curve(at) for name, at in kernel.items()}
    drawing = curves.error_against(
        EPSILON_AXIS, by_loss, title=title, dark=dark, rule=rule, errors=errors
    )
    colours = style.palette(dark)
    drawing["data"] += [_line(name, _curve(at), colours) for name, at in line.items()]
    curves.mark(drawing, EPSILON_AXIS, epsilon, now, dark=dark)
    return curves.for_phone(drawing) if phone else drawing


def _curve(at: Mapping[float, Summary]) -> curves.Curve:
    """Return a curve over ε; without noise, the same level everywhere."""
    places, summaries = list(at), list(at.values())
    if len(places) == 1:
        return (EPSILONS[0], EPSILONS[-1]), (summaries[0], summaries[0])
    return places, summaries


def _line(name: str, curve: curves.Curve, colours: style.Palette) -> FigureDict:
    return curves.medians(
        curve,
        marks.stroke(colours.methods[name], 1.3, "dot"),
        name=f"{MECHANISMS[name].label}, a line",
        hovertemplate="%{y:.1%}",
    )
