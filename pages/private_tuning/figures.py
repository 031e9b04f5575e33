"""Pictures of private tuning: the data in parts, one run of the pick, the five ways."""

from collections.abc import Mapping, Sequence

from dpcore.checks import Array
from dpcore.simulation.constant import ConstantRule
from dpcore.studies.private_tuning.strategies import STRATEGIES
from pages.comparison.figures.curves import ERRORS, HEIGHT, MARGIN, Curve, band, layout, medians
from pages.kit import words
from pages.kit.figures import marks, style
from pages.kit.figures.axes import Axis
from pages.kit.figures.style import Drawing

PARTS_HEIGHT, RUN_HEIGHT = 146, 336

RUN_TITLES = ("Mistakes on<br>the last part", "Chance to<br>be picked")
BEHIND = 1.35
"""Room for the number behind the longest bar, in its lengths: on a phone, the other panel starts
there."""


def parts(sizes: Sequence[int], names: Sequence[str], picked: int, *, dark: bool) -> Drawing:
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
    teal, ground = colours.methods["objective"], colours.ground
    looks = [(style.band(teal), colours.ink)] * len(names)
    looks[picked] = (teal, ground)
    looks.append((style.band(colours.quiet), colours.ink))
    bars = [
        marks.bar(
            [size],
            [""],
            orientation="h",
            text=f"{name}<br>{size:,}",
            textposition="inside",
            insidetextanchor="middle",
            textangle=0,
            textfont={"color": ink, "size": 13},
            marker={"color": filling, "line": marks.stroke(ground, 3)},
            hovertemplate=f"{name}: {words.pluralize(size, 'record')}<extra></extra>",
        )
        for size, name, (filling, ink) in zip(sizes, [*names, "judges"], looks, strict=True)
    ]
    return marks.figure(
        bars,
        "Records of each part",
        dark=dark,
        height=PARTS_HEIGHT,
        margin={"l": 0, "r": 0, "t": 36, "b": 8},
        showlegend=False,
        bargap=0.25,
        barmode="stack",
        uniformtext={"minsize": 9, "mode": "hide"},
        xaxis={"visible": False, "range": [0, sum(sizes)]},
        yaxis={"visible": False},
    )


def run(
    names: Sequence[str], mistakes: Array, chances: Array, picked: int, *, dark: bool
) -> Drawing:
    """Return one run: each candidate's mistakes on the last part, and its chance to be picked.

    Parameters
    ----------
    names : sequence of str
    mistakes, chances : array (m,)
    picked : int
    dark : bool
    """
    colours = style.palette(dark)
    teal, quiet = colours.methods["objective"], colours.quiet
    sides = marks.domains(2, 0.14)
    counts = [f"{int(z):,}" for z in mistakes]
    percents = [words.percent(p) for p in chances]
    end = BEHIND * max(1, int(mistakes.max()))
    across = marks.axis("Mistakes z", domain=sides[0], range=[0, end], nticks=4, tickformat=",")
    across |= {"tickangle": 0, "visible": True}
    likely = marks.axis("Chance", domain=sides[1], range=[0, BEHIND], visible=True)
    likely |= {"tickvals": [0, 0.5, 1], "tickformat": ".0%"}
    upward = {"autorange": "reversed"}
    return marks.figure(
        [
            _bars(mistakes, names, counts, picked, quiet) | marks.on(1),
            _bars(chances, names, percents, picked, teal) | marks.on(2),
        ],
        dark=dark,
        height=RUN_HEIGHT,
        margin={"l": 84, "r": 48, "t": 52, "b": 56},
        annotations=[
            marks.panel_title(title, sum(side) / 2, 1.0, 14)
            for title, side in zip(RUN_TITLES, sides, strict=True)
        ],
        showlegend=False,
        bargap=0.25,
        **marks.panel_axes(
            1, across, upward | {"visible": True, "showgrid": False, "ticklabelstandoff": 6}
        ),
        **marks.panel_axes(2, likely, upward | {"matches": "y", "showticklabels": False}),
    )


def _bars(
    values: Array, names: Sequence[str], texts: list[str], picked: int, color: str
) -> Drawing:
    fillings = [color if place == picked else style.band(color) for place in range(len(names))]
    return marks.bar(
        values,
        list(names),
        orientation="h",
        text=texts,
        textposition="outside",
        cliponaxis=False,
        marker={"color": fillings, "line": marks.stroke(color, 1.5)},
        hoverinfo="skip",
    )


def along(
    axis: Axis,
    curves: Mapping[str, Curve],
    title: str,
    rule: ConstantRule,
    *,
    dark: bool,
    errors: str = ERRORS,
) -> Drawing:
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
    # Five names take more lines of the legend than two.
    framed = layout(axis, title, curves.values(), dark=dark, rule=rule, errors=errors) | {
        "height": HEIGHT + 20,
        "margin": MARGIN | {"b": 116},
    }
    bands = [
        trace for name, curve in curves.items() for trace in band(curve, colours.strategies[name])
    ]
    lines = [_line(name, curve, colours.strategies[name]) for name, curve in curves.items()]
    return {"data": [*bands, *lines], "layout": framed}


def _line(name: str, curve: Curve, color: str) -> Drawing:
    look = style.STRATEGY_LOOKS[name]
    return medians(
        curve,
        marks.stroke(color, 2.5, look.dash),
        name=STRATEGIES[name].label,
        mode="lines+markers",
        marker=marks.marker(look.mark, 7, line=marks.stroke(color, 1.5)),
        hovertemplate="%{y:.1%}",
    )
