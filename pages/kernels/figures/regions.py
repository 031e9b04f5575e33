"""Where classifiers say +1, over the disc of the records: one picture for each mechanism.

Plain dictionaries: they are drawn at every move of ε, as in `shared.figures.curves`.
"""

from collections.abc import Mapping

import numpy as np

from dpcore.checks import Array
from dpcore.experiments.kernels.random_features import GRID, Region
from dpcore.privacy.mechanisms import MECHANISMS
from pages.shared.figures import style
from pages.shared.figures.style import Drawing

HEIGHT, PHONE_HEIGHT = 430, 290
MOST_RECORDS = 150
GAP, PHONE_GAP = 0.05, 0.07
"""Between pictures, as a share of the width, or of the height on a phone."""

REACH = 1.03
STRENGTH = 0.55
"""Of a shade's strongest colour, so that marks stand out on it."""


def draw(
    found: Mapping[str, Region],
    X: Array,
    y: Array,
    *,
    features: tuple[str, str],
    shade: str,
    dark: bool,
    phone: bool,
) -> Drawing:
    """Return the figure.

    Parameters
    ----------
    found : mapping
        Per mechanism its region, in the order of the pictures.
    X : array (n, 2)
        Training records, before the map.
    y : array (n,)
    features : tuple of str
    shade : str
        "share" for the share of draws that say +1, "one" for the first draw.
    dark : bool
        The theme in use.
    phone : bool
        Whether the pictures stand below one another.
    """
    colours = style.palette(dark)
    data: list[Drawing] = []
    layout = _layout(len(found), shade, dark=dark, phone=phone)
    for place, (name, region) in enumerate(found.items(), start=1):
        axes = _axes(place)
        values = region.one if shade == "one" else region.share
        data += [_shade(values, axes), _border(values, axes, colours)]
        data += [_records(X, y, label, axes, colours, legend=place == 1) for label in (1, -1)]
        layout |= _panel(place, len(found), features, phone=phone)
        layout["annotations"].append(_title(axes, MECHANISMS[name].label, colours))
    return {"data": data, "layout": layout}


def _axes(place: int) -> Drawing:
    number = "" if place == 1 else str(place)
    return {"xaxis": f"x{number}", "yaxis": f"y{number}"}


def _side() -> list[float]:
    return [round(float(each), 4) for each in np.linspace(-1, 1, GRID)]


def _shade(values: Array, axes: Drawing) -> Drawing:
    return {
        "type": "heatmap",
        "x": _side(),
        "y": _side(),
        "z": _listed(values),
        "zmin": 0,
        "zmax": 1,
        "coloraxis": "coloraxis",
        "hovertemplate": "%{z:.0%} of the draws say +1<extra></extra>",
        "zsmooth": "best",
        **axes,
    }


def _border(values: Array, axes: Drawing, colours: style.Palette) -> Drawing:
    """Draw where as many draws say +1 as −1."""
    return {
        "type": "contour",
        "x": _side(),
        "y": _side(),
        "z": _listed(values),
        "contours": {"start": 0.5, "end": 0.5, "size": 1, "coloring": "none"},
        "line": {"color": colours.ink, "width": 1.5},
        "showscale": False,
        "showlegend": False,
        "hoverinfo": "skip",
        **axes,
    }


def _records(
    X: Array, y: Array, label: int, axes: Drawing, colours: style.Palette, *, legend: bool
) -> Drawing:
    points = X[:MOST_RECORDS][y[:MOST_RECORDS] == label].round(3)
    return {
        "type": "scatter",
        "x": points[:, 0].tolist(),
        "y": points[:, 1].tolist(),
        "mode": "markers",
        "name": f"labelled {'+1' if label == 1 else '−1'}",
        "marker": {
            "symbol": style.LABEL_MARKS[label],
            "size": 6,
            "color": colours.labels[label],
            "line": {"width": 1.4, "color": colours.labels[label]},
        },
        "hoverinfo": "skip",
        "showlegend": legend,
        **axes,
    }


def _listed(values: Array) -> list[list[float | None]]:
    return [[None if np.isnan(each) else round(float(each), 2) for each in row] for row in values]


def _title(axes: Drawing, label: str, colours: style.Palette) -> Drawing:
    return {
        "text": label,
        "x": 0.5,
        "xref": f"{axes['xaxis']} domain",
        "y": 1.02,
        "yref": f"{axes['yaxis']} domain",
        "yanchor": "bottom",
        "showarrow": False,
        "font": {"color": colours.ink, "size": 13},
    }


def _panel(place: int, count: int, features: tuple[str, str], *, phone: bool) -> Drawing:
    """Return the axes of one picture: in a row, or on a phone in a column."""
    number = "" if place == 1 else str(place)
    gap = PHONE_GAP if phone else GAP
    size = (1 - gap * (count - 1)) / count
    start = (place - 1) * (size + gap)
    across, up = (
        ([0, 1], [1 - start - size, 1 - start]) if phone else ([start, start + size], [0, 1])
    )
    axis = {"range": [-REACH, REACH], "tickvals": [-1, 0, 1], "constrain": "domain"}
    return {
        f"xaxis{number}": axis
        | {
            "domain": across,
            "anchor": f"y{number}",
            "title": {"text": features[0] if place == count or not phone else "", "standoff": 4},
        },
        f"yaxis{number}": axis
        | {
            "domain": up,
            "anchor": f"x{number}",
            "scaleanchor": f"x{number}",
            "showgrid": False,
            "title": {"text": features[1] if place == 1 or phone else "", "standoff": 4},
        },
    }


def _layout(count: int, shade: str, *, dark: bool, phone: bool) -> Drawing:
    colours = style.palette(dark)
    said = "Share of draws that say +1" if shade == "share" else "Where one draw says +1"
    return {
        "template": style.plain_template(dark),
        "title": style.title_of(said),
        "height": PHONE_HEIGHT * count if phone else HEIGHT,
        "margin": {"l": 46, "r": 4, "t": 74, "b": 84},
        "annotations": [],
        "coloraxis": {
            "cmin": 0,
            "cmax": 1,
            "colorscale": [
                (0, _tint(colours.labels[-1], colours.ground)),
                (0.5, colours.ground),
                (1, _tint(colours.labels[1], colours.ground)),
            ],
            "colorbar": {
                "tickvals": [0, 0.5, 1],
                "ticktext": ["all −1", "half", "all +1"] if shade == "share" else ["−1", "", "+1"],
                "tickfont": {"color": colours.quiet, "size": 12},
                "thickness": 10,
                "outlinewidth": 0,
                "len": 0.8 / count if phone else 0.8,
            },
        },
        "legend": {
            "orientation": "h", "x": 0, "y": -0.16 / (count if phone else 1), "yanchor": "top",
            "itemclick": False,
        },
    }  # fmt: skip


def _tint(color: str, ground: str) -> str:
    """Return a colour mixed with the ground."""
    mixed = (
        round(STRENGTH * int(color[i : i + 2], 16) + (1 - STRENGTH) * int(ground[i : i + 2], 16))
        for i in (1, 3, 5)
    )
    return "#" + "".join(f"{each:02x}" for each in mixed)
