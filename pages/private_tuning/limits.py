"""Refuses what would keep a page computing for minutes, and says what would do."""

from bisect import bisect_right
from collections.abc import Callable, Iterator
from functools import partial

from dpcore.checks import InvalidInput
from dplab.studies.private_tuning import costs, strategies
from dplab.studies.private_tuning.costs import Question
from pages.comparison import values
from pages.comparison.records import Records
from pages.kit import words

MOST_WORK = 2_400_000_000
"""What training and testing at one point run over: some five seconds of a core."""

LESS = {"polynomial": "a smaller degree"}
"""What makes records narrower; most kernels have a number of features."""

FEWEST = {
    "n_draws": (values.WHOLE_BOUNDS["draws"][0], "draw"),
    "n": (costs.FEWEST_RECORDS, "record"),
    "n_candidates": (1, "candidate"),
}
"""The least that is worth asking for, and what it is."""


def check(question: Question, records: Records) -> None:
    """Refuse what takes long at one point.

    Raises
    ------
    InvalidInput
        If training and testing there run over more than `MOST_WORK`.
    """
    chosen, d = question.settings, n_features(question, records)
    part = records.part(chosen)
    # A law by its points is written out record by record.
    asked = {"n_candidates": len(question.lams), "n_draws": chosen.draws, "n": part.n}
    work: Callable[..., int] = partial(
        strategies.work, n_features=d, n_test=len(part.y_test), ranks=chosen.measure == "auc"
    )
    if work(**asked) > MOST_WORK:
        fewer = LESS.get(question.kernel, "fewer features of the kernel")
        narrower = [fewer] if question.has_kernel else []
        enough = [*_enough(asked, work), *narrower] or ["fewer draws and fewer records"]
        raise InvalidInput(
            f"{words.pluralize(len(question.lams), 'candidate')}, "
            f"{words.pluralize(chosen.draws, 'draw')} and {words.pluralize(part.n, 'record')} of "
            f"{d:,} "
            f"features are more than this page computes at once. Take {words.listed(enough, 'or')}."
        )


def n_features(question: Question, records: Records) -> int:
    """Return how many features the classifiers learn from."""
    return costs.feature_map(question, records.own_data(question)).n_features


def _enough(asked: dict[str, int], work: Callable[..., int]) -> Iterator[str]:
    """Say of each number that was asked for how small it would have to be, where that helps."""
    for name, (fewest, thing) in FEWEST.items():
        smaller = range(fewest, asked[name])
        fitting = bisect_right(smaller, MOST_WORK, key=lambda most: work(**asked | {name: most}))
        if fitting:
            yield f"at most {words.pluralize(smaller[fitting - 1], thing)}"
