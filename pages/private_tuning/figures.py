"""Pictures of private tuning: the data in parts, one run of the pick, the five ways."""

from collections.abc import Sequence

from dpcore.checks import Array
from dplab.simulation.constant import ConstantRule
from dplab.simulation.measures import MEASURES
from dplab.studies.private_tuning.costs import TuningCurve
from dplab.studies.private_tuning.strategies import STRATEGIES
from pages.comparison.figures import curves
from pages.comparison.figures.curves import Curve
from pages.kit import words
from pages.kit.figures import marks, style
from pages.kit.figures.axes import Axis
from pages.kit.figures.style import FigureDict
from pages.private_tuning import sentences

PARTS_HEIGHT, RUN_HEIGHT = 146, 336
FIRST_HEIGHT = PARTS_HEIGHT + RUN_HEIGHT

RUN_TITLES = ("Mistakes on<br>the last part", "Chance to<br>be picked")
BEHIND = 1.35
"""Room for the number behind the longest bar, in its lengths: on a phone, the other panel starts
there."""


def parts(sizes: Sequence[int], names: Sequence[str], picked: int, *, dark: bool) -> FigureDict:
    """Return the data as one bar: a part for each candidate, the last for who judges.

    Sizes are in records, names those of the candidates, of which the run on show `picked` one.
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
) -> FigureDict:
    """Return one run: each candidate's mistakes on the last part, and its chance to be picked."""
    colours = style.palette(dark)
    teal, quiet = colours.methods["objective"], colours.quiet
    sides = marks.domains(2, 0.14)
    counts = [sentences.counted(z) for z in mistakes]
    percents = [words.percent(p) for p in chances]
    end = BEHIND * max(1, int(mistakes.max()))
    across = marks.axis("Mistakes z", domain=sides[0], range=[0, end], nticks=2, tickformat=",")
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
) -> FigureDict:
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


def along(known: TuningCurve, rule: ConstantRule, *, dark: bool, phone: bool) -> FigureDict:
    """Return the errors of the five ways along ε or n, with the settings' own place marked."""
    colours, chosen = style.palette(dark), known.question.settings
    drawn = {way: (list(known.points), known.errors(way)) for way in STRATEGIES}
    label, here = (
        ("Privacy parameter ε", chosen.epsilon)
        if known.question.axis == "epsilon"
        else ("Records n, all parts together", chosen.n or known.places[-1])
    )
    axis = Axis(f"{label} (logarithmic)", known.places[0], known.places[-1])
    errors, title = MEASURES[chosen.measure].label, sentences.title(known)
    # Five names take more lines of the legend than two.
    framed = curves.layout(axis, title, drawn.values(), dark=dark, rule=rule, errors=errors) | {
        "height": curves.HEIGHT + 20,
        "margin": curves.MARGIN | {"b": 116},
    }
    bands = [
        trace
        for way, curve in drawn.items()
        for trace in curves.band(curve, colours.strategies[way])
    ]
    lines = [_line(way, curve, colours.strategies[way]) for way, curve in drawn.items()]
    drawing: FigureDict = {"data": [*bands, *lines], "layout": framed}
    curves.mark(drawing, axis, here, {}, dark=dark)
    return curves.for_phone(drawing) if phone else drawing


def _line(name: str, curve: Curve, color: str) -> FigureDict:
    look = style.STRATEGY_LOOKS[name]
    return curves.medians(
        curve,
        marks.stroke(color, 2.5, look.dash),
        name=STRATEGIES[name].label,
        mode="lines+markers",
        marker=marks.marker(look.mark, 7, line=marks.stroke(color, 1.5)),
        hovertemplate="%{y:.1%}",
    )
