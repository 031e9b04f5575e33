"""A table or figure of a paper: published values as marks, ours as points or curves with bands."""

from collections.abc import Iterator
from dataclasses import replace

import numpy as np
import pandas as pd

from dpcore.checks import Array
from dpcore.erm.losses import LOSSES
from dplab.studies.papers.entries import Entry
from dplab.studies.papers.reproduce import ours
from dplab.studies.papers.results import is_relative
from dplab.studies.private_tuning.strategies import STRATEGIES
from pages.kit.figures import marks, style
from pages.kit.figures.style import FigureDict

LABELS = {
    "non_private": "Non-private",
    "objective": "Objective (new method)",
    "output": "Output (sensitivity method)",
    "tddl": "TDDL (through test points)",
    "functional": "Functional Gaussian (our baseline)",
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


def drawn(entry: Entry, results: pd.DataFrame, *, dark: bool) -> FigureDict:
    """Return the picture of an entry, in the paper's own axes."""
    one_place = all(value.where is None for value in entry.published)
    as_table = bool(entry.published) and one_place
    return (table if as_table else curves)(entry, results, dark=dark)


def table(entry: Entry, results: pd.DataFrame, *, dark: bool) -> FigureDict:
    """Return a table as a picture: a line for each value, published beside ours.

    The entry has published values, and the results have the columns of `runs.COLUMNS`.
    """
    colours = style.palette(dark)
    lines = [f"{value.panel}<br>{LABELS[value.role]}" for value in entry.lines]
    height = ROW * 1.5 * len(lines)
    return marks.figure(
        [
            *(_ours(entry, results, place, lines, colours) for place in range(len(entry.variants))),
            _rules(entry, results, lines, colours),
            _published_beside(entry, lines, colours),
        ],
        dark=dark,
        height=150 + height,
        margin={"l": 190, "r": 20, "t": 16, "b": 124},
        xaxis=marks.axis("Mean test error", range=[-0.04, CEILING], tickformat=".0%"),
        yaxis={"autorange": "reversed", "tickfont": {"size": 11}},
        legend=marks.legend(),
    )


def _ours(
    entry: Entry, results: pd.DataFrame, place: int, lines: list[str], colours: style.Palette
) -> FigureDict:
    """Return our value on each line, with one of the variants."""
    variant = entry.variants[place].name
    colors = [_color(value.role, colours) for value in entry.lines]
    return marks.dots(
        [ours(results, value, variant) for value in entry.lines],
        lines,
        {"symbol": SYMBOLS[place], "size": 11, "color": colors, "opacity": 0.95},
        name=f"ours, {variant}",
        hovertemplate="%{x:.1%}",
    )


def _rules(
    entry: Entry, results: pd.DataFrame, lines: list[str], colours: style.Palette
) -> FigureDict:
    """Mark what always naming the larger class errs on each line's panel."""
    rules = [results.majority_error[results.panel == value.panel] for value in entry.lines]
    return marks.dots(
        [error for each in rules for error in each.unique()],
        [line for line, each in zip(lines, rules, strict=True) for _ in each.unique()],
        marks.marker("line-ns-open", 22, colours.ink, line={"width": 1}),
        name=RULE.lower(),
        hovertemplate="%{x:.1%}",
    )


def _published_beside(entry: Entry, lines: list[str], colours: style.Palette) -> FigureDict:
    spreads = [value.spread or 0.0 for value in entry.lines]
    return marks.dots(
        [value.value for value in entry.lines],
        lines,
        marks.marker("diamond-open", 15, colours.ink, line={"width": 2}),
        name="published, ±",
        error_x={"type": "data", "array": spreads, "color": colours.quiet, "thickness": 1.5},
        hovertemplate="%{x:.1%}",
    )


def curves(entry: Entry, results: pd.DataFrame, *, dark: bool) -> FigureDict:
    """Return a figure in the paper's own axes, a panel for each variant."""
    colours = style.palette(dark)
    panels = [(loss, variant.name) for loss in results.loss.unique() for variant in entry.variants]
    rows = marks.domains(len(panels), 0.3 / len(panels) ** 1.1)[::-1]
    several = len(entry.losses) > 1
    titles = [f"{name}, {LOSSES[loss].label} loss" if several else name for loss, name in panels]
    axes: FigureDict = {}
    for row, domain in enumerate(rows, start=1):
        upward = _errors_axis(results) | {"domain": domain}
        axes |= marks.panel_axes(row, _along(entry, row, len(panels)), upward)
    return marks.figure(
        [*_lines(results, panels, colours), *_published(entry, len(panels), colours)],
        dark=dark,
        height=70 + 250 * len(panels),
        margin={"l": 64, "r": 20, "t": 40, "b": 90},
        annotations=[
            marks.panel_title(title, 0.5, top) for title, (_, top) in zip(titles, rows, strict=True)
        ],
        legend=marks.legend(),
        hovermode="x unified",
        **axes,
    )


def _along(entry: Entry, row: int, n_panels: int) -> FigureDict:
    """Return the horizontal axis of a panel; the lowest one has the labels of all."""
    shown: FigureDict = {}
    if entry.candidates or entry.questions:  # in equal ratios, as on the pages of these
        ticks = [f"{place:g}" for place in entry.values]
        shown = {"type": "log", "tickvals": entry.values, "ticktext": ticks}
    if row == n_panels:
        return marks.axis(NAMES[entry.axis], **shown)
    return shown | {"matches": f"x{n_panels}", "showticklabels": False}


def _errors_axis(results: pd.DataFrame) -> FigureDict:
    relative = is_relative(results)
    ceiling = CEILING_OF_OUTCOMES if relative else CEILING
    top = min(ceiling, 1.2 * max(results.error.max(), results.majority_error.max()))
    title = "Relative error" if relative else "Mean test error"
    return marks.axis(title, range=[0, top], tickformat=".0%")


def _lines(
    results: pd.DataFrame, panels: list[tuple[str, str]], colours: style.Palette
) -> Iterator[FigureDict]:
    """Yield our lines, panel by panel."""
    for row, (loss, variant) in enumerate(panels, start=1):
        rows = results[(results.loss == loss) & (results.variant == variant)]
        roles = {role: rows[rows.role == role].sort_values("where") for role in LABELS}
        for role, of_role in roles.items():
            if len(of_role):
                yield from _curve(of_role, role, row, colours, _ends(results))
        yield from _rule(rows, row, colours, results)


def _curve(
    rows: pd.DataFrame, role: str, row: int, colours: style.Palette, ends: Array
) -> Iterator[FigureDict]:
    color, where = _color(role, colours), rows["where"].to_numpy()
    error, sd = rows.error.to_numpy(), rows.sd_draws.to_numpy()
    if np.isinf(where).any():  # without noise there is no ε: a level along the whole axis
        where, error, sd = ends, np.repeat(error[:1], 2), 0 * sd
    if np.any(sd > 0):
        yield marks.band(where, error - sd, error + sd, style.band(color), **marks.on(row))
    yield marks.line(
        where,
        error,
        marks.stroke(color, 2.5, LOOKS[role].dash),
        name=LABELS[role],
        mode="lines+markers" if len(where) > 2 else "lines",
        marker=marks.marker(LOOKS[role].mark, 6, line=marks.stroke(color, 1.5)),
        hovertemplate="%{y:.1%}",
        showlegend=row == 1,
        legendgroup=role,
        **marks.on(row),
    )


def _rule(
    rows: pd.DataFrame, row: int, colours: style.Palette, results: pd.DataFrame
) -> list[FigureDict]:
    """Draw what the constant rule errs: a thin line."""
    name = RULE_OF_OUTCOMES if is_relative(results) else RULE
    return [
        marks.line(
            _ends(results),
            [error, error],
            marks.stroke(colours.ink, 1, style.CONSTANT_DASH),
            name=name,
            hovertemplate="%{y:.1%}",
            showlegend=row == 1,
            legendgroup=name,
            **marks.on(row),
        )
        for error in rows.majority_error.unique()
    ]


def _ends(results: pd.DataFrame) -> Array:
    """Return the first and the last place on the axis."""
    finite = results["where"][np.isfinite(results["where"])]
    return np.array([finite.min(), finite.max()])


def _color(role: str, colours: style.Palette) -> str:
    return (colours.methods | colours.strategies)[STANDS_FOR.get(role, role)]


def _published(entry: Entry, n_panels: int, colours: style.Palette) -> list[FigureDict]:
    return [
        marks.dots(
            [value.where],
            [value.value],
            marks.marker("diamond-open", 14, colours.ink),
            mode="markers+text",
            text=["published: below" if value.at_most else "published"],
            textposition="top left",
            textfont={"color": colours.quiet, "size": 12},
            **marks.SILENT,
            **marks.on(row),
        )
        for row in range(1, n_panels + 1)
        for value in entry.published
    ]
