"""Where classifiers say +1, over the disc of the records: one picture for each mechanism.

All pictures stand in one pair of axes, shifted against each other, and their shades and borders are
one image: a browser takes half a second for as many cells and borders of Plotly's own.
"""

import io
from base64 import b64encode
from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
from PIL import Image

from dpcore.checks import Array
from dpcore.privacy.mechanisms import MECHANISMS
from dplab.studies.kernels.random_features import GRID, Region
from pages.kit.figures import marks, style
from pages.kit.figures.style import FigureDict

ROW, ABOVE, BELOW, MOST_BESIDE = 255, 58, 84, 3
"""Pixels of a row of pictures, above them and below; pictures in a row."""

PHONES_ROW, PHONES_BELOW, PHONES_BESIDE = 165, 56, 2
"""The same on a phone, unless a fourth has a name that is too long to stand beside another's."""

FREE = (0.77, 0.22)
"""Where three pictures leave a quarter free on a phone: its centre, as shares of the plot."""

MOST_RECORDS = 100
PERIOD, DOWN = 2.3, 2.5
"""From the centre of one disc to the next one's, and to that below, where the radius is 1."""

SIDE, SHADES = 300, 201
"""Pixels of a picture's image on a side, and its colours but for the border's."""

STRENGTH = 0.55
"""Of a shade's strongest colour, so that marks stand out on it."""


@dataclass(frozen=True)
class Places:
    """Where the pictures stand, row by row from above, with at most `beside` in each."""

    count: int
    beside: int

    @property
    def rows(self) -> int:
        """How many rows there are."""
        return -(-self.count // self.beside)

    def shifts(self) -> list[tuple[float, float]]:
        """Return the centre of each disc."""
        return [
            (PERIOD * (each % self.beside), -DOWN * (each // self.beside))
            for each in range(self.count)
        ]


def draw(
    regions: Mapping[str, Region],
    X: Array,
    y: Array,
    *,
    features: tuple[str, str],
    shade: str,
    dark: bool,
    phone: bool,
) -> FigureDict:
    """Return the figure.

    Regions are per mechanism, in the order of the pictures; X (n, 2) are training records, before
    the map. `shade` is "share" for the share of draws that say +1, "one" for the first draw. On a
    phone there is room for two beside each other, or one with a long name.
    """
    colours = style.palette(dark)
    is_close, places = _is_close(len(regions), phone), _places(len(regions), phone)
    values = [region.one if shade == "one" else region.share for region in regions.values()]
    shifts = places.shifts()
    return marks.figure(
        [
            *(_records(X, y, label, places, colours) for label in (1, -1)),
            _scale(colours, shade, places, is_close=is_close),
        ],
        "Share of draws that say +1" if shade == "share" else "Where one draw says +1",
        dark=dark,
        height=height(len(regions), phone=phone),
        margin={"l": 46, "r": 4, "t": ABOVE, "b": PHONES_BELOW if is_close else BELOW},
        images=[_panel(*each, colours) for each in zip(values, shifts, strict=True)],
        annotations=[
            marks.note(
                MECHANISMS[name].label,
                across,
                up + 1.02,
                colours.ink,
                11 if is_close else 13,
                yanchor="bottom",
            )
            for name, (across, up) in zip(regions, shifts, strict=True)
        ],
        xaxis=_axis(features[0], {across for across, _ in shifts}) | {"constrain": "domain"},
        yaxis=_axis(features[1], {up for _, up in shifts}, above=0.22)
        | {"scaleanchor": "x", "constrain": "domain", "showgrid": False},
        legend=_legend(is_close=is_close),
    )


def height(count: int, *, phone: bool) -> int:
    """Return the height of a figure of so many pictures, in pixels."""
    row, below = (PHONES_ROW, PHONES_BELOW) if _is_close(count, phone) else (ROW, BELOW)
    return row * _places(count, phone).rows + ABOVE + below


def _places(count: int, phone: bool) -> Places:
    most = PHONES_BESIDE if _is_close(count, phone) else 1 if phone else MOST_BESIDE
    return Places(count, min(count, most))


def _is_close(count: int, phone: bool) -> bool:
    """Tell whether pictures leave a quarter free, for the scale and the legend."""
    return phone and count == MOST_BESIDE


def _legend(*, is_close: bool) -> FigureDict:
    if is_close:
        return {"x": FREE[0], "xanchor": "center", "y": FREE[1], "yanchor": "bottom"}
    return {"orientation": "h", "x": 0, "y": 0, "yref": "container", "yanchor": "bottom"}


def _image(values: Array, colours: style.Palette) -> str:
    """Return a picture as an image in text: a colour for each share, and the border at a half."""
    # From its cells to pixels; what lies outside of the disc has the colour of its rim.
    small = Image.fromarray(values[::-1][_NEAREST].astype(np.float32), mode="F")
    share = np.asarray(small.resize((SIDE, SIDE), Image.Resampling.BILINEAR))
    shades = np.rint(share * (SHADES - 1)).astype(np.uint8)
    shades[_border(share)] = SHADES
    shades[~_INSIDE] = SHADES + 1
    image = Image.fromarray(shades, mode="P")
    image.putpalette(_colours(colours))
    file = io.BytesIO()
    image.save(file, "PNG", transparency=SHADES + 1)
    return f"data:image/png;base64,{b64encode(file.getvalue()).decode()}"


def _colours(colours: style.Palette) -> list[int]:
    """Return the colours of the shades in their order, of the border, and of nothing."""
    low, middle, high = (np.array(_rgb(each)) for each in _ends(colours))
    share = np.linspace(0, 1, SHADES)[:, None]
    away = np.abs(2 * share - 1)
    mixed = np.where(share < 0.5, low, high) * away + middle * (1 - away)
    return [*np.rint(mixed).astype(int).ravel().tolist(), *_rgb(colours.ink), 0, 0, 0]


def _border(share: Array) -> npt.NDArray[np.bool_]:
    """Return the pixels next to which as many draws say +1 as −1."""
    says = share >= 0.5
    border = np.zeros_like(says)
    border[:-1] |= says[:-1] != says[1:]
    border[:, :-1] |= says[:, :-1] != says[:, 1:]
    border[1:] |= border[:-1]
    border[:, 1:] |= border[:, :-1]
    return border


def _disc(side: int) -> tuple[Array, Array]:
    """Return for the centres of pixels over the disc's square how far right and down they lie."""
    at = np.linspace(-1, 1, side)
    across, down = np.meshgrid(at, at)
    return across, down


def _nearest() -> tuple[npt.NDArray[np.intp], npt.NDArray[np.intp]]:
    """Return for each cell the place of the nearest one whose centre lies in the disc."""
    across, down = _disc(GRID)
    shrunk = np.maximum(1.0, np.hypot(across, down) * (1 + 2 / GRID))
    cells = (
        np.rint((each / shrunk + 1) / 2 * (GRID - 1)).astype(np.intp) for each in (down, across)
    )
    rows, columns = cells
    return rows, columns


_NEAREST = _nearest()
_INSIDE = np.hypot(*_disc(SIDE)) <= 1


def _ends(colours: style.Palette) -> tuple[str, str, str]:
    """Return the colours of no draw, half and all of them saying +1."""
    low, high = (_tint(colours.labels[label], colours.ground) for label in (-1, 1))
    return low, colours.ground, high


def _scale(colours: style.Palette, shade: str, places: Places, *, is_close: bool) -> FigureDict:
    """Return a trace without points, for its scale of colours."""
    beside: FigureDict = {"len": 0.9 / places.rows, "y": 1, "yanchor": "top"}
    free = {"orientation": "h", "len": 0.4, "x": FREE[0], "y": FREE[1] - 0.04, "yanchor": "top"}
    bar = {
        "tickvals": [0, 0.5, 1],
        "ticktext": ["all −1", "half", "all +1"] if shade == "share" else ["−1", "", "+1"],
        "tickfont": {"color": colours.quiet, "size": 12},
        "thickness": 10,
        "outlinewidth": 0,
    }
    bar |= free if is_close else beside
    scale = list(zip((0, 0.5, 1), _ends(colours), strict=True))
    look = {"color": [0.5], "cmin": 0, "cmax": 1, "colorscale": scale, "colorbar": bar}
    return marks.dots([None], [None], look, **marks.SILENT)


def _records(X: Array, y: Array, label: int, places: Places, colours: style.Palette) -> FigureDict:
    points = X[:MOST_RECORDS][y[:MOST_RECORDS] == label]
    shifted = np.concatenate([points + shift for shift in places.shifts()]).round(3)
    color = colours.labels[label]
    return marks.dots(
        shifted[:, 0].tolist(),
        shifted[:, 1].tolist(),
        marks.marker(style.LABEL_MARKS[label], 6, color, line=marks.stroke(color, 1.4)),
        name=f"labelled {'+1' if label == 1 else '−1'}",
        hoverinfo="skip",
    )


def _panel(values: Array, shift: tuple[float, float], colours: style.Palette) -> FigureDict:
    return {
        "source": _image(values, colours),
        "xref": "x",
        "yref": "y",
        "x": shift[0] - 1,
        "y": shift[1] + 1,
        "sizex": 2,
        "sizey": 2,
        "sizing": "stretch",
        "layer": "below",
    }


def _axis(name: str, centres: set[float], above: float = 0.0) -> FigureDict:
    """Return an axis on which every picture has ticks of its own."""
    return marks.axis(
        name,
        4,
        range=[min(centres) - 1.03, max(centres) + 1.03 + above],
        tickvals=[centre + at for centre in sorted(centres) for at in (-1, 0, 1)],
        ticktext=["−1", "0", "1"] * len(centres),
    )


def _rgb(color: str) -> tuple[int, int, int]:
    red, green, blue = (int(color[i : i + 2], 16) for i in (1, 3, 5))
    return red, green, blue


def _tint(color: str, ground: str) -> str:
    """Return a colour mixed with the ground."""
    mixed = (
        round(STRENGTH * ours + (1 - STRENGTH) * theirs)
        for ours, theirs in zip(_rgb(color), _rgb(ground), strict=True)
    )
    return "#" + "".join(f"{each:02x}" for each in mixed)
