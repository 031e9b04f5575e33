"""Where a mechanism keeps its claim and where it does not: worst loss ÷ ε over ε and nλ.

Cells within the claim have the colour of none; the others grow darker (brighter on a dark ground)
with every factor of ten. A line stands where the claim ends.
"""

import numpy as np
import plotly.graph_objects as go

from dpcore.checks import Array
from pages.shared.figures import maps, style
from pages.shared.figures.axes import Axis

HEIGHT = 400
DECADES = 3
"""Of the scale of colours, from the claim on."""


def worst_over(
    horizontal: Axis,
    vertical: Axis,
    epsilons: Array,
    pulls: Array,
    ratios: Array,
    *,
    title: str,
    dark: bool,
) -> go.Figure:
    """Return the map.

    Parameters
    ----------
    horizontal, vertical : Axis
        Of ε and of nλ.
    epsilons : array (n_epsilons,)
    pulls : array (n_pulls,)
    ratios : array (n_pulls, n_epsilons)
        Worst loss ÷ ε.
    title : str
    dark : bool
        The theme in use.
    """
    colours = style.palette(dark)
    figure = go.Figure(layout=_layout(horizontal, vertical, dark))
    x, y, z = np.log10(epsilons), np.log10(pulls), np.log10(ratios)
    figure.add_heatmap(
        x=x,
        y=y,
        z=np.maximum(z, 0),
        customdata=[
            [(f"{e:.2g}", f"{p:.2g}", f"{r:.3g}") for e, r in zip(epsilons, row, strict=True)]
            for p, row in zip(pulls, ratios, strict=True)
        ],
        zmin=0,
        zmax=DECADES,
        colorscale=maps.scale(colours),
        hovertemplate="ε = %{customdata[0]}, nλ = %{customdata[1]}: "
        "%{customdata[2]} times the claim<extra></extra>",
        colorbar=_bar(colours),
    )
    style.entitle(figure, title)
    if ratios.max() > 1:
        _edge(figure, x, y, z, colours)
    return figure


def _edge(figure: go.Figure, x: Array, y: Array, z: Array, colours: style.Palette) -> None:
    """Draw the line at which the worst loss is the claim."""
    figure.add_contour(
        x=x,
        y=y,
        z=z,
        contours={"start": 0, "end": 0, "size": 1, "coloring": "none"},
        line={"color": colours.ink, "width": 2, "dash": "dash"},
        name="worst loss = claim",
        showlegend=True,
        showscale=False,
        hoverinfo="skip",
    )


def _layout(horizontal: Axis, vertical: Axis, dark: bool) -> go.Layout:
    return go.Layout(
        template=style.template(dark),
        height=HEIGHT,
        margin={"l": 64, "r": 8, "t": 52, "b": 112},
        xaxis=maps.decades(horizontal),
        yaxis=maps.decades(vertical) | {"showgrid": False, "ticks": "outside"},
        legend={"orientation": "h", "x": 0, "y": -0.26, "yanchor": "top", "itemclick": False},
    )


def _bar(colours: style.Palette) -> dict[str, object]:
    font = {"color": colours.quiet, "size": 13}
    return {
        "title": {"text": "Worst loss ÷ ε", "side": "right", "font": font},
        "tickvals": list(range(DECADES + 1)),
        "ticktext": ["≤ 1", "10", "100", "≥ 1000"],
        "tickfont": font,
        "thickness": 12,
        "outlinewidth": 0,
    }
