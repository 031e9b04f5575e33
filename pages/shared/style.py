"""The look: colours, the Plotly template, and the few rules of CSS that Streamlit leaves to us.

A method has the same colour, line and mark everywhere, and any two of them differ in line or mark
as well as in colour, so that a figure can be read in grey.
"""

from dataclasses import dataclass

import plotly.graph_objects as go


@dataclass(frozen=True)
class Palette:
    """Colours of one theme; of errors, from none to guessing, ever further from the ground."""

    ground: str
    ink: str
    quiet: str
    grid: str
    methods: dict[str, str]
    labels: dict[int, str]
    errors: tuple[str, ...]


LIGHT = Palette(
    ground="#fdfcfa",
    ink="#0d1614",
    quiet="#4a5552",
    grid="#e4e0d6",
    methods={
        "non_private": "#5b6663",
        "output": "#bf4d0a",
        "objective": "#0f5c63",
        "objective_tight": "#2c6fb3",
        "objective_2008": "#7a3e9d",
        "output_laplace_norm": "#8a6d00",
        "objective_laplace_norm": "#a3335f",
    },
    labels={1: "#7d3c98", -1: "#8a7500"},
    errors=("#fbf3df", "#efcf94", "#d99a55", "#ab5d3c", "#6d2f36", "#2d1426"),
)
DARK = Palette(
    ground="#12181a",
    ink="#e8e6df",
    quiet="#b3bab6",
    grid="#2a3638",
    methods={
        "non_private": "#a9b2ae",
        "output": "#f2a164",
        "objective": "#5fb8b4",
        "objective_tight": "#8ab8ee",
        "objective_2008": "#c79be6",
        "output_laplace_norm": "#d9bd55",
        "objective_laplace_norm": "#ee92b4",
    },
    labels={1: "#c79be0", -1: "#d9c35b"},
    errors=("#20191f", "#552c33", "#92503a", "#c98449", "#ecbd7d", "#fdf1d6"),
)

DASHES = {
    "non_private": "dash",
    "output": "solid",
    "objective": "solid",
    "objective_tight": "solid",
    "objective_2008": "dot",
    "output_laplace_norm": "dot",
    "objective_laplace_norm": "dot",
}
"""What is not private, by choice or by mistake, is not drawn solid."""

LOSS_DASHES = {"logistic": "solid", "huber": "dash", "smoothed": "dashdot"}
"""Where curves of several losses stand in one figure; there, the marks tell the methods."""

STROKES = {"non_private": "5 5", "output": "11 3", "objective": ""}
"""Dashes where there are no marks to tell curves apart by."""

MARKS = {
    "non_private": "line-ew",
    "output": "square",
    "objective": "circle",
    "objective_tight": "diamond",
    "objective_2008": "circle-open",
    "output_laplace_norm": "square-open",
    "objective_laplace_norm": "diamond-open",
}
LABEL_MARKS = {1: "circle-open", -1: "x-thin-open"}

BAND_OPACITY = 0.16
TEXT_FONT = "Inter, sans-serif"
PHONE = 640
"""Width in pixels up to which Streamlit stacks columns."""

CSS = f"""
<style>
.stMainBlockContainer {{ max-width: 84rem; padding-top: 5.5rem; }}
[data-testid="stMetricValue"] {{ font-variant-numeric: tabular-nums; }}
[data-testid="stLayoutWrapper"]:has(> .st-key-unseen) {{ display: none; }}
.st-key-ends p {{ font-size: 0.8rem; }}
.st-key-onward a {{ border: 1px solid; border-radius: 999px; color: inherit; }}
.stMultiSelect [data-tag] {{ background: transparent; border: 1px solid; color: inherit; }}
.st-key-ends {{ margin-top: -1rem; }}
@media (max-width: {PHONE}px) {{
  .stMainBlockContainer {{ padding-top: 4.5rem; }}
  .st-key-anatomy > [data-testid="stLayoutWrapper"] > [data-testid="stHorizontalBlock"],
  .st-key-anatomy > [data-testid="stHorizontalBlock"] {{ flex-direction: column-reverse; }}
  .st-key-anatomy > * > [data-testid="stColumn"],
  .st-key-anatomy > * > * > [data-testid="stColumn"] {{ min-width: 100%; }}
}}
@media (prefers-reduced-motion: reduce) {{
  * {{ animation-duration: 0s !important; transition-duration: 0s !important; }}
}}
</style>
"""


def palette(dark: bool) -> Palette:
    """Return the colours of the theme in use."""
    return DARK if dark else LIGHT


def band(color: str) -> str:
    """Return a colour as the see-through filling of a band."""
    red, green, blue = (int(color[i : i + 2], 16) for i in (1, 3, 5))
    return f"rgba({red}, {green}, {blue}, {BAND_OPACITY})"


def entitle(figure: go.Figure, title: str) -> None:
    """Write what a figure shows above it, at the left."""
    figure.update_layout(
        title={"text": title, "x": 0, "xref": "paper", "font": {"size": 15}, "y": 0.97}
    )


def template(dark: bool) -> go.layout.Template:
    """Return the Plotly template of the theme in use."""
    colours = palette(dark)
    axis = {
        "gridcolor": colours.grid,
        "linecolor": colours.grid,
        "tickfont": {"color": colours.quiet, "size": 13},
        "title": {"font": {"color": colours.quiet, "size": 14}},
        "zeroline": False,
        "fixedrange": True,
    }
    return go.layout.Template(
        layout={
            "font": {"family": TEXT_FONT, "color": colours.ink, "size": 14},
            "paper_bgcolor": colours.ground,
            "plot_bgcolor": colours.ground,
            "xaxis": axis | {"showgrid": False, "ticks": "outside", "tickcolor": colours.grid},
            "yaxis": axis,
            "hoverlabel": {
                "bgcolor": colours.ground,
                "bordercolor": colours.grid,
                "font": {"family": TEXT_FONT, "color": colours.ink},
            },
        }
    )
