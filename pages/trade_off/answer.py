"""What ε costs: three numbers, and the error against ε while it is computed."""

from collections.abc import Iterator

import streamlit as st

from dpcore.experiments.measures import MEASURES
from dpcore.experiments.needed.crossing import Needed
from dpcore.privacy.mechanisms import MECHANISMS
from pages.shared import chart, words
from pages.shared.chart import Metric
from pages.shared.comparison import answer, measured
from pages.shared.comparison.answer import Now, private
from pages.shared.figures import curves
from pages.shared.figures.axes import EPSILON_AXIS
from pages.shared.figures.curves import Curve
from pages.trade_off import which

State = tuple[dict[str, Curve], dict[str, Needed | None]]
"""The curves as far as they are computed, and at their end which ε is enough."""


def metrics(now: Now) -> None:
    """Draw the three numbers: each method's error, its cost, and its spread."""
    yardstick = Metric(
        MECHANISMS["non_private"].label,
        words.percent(now.baseline),
        "non_private",
        note="no noise, no spread",
        delta="yardstick" if now.has_yardstick else "no yardstick",
        found=measured.recall(now.settings, now.without_noise.mistakes),
    )
    chart.tiles(
        [yardstick, *(_tile(name, now) for name in reversed(private(now.settings)))], now.rule
    )
    measured.explained(now.settings)


def _tile(name: str, now: Now) -> Metric:
    summary = now.summaries[name]
    cost = words.cost(summary, now.baseline).median
    return Metric(
        MECHANISMS[name].label,
        words.percent(summary.median),
        name,
        note=f"middle half {words.range_of(summary)}{_with_delta(now.outcomes[name].plan.delta)}",
        # Beside an error that a constant answer reaches, no difference is a cost.
        delta=words.signed_points(cost) if now.has_yardstick else "",
        is_bad=cost >= words.VISIBLE,
        found=measured.recall(now.settings, now.outcomes[name].mistakes),
    )


def _with_delta(delta: float) -> str:
    return f"; δ = {words.number(delta)}" if delta else ""


def figure(now: Now) -> None:
    """Draw error against ε, as far as it is computed while it is computed."""
    slot, loss, errors = st.empty(), now.settings.loss, MEASURES[now.settings.measure].label

    def states() -> Iterator[State]:
        for computed in answer.curves(now):
            yield computed, {}
        # The same figure once more, under the same name, Streamlit refuses.
        if asked := which.found(now):
            yield computed, asked

    def show(state: State) -> None:
        (computed, asked), dark = state, chart.is_dark()
        by_loss = {(name, loss): curve for name, curve in computed.items()}
        drawing = curves.error_against(
            EPSILON_AXIS,
            by_loss,
            title=f"{errors} against ε",
            dark=dark,
            rule=now.rule,
            errors=errors,
        )
        curves.mark(drawing, EPSILON_AXIS, now.settings.epsilon, now.summaries, dark=dark)
        which.mark(drawing, now, asked, dark=dark)
        if chart.is_phone():
            curves.for_phone(drawing)
        chart.show(drawing, "error-against-epsilon", alt=now.alt, place=slot)

    chart.as_it_grows(states(), show)
