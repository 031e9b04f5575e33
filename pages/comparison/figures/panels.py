"""Curves of mechanisms in panels under one another, on one axis: budgets and errata."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from dpcore.checks import Array
from dpcore.privacy.mechanisms import MECHANISMS
from pages.kit.figures import marks, style
from pages.kit.figures.style import FigureDict

PANEL, FRAME, ALONE = 152, 130, 22
WIDE = 10**6.5
"""Of how many times its beginning an axis may end so that each decade has its label."""
MARKS = 7
"""Marks on a curve, so that two of them can be told apart in grey."""

OTHERS = {"needed": "Needed, as the meter finds it"}
"""Curves that belong to no mechanism, and their labels."""


@dataclass(frozen=True, eq=False)
class CurvePanel:
    """One panel.

    Parameters
    ----------
    title : str
        Of its vertical axis.
    series : mapping
        By mechanism, or a key of `OTHERS`, an array (m,).
    log : bool
        Whether the vertical axis is logarithmic.
    level : float or None
        Where a dashed line stands: the claim.
    """

    title: str
    series: Mapping[str, Array]
    log: bool = False
    level: float | None = None


def curves(
    x: Array,
    panels: Sequence[CurvePanel],
    *,
    title: str,
    axis: str,
    log: bool,
    here: float | None,
    dark: bool,
) -> FigureDict:
    """Return panels over one horizontal axis.

    `axis` is the title of the horizontal axis, which may be logarithmic, and `here` where the
    visitor stands on it.
    """
    colours = style.palette(dark)
    rows = marks.domains(len(panels), 0.06)[::-1]
    axes: FigureDict = {}
    for row, panel in enumerate(panels, 1):
        across = _along(axis, log, row, len(panels), 2 if log and x[-1] > WIDE * x[0] else 1)
        axes |= marks.panel_axes(row, across, _upward(panel) | {"domain": rows[row - 1]})
    return marks.figure(
        [
            _curve(name, x, values, colours, named=row == 1) | marks.on(row)
            for row, panel in enumerate(panels, 1)
            for name, values in panel.series.items()
        ],
        title,
        dark=dark,
        height=PANEL * len(panels) + FRAME + (ALONE if len(panels) == 1 else 0),
        margin={"l": 72, "r": 12, "t": 52, "b": 20},
        hovermode="x unified",
        legend=marks.legend(),
        **_lines(panels, here if here is not None and x[0] <= here <= x[-1] else None, colours),
        **axes,
    )


def _along(title: str, log: bool, row: int, n_panels: int, decades: int) -> FigureDict:
    """Return the horizontal axis of a panel; the lowest one has the labels of all."""
    scale: FigureDict = {"type": "log" if log else "linear"}
    if log:
        scale |= {"exponentformat": "power", "dtick": decades}
    if row == n_panels:
        return marks.axis(title, **scale)
    return scale | {"matches": f"x{n_panels}", "showticklabels": False}


def _upward(panel: CurvePanel) -> FigureDict:
    if not panel.log:
        return marks.axis(panel.title, type="linear")
    return marks.axis(panel.title, type="log", exponentformat="power", dtick=_decades(panel))


def _lines(panels: Sequence[CurvePanel], here: float | None, colours: style.Palette) -> FigureDict:
    """Return the claims, and where the visitor stands on every panel, if there is any of them."""
    claim, visitor = marks.stroke(colours.ink, 1.5, "dash"), marks.stroke(colours.quiet, 1.5, "dot")
    places = [(panel, *marks.on(row).values()) for row, panel in enumerate(panels, 1)]
    lines = [
        marks.horizontal(panel.level, claim, xref=f"{x} domain", yref=y)
        for panel, x, y in places
        if panel.level is not None
    ]
    if here is not None:
        lines += [marks.vertical(here, visitor, xref=x, yref=f"{y} domain") for _, x, y in places]
    return {"shapes": lines} if lines else {}


def _decades(panel: CurvePanel) -> int:
    """Return the step of ticks in decades: four of them or fewer."""
    values = np.concatenate([each[each > 0] for each in panel.series.values()])
    return max(1, round(float(np.log10(values.max() / values.min())) / 4))


def _curve(
    name: str, x: Array, values: Array, colours: style.Palette, *, named: bool
) -> FigureDict:
    own = name in MECHANISMS
    color = colours.methods[name] if own else colours.ink
    symbol = style.LOOKS[name].mark if own else "cross-thin-open"
    return marks.line(
        x,
        values,
        marks.stroke(color, 2.5, style.LOOKS[name].dash if own else "dot"),
        mode="lines+markers",
        marker=marks.marker(symbol, 8, color, maxdisplayed=MARKS),
        name=MECHANISMS[name].label if own else OTHERS[name],
        legendgroup=name,
        showlegend=named,
        hovertemplate="%{y:.3g}",
    )
