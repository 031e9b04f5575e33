"""Median test error over ε and λ: a map for each mechanism and loss, all on one scale of colours.

Darkness grows with the error (on a dark ground, brightness), so that a map can be read in grey.
Both axes are logarithmic; positions are decades, since Plotly spaces a map's cells evenly.
"""

import math
from collections.abc import Mapping, Sequence

import numpy as np
import numpy.typing as npt

from dpcore.checks import Array
from pages.comparison.figures import curves
from pages.comparison.figures.curves import ERRORS
from pages.kit import words
from pages.kit.figures import marks, style
from pages.kit.figures.axes import Axis
from pages.kit.figures.style import FigureDict

HEIGHT, ROW = 400, 260
"""Pixels of a map alone, and of each further row of maps."""

ROW_GAP, COLUMN_GAP = 0.24, 0.06
UNTITLED: FigureDict = {"title": {"text": ""}}
NUMBERLESS: FigureDict = UNTITLED | {"showticklabels": False}
"""Of an axis whose title, or numbers as well, stand at the map beside it."""

LYING: FigureDict = {"orientation": "h", "y": -0.3, "yanchor": "top", "len": 1}
BELOW_BAR = -0.72
"""Where the bar of colours lies below maps on a phone, and the legend below that, in heights."""

GUESSING = 0.5
"""Where the scale of colours ends: an error of 1/2 is guessing."""

PERCENTS = {0: "0 %", 0.1: "10 %", 0.2: "20 %", 0.3: "30 %", 0.4: "40 %", 0.5: "≥ 50 %"}


def error_over(
    horizontal: Axis,
    vertical: Axis,
    epsilons: Sequence[float],
    lams: Sequence[float],
    errors: Array,
    of_use: npt.NDArray[np.bool_],
    *,
    title: str,
    dark: bool,
    measure: str = ERRORS,
) -> FigureDict:
    """Return the map of errors over ε and λ.

    Errors (n_lams, n_epsilons) are medians of the test, nan where nothing is known yet, and called
    `measure`. `of_use` is where the constant rule is beaten: other cells are marked, and no λ is
    the best of them.
    """
    colours = style.palette(dark)
    cells = marks.trace(
        "heatmap",
        x=np.log10(epsilons).tolist(),
        y=np.log10(lams).tolist(),
        z=_listed(errors),
        customdata=[[(words.number(e), words.number(lam)) for e in epsilons] for lam in lams],
        zmin=0,
        zmax=GUESSING,
        colorscale=scale(colours),
        xgap=1,
        ygap=1,
        hovertemplate="ε = %{customdata[0]}, λ = %{customdata[1]}: %{z:.1%}<extra></extra>",
        colorbar=bar(measure, PERCENTS, colours),
    )
    worse = _no_better(epsilons, lams, errors, of_use, colours)
    line = _best(epsilons, best(lams, errors, of_use), colours)
    return {
        "data": [cells, *worse, *line],
        "layout": layout(horizontal, vertical, title, dark=dark),
    }


def mark(
    drawing: FigureDict, horizontal: Axis, vertical: Axis, epsilon: float, lam: float, *, dark: bool
) -> FigureDict:
    """Mark where the visitor stands; beyond the ends, just beyond them."""
    colours = style.palette(dark)
    drawing["data"] += [
        marks.dots(
            [math.log10(horizontal.inside(epsilon))],
            [math.log10(vertical.inside(lam))],
            marks.marker("circle-open", 17, color, line={"width": width}),
            name="You are here",
            hoverinfo="skip",
            showlegend=color == colours.ink,
        )
        for color, width in ((colours.ground, 5), (colours.ink, 2.5))
    ]
    return drawing


def best(lams: Sequence[float], errors: Array, of_use: npt.NDArray[np.bool_]) -> list[float | None]:
    """Return for each ε the λ of least error, or None while a λ is missing there.

    Where no λ beats the constant rule, none is the best.
    """
    return [
        float(lams[int(np.where(useful, column, np.inf).argmin())])
        if useful.any() and not np.isnan(column).any()
        else None
        for column, useful in zip(np.asarray(errors).T, of_use.T, strict=True)
    ]


def _no_better(
    epsilons: Sequence[float],
    lams: Sequence[float],
    errors: Array,
    of_use: npt.NDArray[np.bool_],
    colours: style.Palette,
) -> list[FigureDict]:
    """Mark the cells that do not beat the constant rule, each in what stands out from it."""
    short = ~of_use & ~np.isnan(errors)
    far = errors > GUESSING / 2
    return [
        marks.dots(
            # Without a cell of its own the mark of the legend still needs a trace.
            np.log10(epsilons)[columns].tolist() or [None],
            np.log10(lams)[rows].tolist() or [None],
            marks.marker("x-thin", 5, line=marks.stroke(color, 1)),
            name="Not clearly better than a constant answer",
            hoverinfo="skip",
            showlegend=bool(color == colours.ink and short.any()),
        )
        for color, cells in ((colours.ground, short & far), (colours.ink, short & ~far))
        for rows, columns in (np.nonzero(cells),)
    ]


def _best(
    epsilons: Sequence[float], lams: Sequence[float | None], colours: style.Palette
) -> list[FigureDict]:
    # Light under dark, so that the line stands out from any colour.
    return [
        marks.line(
            np.log10(epsilons).tolist(),
            [None if lam is None else math.log10(lam) for lam in lams],
            marks.stroke(color, width),
            mode="lines+markers",
            marker={"size": width + 3, "color": color},
            name="Best λ for each ε",
            hoverinfo="skip",
            showlegend=color == colours.ink,
        )
        for color, width in ((colours.ground, 5), (colours.ink, 2))
    ]


def beside_each_other(
    drawings: Sequence[FigureDict], titles: Sequence[str], *, dark: bool, phone: bool
) -> FigureDict:
    """Return several maps as one figure, two in a row, with one legend and one bar of colours.

    Parameters
    ----------
    drawings : sequence of FigureDict
        Of `error_over`, on the same axes.
    titles : sequence of str
        What stands above each.
    dark, phone : bool
        On a phone, the bar of colours lies below the maps.
    """
    n_rows = math.ceil(len(drawings) / 2)
    rows = marks.domains(n_rows, ROW_GAP / n_rows)[::-1]
    columns = marks.domains(min(2, len(drawings)), COLUMN_GAP)
    traces: list[FigureDict] = []
    axes: FigureDict = {}
    above: list[FigureDict] = []
    for place, (drawing, title) in enumerate(zip(drawings, titles, strict=True)):
        row, column = divmod(place, 2)
        is_lowest = place + 2 >= len(drawings)
        traces += [_in_panel(each, place, phone=phone) for each in drawing["data"]]
        framed, (left, right) = drawing["layout"], columns[column]
        along = _sparse(framed["xaxis"]) if phone else framed["xaxis"]
        across = along | {"domain": (left, right)}
        upward = framed["yaxis"] | {"domain": rows[row]}
        axes |= marks.panel_axes(
            place + 1,
            across if is_lowest else across | UNTITLED,
            upward | NUMBERLESS if column else upward,
        )
        said = title.replace(" perturbation", "<br>perturbation") if phone else title
        size = 12 if phone else 16
        above.append(marks.panel_title(said, (left + right) / 2, rows[row][1], size))
    return {
        "data": traces,
        "layout": marks.layout(
            "",
            dark=dark,
            height=curves.HEIGHT + (n_rows - 1) * ROW,
            margin={"l": 64, "r": 8, "t": 44, "b": 180 if phone else 92},
            annotations=above,
            legend=marks.legend(itemclick=False) | ({"y": BELOW_BAR} if phone else {}),
            **axes,
        ),
    }


def _sparse(axis: FigureDict) -> FigureDict:
    """Return an axis with every second of its numbers: a phone has no room for all."""
    return axis | {name: axis[name][::2] for name in ("tickvals", "ticktext")}


def _in_panel(trace: FigureDict, place: int, *, phone: bool) -> FigureDict:
    """Return a trace of a map in a panel; of all panels, the first has what explains them."""
    named = marks.on(place + 1)
    if trace["type"] != "heatmap":
        return trace | named | ({"showlegend": False} if place else {})
    bar = trace["colorbar"] | (LYING if phone else {})
    return trace | named | {"showscale": not place, "colorbar": bar}


def layout(horizontal: Axis, vertical: Axis, title: str, *, dark: bool) -> FigureDict:
    """Return the layout of a map."""
    return marks.layout(
        title,
        dark=dark,
        height=HEIGHT,
        margin={"l": 64, "r": 8, "t": 48, "b": 92},
        xaxis=decades(horizontal),
        yaxis=decades(vertical) | {"showgrid": False, "ticks": "outside"},
        legend=marks.legend(itemclick=False),
    )


def decades(axis: Axis) -> FigureDict:
    """Return a logarithmic axis of a map, whose places are decades."""
    places = np.log10(axis.ticks).tolist()
    return marks.axis(
        axis.title, marks.STANDOFF, range=axis.range, tickvals=places, ticktext=axis.labels
    )


def scale(colours: style.Palette) -> list[tuple[float, str]]:
    """Return the scale of colours, from none to the worst."""
    return list(zip(np.linspace(0, 1, len(colours.errors)).tolist(), colours.errors, strict=True))


def bar(title: str, ticks: Mapping[float, str], colours: style.Palette) -> FigureDict:
    """Return the bar that explains a scale of colours, with words at its ticks."""
    font = {"color": colours.quiet, "size": 13}
    return {
        "title": {"text": title, "side": "right", "font": font},
        "tickvals": list(ticks),
        "ticktext": list(ticks.values()),
        "tickfont": font,
        "thickness": 12,
        "outlinewidth": 0,
    }


def _listed(errors: Array) -> list[list[float | None]]:
    return [[None if np.isnan(error) else float(error) for error in row] for row in errors]
