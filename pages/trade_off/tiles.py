"""The numbers above the figure: each method's error where the visitor stands, along every axis."""

from dpcore.privacy.mechanisms import MECHANISMS
from pages.comparison import terms
from pages.comparison.private import ComparisonAtEpsilon, mechanisms_of
from pages.comparison.screen import measured
from pages.kit import chart, words
from pages.kit.chart import Metric


def show(comparison: ComparisonAtEpsilon) -> None:
    """Draw a tile for each method: its error, its cost, and its spread."""
    baseline = Metric(
        MECHANISMS["non_private"].label,
        words.percent(comparison.baseline),
        "non_private",
        note="no noise: the same every time",
        delta="baseline" if comparison.has_baseline else "no baseline",
        found=measured.recall(comparison.names, comparison.without_noise.mistakes),
    )
    names = mechanisms_of(comparison.settings)
    chart.tiles([baseline, *(_tile(name, comparison) for name in names)])


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
