"""One conversation with PINP: exact values, and the answers to them, question by question."""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from dpcore.checks import Array
from dpcore.privacy.kernels.plans import UpdatePlan
from pages.kernels.serving.figures import ways
from pages.kit.figures import style
from pages.kit.figures.style import Drawing

HEIGHT = 360
ROOM = 1.15
"""Beyond the largest value."""


@dataclass(frozen=True, eq=False)
class SpokenOnce:
    """One draw of a conversation, and how many updates each draw has.

    Parameters
    ----------
    plan : UpdatePlan
    answers : array (T,)
    updated : bool array (T,)
    updates : int array (n_draws,)
    """

    plan: UpdatePlan
    answers: Array
    updated: npt.NDArray[np.bool_]
    updates: npt.NDArray[np.int64]


def draw(spoken: SpokenOnce, exact: Array, *, largest: float, dark: bool) -> Drawing:
    """Return the answers of one draw.

    Parameters
    ----------
    spoken : SpokenOnce
    exact : array (T,)
        w*·φ(z_t).
    largest : float
        CR: no prediction is larger.
    dark : bool
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
    return {"data": data, "layout": _layout(spoken.plan, len(exact), reach, largest, dark=dark)}


def _dots(name: str, x: Array, y: Array, mark: str, color: str, size: int) -> Drawing:
    return {
        "type": "scatter",
        "x": x.tolist(),
        "y": np.asarray(y).round(4).tolist(),
        "mode": "markers",
        "name": f"{name} ({len(x):,})",
        "marker": {"symbol": mark, "size": size, "color": color,
                   "line": {"color": color, "width": 1.5}},
        "hovertemplate": f"question %{{x}}: %{{y:.3g}}<extra>{name}</extra>",
    }  # fmt: skip


def _layout(plan: UpdatePlan, T: int, reach: float, largest: float, *, dark: bool) -> Drawing:
    colours = style.palette(dark)
    # Where the threshold lies far outside, words say so: the axis would hide the answers.
    levels = [plan.threshold] if plan.threshold < reach else []
    said = f"σ = {plan.threshold:,.3g} to be updated; no prediction is larger than {largest:,.3g}"
    return {
        "template": style.plain_template(dark),
        "title": style.title_of("PINP, question by question"),
        "height": HEIGHT,
        "margin": {"l": 56, "r": 10, "t": 62, "b": 92},
        "hovermode": "closest",
        "xaxis": {"title": {"text": "Question t", "standoff": 6}, "range": [0, T + 1]},
        "yaxis": {"title": {"text": "Prediction"}, "range": [-reach, reach]},
        "shapes": [
            {
                "type": "line", "xref": "paper", "x0": 0, "x1": 1, "y0": sign * at, "y1": sign * at,
                "line": {"color": colours.quiet, "width": 1, "dash": "dot"},
            }
            for at in levels for sign in (-1, 1)
        ],
        "annotations": [
            {
                "text": said, "x": 0, "xref": "paper", "y": 1.01, "yref": "paper",
                "xanchor": "left", "yanchor": "bottom", "showarrow": False,
                "font": {"color": colours.quiet, "size": 12},
            }
        ],
        "legend": {"orientation": "h", "x": 0, "y": -0.24, "yanchor": "top"},
    }  # fmt: skip
