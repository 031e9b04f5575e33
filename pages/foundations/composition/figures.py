"""Pictures of many answers: the law of their loss, what their average is worth, and a budget."""

import math
from itertools import pairwise

import numpy as np

from dpcore.studies.foundations.composition import Averages, DrawnLaw, Queries
from pages.foundations.rounded import short
from pages.kit.figures import style
from pages.kit.figures.axes import Axis
from pages.kit.figures.style import Drawing

HEIGHT, LOW = 380, 170
STEPS = (1.0, 2.0, 3.0, 5.0, 10.0)
"""Where an axis of probabilities may end, times a power of ten."""

SEEN = 1e-3
"""An atom below this share of the axis would be a dot on it."""


def law(found: DrawnLaw, *, dark: bool) -> Drawing:
    """Return the figure of the loss of k answers: atoms as stems, density as an area.

    Both have one axis: the density is drawn per 2ε of loss, the distance of two atoms. The axis of
    the loss reaches from -kε to kε, so that its labels change and nothing moves needlessly.
    """
    colours = style.palette(dark)
    per_step = found.density * 2 * found.epsilon
    highest = max(float(per_step.max()), float(found.atoms[:, 1].max()))
    top = _ceiling(1.15 * highest)
    return {
        "data": [*_area(found, per_step, colours), _stems(found, top, colours)],
        "layout": {
            "template": style.plain_template(dark),
            "title": style.title_of(_title(found.k)),
            "height": HEIGHT,
            "margin": {"l": 60, "r": 20, "t": 84, "b": 92},
            "hovermode": "closest",
            "xaxis": {
                "title": {"text": "Privacy loss, from −kε to kε", "standoff": 8},
                "range": [-1.04 * found.most, 1.04 * found.most],
                **_ends(found.most),
            },
            "yaxis": {"title": {"text": "Probability"}, "range": [0, top], "tickformat": "~g"},
            "shapes": [
                _upright(at, dash, colour)
                for at, _, dash, colour in _lines(found, colours)
            ],
            "annotations": _names(found, colours),
            "showlegend": True,
            "legend": _legend(-0.26),
        },
    }  # fmt: skip


def _title(k: int) -> str:
    return "Privacy loss of one answer" if k == 1 else f"Privacy loss of {k} answers together"


def _ends(most: float) -> Drawing:
    ticks = [share * most for share in (-1, -0.5, 0, 0.5, 1)]
    return {"tickvals": ticks, "ticktext": [short(tick) for tick in ticks]}


def _area(found: DrawnLaw, per_step: np.ndarray, colours: style.Palette) -> list[Drawing]:
    colour = colours.methods["objective"]
    return [
        {
            "type": "scatter",
            "x": found.losses.tolist(),
            "y": per_step.tolist(),
            "name": "Between them: density × 2ε",
            "mode": "lines",
            "line": {"color": colour, "width": 1.5},
            "fill": "tozeroy",
            "fillcolor": style.band(colour, 0.3),
            "hovertemplate": "loss %{x:.3g}: density × 2ε = %{y:.3g}<extra></extra>",
        }
    ]


def _stems(found: DrawnLaw, top: float, colours: style.Palette) -> Drawing:
    seen = found.atoms[found.atoms[:, 1] > SEEN * top]
    colour = colours.methods["output"]
    return {
        "type": "scatter",
        "x": seen[:, 0].tolist(),
        "y": seen[:, 1].tolist(),
        "name": "Single losses",
        "mode": "markers",
        "marker": {"symbol": "circle", "size": 7, "color": colour},
        "error_y": {
            "type": "data",
            "symmetric": False,
            "array": [0] * len(seen),
            "arrayminus": seen[:, 1].tolist(),
            "color": colour,
            "thickness": 2,
            "width": 0,
        },
        "hovertemplate": "loss %{x:.3g}: probability %{y:.3g}<extra></extra>",
    }


def _lines(found: DrawnLaw, colours: style.Palette) -> list[tuple[float, str, str, str]]:
    """Return where lines stand, their names, dashes and colours; equal ones once."""
    lines = [
        (found.mean, "mean", "dash", colours.ink),
        (found.tail, "exceeded by 1 in 100", "dot", colours.ink),
        (found.most, "worst case kε", "solid", colours.ink),
    ]
    return [lines[0], lines[2]] if found.tail == found.most else lines


def _names(found: DrawnLaw, colours: style.Palette) -> list[Drawing]:
    """Name the lines above the figure, each on a level of its own: they may stand close."""
    return [
        {
            "x": at,
            "y": 1,
            "yref": "paper",
            "yshift": 34 - 16 * place if len(_lines(found, colours)) == 3 else 18 - 16 * place,
            "yanchor": "bottom",
            "xanchor": "right",
            "showarrow": False,
            "text": f"{name}: {short(at)}",
            "font": {"color": colour, "size": 12},
        }
        for place, (at, name, _, colour) in enumerate(_lines(found, colours))
    ]


def _upright(at: float, dash: str, colour: str) -> Drawing:
    return {
        "type": "line",
        "x0": at,
        "x1": at,
        "y0": 0,
        "y1": 1,
        "yref": "paper",
        "layer": "below",
        "line": {"color": colour, "dash": dash, "width": 1.5},
    }


def averages(found: Averages, here: Averages, *, dark: bool) -> Drawing:
    """Return the figure of half widths against ε spent: an average, and one answer at kε.

    Parameters
    ----------
    found : Averages
        Along the numbers of answers.
    here : Averages
        At the number that the visitor chose.
    dark : bool
        The theme in use.
    """
    colours = style.palette(dark)
    along = Axis("Privacy parameter ε spent (logarithmic)", found.spent[0], found.spent[-1], 0.1)
    up = Axis("Half width", found.single[-1], found.single[0], 0.2)
    looks = (
        ("Average of k answers at ε each", "average", colours.methods["output"], "solid", "square"),
        ("One answer with all of kε", "single", colours.methods["objective"], "dash", "circle"),
    )
    return {
        "data": [
            trace
            for name, series, colour, dash, mark in looks
            for trace in _series(found, here, (name, series, colour, dash, mark), colours)
        ],
        "layout": {
            "template": style.plain_template(dark),
            "title": style.title_of("Half width, 95 times in 100"),
            "height": HEIGHT,
            "margin": {"l": 64, "r": 20, "t": 56, "b": 96},
            "xaxis": _logarithmic(along) | {"title": {"text": along.title, "standoff": 8}},
            "yaxis": _logarithmic(up) | {"title": {"text": "Half width (logarithmic)"}},
            "legend": _legend(-0.28),
        },
    }


def _series(
    found: Averages,
    here: Averages,
    look: tuple[str, str, str, str, str],
    colours: style.Palette,
) -> list[Drawing]:
    name, series, colour, dash, mark = look
    return [
        {
            "type": "scatter",
            "x": list(found.spent),
            "y": list(getattr(found, series)),
            "customdata": list(found.counts),
            "name": name,
            "mode": "lines",
            "line": {"color": colour, "width": 2.5, "dash": dash},
            "hovertemplate": "k = %{customdata}, kε = %{x:.3g}: ± %{y:.3g}<extra></extra>",
        },
        {
            "type": "scatter",
            "x": list(here.spent),
            "y": list(getattr(here, series)),
            "mode": "markers",
            "marker": {
                "symbol": mark,
                "size": 13,
                "color": colours.ground,
                "line": {"color": colour, "width": 3},
            },
            "hoverinfo": "skip",
            "showlegend": False,
        },
    ]


def _logarithmic(axis: Axis) -> Drawing:
    return {
        "type": "log",
        "range": axis.range,
        "tickvals": axis.ticks,
        "ticktext": [short(tick) for tick in axis.ticks],
    }


def bar(done: Queries, cost: float, budget: float, *, dark: bool) -> Drawing:
    """Return the figure of a budget: a segment for each query, and the next one dashed.

    Parameters
    ----------
    done : Queries
    cost : float
        ε of the next query.
    budget : float
    dark : bool
        The theme in use.
    """
    colours = style.palette(dark)
    end = max(budget, done.total) * 1.12
    places = (0.0, *done.spent)
    widths = [right - left for left, right in pairwise(places)]
    colour = colours.methods["objective"]
    paid = {
        "type": "bar",
        "orientation": "h",
        "base": list(places[:-1]),
        "x": widths,
        "y": [0] * len(widths),
        "width": 0.7,
        "marker": {"color": colour, "line": {"color": colours.ground, "width": 1}},
        "hovertemplate": "ε = %{x:.3g}<extra></extra>",
        "showlegend": False,
    }
    return {
        "data": [paid],
        "layout": {
            "template": style.plain_template(dark),
            "title": style.title_of(f"Budget: ε = {short(done.total)} of {short(budget)} spent"),
            "height": LOW,
            "margin": {"l": 12, "r": 20, "t": 60, "b": 56},
            "xaxis": {"range": [0, end], "title": {"text": "ε spent", "standoff": 6}},
            "yaxis": {"range": [-0.5, 0.5], "showticklabels": False, "showgrid": False},
            "shapes": [
                _box(done.total, min(done.total + cost, end), colours),
                _upright(budget, "solid", colours.ink),
            ],
            "annotations": [_at_budget(budget, colours)],
        },
    }


def _box(left: float, right: float, colours: style.Palette) -> Drawing:
    return {
        "type": "rect",
        "x0": left,
        "x1": right,
        "y0": -0.35,
        "y1": 0.35,
        "line": {"color": colours.quiet, "dash": "dot", "width": 1.5},
    }


def _at_budget(budget: float, colours: style.Palette) -> Drawing:
    return {
        "x": budget,
        "y": 1,
        "yref": "paper",
        "yanchor": "bottom",
        "xanchor": "right",
        "showarrow": False,
        "text": "budget",
        "font": {"color": colours.ink, "size": 12},
    }


def _ceiling(value: float) -> float:
    """Return the first usual number that is not below a value."""
    decade = 10 ** math.floor(math.log10(value))
    return float(next(step * decade for step in STEPS if step * decade >= value))


def _legend(y: float) -> Drawing:
    return {"orientation": "h", "x": 0, "y": y, "yanchor": "top", "itemclick": False}
