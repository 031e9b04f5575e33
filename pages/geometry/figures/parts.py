"""What pictures of the plane share: records, contours, lines, axes, sliders."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from dpcore.checks import Array
from dpcore.privacy.mechanisms import MECHANISMS
from dplab.studies.geometry.clouds import Clouds
from dplab.studies.geometry.moved_record import FIRST
from pages.comparison.figures import playing
from pages.kit import words
from pages.kit.figures import marks, style
from pages.kit.figures.style import FigureDict

MOST_RECORDS = FIRST
LEVELS = 9
LEGEND = marks.legend(yanchor="bottom", itemclick=False)
SQUARE, BETWEEN = 218, 80
"""Pixels on a phone: the side of a square, and what lies between two: an axis, the next title."""

MARGIN_OF_PHONE = {"l": 44, "r": 4, "t": 46, "b": 122}
"""Around the squares: a title of two lines, and below an axis and three lines of the legend."""

STANDOFF_OF_PHONE = 2
"""Pixels between the numbers of an axis and its name."""

Singles = npt.NDArray[np.float32]

Domains = tuple[tuple[float, float], tuple[float, float]]
"""Where a panel begins and ends, across and upwards."""

_LOWER, _UPPER = marks.domains(2, BETWEEN / (2 * SQUARE + BETWEEN))
ROWS_OF_PHONE: tuple[Domains, Domains] = ((0.0, 1.0), _UPPER), ((0.0, 1.0), _LOWER)
"""Where two squares stand on a phone, the upper one first."""

SHORT = {"error": "error {}", "balanced": "balanced error {}", "auc": "ranks {} of pairs wrongly"}
"""What a classifier does, by its measure, in a few words."""


@dataclass(frozen=True, eq=False)
class Scene:
    """What stays while ε and draws change.

    `X` (n, 2) are records; the grid (m,) are values of w_1 and of w_2 at which the objective is
    known, and `excess` (m, m) is of the objective as it is. The errors that are written are by
    `measure`.
    """

    X: Array
    y: Array
    features: tuple[str, ...]
    grid: Array
    excess: Array
    measure: str = "error"

    def errs(self, share: float, *, wraps: bool = True) -> str:
        """Return what a classifier does, as a title; what is longer wraps beside another title."""
        said = SHORT[self.measure].format(words.percent(share))
        return said.replace(" % ", " %<br>") if wraps else said

    @property
    def hover(self) -> str:
        """The same as a template of Plotly's, of a point that has its error with it."""
        return SHORT[self.measure].format("%{customdata:.1%}") + "<extra></extra>"

    @classmethod
    def of(cls, now: Clouds) -> "Scene":
        """Return what stays of clouds."""
        part, measure = now.part, now.settings.measure
        return cls(part.X, part.y, now.features, now.grid, now.excess, measure)

    @property
    def edge(self) -> float:
        """Where the picture of the records ends."""
        return 1.05 * float(np.abs(self.X).max(initial=1e-3))


def ends(coefs: Array, edge: float) -> tuple[Array, Array]:
    """Return where the lines ``w·x = 0`` meet the edge of the picture of the records.

    For classifiers (…, 2), returned are values of x_1 and values of x_2, (…, 2) each; all 0 for a
    classifier that is 0.
    """
    along = np.stack([-coefs[..., 1], coefs[..., 0]], axis=-1)
    longest = np.abs(along).max(axis=-1, keepdims=True)
    along = along * (edge / np.where(longest > 0, longest, 1.0))
    across, upward = (np.stack([-each, each], axis=-1) for each in np.moveaxis(along, -1, 0))
    return across, upward


def non_private_line(optimum: Array, edge: float, colours: style.Palette) -> FigureDict:
    """Return the non-private classifier's line among the records."""
    return marks.line(*ends(optimum, edge), _plain_stroke(colours), **marks.SILENT)


def _plain_stroke(colours: style.Palette) -> FigureDict:
    return marks.stroke(colours.methods["non_private"], 2.5, style.LOOKS["non_private"].dash)


def _plain_mark(colours: style.Palette) -> FigureDict:
    return marks.marker("x", 10, colours.ink)


@dataclass(frozen=True, eq=False)
class Relief:
    """How high an objective lies over its minimum, for contours at equal steps.

    `heights` are roots of the excess, so that contours stand as far apart as the classifier has
    moved. They are whole numbers, which travel in half as many bytes as single precision, with a
    rounding far below a pixel; `step` is between two contours.
    """

    heights: npt.NDArray[np.int16]
    step: float

    @classmethod
    def of(cls, excess: Array, highest: float) -> "Relief":
        """Return the relief of one excess or of several; contours go as far as the `highest`."""
        unit = float(np.sqrt(excess.max())) / np.iinfo(np.int16).max
        heights = np.rint(np.sqrt(excess) / unit).astype(np.int16)
        return cls(heights, float(np.sqrt(highest)) / (LEVELS + 1) / unit)


def contour(
    grid: Array,
    heights: npt.NDArray[np.int16],
    step: float,
    colour: str,
    **properties: object,
) -> FigureDict:
    """Return contours of a relief, or of one of several."""
    return marks.trace(
        "contour",
        x=short(grid),
        y=short(grid),
        z=heights,
        contours={"coloring": "none", "start": step, "end": LEVELS * step, "size": step},
        line=marks.stroke(colour, 1.2) | {"smoothing": 1.0},
        showscale=False,
        **marks.SILENT,
        **properties,
    )


def level(scene: Scene, colours: style.Palette, opacity: float) -> FigureDict:
    """Return contours of the objective as it is."""
    relief = Relief.of(scene.excess, float(scene.excess.max()))
    return contour(scene.grid, relief.heights, relief.step, colours.quiet, opacity=opacity)


def optimum_mark(optimum: Array, colours: style.Palette) -> FigureDict:
    """Mark the non-private classifier."""
    return marks.dots(
        [optimum[0]],
        [optimum[1]],
        _plain_mark(colours),
        hovertemplate="non-private w* = (%{x:.2f}, %{y:.2f})<extra></extra>",
        showlegend=False,
    )


def in_legend(names: Mapping[str, str], colours: style.Palette) -> list[FigureDict]:
    """Return what the legend says of classifiers: each is a point, and a line among the records.

    `names` are those of private classifiers, by their mechanisms.
    """
    plain = _plain_mark(colours) | {"size": 7}  # or its line would not look dashed
    looks = {MECHANISMS["non_private"].label: (plain, _plain_stroke(colours))}
    for mechanism, name in names.items():
        colour = colours.methods[mechanism]
        marker = marks.marker(style.LOOKS[mechanism].mark, 7, colour)
        looks[name] = (marker, marks.stroke(colour, 2))
    return [
        marks.line(
            [None],
            [None],
            stroke,
            mode="lines+markers",
            marker=marker,
            name=name,
            hoverinfo="skip",
        )
        for name, (marker, stroke) in looks.items()
    ]


def records(scene: Scene, colours: style.Palette, *, named: bool) -> list[FigureDict]:
    """Return the records, class by class; one of the pictures names them in the legend."""
    X, y = scene.X[:MOST_RECORDS], scene.y[:MOST_RECORDS]
    return [
        marks.dots(
            short(X[y == label, 0]),
            short(X[y == label, 1]),
            marks.marker(style.LABEL_MARKS[label], 5, colour, line=marks.stroke(colour, 1.3)),
            name=f"Class {'+1' if label > 0 else '−1'}",
            opacity=0.75,
            hoverinfo="skip",
            showlegend=named,
        )
        for label, colour in colours.labels.items()
    ]


def add(traces: list[FigureDict], more: Iterable[FigureDict], panel: int) -> list[int]:
    """Add traces on a panel to those of a figure, and return their places among all."""
    first = len(traces)
    traces += [trace | marks.on(panel) for trace in more]
    return list(range(first, len(traces)))


def weights_axes(scene: Scene, panel: int, domains: Domains, *, titled: bool = True) -> FigureDict:
    """Return the axes of classifiers: the same for all of them."""
    return _axes(panel, domains, float(scene.grid[-1]), ("w₁", "w₂"), titled=titled)


def records_axes(scene: Scene, panel: int, domains: Domains, *, titled: bool = True) -> FigureDict:
    """Return the axes of the records, with the names of their features."""
    first, second = scene.features
    return _axes(panel, domains, scene.edge, (first, second), titled=titled)


def _axes(
    panel: int, domains: Domains, end: float, names: tuple[str, str], *, titled: bool
) -> FigureDict:
    """Return axes of one scale; the upward one has a title if it is `titled`."""
    fixed: FigureDict = {"range": [-end, end], "nticks": 5, "constrain": "domain"}
    across = marks.axis(names[0], **fixed, domain=domains[0])
    upward = fixed | {
        "domain": domains[1],
        "showgrid": False,
        "ticks": "outside",
        "scaleanchor": marks.on(panel)["xaxis"],
    }
    return marks.panel_axes(panel, across, marks.axis(names[1], **upward) if titled else upward)


def for_phone(drawing: FigureDict, more: int = 0) -> FigureDict:
    """Lay a figure of two squares out for a phone, one below the other on `ROWS_OF_PHONE`.

    `more` are pixels below them for what plays the figure.
    """
    margin = MARGIN_OF_PHONE | {"b": MARGIN_OF_PHONE["b"] + more}
    drawing["layout"] |= {
        "height": 2 * SQUARE + BETWEEN + margin["t"] + margin["b"],
        "margin": margin,
        "legend": LEGEND,
    }
    for name, axis in drawing["layout"].items():
        if name.startswith("xaxis"):
            axis["title"]["standoff"] = STANDOFF_OF_PHONE
    return drawing


def titles_of_phone(titles: Sequence[str]) -> list[FigureDict]:
    """Return the titles of the upper and the lower square of a phone."""
    return [
        marks.panel_title(title, 0.5, upward[1], size=13)
        for title, (_, upward) in zip(titles, ROWS_OF_PHONE, strict=True)
    ]


def slider(
    labels: Sequence[str], active: int, prefix: str, colours: style.Palette, x: float = 0.0
) -> FigureDict:
    """Return a slider over frames of these names."""
    return {
        "active": active,
        "x": x,
        "len": 1 - x,
        "currentvalue": {"prefix": prefix, "font": {"size": 15, "color": colours.ink}},
        "pad": {"t": 48, "b": 0},
        "bgcolor": colours.grid,
        "bordercolor": colours.grid,
        "font": {"size": 11, "color": colours.quiet},
        "steps": [
            {
                "label": label,
                "method": "animate",
                "args": [[label], playing.AT_ONCE | {"frame": {"duration": 0, "redraw": True}}],
            }
            for label in labels
        ],
    }


def short(values: Array) -> Singles:
    """Return values in single precision: half as much to send, and more than a screen shows."""
    return np.asarray(values, dtype=np.float32)
