"""What two pictures share: the densities of answers on two neighbouring data sets, and their loss.

Plain dictionaries, since they are drawn anew at every move. One axis of outputs carries several
rows; each row has its heading above it, at the left, where a phone has room for it.
"""

from collections.abc import Sequence

from dpcore.checks import Array
from pages.kit.figures import style
from pages.kit.figures.style import Drawing

DASHES = ("dash", "solid")
NARROW = 0.1
"""Share of the row below which the labels of ε and −ε would collide."""

FULL = 1.08
"""A row's height in its highest density."""


def density(
    outputs: Array, values: Array, name: str, first: bool, colours: style.Palette
) -> Drawing:
    """Return the density of the answers on one of the data sets, filled down to 0."""
    color = colours.labels[-1 if first else 1]
    return {
        "type": "scatter",
        "x": outputs.tolist(),
        "y": values.tolist(),
        "name": name,
        "mode": "lines",
        "line": {"color": color, "width": 2.5, "dash": DASHES[0 if first else 1]},
        "fill": "tozeroy",
        "fillcolor": style.band(color, 0.1),
        "hovertemplate": "answer %{x:.4g}<extra></extra>",
    }


def loss(outputs: Array, values: Array, yaxis: str, colours: style.Palette) -> Drawing:
    """Return the curve of the privacy loss."""
    return {
        "type": "scatter",
        "x": outputs.tolist(),
        "y": values.tolist(),
        "yaxis": yaxis,
        "name": "privacy loss",
        "mode": "lines",
        "line": {"color": colours.ink, "width": 2.5},
        "hovertemplate": "answer %{x:.4g}: privacy loss %{y:.3g}<extra></extra>",
        "showlegend": False,
    }


def levels(epsilon: float, yaxis: str, colours: style.Palette) -> list[Drawing]:
    """Return the lines at ε and −ε."""
    return [
        {
            "type": "line",
            "xref": "paper",
            "yref": yaxis,
            "x0": 0,
            "x1": 1,
            "y0": at,
            "y1": at,
            "line": {"color": colours.quiet, "dash": "dash", "width": 1.5},
        }
        for at in (-epsilon, epsilon)
    ]


def loss_axis(epsilon: float, ends: tuple[float, float], domain: Sequence[float]) -> Drawing:
    """Return the axis of the privacy loss, with ticks at ±ε and 0; where these collide, at 0."""
    low, high = ends
    if epsilon / (high - low) > NARROW:
        ticks = {"tickvals": [-epsilon, 0, epsilon], "ticktext": ["−ε", "0", "ε"]}
    else:
        far = high if high > -low else low
        ticks = {"tickvals": [0, 0.8 * far], "ticktext": ["±ε", f"{0.8 * far:.2g}"]}
    return {"range": [low, high], "domain": list(domain), "showgrid": False} | ticks


def density_axis(highest: float, domain: Sequence[float]) -> Drawing:
    """Return the axis of densities, whose numbers nobody needs."""
    return {
        "range": [0, FULL * highest],
        "domain": list(domain),
        "showgrid": False,
        "showticklabels": False,
    }


def heading(text: str, y: float, colours: style.Palette) -> Drawing:
    """Return the heading of a row, which begins at the height `y` of the figure."""
    return {
        "text": text,
        "xref": "paper",
        "yref": "paper",
        "x": 0,
        "y": y,
        "xanchor": "left",
        "yanchor": "bottom",
        "showarrow": False,
        "font": {"size": 13, "color": colours.quiet},
    }
