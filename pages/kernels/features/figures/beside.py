"""The errors at one ε, of the kernel and of a line: for records that lie in no plane."""

import html
from collections.abc import Mapping

from dpcore.privacy.mechanisms import MECHANISMS
from dplab.simulation.constant import ConstantRule
from dplab.simulation.summaries import Summary
from pages.comparison import terms
from pages.comparison.figures.curves import MAX_ERROR
from pages.kit.figures import marks, style
from pages.kit.figures.style import FigureDict

APART = 0.16
"""How far a kernel's mark stands above the middle of its row, and a line's below."""


def draw(
    kernel: Mapping[str, Summary],
    line: Mapping[str, Summary],
    rule: ConstantRule,
    *,
    errors: str,
    height: int,
    dark: bool,
    phone: bool,
) -> FigureDict:
    """Return the figure: a row for each mechanism, and in it both medians with their quartiles.

    Errors are per mechanism, in the order of the rows, and called `errors`; the height is in
    pixels.
    """
    colours, names = style.palette(dark), list(kernel)
    highest = max(each.high for found in (kernel, line) for each in found.values())
    rows = {name: len(names) - 1 - place for place, name in enumerate(names)}
    said = html.escape(terms.always(rule), quote=False)
    return marks.figure(
        [
            *_marks("The kernel", kernel, rows, APART, colours, is_hollow=False),
            *_marks("A line", line, rows, -APART, colours, is_hollow=True),
            marks.line(
                [rule.error, rule.error],
                [-0.5, len(names) - 0.5],
                marks.stroke(colours.ink, 1, style.CONSTANT_DASH),
                name=said[0].upper() + said[1:],
                hoverinfo="skip",
            ),
        ],
        "The kernel beside a line",
        dark=dark,
        height=height,
        margin={"l": 92 if phone else 180, "r": 16, "t": 56, "b": 116 if phone else 92},
        xaxis=marks.axis(
            errors, 4, range=[0, MAX_ERROR if highest <= MAX_ERROR else 1], tickformat=".0%"
        ),
        yaxis={
            "range": [-0.5, len(names) - 0.5],
            "tickvals": list(rows.values()),
            "ticktext": [_row(name, phone) for name in names],
            "showgrid": False,
        },
        legend=marks.legend(yanchor="bottom", itemclick=False),
    )


def _row(name: str, phone: bool) -> str:
    label = MECHANISMS[name].label
    return label.replace(" ", "<br>") if phone else label


def _marks(
    called: str,
    found: Mapping[str, Summary],
    rows: Mapping[str, int],
    apart: float,
    colours: style.Palette,
    *,
    is_hollow: bool,
) -> list[FigureDict]:
    """Return the medians with their whiskers, and what the legend says of them all."""
    quiet = marks.stroke(colours.quiet, 2)
    look = marks.marker("circle", 9, colours.ground if is_hollow else colours.quiet, line=quiet)
    traces = [marks.dots([None], [None], look, name=called, hoverinfo="skip")]
    for name, each in found.items():
        color = colours.methods[name]
        symbol = style.LOOKS[name].mark if MECHANISMS[name].is_noisy else "diamond"
        filling = colours.ground if is_hollow else color
        traces.append(
            marks.dots(
                [each.median],
                [rows[name] + apart],
                marks.marker(symbol, 10, filling, line=marks.stroke(color, 2)),
                error_x=marks.whisker(
                    [each.high - each.median], [each.median - each.low], color, 5
                ),
                hovertemplate=f"{called}: %{{x:.1%}}<extra></extra>",
                showlegend=False,
            )
        )
    return traces
