"""Pictures of private tuning: the data in parts, one run of the pick, the five ways."""

from collections.abc import Mapping, Sequence

import plotly.graph_objects as go
from plotly.subplots import make_subplots

from dpcore.checks import Array
from dpcore.simulation.constant import ConstantRule
from dpcore.studies.private_tuning.strategies import STRATEGIES
from pages.comparison.figures.curves import ERRORS, HEIGHT, MARGIN, Curve, band, layout
from pages.kit import words
from pages.kit.figures import style
from pages.kit.figures.axes import Axis

PARTS_HEIGHT, RUN_HEIGHT = 118, 300


def parts(sizes: Sequence[int], names: Sequence[str], picked: int, *, dark: bool) -> go.Figure:
    """Return the data as one bar: a part for each candidate, the last for who judges.

    Parameters
    ----------
    sizes : sequence of int
        Records of each part.
    names : sequence of str
        Of the candidates.
    picked : int
        The candidate that the run on show picked.
    dark : bool
    """
    colours = style.palette(dark)
    figure = go.Figure(layout=_bare(PARTS_HEIGHT, dark))
    teal = colours.methods["objective"]
    for place, (size, name) in enumerate(zip(sizes, [*names, "judges"], strict=True)):
        judges = place == len(names)
        filling = style.band(colours.quiet if judges else teal)
        figure.add_bar(
            x=[size],
            y=[""],
            orientation="h",
            text=f"{name}<br>{size:,}",
            textposition="inside",
            insidetextanchor="middle",
            textangle=0,
            textfont={"color": colours.ink, "size": 13},
            marker={
                "color": teal if place == picked else filling,
                "line": {"color": colours.ground, "width": 3},
            },
            hovertemplate=f"{name}: {words.counted(size, 'record')}<extra></extra>",
        )
        if place == picked:
            figure.data[-1].textfont.color = colours.ground
    figure.update_layout(barmode="stack", uniformtext={"minsize": 9, "mode": "hide"})
    figure.update_xaxes(range=[0, sum(sizes)])
    return figure


def run(
    names: Sequence[str], mistakes: Array, chances: Array, picked: int, judged: int, *, dark: bool
) -> go.Figure:
    """Return one run: each candidate's mistakes on the last part, and its chance to be picked.

    Parameters
    ----------
    names : sequence of str
    mistakes, chances : array (m,)
    picked : int
    judged : int
        Records of the last part: the axis of mistakes is fixed.
    dark : bool
    """
    colours = style.palette(dark)
    figure = make_subplots(1, 2, shared_yaxes=True, horizontal_spacing=0.14)
    teal, quiet = colours.methods["objective"], colours.quiet
    for column, values, shown, filling in (
        (1, mistakes, [f"{int(z):,}" for z in mistakes], quiet),
        (2, chances, [words.percent(p) for p in chances], teal),
    ):
        figure.add_bar(
            x=values,
            y=list(names),
            orientation="h",
            text=shown,
            textposition="outside",
            cliponaxis=False,
            marker={
                "color": [
                    filling if i == picked else style.band(filling) for i in range(len(names))
                ],
                "line": {"color": filling, "width": 1.5},
            },
            hoverinfo="skip",
            row=1,
            col=column,
        )
    figure.update_layout(_bare(RUN_HEIGHT, dark))
    figure.update_layout(margin={"l": 84, "r": 48, "t": 16, "b": 56})
    figure.update_yaxes(
        autorange="reversed", visible=True, showgrid=False, ticklabelstandoff=6, col=1
    )
    figure.update_yaxes(autorange="reversed", col=2)
    figure.update_xaxes(
        # Room for the count behind a bar: on a phone, the other panel starts there.
        range=[0, judged],
        title="Mistakes z",
        nticks=4,
        tickangle=0,
        col=1,
        visible=True,
    )
    figure.update_xaxes(
        range=[0, 1.3], title="Chance", tickvals=[0, 0.5, 1], tickformat=".0%", col=2, visible=True
    )
    return figure


def along(
    axis: Axis,
    curves: Mapping[str, Curve],
    title: str,
    rule: ConstantRule,
    *,
    dark: bool,
    errors: str = ERRORS,
) -> go.Figure:
    """Return the errors of the five ways along an axis.

    Parameters
    ----------
    axis : Axis
    curves : mapping
        Per way its places and errors there.
    title : str
    rule : ConstantRule
    dark : bool
    errors : str
        What the errors are called.
    """
    colours = style.palette(dark)
    framed = layout(axis, title, curves.values(), dark=dark, rule=rule, errors=errors)
    figure = go.Figure(layout=framed)
    # Five names take more lines of the legend than two.
    figure.update_layout(height=HEIGHT + 20, margin=MARGIN | {"b": 116})
    for name, curve in curves.items():
        figure.add_traces(band(curve, colours.strategies[name]))
    for name, (places, summaries) in curves.items():
        color = colours.strategies[name]
        figure.add_scatter(
            x=list(places),
            y=[s.median for s in summaries],
            name=STRATEGIES[name].label,
            mode="lines+markers",
            line={"color": color, "width": 2.5, "dash": style.STRATEGY_LOOKS[name].dash},
            marker={
                "symbol": style.STRATEGY_LOOKS[name].mark,
                "size": 7,
                "line": {"width": 1.5, "color": color},
            },
            hovertemplate="%{y:.1%}",
        )
    return figure


def _bare(height: int, dark: bool) -> go.Layout:
    return go.Layout(
        template=style.template(dark),
        height=height,
        margin={"l": 0, "r": 0, "t": 8, "b": 8},
        showlegend=False,
        bargap=0.25,
        xaxis={"visible": False},
        yaxis={"visible": False},
    )
