"""Test error against ε as an image among HTML, for the first look: there before Plotly could start.

It shows what `curves` shows, without pointing and without a camera: bands, curves, and where the
visitor stands. The drawing stretches with its place; its words keep their size.
"""

from base64 import b64encode
from collections.abc import Mapping, Sequence
from html import escape

import numpy as np

from dpcore.privacy.mechanisms import MECHANISMS
from dpcore.simulation.constant import ConstantRule
from pages.comparison import terms
from pages.comparison.figures.curves import EPSILON_AXIS, ERRORS, Curve, ceiling
from pages.kit.figures import style

HEIGHT = 340
"""Pixels."""

EPSILONS = (0.001, 0.01, 0.1, 1.0, 10.0, 100.0)

DASHES = {"solid": "", "dash": "9 9", "dot": "3 3", "longdash": "15 15"}
MARKS = {
    "square": "M-3.5-3.5h7v7h-7z",
    "circle": "M-3.5 0a3.5 3.5 0 1 0 7 0a3.5 3.5 0 1 0-7 0z",
    "diamond": "M0-4.6 4.6 0 0 4.6-4.6 0z",
    "triangle-up": "M0-4 4 3H-4z",
    "triangle-down": "M0 4 4-3H-4z",
}
"""What Plotly calls lines and marks, as SVG has them."""

RULE = "1 4"
"""Dashes of the constant rule."""


def error_against_epsilon(
    curves: Mapping[str, Curve],
    epsilon: float,
    rule: ConstantRule,
    *,
    alt: str,
    dark: bool,
    title: str = f"{ERRORS} against ε",
    phone: bool = False,
) -> str:
    """Return the figure as HTML.

    Parameters
    ----------
    curves : mapping
        Per mechanism, places on the ε axis and the errors there.
    epsilon : float
        Where the visitor stands; beyond the axis, just beyond its end.
    rule : ConstantRule
        A thin line at its error, with its name.
    alt : str
        The figure in words.
    dark : bool
        The theme in use.
    title : str
        What the figure shows.
    phone : bool
        Whether it is for a phone: there the legend has the name of the thin line.
    """
    colours = style.palette(dark)
    top = ceiling(curves.values())
    heights = [_y(error, top) for error in _errors(top)]
    grid = "".join(_line([(0, y), (100, y)], colours.grid, 1) for y in heights)
    bands = "".join(_band(name, curve, top, colours) for name, curve in curves.items())
    lines = "".join(_curve(name, curve, top, colours) for name, curve in curves.items())
    points = "".join(_marks(name, curve, top, colours) for name, curve in curves.items())
    here = _x(epsilon)
    upright = _line([(here, 0), (here, 100)], colours.quiet, 1.5, "2 3")
    level = _line([(0, _y(rule.error, top)), (100, _y(rule.error, top))], colours.ink, 1, RULE)
    # What stretches with its place, in a drawing of its own; marks keep their size.
    stretched = (
        '<svg viewBox="0 0 100 100" preserveAspectRatio="none">'
        f"{grid}{bands}{level}{lines}{upright}</svg>"
    )
    drawing = _picture(
        stretched + points, "position:absolute;inset:0;width:100%;height:100%;max-width:none"
    )
    return (
        f'<div role="img" aria-label="{escape(alt, quote=True)}" '
        f'style="color:{colours.quiet};font-size:0.82rem;line-height:1">'
        f'<div style="color:{colours.ink};font-size:0.95rem;margin-bottom:1.6rem">'
        f"{escape(title)}</div>"
        f'<div style="position:relative;height:var(--plot,{HEIGHT}px);margin:0 0.8rem 0 2.6rem">'
        f"{drawing}{_labels(here, top)}{'' if phone else _constant(rule, top, colours)}</div>"
        '<div style="text-align:center;margin-top:2rem">Privacy parameter ε (logarithmic)</div>'
        f"{_legend(curves, colours, rule if phone else None)}</div>"
    )


def _x(epsilon: float) -> float:
    low, high = EPSILON_AXIS.range
    decades = np.log10(EPSILON_AXIS.inside(epsilon))
    return float(100 * (decades - low) / (high - low))


def _y(error: float, top: float) -> float:
    return 100 * (1 - error / top)


def _errors(top: float) -> list[float]:
    return [tenths / 10 for tenths in range(round(10 * top) + 1)]


def _picture(shapes: str, css: str) -> str:
    # As an image, since Streamlit takes drawings out of HTML; it holds shapes and no words.
    svg = f'<svg xmlns="http://www.w3.org/2000/svg" width="100%" height="100%">{shapes}</svg>'
    data = b64encode(svg.encode()).decode()
    return f'<img alt="" style="{css}" src="data:image/svg+xml;base64,{data}">'


def _sample(color: str, width: float, dash: str, mark: str = "") -> str:
    line = _line([(0, 5), (34, 5)], color, width, dash)
    css = "width:34px;height:10px;vertical-align:middle;margin-right:0.45rem"
    return _picture(line + mark, css)


def _points(points: Sequence[tuple[float, float]]) -> str:
    return " ".join(f"{x:.2f},{y:.2f}" for x, y in points)


def _line(points: Sequence[tuple[float, float]], color: str, width: float, dash: str = "") -> str:
    return (
        f'<polyline points="{_points(points)}" fill="none" stroke="{color}" '
        f'stroke-width="{width}" stroke-dasharray="{dash}" stroke-linejoin="round" '
        'vector-effect="non-scaling-stroke"/>'
    )


def _curve(name: str, curve: Curve, top: float, colours: style.Palette) -> str:
    points = [(_x(place), _y(s.median, top)) for place, s in zip(*curve, strict=True)]
    return _line(points, colours.methods[name], 2.5, DASHES[style.LOOKS[name].dash])


def _marks(name: str, curve: Curve, top: float, colours: style.Palette) -> str:
    places = zip(*curve, strict=True)
    return "".join(
        _mark(name, f"{_x(place):.2f}%", f"{_y(s.median, top):.2f}%", colours)
        for place, s in places
    )


def _mark(name: str, x: str, y: str, colours: style.Palette) -> str:
    """Return a method's mark at a place; nothing for a method without noise, as on other pages."""
    if not MECHANISMS[name].is_noisy:
        return ""
    colour, mark = colours.methods[name], style.LOOKS[name].mark
    filling = "none" if mark.endswith("-open") else colour
    return (
        f'<svg x="{x}" y="{y}" overflow="visible"><path d="{MARKS[mark.removesuffix("-open")]}" '
        f'fill="{filling}" stroke="{colour}"/></svg>'
    )


def _band(name: str, curve: Curve, top: float, colours: style.Palette) -> str:
    places, summaries = curve
    low = [(_x(place), _y(s.low, top)) for place, s in zip(places, summaries, strict=True)]
    high = [(_x(place), _y(s.high, top)) for place, s in zip(places, summaries, strict=True)]
    filling = style.band(colours.methods[name])
    return f'<polygon points="{_points([*low, *reversed(high)])}" fill="{filling}"/>'


def _labels(here: float, top: float) -> str:
    errors = "".join(
        f'<span style="position:absolute;right:calc(100% + 0.4rem);top:{_y(error, top):.2f}%;'
        f'transform:translateY(-50%)">{error:.0%}</span>'
        for error in _errors(top)
    )
    epsilons = "".join(_below(_x(epsilon), f"{epsilon:g}") for epsilon in EPSILONS)
    side = "0" if here < 50 else "-100%"
    stand = (
        f'<span style="position:absolute;left:{here:.2f}%;bottom:calc(100% + 0.35rem);'
        f'transform:translateX({side});white-space:nowrap">you are here</span>'
    )
    return errors + epsilons + stand


def _constant(rule: ConstantRule, top: float, colours: style.Palette) -> str:
    return (
        f'<span style="position:absolute;right:0;bottom:{100 - _y(rule.error, top):.2f}%;'
        f'padding-bottom:0.2rem;color:{colours.ink};white-space:nowrap">'
        f"{escape(terms.always(rule))}</span>"
    )


def _below(x: float, text: str) -> str:
    return (
        f'<span style="position:absolute;left:{x:.2f}%;top:calc(100% + 0.5rem);'
        f'transform:translateX(-50%)">{text}</span>'
    )


def _named(name: str, colours: style.Palette) -> str:
    dash, mark = DASHES[style.LOOKS[name].dash], _mark(name, "50%", "50%", colours)
    return _sample(colours.methods[name], 2.5, dash, mark)


def _legend(curves: Mapping[str, Curve], colours: style.Palette, rule: ConstantRule | None) -> str:
    named = [(_named(name, colours), MECHANISMS[name].label) for name in curves]
    if rule:
        said = terms.always(rule)
        named.append((_sample(colours.ink, 1, RULE), escape(said[0].upper() + said[1:])))
    entries = "".join(
        f'<span style="white-space:nowrap">{sample}{label}</span>' for sample, label in named
    )
    return (
        f'<div style="color:{colours.ink};display:flex;flex-wrap:wrap;gap:0.7rem 1.6rem;'
        f'margin:1.1rem 0 0.4rem 2.6rem;font-size:0.88rem">{entries}</div>'
    )
