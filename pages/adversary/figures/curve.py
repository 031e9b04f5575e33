"""How often the right suspect is named, against ε: between guessing and what ε allows at most."""

from collections.abc import Mapping, Sequence

from dpcore.privacy.adversary import ceiling
from dpcore.simulation.summaries import Summary
from dpcore.studies.adversary.curve import EPSILONS, Named
from pages.comparison.figures import curves
from pages.kit.figures import marks, style
from pages.kit.figures.axes import Axis
from pages.kit.figures.style import Drawing

AXIS = Axis("Privacy parameter ε (logarithmic)", EPSILONS[0], EPSILONS[-1])
HEIGHT, OF_PHONE, TOP = 460, 540, 1.03
TITLE = "How often the best attacker is right"

VISIBLE = 0.002
"""A difference that the picture shows."""

DENSE = tuple(10 ** (k / 10) for k in range(-22, 33))
"""Where the ceiling is drawn: a curve, and not a chain of straight pieces."""


def show(
    along: Mapping[str, Named],
    now: Mapping[str, Named],
    *,
    epsilon: float,
    m: int,
    loss: str,
    historic: str,
    dark: bool,
    phone: bool = False,
) -> Drawing:
    """Return the figure.

    Parameters
    ----------
    along : mapping
        By mechanism, at each of `EPSILONS`: those that are computed so far.
    now : mapping
        By mechanism, at `epsilon` alone.
    epsilon : float
        Where the visitor stands.
    m : int
        Suspects.
    loss : str
    historic : str
        The mechanism whose own ceiling stands beside that of ε, where it has one.
    dark : bool
        The theme in use.
    phone : bool
        Whether it is drawn for a phone, on which the legend takes more lines.
    """
    lines = {(name, loss): (EPSILONS, summaries(each)) for name, each in along.items()}
    drawing = curves.error_against(AXIS, lines, title=TITLE, dark=dark, errors="Probability")
    drawing["layout"]["yaxis"] |= {"range": [0, TOP], "tickvals": [0, 0.25, 0.5, 0.75, 1]}
    drawing["layout"]["height"] = OF_PHONE if phone else HEIGHT
    drawing["data"] += _bounds(m, along.get(historic), historic, style.palette(dark))
    here = {name: summaries(each)[0] for name, each in now.items()}
    return curves.mark(drawing, AXIS, epsilon, here, dark=dark)


def summaries(named: Named) -> list[Summary]:
    """Return each mean with two standard errors on both sides."""
    pairs = zip(named.named, 2 * named.standard_error, strict=True)
    return [Summary(float(p), float(max(p - e, 0)), float(min(p + e, 1))) for p, e in pairs]


def _bounds(m: int, historic: Named | None, name: str, colours: style.Palette) -> list[Drawing]:
    most = [ceiling(epsilon, 1 / m) for epsilon in DENSE]
    lines = [_line(DENSE, most, "most that ε allows", colours.ink, "longdash")]
    if historic is not None and historic.ceilings is not None:
        lines += _of_historic(historic.ceilings.tolist(), m, colours.methods[name])
    return [*lines, _line(DENSE, [1 / m] * len(DENSE), "guessing", colours.quiet, "dot")]


def _of_historic(ceilings: list[float], m: int, colour: str) -> list[Drawing]:
    """Return a historic mechanism's own ceiling, where it is above that of ε."""
    above = [
        (epsilon, own)
        for epsilon, own in zip(EPSILONS, ceilings, strict=True)
        if own > ceiling(epsilon, 1 / m) + VISIBLE
    ]
    historic = marks.dots(
        [epsilon for epsilon, _ in above],
        [own for _, own in above],
        marks.marker("triangle-down-open", 11, colour),
        name="most that is proven for the historic one",
        hovertemplate="%{y:.1%}",
    )
    return [historic] if above else []


def _line(
    places: Sequence[float], values: Sequence[float], name: str, colour: str, dash: str
) -> Drawing:
    stroke = marks.stroke(colour, 2, dash)
    return marks.line(list(places), list(values), stroke, name=name, hovertemplate="%{y:.1%}")
