"""The look of figures: colours and the Plotly template.

A method has the same colour, line and mark everywhere, and any two of them differ in line or mark
as well as in colour, so that a figure can be read in grey.
"""

from dataclasses import dataclass, replace
from functools import cache
from typing import Any

FigureDict = dict[str, Any]
"""A figure, a layout or a trace as Plotly's JSON has it.

What returns one is told the theme in use (`dark`), and whether it is drawn for a phone (`phone`).
"""


@dataclass(frozen=True)
class Look:
    """How a method is drawn.

    Parameters
    ----------
    light, dark : str
        Its colour on a light and on a dark ground.
    dash : str
        Of its lines: solid for what is ε-DP, long dashes for what is private with a δ only; what
        is not private, by choice or by mistake, has other dashes.
    mark : str
        Plotly's symbol.
    """

    light: str
    dark: str
    dash: str
    mark: str


LOOKS = {
    "non_private": Look("#5b6663", "#a9b2ae", "dash", "line-ew"),
    "objective": Look("#0f5c63", "#5fb8b4", "solid", "circle"),
    "output": Look("#bf4d0a", "#f2a164", "solid", "square"),
    "objective_tight": Look("#2c6fb3", "#8ab8ee", "solid", "diamond"),
    "objective_gaussian": Look("#4a4ec0", "#a6a8f7", "longdash", "triangle-down"),
    "output_gaussian": Look("#4b7a13", "#a5cf6b", "longdash", "triangle-up"),
    "objective_gamma": Look("#007a99", "#6fd0ea", "longdash", "star-triangle-down"),
    "output_gamma": Look("#b3123f", "#ff8fa3", "longdash", "star-triangle-up"),
    "objective_2008": Look("#7a3e9d", "#c79be6", "dot", "circle-open"),
    "objective_laplace_norm": Look("#a3335f", "#ee92b4", "dot", "diamond-open"),
    "output_laplace_norm": Look("#8a6d00", "#d9bd55", "dot", "square-open"),
}
"""Of each mechanism of the registry."""

STRATEGY_LOOKS = {
    "split": LOOKS["objective"],
    "composed": LOOKS["objective_tight"],
    "fixed": LOOKS["output"],
    "looked": replace(LOOKS["objective_2008"], mark="x-thin-open"),
    "hindsight": LOOKS["non_private"],
}
"""Of each way to choose λ: those of mechanisms, since no figure shows both."""

GROUP_LOOKS = tuple(
    LOOKS[name]
    for name in ("objective", "output", "objective_tight", "output_gaussian", "objective_2008",
                 "output_laplace_norm")
)  # fmt: skip
GROUP_MARKS = ("circle", "square", "diamond", "triangle-up", "cross", "star")
"""Of groups of records, in their order: colours of mechanisms, since groups have all one. Further
groups begin again with the colours, and open marks."""


@dataclass(frozen=True)
class Palette:
    """Colours of one theme; of errors, from none to guessing, ever further from the ground.

    A card is what a see-through filling of ink makes of the ground, too.
    """

    ground: str
    card: str
    ink: str
    quiet: str
    grid: str
    methods: dict[str, str]
    strategies: dict[str, str]
    labels: dict[int, str]
    errors: tuple[str, ...]


LIGHT = Palette(
    ground="#fdfcfa",
    card="#f3f1eb",
    ink="#0d1614",
    quiet="#4a5552",
    grid="#e4e0d6",
    methods={name: look.light for name, look in LOOKS.items()},
    strategies={name: look.light for name, look in STRATEGY_LOOKS.items()},
    labels={1: "#7d3c98", -1: "#8a7500"},
    errors=("#fbf3df", "#efcf94", "#d99a55", "#ab5d3c", "#6d2f36", "#2d1426"),
)
DARK = Palette(
    ground="#12181a",
    card="#1b2426",
    ink="#e8e6df",
    quiet="#b3bab6",
    grid="#2a3638",
    methods={name: look.dark for name, look in LOOKS.items()},
    strategies={name: look.dark for name, look in STRATEGY_LOOKS.items()},
    labels={1: "#c79be0", -1: "#d9c35b"},
    errors=("#20191f", "#552c33", "#92503a", "#c98449", "#ecbd7d", "#fdf1d6"),
)

LOSS_DASHES = ("solid", "dash", "dashdot", "longdash", "longdashdot", "dot")
"""Of losses by their place in the registry, where curves of several stand in one figure; there, the
marks tell the methods."""

LABEL_MARKS = {1: "circle-open", -1: "x-thin-open"}

CONSTANT_DASH = "1px,4px"
"""Of the constant rule's thin line: dots, further apart than those of any method."""

BAND_OPACITY, VEIL_OPACITY = 0.16, 0.7
"""Of a curve's band, and of the ground behind words that may stand on curves."""
TEXT_FONT = "Inter, sans-serif"


def palette(dark: bool) -> Palette:
    """Return the colours of the theme in use."""
    return DARK if dark else LIGHT


def of_group(place: int, colours: Palette) -> tuple[str, str]:
    """Return colour and mark of a group of records, by its place among all."""
    look, count = GROUP_LOOKS[place % len(GROUP_LOOKS)], len(GROUP_LOOKS)
    colour = look.dark if colours is DARK else look.light
    return colour, GROUP_MARKS[place % count] + ("-open" if place // count % 2 else "")


def band(color: str, opacity: float = BAND_OPACITY) -> str:
    """Return a colour as the see-through filling of a band."""
    red, green, blue = (int(color[i : i + 2], 16) for i in (1, 3, 5))
    return f"rgba({red}, {green}, {blue}, {opacity})"


def title_of(text: str, **properties: object) -> FigureDict:
    """Return what a figure shows, as its layout has it: above, at the left, unless said so."""
    usual = {"x": 0, "xref": "paper", "font": {"size": 15}, "y": 0.97}
    return {"text": text} | usual | properties


@cache
def template(dark: bool) -> FigureDict:
    """Return the Plotly template of a theme; nobody may change it."""
    colours = palette(dark)
    axis = {
        "gridcolor": colours.grid,
        "linecolor": colours.grid,
        "tickfont": {"color": colours.quiet, "size": 13},
        "title": {"font": {"color": colours.quiet, "size": 14}},
        "zeroline": False,
        "fixedrange": True,
    }
    layout = {
        "font": {"family": TEXT_FONT, "color": colours.ink, "size": 14},
        "paper_bgcolor": colours.ground,
        "plot_bgcolor": colours.ground,
        # Labels and title need room of their own, above what the legend needs. Where a figure's own
        # margin is enough, as on a desktop, Plotly draws once; else it draws again.
        "xaxis": axis
        | {
            "showgrid": False,
            "ticks": "outside",
            "tickcolor": colours.grid,
            "automargin": "bottom",
        },
        "yaxis": axis,
        "hoverlabel": {
            "bgcolor": colours.ground,
            "bordercolor": colours.grid,
            "font": {"family": TEXT_FONT, "color": colours.ink},
        },
    }
    return {"layout": layout}
