"""The picture of what is believed about Ana's value: before, after, and in the other world."""

from collections.abc import Sequence

from dpcore.checks import Array
from dplab.studies.foundations.beliefs import Beliefs
from pages.foundations.beliefs.sentences import believed
from pages.kit.figures import marks, style
from pages.kit.figures.style import FigureDict

HEIGHT = 380
TITLE = "What is believed about Ana's value"
NEARLY = 0.995
"""From here on a whole percentage would be 100."""

NAMES = ("before", "after", "after, had your value been replaced")


def show(beliefs: Beliefs, labels: Sequence[str], *, dark: bool) -> FigureDict:
    """Return the figure: three bars for each value that Ana may have.

    `labels` are how the screen writes these values.
    """
    colours = style.palette(dark)
    looks = (
        (beliefs.before, colours.quiet, 0.05, ""),
        (beliefs.after, colours.labels[1], 0.45, ""),
        (beliefs.replaced, colours.labels[-1], 0.1, "/"),
    )
    return marks.figure(
        [
            _bars(labels, beliefs.before, look, name)
            for look, name in zip(looks, NAMES, strict=True)
        ],
        style.title_of(TITLE, xref="container"),
        dark=dark,
        height=HEIGHT,
        margin={"l": 56, "r": 12, "t": 52, "b": 112},
        barmode="group",
        bargap=0.25,
        bargroupgap=0.08,
        xaxis=marks.axis("Ana's value", 12, type="category"),
        yaxis=marks.axis(
            "Probability", range=[0, 1.1], tickvals=[0, 0.25, 0.5, 0.75, 1], tickformat=".0%"
        ),
        legend=marks.legend(itemclick=False, itemdoubleclick=False, traceorder="normal"),
    )


Look = tuple[Array, str, float, str]
"""Probabilities, and how they are drawn: colour, opacity of the filling, its pattern."""


def _bars(labels: Sequence[str], before: Array, look: Look, name: str) -> FigureDict:
    chances, colour, opacity, shape = look
    return marks.bar(
        list(labels),
        chances.tolist(),
        name=name,
        text=[_whole(*each) for each in zip(before, chances, strict=True)],
        textposition="outside",
        textangle=0,
        cliponaxis=False,
        marker={
            "color": style.band(colour, opacity),
            "line": marks.stroke(colour, 2),
            "pattern": {"shape": shape, "fgcolor": colour, "size": 8, "solidity": 0.2},
        },
        customdata=[believed(*each) for each in zip(before, chances, strict=True)],
        hovertemplate=f"Ana's value %{{x}}, {name}: %{{customdata}}<extra></extra>",
    )


def _whole(before: float, share: float) -> str:
    """Return a whole percentage, for which a bar has room; 0 or 100 only where it is certain."""
    if before not in (0, 1):
        if share >= NEARLY:
            return ">99"
        if share <= 1 - NEARLY:
            return "<1"
    return f"{100 * share:.0f}"
