"""What the live page shows along ε: three numbers, the figure as it grows, and what follows."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import nullcontext

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from pages.comparison import private, sentences
from pages.comparison.screen import baseline, cached, measured
from pages.comparison.screen.promise import promise
from pages.kit import chart
from pages.kit.chart import FigureSlot
from pages.kit.frame import page_frame
from pages.kit.view import View
from pages.trade_off import choices, tiles
from pages.trade_off.along_epsilon import below, best_lam, export, mistakes
from pages.trade_off.along_epsilon import sentences as of_epsilon
from pages.trade_off.along_epsilon.looks_at import answer as looks_at
from pages.trade_off.along_epsilon.view import TradeOff, views
from pages.trade_off.values import ON, TradeOffQuestion

Shown = View[TradeOff]

FILES = {
    "test": "error-against-epsilon",
    "training": "training-error-against-epsilon",
    "objective": "excess-risk-against-epsilon",
}
"""What a figure is saved as, by what it measures."""


def show(asked: TradeOffQuestion, beside: DeltaGenerator) -> None:
    """Draw the answer, and beside the choice of the axis the choice of what the figure shows."""
    with beside:
        if asked.on == ON.default:
            choices.shown()
        else:
            choices.back_to_the_test()
    states, chosen = views(asked, cached.RECORDS), asked.settings
    is_slow = private.is_slow(chosen, cached.part(chosen))
    with page_frame.steady("tiles"):
        with st.spinner("Computing the errors at your ε.") if is_slow else nullcontext():
            first = next(states)
        comparison = first.answer.comparison
        tiles.show(comparison, on_test=asked.on == ON.default)
    shown, complete = _figure(asked, first, states)
    headline = _explained(shown, first.below)
    if complete:
        shown = complete()
        with headline:
            page_frame.sentence(shown.sentence)
    below.flat(shown.answer)
    measured.constant(comparison.rule)
    measured.explained(chosen, comparison.part, can_weigh=True)
    below.few_records(comparison)
    below.second_release(comparison)
    best_lam.fold(comparison)
    mistakes.fold(comparison)
    looks_at.fold(comparison)
    below.which_epsilon(asked, comparison)
    export.row(asked, shown.rows)
    lam = comparison.without_noise.lam
    baseline.beside(baseline.WithoutNoise(chosen, comparison.baseline, lam=lam))


def _figure(
    question: TradeOffQuestion, first: Shown, states: Iterator[Shown]
) -> tuple[Shown, Callable[[], Shown] | None]:
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
    View
        What is drawn.
    callable, optional
        Draws the rest as it is computed, where there is some, for when all is drawn that can be
        without.
    """
    if question.shown != "bands":
        is_one_by_one = question.shown == "one_by_one"
        with st.container(key="one_by_one" if is_one_by_one else "dots"):
            chart.view(first, "draws")
        st.caption(of_epsilon.draws(one_by_one=is_one_by_one))
        return first, None
    comparison, slot = first.answer.comparison, FigureSlot()

    def show(state: Shown) -> None:
        chart.view(state, FILES[question.on], place=slot)

    def whole() -> Shown:
        return chart.as_it_grows(states, show)

    is_slow = private.is_slow(comparison.settings, comparison.part)
    if is_slow and not private.is_curve_known(comparison, cached.RECORDS):
        show(first)
        return first, whole
    return whole(), None


def _explained(shown: Shown, warnings: Sequence[str]) -> DeltaGenerator:
    """Write the sentence, warnings, what ε means, and how the numbers were made.

    Returned is the place of the sentence: once more is known, another one is written there.
    """
    comparison = shown.answer.comparison
    settings = comparison.settings
    with page_frame.steady("cost"):
        headline = st.empty()
    with headline:
        page_frame.sentence(shown.sentence)
    for warning in warnings:
        st.info(warning)
    with page_frame.steady("promise"):
        st.markdown(promise(settings))
    if any(outcome.plan.delta for outcome in comparison.outcomes.values()):
        st.markdown(sentences.weaker(settings.epsilon, settings.delta))
    page_frame.made(shown.made)
    return headline
