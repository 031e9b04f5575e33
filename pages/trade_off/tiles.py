"""The numbers above the figure: each method's error where the visitor stands, along every axis."""

from dpcore.privacy.mechanisms import MECHANISMS
from pages.comparison import terms
from pages.comparison.private import ComparisonAtEpsilon, mechanisms_of
from pages.comparison.screen import measured
from pages.kit import chart, words
from pages.kit.chart import Metric


def show(comparison: ComparisonAtEpsilon, *, on_test: bool = True) -> None:
    """Draw a tile for each method: its error, its cost, and its spread.

    Below, the figure is about the same errors if `on_test`; otherwise tiles say what theirs are.
    """
    baseline = Metric(
        MECHANISMS["non_private"].label,
        words.percent(comparison.baseline),
        "non_private",
        note="no noise: the same every time" if on_test else "test, without noise",
        delta="baseline" if comparison.has_baseline else "no baseline",
        found=measured.recall(comparison.names, comparison.without_noise.mistakes),
    )
    names = mechanisms_of(comparison.settings)
    chart.tiles([baseline, *(_tile(name, comparison, on_test=on_test) for name in names)])


def _tile(name: str, comparison: ComparisonAtEpsilon, *, on_test: bool) -> Metric:
    summary, outcome = comparison.summaries[name], comparison.outcomes[name]
    cost = terms.cost(summary, comparison.baseline).median
    middle = "median" if on_test else "test"
    spread = f"{middle}; half of the draws: {terms.range_of(summary)}"
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
