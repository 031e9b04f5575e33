"""What ε costs: three numbers, and the error against ε while it is computed."""

from collections.abc import Callable, Iterator
from functools import partial

import streamlit as st

from dpcore.privacy.mechanisms import MECHANISMS
from dplab.simulation.measures import MEASURES
from dplab.studies.trade_off.which_epsilon import SmallestEpsilons
from pages.comparison import measured, private, terms
from pages.comparison.figures.curves import Curve
from pages.comparison.private import ComparisonAtEpsilon, mechanisms_of
from pages.kit import chart, visitor, words
from pages.kit.chart import FigureSlot, Metric
from pages.trade_off import choices, figures, sentences, which

State = tuple[dict[str, Curve], SmallestEpsilons | None]
"""The curves as far as they are computed, and at their end which ε is enough."""


def metrics(comparison: ComparisonAtEpsilon) -> None:
    """Draw the three numbers: each method's error, its cost, and its spread."""
    baseline = Metric(
        MECHANISMS["non_private"].label,
        words.percent(comparison.baseline),
        "non_private",
        note="no noise, no spread",
        delta="baseline" if comparison.has_baseline else "no baseline",
        found=measured.recall(comparison.names, comparison.without_noise.mistakes),
    )
    names = mechanisms_of(comparison.settings)
    measured.tiles([baseline, *(_tile(name, comparison) for name in names)], comparison.rule)
    measured.explained(comparison.settings, comparison.part)


def _tile(name: str, comparison: ComparisonAtEpsilon) -> Metric:
    summary, outcome = comparison.summaries[name], comparison.outcomes[name]
    cost = terms.cost(summary, comparison.baseline).median
    return Metric(
        MECHANISMS[name].label,
        words.percent(summary.median),
        name,
        note=f"middle half {terms.range_of(summary)}{_with_delta(outcome.plan.delta)}",
        # Beside an error that a constant answer reaches, no difference is a cost.
        delta=words.signed_points(cost) if comparison.has_baseline else "",
        is_bad=cost >= words.VISIBLE,
        found=measured.recall(comparison.names, outcome.mistakes),
    )


def _with_delta(delta: float) -> str:
    return f"; δ = {words.number(delta)}" if delta else ""


def figure(comparison: ComparisonAtEpsilon) -> Callable[[], None]:
    """Draw error against ε: whole, or where that takes long, the chosen ε alone.

    Returns
    -------
    callable
        Draws the rest as it is computed, for when all is drawn that can be without.
    """
    if (shown := choices.shown()) != "bands":
        _show_draws(comparison, one_by_one=shown == "one_by_one")
        return lambda: None
    show = partial(_show, comparison, FigureSlot())

    def whole() -> None:
        chart.as_it_grows(_states(comparison), show)

    settings = comparison.settings
    if private.is_slow(settings, comparison.part) and not private.is_curve_known(comparison):
        show((private.no_curves(comparison), None))
        return whole
    whole()
    return lambda: None


def _show_draws(comparison: ComparisonAtEpsilon, *, one_by_one: bool) -> None:
    measure = MEASURES[comparison.settings.measure].label
    epsilon = words.number(comparison.settings.epsilon)
    drawing = figures.draws(
        {name: each.errors for name, each in comparison.outcomes.items()},
        comparison.baseline,
        comparison.rule,
        title=f"Draws at ε = {epsilon}",
        measure=measure,
        dark=visitor.is_dark(),
        one_by_one=one_by_one,
        phone=visitor.is_phone(),
    )
    with st.container(key="one_by_one" if one_by_one else "dots"):
        chart.show(drawing, "draws", alt=comparison.alt)
    st.caption(sentences.draws(one_by_one=one_by_one))


def _states(comparison: ComparisonAtEpsilon) -> Iterator[State]:
    for found in private.curves(comparison):
        yield found, None
    # The same figure once more, under the same name, Streamlit refuses.
    if smallest := which.smallest(comparison):
        yield found, smallest


def _show(comparison: ComparisonAtEpsilon, slot: FigureSlot, state: State) -> None:
    found, enough = state
    drawing = figures.against_epsilon(
        found,
        comparison.settings,
        comparison.summaries,
        comparison.rule,
        enough,
        dark=visitor.is_dark(),
        phone=visitor.is_phone(),
    )
    chart.show(drawing, "error-against-epsilon", alt=comparison.alt, place=slot)
