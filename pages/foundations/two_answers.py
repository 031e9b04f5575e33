"""What two pictures share: the densities of answers on two neighbouring data sets, and their loss.

One axis of outputs carries several
rows; each row has its heading above it, at the left, where a phone has room for it.
"""

from collections.abc import Mapping, Sequence

from dpcore.checks import Array
from pages.kit.figures import marks, style
from pages.kit.figures.style import FigureDict

DASHES = ("dash", "solid")
NARROW = 0.1
"""Share of the row below which the labels of ε and −ε would collide."""

FULL = 1.08
"""A row's height in its highest density."""


def density(
    outputs: Array, values: Array, name: str, first: bool, colours: style.Palette
) -> FigureDict:
    """Return the density of the answers on one of the data sets, filled down to 0."""
    color = colours.labels[-1 if first else 1]
    return marks.line(
        outputs.tolist(),
        values.tolist(),
        marks.stroke(color, 2.5, DASHES[0 if first else 1]),
        name=name,
        fill="tozeroy",
        fillcolor=style.band(color, 0.1),
        hovertemplate="answer %{x:.4g}<extra></extra>",
    )


def loss(outputs: Array, values: Array, yaxis: str, colours: style.Palette) -> FigureDict:
    """Return the curve of the privacy loss."""
    return marks.line(
        outputs.tolist(),
        values.tolist(),
        marks.stroke(colours.ink, 2.5),
        yaxis=yaxis,
        name="privacy loss",
        hovertemplate="answer %{x:.4g}: privacy loss %{y:.3g}<extra></extra>",
        showlegend=False,
    )


def levels(epsilon: float, yaxis: str, colours: style.Palette) -> list[FigureDict]:
    """Return the lines at ε and −ε."""
    stroke = marks.stroke(colours.quiet, 1.5, "dash")
    return [marks.horizontal(at, stroke, yref=yaxis) for at in (-epsilon, epsilon)]


def loss_axis(epsilon: float, ends: tuple[float, float], domain: Sequence[float]) -> FigureDict:
    """Return the axis of the privacy loss, with ticks at ±ε and 0; where these collide, at 0."""
    low, high = ends
    if epsilon / (high - low) > NARROW:
        ticks = {"tickvals": [-epsilon, 0, epsilon], "ticktext": ["−ε", "0", "ε"]}
    else:
        far = high if high > -low else low
        ticks = {"tickvals": [0, 0.8 * far], "ticktext": ["±ε", f"{0.8 * far:.2g}"]}
    return {"range": [low, high], "domain": list(domain), "showgrid": False} | ticks


def density_axis(highest: float, domain: Sequence[float]) -> FigureDict:
    """Return the axis of densities, whose numbers nobody needs."""
    return {
        "range": [0, FULL * highest],
        "domain": list(domain),
        "showgrid": False,
        "showticklabels": False,
    }


def headings(
    texts: Mapping[str, str], rows: Mapping[str, tuple[float, float]], colours: style.Palette
) -> list[FigureDict]:
    """Return the heading of each row, by the rows' names."""
    return [marks.heading(text, rows[row][1], colours.quiet) for row, text in texts.items()]
