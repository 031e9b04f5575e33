"""The picture of a round of the guessing game."""

import numpy as np

from dpcore.checks import Array
from dplab.laplace import mechanism
from dplab.studies.foundations.game import Play, Rules
from pages.foundations.game.sentences import probable
from pages.kit import words
from pages.kit.figures import marks, style
from pages.kit.figures.style import FigureDict

HEIGHT = 408
NAMES = ("A", "B")
DASHES = ("solid", "dash")
LEVELS = (-0.2, -0.38)
"""Where the rounds played stand: those of A above those of B."""

ANSWERED = 0.0
"""Where the answer of the present round stands: on the axis."""

SCALES = 4.5
"""The axis ends so many scales of the noise beyond the true answers: 1.1 % of answers lie there."""

EDGE, POINTS = 0.06, 201
SIDE, BAR = 0.19, 0.36
"""Middle and width of a bar: that of A left of the answer, that of B right of it."""


def play(rules: Rules, shown: Play, title: str, *, dark: bool) -> FigureDict:
    """Return the picture of a round: what is likely under A and B, the answer, rounds before it.

    Of `shown`, rounds that are guessed stand below the axis, with what the coin chose; the answer
    of the next one on it, if there is one.
    """
    colours = style.palette(dark)
    laplace = rules.answers == "laplace"
    edges = ends(rules)
    traces = _densities(rules, colours) if laplace else _bars(rules, colours)
    places = np.clip(shown.answers, *edges)
    traces += _played(shown, places if laplace else _apart(shown.answers), colours)
    if len(shown.answers) > len(shown.coins):
        traces += _answer(float(places[-1]), float(shown.answers[-1]), edges, colours)
    return marks.figure(
        traces,
        style.title_of(title, xref="container"),
        dark=dark,
        height=HEIGHT,
        margin={"l": 68, "r": 12, "t": 48, "b": 120},
        barmode="overlay",
        xaxis=(_sum_axis() if laplace else _answer_axis(rules)) | {"range": list(edges)},
        yaxis={
            "range": [-0.48, 1.18],
            "tickvals": list(LEVELS),
            "ticktext": ["It was A", "It was B"],
            "showgrid": True,
            "zeroline": True,
            "zerolinecolor": colours.quiet,
            "zerolinewidth": 1,
        },
        annotations=_names(rules, colours) if laplace else [],
        legend=marks.legend(itemclick=False, itemdoubleclick=False),
    )


def ends(rules: Rules) -> tuple[float, float]:
    """Return where the axis of answers ends; all rounds of a game have the same."""
    if rules.answers != "laplace":
        return -0.5, 1.5
    first, second = rules.truths
    beyond = SCALES * mechanism.scale(1, rules.epsilon) + EDGE
    return first - beyond, second + beyond


def _densities(rules: Rules, colours: style.Palette) -> list[FigureDict]:
    b = mechanism.scale(1, rules.epsilon)
    low, high = ends(rules)
    # Close to a peak, more places: with little noise it stands between two others.
    near = b * np.linspace(-SCALES, SCALES, POINTS // 4)
    x = np.unique(
        [*np.linspace(low, high, POINTS), *(c + each for c in rules.truths for each in near)]
    )
    return [
        marks.line(
            x.tolist(),
            (2 * b * mechanism.density(x, centre, b)).tolist(),
            marks.stroke(colour, 2.5, dash),
            fill="tozeroy",
            fillcolor=style.band(colour, 0.1),
            **marks.SILENT,
        )
        for centre, dash, colour in zip(rules.truths, DASHES, _pair(colours), strict=True)
    ]


def _bars(rules: Rules, colours: style.Palette) -> list[FigureDict]:
    return [
        marks.bar(
            [0 + side, 1 + side],
            [1 - chance, chance],
            width=BAR,
            text=[f"<b>{name}</b>: {probable(rules, each)}" for each in (1 - chance, chance)],
            textfont={"color": colour},
            textposition="outside",
            cliponaxis=False,
            marker={
                "color": style.band(colour, 0.25),
                "line": marks.stroke(colour, 2),
                "pattern": {"shape": shape, "fgcolor": colour, "size": 8, "solidity": 0.15},
            },
            **marks.SILENT,
        )
        for chance, name, side, shape, colour in zip(
            rules.chances, NAMES, (-SIDE, SIDE), ("", "/"), _pair(colours), strict=True
        )
    ]


def _apart(answers: Array) -> Array:
    """Return places for answers of 0 or 1, in their order, so that none hides another."""
    if not len(answers):
        return answers
    return answers + 0.76 * ((np.arange(len(answers)) % 20) / 19 - 0.5)


def _played(shown: Play, places: Array, colours: style.Palette) -> list[FigureDict]:
    """Return the marks of rounds that are guessed: a dot for a right guess, a cross for a wrong."""
    k = len(shown.coins)
    right = shown.coins == shown.guesses
    levels = np.where(shown.coins == 0, *LEVELS)
    return [
        marks.dots(
            # Something at all, or the legend would change with the first of its kind.
            [*places[:k][which].tolist(), None],
            [*levels[which].tolist(), None],
            marks.marker(symbol, 9, colours.ink, line={"width": 1.5}),
            name=name,
            hoverinfo="skip",
        )
        for name, symbol, which in (
            ("right guess", "circle", right),
            ("wrong guess", "x-thin-open", ~right),
        )
    ]


def _answer(
    place: float, answer: float, edges: tuple[float, float], colours: style.Palette
) -> list[FigureDict]:
    low, high = edges
    symbol = "triangle-left" if answer < low else "triangle-right" if answer > high else "circle"
    stroke = marks.stroke(colours.ink, 1.5, "dot")
    line = marks.line([place, place], [ANSWERED, 1.0], stroke, **marks.SILENT)
    mark = marks.marker(symbol, 17, colours.ink, line=marks.stroke(colours.ground, 2))
    return [line, marks.dots([place], [ANSWERED], mark, name="this answer", hoverinfo="skip")]


def _names(rules: Rules, colours: style.Palette) -> list[FigureDict]:
    """Return the names of A and B over their true answers, away from each other."""
    first, second = rules.truths
    if first == second:
        return [_name(first, f"A and B: {words.number(first)}", "center", colours.ink)]
    return [
        _name(centre, f"{name}: {words.number(centre)}", anchor, colour)
        for centre, name, anchor, colour in zip(
            rules.truths, NAMES, ("right", "left"), _pair(colours), strict=True
        )
    ]


def _name(x: float, text: str, anchor: str, colour: str) -> FigureDict:
    return marks.note(f"<b>{text}</b>", x, 1.04, colour, 14, xanchor=anchor, yanchor="bottom")


def _sum_axis() -> FigureDict:
    title = "Noisy sum (height: how likely)"
    return marks.axis(title, 12, nticks=6, exponentformat="power")


def _answer_axis(rules: Rules) -> FigureDict:
    majority = rules.answers == "majority"
    return marks.axis(
        "Answer (height: its probability)",
        12,
        tickvals=[0, 1],
        ticktext=["no majority of ones", "a majority of ones"] if majority else ["0", "1"],
    )


def _pair(colours: style.Palette) -> tuple[str, str]:
    return colours.labels[-1], colours.labels[1]
