"""TDIL at sizes that no table has: what is left to learn, and what one selection may cost."""

import math
from collections.abc import Mapping

from dpcore.privacy.kernels.plans import UpdatePlan
from dpcore.privacy.kernels.tdil import SelfTaught
from pages.kernels.serving.figures.ways import decades
from pages.kit.figures import style
from pages.kit.figures.axes import Axis
from pages.kit.figures.style import LOOKS, Drawing

HEIGHT = 520
EDGE = 0.5
"""Decades beyond the ends of the axis of costs: room for marks."""

ROWS = {"left": (0.58, 0.95), "cost": (0.0, 0.4)}
"""Where the rows begin and end."""

FORM_LOOKS = {"mended": LOOKS["objective"], "printed": LOOKS["objective_2008"]}
LABELS = {"mended": "mended", "printed": "as printed"}

Found = Mapping[int, tuple[UpdatePlan, SelfTaught]]
"""At each n, the plan and the run."""


def draw(found: Mapping[str, Found], epsilon: float, *, dark: bool) -> Drawing:
    """Return the figure.

    Parameters
    ----------
    found : mapping
        By form.
    epsilon : float
        What all rounds together may cost.
    dark : bool
    """
    colours = style.palette(dark)
    data = [_left(form, runs, dark=dark) for form, runs in found.items()]
    data += [_cost(form, runs, dark=dark) for form, runs in found.items()]
    sizes = list(next(iter(found.values())))
    axis = Axis("Records n in the constants (logarithmic)", sizes[0], sizes[-1], edge=0.3)
    costs = [plan.selection_loss for runs in found.values() for plan, _ in runs.values()]
    return {"data": data, "layout": _layout(axis, costs, epsilon, colours, dark=dark)}


def _left(form: str, runs: Found, *, dark: bool) -> Drawing:
    return _curve(form, dark=dark) | {
        "x": list(runs),
        "y": [float(run.distances[:, -1].mean()) for _, run in runs.values()],
        "customdata": [
            float(run.updated.mean()) if run.updated.size else 0.0 for _, run in runs.values()
        ],
        "name": f"TDIL {LABELS[form]}",
        "hovertemplate": "%{y:.2f} left; %{customdata:.1%} of the rounds update",
    }


def _cost(form: str, runs: Found, *, dark: bool) -> Drawing:
    return _curve(form, dark=dark) | {
        "x": list(runs),
        "y": [plan.selection_loss for plan, _ in runs.values()],
        "yaxis": "y2",
        "name": f"TDIL {LABELS[form]}",
        "hovertemplate": "one selection: up to %{y:.2g}",
        "showlegend": False,
    }


def _curve(form: str, *, dark: bool) -> Drawing:
    look = FORM_LOOKS[form]
    color = look.dark if dark else look.light
    return {
        "type": "scatter",
        "mode": "lines+markers",
        "line": {"color": color, "width": 2.5, "dash": look.dash},
        "marker": {"symbol": look.mark, "size": 8},
    }


def _layout(
    axis: Axis, costs: list[float], epsilon: float, colours: style.Palette, *, dark: bool
) -> Drawing:
    low, high = decades([*costs, epsilon])
    heading = {"xref": "paper", "x": 0, "yref": "paper", "xanchor": "left", "showarrow": False,
               "yanchor": "bottom", "font": {"color": colours.quiet, "size": 13}}  # fmt: skip
    return {
        "template": style.plain_template(dark),
        "title": style.title_of("TDIL where only its constants know n"),
        "height": HEIGHT,
        "margin": {"l": 56, "r": 10, "t": 44, "b": 96},
        "hovermode": "x unified",
        "xaxis": {
            "type": "log",
            "title": {"text": axis.title, "standoff": 6},
            "range": axis.range,
            "tickvals": axis.ticks,
            "ticktext": [f"10<sup>{math.log10(tick):.0f}</sup>" for tick in axis.ticks],
            "anchor": "y2",
        },
        "yaxis": {"domain": list(ROWS["left"]), "range": [-0.05, 1.15], "tickformat": ".1f"},
        "yaxis2": {
            "domain": list(ROWS["cost"]),
            "type": "log",
            "range": [low - EDGE, high + EDGE],
            "dtick": 2,
            "exponentformat": "power",
        },
        "shapes": [
            {
                "type": "line", "xref": "paper", "x0": 0, "x1": 1, "yref": "y2",
                "y0": epsilon, "y1": epsilon,
                "line": {"color": colours.ink, "width": 1.5, "dash": "dash"},
            }
        ],
        "annotations": [
            heading | {"text": "Distance ‖w − w*‖ left after the rounds", "y": ROWS["left"][1]},
            heading | {"text": "Privacy loss that one selection may cost (log.)",
                       "y": ROWS["cost"][1]},
            {
                "text": "ε of all rounds", "xref": "paper", "x": 0.99, "xanchor": "right",
                "yref": "y2", "y": math.log10(epsilon), "yanchor": "top", "showarrow": False,
                "font": {"color": colours.ink, "size": 12},
            },
        ],
        "legend": {"orientation": "h", "x": 0, "y": -0.16, "yanchor": "top"},
    }  # fmt: skip
