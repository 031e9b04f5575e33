"""Records in the unit ball, seen from the side on which their labels differ most.

Records of the plane are shown as they are. Of others the first direction is the one between the
classes' means, ``u ∝ Σ y x``; the second is the one of most spread among the drawn records at a
right angle to it. Both are read from the data. Where the classes lie so close that the ball would
hide the gap, the first direction is magnified.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from html import escape

import numpy as np
import pandas as pd

from dpcore.checks import Array
from dpcore.data.dataset import Dataset
from dplab.simulation.sources import stream
from pages.kit.figures import marks, style
from pages.kit.figures.style import FigureDict

MOST = 1_000
HEIGHT = 440
LINE = 20
"""Pixels of a further line of the title."""

REACH = 1.08
"""The ball has radius 1; the rest is air."""

NARROW = 0.1
"""A picture that is narrower than this is magnified."""

MAGNIFIED_REACH = 2.5
"""Half the width of a magnified picture, in units of what it shows."""

NAMES = {1: "labelled +1", -1: "labelled −1"}
"""What the marks are called where nobody can say what the labels stand for."""


@dataclass(frozen=True, eq=False)
class Projection:
    """Some records as they are seen.

    `axes` are what runs to the right and upwards, and `reach` is half the width.
    """

    points: Array
    y: Array
    axes: tuple[str, str]
    reach: float

    @property
    def is_magnified(self) -> bool:
        """Whether the records are drawn wider than high."""
        return self.reach < REACH


def view(data: Dataset) -> Projection:
    """Return at most `MOST` records, drawn at random, as they are seen."""
    X, y = _sample(data)
    if X.shape[1] == 2:
        return Projection(X, y, (data.features[0], data.features[1]), REACH)
    points = X @ _directions(data, X).T
    widest = float(np.abs(points[:, 0]).max())
    reach = MAGNIFIED_REACH * widest if 0 < widest < NARROW else REACH
    return Projection(points, y, ("Between the class means", "Across"), reach)


def table(seen: Projection) -> pd.DataFrame:
    """Return the records as they are seen, one row each."""
    across, up = seen.points.T
    return pd.DataFrame({"across": across, "up": up, "label": seen.y.astype(int)})


def in_the_ball(
    seen: Projection, *, title: str, dark: bool, names: Mapping[int, str] = NAMES
) -> FigureDict:
    """Return the figure: a mark for each record.

    The title is plain text; its lines are short enough for a phone. `names` are what records
    labelled +1 and -1 are called, as plain texts.
    """
    colours = style.palette(dark)
    # The rarer label comes last, on top of the other.
    labels = sorted(NAMES, key=lambda label: -(seen.y == label).sum())
    drawing = marks.figure(
        [_marks(seen.points[seen.y == label], label, names[label], colours) for label in labels],
        style.title_of(escape(title, quote=False).replace("\n", "<br>"), x=0.01, xref="container"),
        dark=dark,
        height=HEIGHT,
        margin={"l": 56, "r": 12, "t": 48 + LINE * title.count("\n"), "b": 86},
        legend=marks.legend(itemsizing="constant"),
        **_axes(seen),
    )
    if not seen.is_magnified:
        drawing["layout"]["shapes"] = [marks.circle(1, marks.stroke(colours.quiet, 1))]
    return drawing


def _sample(data: Dataset) -> tuple[Array, Array]:
    """Return some records, always the same: tables are often sorted."""
    # A stream of its own: the seeds of the split would show training records only.
    rng = stream(0, "picture")
    if data.chance is None:
        chosen = rng.permutation(len(data.y))[:MOST]
    else:
        chosen = rng.choice(len(data.y), MOST, p=data.chance)
    return data.X[chosen], data.y[chosen]


def _directions(data: Dataset, sample: Array) -> Array:
    """Return two orthonormal directions (2, n_features); a missing one is zero."""
    first = _unit(_mean(data, 1) - _mean(data, -1))
    rest = sample - sample.mean(axis=0)
    rest -= np.outer(rest @ first, first)
    _, spread, axes = np.linalg.svd(rest, full_matrices=False)
    second = axes[0] * (spread[0] > np.sqrt(np.finfo(float).eps))
    return np.stack([first, second])


def _mean(data: Dataset, label: int) -> Array:
    chosen = (data.y == label) * (1.0 if data.chance is None else data.chance)
    return np.asarray(chosen @ data.X / (chosen.sum() or 1.0))


def _unit(vector: Array) -> Array:
    return vector / (np.linalg.norm(vector) or 1.0)


def _marks(points: Array, label: int, name: str, colours: style.Palette) -> FigureDict:
    color = colours.labels[label]
    return marks.dots(
        points[:, 0].round(3),
        points[:, 1].round(3),
        marks.marker(style.LABEL_MARKS[label], 5.5, color, line=marks.stroke(color, 1.2)),
        name=escape(name, quote=False),  # Plotly would take <=50K for markup
        legendrank=-label,
        hoverinfo="skip",
    )


def _axes(seen: Projection) -> FigureDict:
    across, up = seen.axes
    if seen.is_magnified:
        across += f", × {REACH / seen.reach:,.0f}"
    ticks = [-1, -0.5, 0, 0.5, 1]
    sideways = marks.axis(across, 6, range=[-seen.reach, seen.reach])
    upwards = marks.axis(up, range=[-REACH, REACH], tickvals=ticks, showgrid=False)
    if not seen.is_magnified:
        sideways |= {"tickvals": ticks, "constrain": "domain"}
        upwards |= {"scaleanchor": "x", "constrain": "domain"}
    return {"xaxis": sideways, "yaxis": upwards}
