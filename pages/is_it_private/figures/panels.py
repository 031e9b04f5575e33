"""Curves of mechanisms in panels under one another, on one axis: budgets and errata."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import plotly.graph_objects as go
from plotly.subplots import make_subplots

from dpcore.checks import Array
from dpcore.privacy.mechanisms import MECHANISMS
from pages.kit.figures import style

PANEL, FRAME = 170, 130
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
) -> go.Figure:
    """Return panels over one horizontal axis.

    Parameters
    ----------
    x : array (m,)
    panels : sequence of CurvePanel
    title : str
        What the figure shows.
    axis : str
        Title of the horizontal axis.
    log : bool
        Whether it is logarithmic.
    here : float or None
        Where the visitor stands.
    dark : bool
        The theme in use.
    """
    colours = style.palette(dark)
    figure = make_subplots(rows=len(panels), cols=1, shared_xaxes=True, vertical_spacing=0.06)
    for row, panel in enumerate(panels, 1):
        for name, values in panel.series.items():
            _curve(figure, row, name, x, values, colours)
        if panel.level is not None:
            figure.add_hline(
                y=panel.level,
                row=row,
                col=1,
                line={"color": colours.ink, "width": 1.5, "dash": "dash"},
            )
        kind = "log" if panel.log else "linear"
        figure.update_yaxes(title_text=panel.title, type=kind, row=row, col=1)
        if panel.log:
            figure.update_yaxes(exponentformat="power", dtick=_decades(panel), row=row, col=1)
    _frame(figure, len(panels), axis, log, dark)
    style.entitle(figure, title)
    if here is not None and x[0] <= here <= x[-1]:
        figure.add_vline(x=here, line={"color": colours.quiet, "width": 1.5, "dash": "dot"})
    return figure


def _decades(panel: CurvePanel) -> int:
    """Return the step of ticks in decades: four of them or fewer."""
    values = np.concatenate([each[each > 0] for each in panel.series.values()])
    return max(1, round(float(np.log10(values.max() / values.min())) / 4))


def _curve(
    figure: go.Figure, row: int, name: str, x: Array, values: Array, colours: style.Palette
) -> None:
    own = name in MECHANISMS
    color = colours.methods[name] if own else colours.ink
    figure.add_scatter(
        x=x,
        y=values,
        row=row,
        col=1,
        name=MECHANISMS[name].label if own else OTHERS[name],
        legendgroup=name,
        showlegend=row == 1,
        mode="lines+markers",
        line={"color": color, "width": 2.5, "dash": style.LOOKS[name].dash if own else "dot"},
        marker={
            "symbol": style.LOOKS[name].mark if own else "cross-thin-open",
            "size": 8,
            "color": color,
            "maxdisplayed": MARKS,
        },
        hovertemplate="%{y:.3g}",
    )


def _frame(figure: go.Figure, n_panels: int, axis: str, log: bool, dark: bool) -> None:
    figure.update_layout(
        template=style.template(dark),
        height=PANEL * n_panels + FRAME + (70 if n_panels == 1 else 0),
        margin={"l": 72, "r": 12, "t": 52, "b": 20},
        hovermode="x unified",
        legend={"orientation": "h", "x": 0, "y": -0.12 - 0.16 / n_panels, "yanchor": "top"},
    )
    figure.update_xaxes(type="log" if log else "linear")
    if log:
        figure.update_xaxes(exponentformat="power", dtick=1)
    figure.update_xaxes(title_text=axis, row=n_panels, col=1)
