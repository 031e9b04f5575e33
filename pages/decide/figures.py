"""Two panels over one axis of ε: the risk that is guaranteed above, what it costs below."""

import html
import math
from collections.abc import Sequence
from dataclasses import dataclass

from dplab.simulation.comparison import DECISIVE
from dplab.simulation.constant import ConstantRule
from dplab.studies.decide.band import Band
from dplab.studies.decide.sheet import DecisionSheet
from dplab.studies.trade_off.more_records import PricedEpsilon
from pages.comparison.figures import curves
from pages.decide import ticks
from pages.decide.ticks import EPSILON_AXIS, OF_COST, OF_RISK
from pages.kit.figures import marks, style
from pages.kit.figures.style import FigureDict

HEIGHT, OF_PHONE = 440, 308
"""So low that the dial under the figure is on the first screen, too."""

MARGIN = {"l": 64, "r": 20, "t": 58, "b": 60}
MARGIN_OF_PHONE = {"l": 48, "r": 8, "t": 30, "b": 34}
ABOVE, BELOW = (0.59, 1.0), (0.0, 0.41)
"""Where the panels stand. Between them is room for a tick with its name, and for a heading."""

RISK = ", at most,<br>for whoever knows all other records (a coin: 50)"
TOPS = (50, 100, 200, 300, 500, 700, 1000)
"""Where the axis of the cost may end, in people of 1,000."""

HIGH, OF_NAME = 66, 18
"""Of 100 right guesses: the height at which the limit is named, and what a name takes."""

NAMED_AT = 4
"""Where a line of the cost is named, by its place among the ε: where the steep part ends."""


@dataclass(frozen=True)
class ThinLine:
    """A line that is drawn on demand.

    The panel is `OF_RISK` or `OF_COST`; heights are at each ε of `DECISIVE`, of 100 guesses or of
    1,000 people.
    """

    panel: int
    name: str
    heights: Sequence[float]


def sheet(
    found: DecisionSheet,
    rule: ConstantRule,
    *,
    risk: float,
    cost: float,
    chosen: PricedEpsilon | None = None,
    yours: float = 1.0,
    thin: Sequence[ThinLine] = (),
    dark: bool,
    phone: bool,
) -> FigureDict:
    """Return both panels, with the tolerances as lines and the ε between as a band.

    The rule is a level of the cost; where it is far above all that is drawn, a note says how far.
    `risk` and `cost` are right guesses in 100 that may be, and wrong labels more of 1,000 people.
    An upright line marks the ε that is `chosen`; ticks mark `yours`, and those of others where no
    thin line takes their room.
    """
    band = found.band(risk / 100, cost / 1000)
    colours = style.palette(dark)
    prices = _prices(found, chosen, colours)
    # A band of means that are small is of interest; where the mean is large, it may end above.
    highest = max(prices[-1]["y"])
    lowest = min(min(each["y"]) for each in prices)
    below = [height for line in thin if line.panel == OF_COST for height in line.heights]
    top = next((top for top in TOPS if max(highest, cost, *below) <= top), TOPS[-1])
    constant = 1000 * (rule.error - found.without_noise)
    # One step more for it, and no more: what is to be read off the curve is its lower end.
    top = next((each for each in TOPS if top <= each <= 1.5 * top and constant <= each), top)
    level, name = _constant(constant, top, rule, colours)
    drawn = [_thin(line, risk, colours) for line in thin]
    height, margin = (OF_PHONE, MARGIN_OF_PHONE) if phone else (HEIGHT, MARGIN)
    has_attack = any(line.panel == OF_RISK for line in thin)
    across = marks.log_axis(EPSILON_AXIS) | ({"title": {"text": ""}} if phone else {})
    upper = across | {"title": {"text": ""}, "showticklabels": False, "domain": (0, 1)}
    axes = marks.panel_axes(1, upper, _upward([50, 100], [50, 60, 70, 80, 90, 100], ABOVE))
    axes |= marks.panel_axes(
        2, across, _upward([min(0, lowest, constant, *below), top], None, BELOW)
    )
    drawing = marks.figure(
        [_limit(found, colours), *prices, *(line for line, _ in drawn)],
        dark=dark,
        height=height,
        margin=margin,
        hovermode="closest",
        shapes=[
            *_allowed(band, colours),
            # No handles: Streamlit says nothing of a shape that was dragged. Their sliders stand
            # beside the panels, in the same order.
            marks.horizontal(risk, marks.stroke(colours.ink, 1.5, "dash")),
            marks.horizontal(cost, marks.stroke(colours.ink, 1.5, "dash"), yref="y2"),
            *level,
        ],
        annotations=[
            _heading("Risk: right guesses in 100" + ("" if phone else RISK), ABOVE[1], colours),
            _heading("Cost: more wrong labels in 1,000", BELOW[1], colours),
            *(name for _, name in drawn),
            name,
            *[_rely(risk, colours)] * has_attack,
        ],
        **axes,
    )
    ticks.mark_chosen(drawing, chosen, risk, cost, colours)
    ticks.mark_yours(drawing, yours, chosen, colours)
    return drawing if has_attack else ticks.mark_others(drawing, risk, colours)


def _limit(found: DecisionSheet, colours: style.Palette) -> FigureDict:
    """Return what ε limits, whatever the records are: an area."""
    orange = colours.methods["output"]
    return marks.line(
        list(found.limits),
        [100 * chance for chance in found.limits.values()],
        marks.stroke(orange, 2.5),
        fill="tozeroy",
        fillcolor=style.band(orange),
        name="limit",
        hovertemplate="at most %{y:.1f} of 100<extra>ε = %{x:.2g}</extra>",
        showlegend=False,
        **marks.on(1),
    )


def _prices(
    found: DecisionSheet, chosen: PricedEpsilon | None, colours: style.Palette
) -> list[FigureDict]:
    """Return what each ε costs: half of the draws as a band, and their mean, through the chosen."""
    teal, places = colours.methods["objective"], list(found.prices)
    means = {epsilon: found.cost(epsilon) for epsilon in places}
    if chosen is not None:
        means[chosen.epsilon] = chosen.cost
    low, high = (
        [1000 * (getattr(price, end) - found.without_noise) for price in found.prices.values()]
        for end in ("low", "high")
    )
    mean = marks.line(
        sorted(means),
        [1000 * means[epsilon] for epsilon in sorted(means)],
        marks.stroke(teal, 2.5),
        mode="lines+markers",
        marker=marks.marker("circle", 6),
        hovertemplate="%{y:.1f} of 1,000<extra>ε = %{x}</extra>",
        showlegend=False,
        **marks.on(2),
    )
    return [marks.band(places, low, high, style.band(teal), **marks.on(2)), mean]


def _constant(
    height: float, top: float, rule: ConstantRule, colours: style.Palette
) -> tuple[list[FigureDict], FigureDict]:
    """Return what the constant rule costs: a line and its name, or how far above it would be."""
    answer, end = (
        html.escape(f"always predicting {rule.answer}", quote=False),
        EPSILON_AXIS.range[1],
    )
    on_panel = {"yref": marks.on(OF_COST)["yaxis"]}
    if height > top:
        text = f"↑ {answer}: {height:.0f}"
        name = curves.name_of_level(text, end, top, colours.ink, colours)
        return [], name | on_panel | {"yanchor": "top"}
    line = marks.stroke(colours.ink, 1.5, style.CONSTANT_DASH)
    level = marks.horizontal(height, line, **on_panel)
    return [level], curves.name_of_level(answer, end, height, colours.ink, colours) | on_panel


def _thin(line: ThinLine, risk: float, colours: style.Palette) -> tuple[FigureDict, FigureDict]:
    """Return a line that is drawn on demand, and its name where its panel has room."""
    colour = colours.methods["output" if line.panel == OF_RISK else "objective"]
    drawn = marks.line(
        DECISIVE,
        line.heights,
        marks.stroke(colour, 1.25),
        name=line.name,
        hovertemplate=f"{line.name}: %{{y:.1f}}<extra>ε = %{{x}}</extra>",
        showlegend=False,
        **marks.on(line.panel),
    )
    # One rises to the right, below the limit; the others fall, with nothing above them there.
    at, side = (-1, "right") if line.panel == OF_RISK else (NAMED_AT, "left")
    places: FigureDict = {
        "xanchor": side,
        "yanchor": "bottom",
        "yref": marks.on(line.panel)["yaxis"],
    }
    if line.panel == OF_COST:
        places["bgcolor"] = colours.ground  # The line of the ε to sign may run below it.
    height = line.heights[at]
    if line.panel == OF_RISK and height < risk < height + OF_NAME:
        height = risk  # The tolerance would run through the name.
    return drawn, marks.note(line.name, math.log10(DECISIVE[at]), height, colour, **places)


def _rely(risk: float, colours: style.Palette) -> FigureDict:
    """Return the name of the limit, above it: no attack stands without, on a slide either."""
    height = risk if HIGH - 2 < risk < HIGH + OF_NAME else HIGH
    left: FigureDict = {"xanchor": "left", "yanchor": "bottom", "align": "left"}
    words = "<b>the limit:</b> what<br>one can rely on"
    return marks.note(words, math.log10(DECISIVE[1]), height, colours.methods["output"], **left)


def _upward(ends: list[float], ticks: list[int] | None, domain: tuple[float, float]) -> FigureDict:
    return marks.axis("", range=ends, domain=domain) | ({"tickvals": ticks} if ticks else {})


def _heading(text: str, y: float, colours: style.Palette) -> FigureDict:
    # Of two lines the shorter would else stand in the middle of the longer one.
    return marks.heading(f"<b>{text}</b>", y + 0.01, colours.ink, 14) | {"align": "left"}


def _allowed(band: Band, colours: style.Palette) -> list[FigureDict]:
    """Return the strip of ε at which both hold; nothing where none does."""
    if not band.holds or band.least is None:
        return []
    ends = [EPSILON_AXIS.inside(end) for end in (band.least, band.most)]
    return [
        {
            "type": "rect",
            "xref": "x",
            "x0": ends[0],
            "x1": ends[1],
            "yref": "paper",
            "y0": 0,
            "y1": 1,
            "line": {"width": 0},
            "fillcolor": style.band(colours.methods["output_gaussian"], 0.18),
            "layer": "below",
        }
    ]
