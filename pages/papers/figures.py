"""A table or figure of a paper: published values as marks, ours as points or curves with bands."""

from dataclasses import replace

import numpy as np
import pandas as pd
import plotly.graph_objects as go
from plotly.subplots import make_subplots

from dpcore.checks import Array
from dpcore.studies.papers.entries import Entry
from dpcore.studies.papers.reproduce import ours
from dpcore.studies.papers.results import is_relative
from dpcore.studies.private_tuning.strategies import STRATEGIES
from pages.kit.figures import style

LABELS = {
    "output": "Output (sensitivity method)",
    "objective": "Objective (new method)",
    "tddl": "TDDL (through test points)",
    "functional": "Functional Gaussian (our baseline)",
    "non_private": "Non-private",
} | {name: way.label for name, way in STRATEGIES.items()}
STANDS_FOR = {"tddl": "output", "functional": "output_gaussian"}
"""Of who answers test points, the mechanism that has the colour: no figure shows both."""

LOOKS = (
    style.LOOKS
    | style.STRATEGY_LOOKS
    | {"tddl": replace(style.LOOKS["output"], dash="dashdot")}
    | {"functional": style.LOOKS["output_gaussian"]}
)
"""Of each role: a method's, a strategy's to choose λ, or a learner's that answers test points."""

SYMBOLS = ("circle", "square", "triangle-up", "star")
"""Of the variants, in their order."""

RULE, RULE_OF_OUTCOMES = "Always the larger class", "Always 0"
"""The constant rule in the legend, of classes and of a regression."""

ROW, CEILING, CEILING_OF_OUTCOMES = 34, 0.62, 1.5
NAMES = {"n": "Training records n", "epsilon": "Privacy parameter ε"}


def drawn(entry: Entry, found: pd.DataFrame, *, dark: bool) -> style.Drawing:
    """Return the picture of an entry, in the paper's own axes."""
    one_place = all(value.where is None for value in entry.published)
    as_table = bool(entry.published) and one_place
    drawing: style.Drawing = (table if as_table else curves)(entry, found, dark=dark).to_dict()
    return drawing


def table(entry: Entry, found: pd.DataFrame, *, dark: bool) -> go.Figure:
    """Return a table as a picture: a line for each value, published beside ours.

    Parameters
    ----------
    entry : Entry
        With published values.
    found : DataFrame
        With the columns of `runs.COLUMNS`.
    dark : bool
    """
    colours = style.palette(dark)
    lines = [f"{value.panel}<br>{LABELS[value.role]}" for value in entry.published]
    figure = go.Figure(
        layout=go.Layout(
            template=style.template(dark),
            height=150 + ROW * 1.5 * len(lines),
            margin={"l": 210, "r": 20, "t": 16, "b": 124},
            xaxis={"title": "Mean test error", "range": [-0.01, CEILING], "tickformat": ".0%"},
            yaxis={"autorange": "reversed", "tickfont": {"size": 11}},
            legend={
                "orientation": "h",
                "x": -0.25,
                "y": -64 / (10 + ROW * 1.5 * len(lines)),
                "yanchor": "top",
            },
        )
    )
    for place, variant in enumerate(entry.variants):
        errors = [ours(found, value, variant.name) for value in entry.published]
        figure.add_scatter(
            x=errors,
            y=lines,
            mode="markers",
            name=f"ours, {variant.name}",
            marker={
                "symbol": SYMBOLS[place],
                "size": 11,
                "color": [_color(value.role, colours) for value in entry.published],
                "opacity": 0.95,
            },
            hovertemplate="%{x:.1%}",
        )
    _rules(figure, entry, found, lines, colours)
    figure.add_scatter(
        x=[value.value for value in entry.published],
        y=lines,
        mode="markers",
        name="published, ±",
        marker={
            "symbol": "diamond-open",
            "size": 15,
            "color": colours.ink,
            "line": {"width": 2},
        },
        error_x={
            "type": "data",
            "array": [value.spread or 0.0 for value in entry.published],
            "color": colours.quiet,
            "thickness": 1.5,
        },
        hovertemplate="%{x:.1%}",
    )
    return figure


def _rules(
    figure: go.Figure, entry: Entry, found: pd.DataFrame, lines: list[str], colours: style.Palette
) -> None:
    """Mark what always naming the larger class errs on each line's panel."""
    rules = [found.majority_error[found.panel == value.panel] for value in entry.published]
    figure.add_scatter(
        x=[error for each in rules for error in each.unique()],
        y=[line for line, each in zip(lines, rules, strict=True) for _ in each.unique()],
        mode="markers",
        name=RULE.lower(),
        marker={"symbol": "line-ns-open", "size": 22, "color": colours.ink, "line": {"width": 1}},
        hovertemplate="%{x:.1%}",
    )


def curves(entry: Entry, found: pd.DataFrame, *, dark: bool) -> go.Figure:
    """Return a figure in the paper's own axes, a panel for each variant."""
    colours = style.palette(dark)
    panels = [(loss, variant.name) for loss in found.loss.unique() for variant in entry.variants]
    several = len(entry.losses) > 1
    titles = [f"{name}, {loss}" if several else name for loss, name in panels]
    figure = make_subplots(
        len(panels),
        1,
        shared_xaxes=True,
        subplot_titles=titles,
        vertical_spacing=0.3 / len(panels) ** 1.1,
    )
    for row, (loss, variant) in enumerate(panels, start=1):
        rows = found[(found.loss == loss) & (found.variant == variant)]
        for role in LABELS:
            _curve(figure, rows[rows.role == role].sort_values("where"), role, row, colours, found)
        _rule(figure, rows, row, colours, found)
    figure.update_layout(
        template=style.template(dark),
        height=70 + 250 * len(panels),
        margin={"l": 64, "r": 20, "t": 40, "b": 90},
        legend={"orientation": "h", "x": 0, "y": -0.5 / (1 + len(panels)), "yanchor": "top"},
        hovermode="x unified",
    )
    relative = is_relative(found)
    ceiling = CEILING_OF_OUTCOMES if relative else CEILING
    top = min(ceiling, 1.2 * max(found.error.max(), found.majority_error.max()))
    title = "Relative error" if relative else "Mean test error"
    figure.update_yaxes(range=[0, top], tickformat=".0%", title=title)
    figure.update_xaxes(title=NAMES[entry.axis], row=len(panels))
    if entry.candidates or entry.questions:  # in equal ratios, as on the pages of these
        ticks = [f"{place:g}" for place in entry.values]
        figure.update_xaxes(type="log", tickvals=entry.values, ticktext=ticks)
    _published(figure, entry, panels, colours)
    return figure


def _curve(
    figure: go.Figure,
    rows: pd.DataFrame,
    role: str,
    row: int,
    colours: style.Palette,
    found: pd.DataFrame,
) -> None:
    if not len(rows):
        return
    color, where = _color(role, colours), rows["where"].to_numpy()
    error, sd = rows.error.to_numpy(), rows.sd_draws.to_numpy()
    if np.isinf(where).any():  # without noise there is no ε: a level along the whole axis
        where, error, sd = _ends(found), np.repeat(error[:1], 2), 0 * sd
    if np.any(sd > 0):
        figure.add_scatter(
            x=[*where, *where[::-1]],
            y=[*(error - sd), *(error + sd)[::-1]],
            fill="toself",
            fillcolor=style.band(color),
            line={"width": 0},
            mode="lines",
            hoverinfo="skip",
            showlegend=False,
            row=row,
            col=1,
        )
    figure.add_scatter(
        x=where,
        y=error,
        name=LABELS[role],
        mode="lines+markers" if len(where) > 2 else "lines",
        line={"color": color, "width": 2.5, "dash": LOOKS[role].dash},
        marker={"symbol": LOOKS[role].mark, "size": 6, "line": {"width": 1.5, "color": color}},
        hovertemplate="%{y:.1%}",
        showlegend=row == 1,
        legendgroup=role,
        row=row,
        col=1,
    )


def _rule(
    figure: go.Figure, rows: pd.DataFrame, row: int, colours: style.Palette, found: pd.DataFrame
) -> None:
    """Draw what the constant rule errs: a thin line."""
    name = RULE_OF_OUTCOMES if is_relative(found) else RULE
    for error in rows.majority_error.unique():
        figure.add_scatter(
            x=_ends(found),
            y=[error, error],
            name=name,
            mode="lines",
            line={"color": colours.ink, "width": 1, "dash": style.CONSTANT_DASH},
            hovertemplate="%{y:.1%}",
            showlegend=row == 1,
            legendgroup=name,
            row=row,
            col=1,
        )


def _ends(found: pd.DataFrame) -> Array:
    """Return the first and the last place on the axis."""
    finite = found["where"][np.isfinite(found["where"])]
    return np.array([finite.min(), finite.max()])


def _color(role: str, colours: style.Palette) -> str:
    return (colours.methods | colours.strategies)[STANDS_FOR.get(role, role)]


def _published(
    figure: go.Figure, entry: Entry, panels: list[tuple[str, str]], colours: style.Palette
) -> None:
    for row in range(1, len(panels) + 1):
        for value in entry.published:
            figure.add_scatter(
                x=[value.where],
                y=[value.value],
                mode="markers+text",
                marker={"symbol": "diamond-open", "size": 14, "color": colours.ink},
                text=["published: below" if value.at_most else "published"],
                textposition="top left",
                textfont={"color": colours.quiet, "size": 12},
                showlegend=False,
                hoverinfo="skip",
                row=row,
                col=1,
            )
