"""What the live page shows besides the view: three numbers, and the figure as it grows."""

from collections.abc import Callable, Iterator

import streamlit as st

from dpcore.privacy.mechanisms import MECHANISMS
from dplab.simulation.settings import Settings
from pages.comparison import private, sentences, terms, values
from pages.comparison.private import ComparisonAtEpsilon, mechanisms_of
from pages.comparison.screen import cached, measured
from pages.comparison.screen.promise import promise
from pages.kit import chart, controls, words
from pages.kit.chart import FigureSlot, Metric
from pages.kit.frame import page_frame
from pages.kit.view import View
from pages.trade_off import choices
from pages.trade_off import sentences as of_epsilon
from pages.trade_off.values import TradeOffQuestion
from pages.trade_off.view import TradeOff

Shown = View[TradeOff]

ARROW = ":material/arrow_forward:"


def metrics(comparison: ComparisonAtEpsilon) -> None:
    """Draw the three numbers: each method's error, its cost, and its spread."""
    baseline = Metric(
        MECHANISMS["non_private"].label,
        words.percent(comparison.baseline),
        "non_private",
        note="no noise: the same every time",
        delta="baseline" if comparison.has_baseline else "no baseline",
        found=measured.recall(comparison.names, comparison.without_noise.mistakes),
    )
    names = mechanisms_of(comparison.settings)
    measured.tiles([baseline, *(_tile(name, comparison) for name in names)], comparison.rule)
    measured.explained(comparison.settings, comparison.part)


def _tile(name: str, comparison: ComparisonAtEpsilon) -> Metric:
    summary, outcome = comparison.summaries[name], comparison.outcomes[name]
    cost = terms.cost(summary, comparison.baseline).median
    spread = f"median; half of the draws: {terms.range_of(summary)}"
    return Metric(
        MECHANISMS[name].label,
        words.percent(summary.median),
        name,
        note=f"{spread}{_with_delta(outcome.plan.delta)}",
        # Beside an error that a constant answer reaches, no difference is a cost.
        delta=words.signed_points(cost) if comparison.has_baseline else "",
        is_bad=cost >= words.VISIBLE,
        found=measured.recall(comparison.names, outcome.mistakes),
    )


def _with_delta(delta: float) -> str:
    return f"; δ = {words.number(delta)}" if delta else ""


def records_shown(settings: Settings, n: int) -> None:
    """Say which records are shown; where the page opens on generated ones, a link to patients."""
    said = cached.RECORDS.counted(settings, n)
    if settings.data != values.VALUES["data"].default:
        st.markdown(said)
        return
    with st.container(horizontal=True, key="records_shown"):
        st.markdown(said, width="content")
        label = f"The same for {cached.available(values.PATIENTS)} patients"
        controls.link_to("trade_off", label, ARROW, {"data": values.PATIENTS})


def figure(question: TradeOffQuestion, first: Shown, states: Iterator[Shown]) -> Callable[[], None]:
    """Draw error against ε: whole, or where that takes long, what holds at the chosen ε alone.

    Parameters
    ----------
    question : TradeOffQuestion
    first : View
        With what holds at ε.
    states : iterator of View
        With the curve, as it is computed.

    Returns
    -------
    callable
        Draws the rest as it is computed, for when all is drawn that can be without.
    """
    choices.shown()
    if question.shown != "bands":
        is_one_by_one = question.shown == "one_by_one"
        with st.container(key="one_by_one" if is_one_by_one else "dots"):
            chart.view(first, "draws")
        st.caption(of_epsilon.draws(one_by_one=is_one_by_one))
        return lambda: None
    comparison, slot = first.answer.comparison, FigureSlot()

    def show(state: Shown) -> None:
        chart.view(state, "error-against-epsilon", place=slot)

    def whole() -> None:
        chart.as_it_grows(states, show)

    is_slow = private.is_slow(comparison.settings, comparison.part)
    if is_slow and not private.is_curve_known(comparison, cached.RECORDS):
        show(first)
        return whole
    whole()
    return lambda: None


def explained(first: Shown) -> None:
    """Write the sentence, the warnings, what ε means, and how the numbers were made."""
    comparison = first.answer.comparison
    settings = comparison.settings
    with page_frame.steady("cost"):
        page_frame.sentence(first.sentence)
    for warning in first.below:
        st.info(warning)
    with page_frame.steady("promise"):
        st.markdown(promise(settings))
    if any(outcome.plan.delta for outcome in comparison.outcomes.values()):
        st.markdown(sentences.weaker(settings.epsilon, settings.delta))
    page_frame.made(first.made)
