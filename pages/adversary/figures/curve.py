"""How often the right suspect is named, against ε: between guessing and what ε allows at most."""

from collections.abc import Mapping, Sequence

from dpcore.experiments.adversary.curve import EPSILONS, Named
from dpcore.experiments.summaries import Summary
from dpcore.privacy.adversary import ceiling
from pages.shared.figures import curves, style
from pages.shared.figures.axes import Axis
from pages.shared.figures.style import Drawing

AXIS = Axis("Privacy parameter ε (logarithmic)", EPSILONS[0], EPSILONS[-1])
HEIGHT, TOP = 460, 1.03

DENSE = tuple(10 ** (k / 10) for k in range(-22, 33))
"""Where the ceiling is drawn: a curve, and not a chain of straight pieces."""


def show(
    found: Mapping[str, Named],
    now: Mapping[str, Named],
    *,
    epsilon: float,
    m: int,
    loss: str,
    title: str,
    historic: str,
    dark: bool,
) -> Drawing:
    """Return the figure.

    Parameters
    ----------
    found : mapping
        By mechanism, at each of `EPSILONS`: those that are computed so far.
    now : mapping
        By mechanism, at `epsilon` alone.
    epsilon : float
        Where the visitor stands.
    m : int
        Suspects.
    loss : str
    title : str
    historic : str
        The mechanism whose own ceiling stands beside that of ε, where it has one.
    dark : bool
        The theme in use.
    """
    lines = {(name, loss): (EPSILONS, summaries(each)) for name, each in found.items()}
    drawing = curves.error_against(AXIS, lines, title=title, dark=dark, errors="Probability")
    drawing["layout"]["yaxis"] |= {"range": [0, TOP], "tickvals": [0, 0.25, 0.5, 0.75, 1]}
    drawing["layout"]["height"] = HEIGHT
    drawing["data"] += _bounds(m, found.get(historic), historic, style.palette(dark))
    here = {name: summaries(each)[0] for name, each in now.items()}
    return curves.mark(drawing, AXIS, epsilon, here, dark=dark)


def summaries(named: Named) -> list[Summary]:
    """Return each mean with two standard errors on both sides."""
    pairs = zip(named.named, 2 * named.standard_error, strict=True)
    return [Summary(float(p), float(max(p - e, 0)), float(min(p + e, 1))) for p, e in pairs]


def _bounds(m: int, historic: Named | None, name: str, colours: style.Palette) -> list[Drawing]:
    most = [ceiling(epsilon, 1 / m) for epsilon in DENSE]
    lines = [
        _line(DENSE, most, "most that ε allows anybody", colours.ink, "longdash"),
        _line(DENSE, [1 / m] * len(DENSE), "guessing", colours.quiet, "dot"),
    ]
    if historic is not None and historic.ceilings is not None:
        own = historic.ceilings.tolist()
        label = "most that is proven for the historic one"
        lines.insert(1, _line(EPSILONS, own, label, colours.methods[name], "longdashdot"))
    return lines


def _line(
    places: Sequence[float], values: Sequence[float], name: str, colour: str, dash: str
) -> Drawing:
    return {
        "type": "scatter",
        "x": list(places),
        "y": list(values),
        "mode": "lines",
        "name": name,
        "line": {"color": colour, "width": 2, "dash": dash},
        "hovertemplate": "%{y:.1%}",
    }
