"""TDIL at sizes that no table has: what is left to learn, and what one selection may cost."""

import math
from collections.abc import Mapping

from dplab.kernels.plans import UpdatePlan
from dplab.kernels.tdil import SelfTaught
from pages.kernels.serving.figures.ways import decades
from pages.kit.figures import marks, style
from pages.kit.figures.axes import Axis
from pages.kit.figures.style import LOOKS, FigureDict

HEIGHT = 520
EDGE = 0.5
"""Decades beyond the ends of the axis of costs: room for marks."""

ROWS = {"left": (0.58, 0.95), "cost": (0.0, 0.4)}
"""Where the rows begin and end."""

FORM_LOOKS = {"mended": LOOKS["objective"], "printed": LOOKS["objective_2008"]}
LABELS = {"mended": "corrected", "printed": "as published"}

Runs = Mapping[int, tuple[UpdatePlan, SelfTaught]]
"""At each n, the plan and the run."""


def draw(forms: Mapping[str, Runs], epsilon: float, *, dark: bool) -> FigureDict:
    """Return the figure, by form; ε is what all rounds together may cost."""
    colours = style.palette(dark)
    data = [_left(form, runs, dark=dark) for form, runs in forms.items()]
    data += [_cost(form, runs, dark=dark) for form, runs in forms.items()]
    sizes = list(next(iter(forms.values())))
    axis = Axis("Records n in the constants (logarithmic)", sizes[0], sizes[-1], edge=0.3)
    costs = [plan.selection_loss for runs in forms.values() for plan, _ in runs.values()]
    low, high = decades([*costs, epsilon])
    left, cost = ROWS["left"], ROWS["cost"]
    return marks.figure(
        data,
        "TDIL where only its constants know n",
        dark=dark,
        height=HEIGHT,
        margin={"l": 56, "r": 10, "t": 44, "b": 96},
        hovermode="x unified",
        xaxis=marks.log_axis(
            axis,
            6,
            ticktext=[f"10<sup>{math.log10(tick):.0f}</sup>" for tick in axis.ticks],
            anchor="y2",
        ),
        yaxis={"domain": list(left), "range": [-0.05, 1.15], "tickformat": ".1f"},
        yaxis2={
            "domain": list(cost),
            "type": "log",
            "range": [low - EDGE, high + EDGE],
            "dtick": 2,
            "exponentformat": "power",
        },
        shapes=[marks.horizontal(epsilon, marks.stroke(colours.ink, 1.5, "dash"), yref="y2")],
        annotations=[
            marks.heading("Distance ‖w − w*‖ left after the rounds", left[1], colours.quiet),
            marks.heading(
                "Privacy loss that one selection may cost (log.)", cost[1], colours.quiet
            ),
            _name_of_epsilon(epsilon, colours),
        ],
        legend=marks.legend(),
    )


def _name_of_epsilon(epsilon: float, colours: style.Palette) -> FigureDict:
    below: FigureDict = {"xref": "paper", "xanchor": "right", "yref": "y2", "yanchor": "top"}
    return marks.note("ε of all rounds", 0.99, math.log10(epsilon), colours.ink, **below)


def _left(form: str, runs: Runs, *, dark: bool) -> FigureDict:
    distances = [float(run.distances[:, -1].mean()) for _, run in runs.values()]
    updates = [run.share_updated for _, run in runs.values()]
    return _curve(
        form,
        list(runs),
        distances,
        dark=dark,
        customdata=updates,
        hovertemplate="%{y:.2f} left; %{customdata:.1%} of the rounds update",
    )


def _cost(form: str, runs: Runs, *, dark: bool) -> FigureDict:
    return _curve(
        form,
        list(runs),
        [plan.selection_loss for plan, _ in runs.values()],
        dark=dark,
        yaxis="y2",
        hovertemplate="one selection: up to %{y:.2g}",
        showlegend=False,
    )


def _curve(
    form: str, x: list[int], y: list[float], *, dark: bool, **properties: object
) -> FigureDict:
    look = FORM_LOOKS[form]
    stroke = marks.stroke(look.dark if dark else look.light, 2.5, look.dash)
    return marks.line(
        x,
        y,
        stroke,
        name=f"TDIL {LABELS[form]}",
        mode="lines+markers",
        marker=marks.marker(look.mark, 8),
        **properties,
    )
