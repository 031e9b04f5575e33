"""The verdicts on what the papers say in words, judged once for all visitors."""

from dpcore.experiments.papers.claims import Judgement, judge_all
from dpcore.experiments.papers.entries import entries
from dpcore.experiments.papers.results import stored
from pages.shared.cached import remembered


@remembered(64)
def judged(name: str) -> tuple[Judgement, ...]:
    """Return what the stored results say about the claims of an entry."""
    found = stored(name)
    return () if found is None else judge_all(entries()[name], found)
