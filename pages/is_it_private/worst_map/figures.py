"""Where a mechanism keeps its claim and where it does not: worst loss ÷ ε over ε and nλ.

Cells within the claim have the colour of none; the others grow darker (brighter on a dark ground)
with every factor of ten. A line stands where the claim ends.
"""

import numpy as np

from dpcore.checks import Array
from pages.comparison.figures import maps
from pages.kit.figures import marks, style
from pages.kit.figures.axes import Axis
from pages.kit.figures.style import FigureDict

MARGIN = {"l": 64, "r": 8, "t": 52, "b": 112}
DECADES = 3
TIMES: dict[float, str] = {0: "≤ 1", 1: "10", 2: "100", DECADES: "≥ 1000"}
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
) -> FigureDict:
    """Return the map of the worst loss ÷ ε, (n_pulls, n_epsilons), over ε and nλ."""
    colours = style.palette(dark)
    x, y, z = np.log10(epsilons).tolist(), np.log10(pulls).tolist(), np.log10(ratios)
    cells = marks.trace(
        "heatmap",
        x=x,
        y=y,
        z=np.maximum(z, 0).tolist(),
        customdata=[
            [(f"{e:.2g}", f"{p:.2g}", f"{r:.3g}") for e, r in zip(epsilons, row, strict=True)]
            for p, row in zip(pulls, ratios, strict=True)
        ],
        zmin=0,
        zmax=DECADES,
        colorscale=maps.scale(colours),
        hovertemplate="ε = %{customdata[0]}, nλ = %{customdata[1]}: "
        "%{customdata[2]} times the claim<extra></extra>",
        colorbar=maps.bar("Worst loss ÷ ε", TIMES, colours),
    )
    edge = [_edge(x, y, z.tolist(), colours)] if ratios.max() > 1 else []
    layout = maps.layout(horizontal, vertical, title, dark=dark) | {"margin": MARGIN}
    return {"data": [cells, *edge], "layout": layout}


def _edge(
    x: list[float], y: list[float], z: list[list[float]], colours: style.Palette
) -> FigureDict:
    """Return the line at which the worst loss is the claim."""
    return marks.trace(
        "contour",
        x=x,
        y=y,
        z=z,
        contours={"start": 0, "end": 0, "size": 1, "coloring": "none"},
        line=marks.stroke(colours.ink, 2, "dash"),
        name="worst loss = claim",
        showlegend=True,
        showscale=False,
        hoverinfo="skip",
    )
