"""What the page shows, each kept once it is computed; only what is said of one ε depends on it."""

from dplab.studies.kernels import features as core
from dplab.studies.kernels import where_delta_helps
from dplab.studies.kernels.features import AtEpsilon, Summaries
from dplab.studies.kernels.random_features import Question, mapped
from pages.comparison.screen import cached

MOST_MAPPED, MOST_KEPT = 2, 500
"""The first hold their records in R^D: up to 200 MB each."""

_mapped = cached.study(mapped, MOST_MAPPED, copied=False)
borders = cached.memoized(MOST_KEPT)(where_delta_helps.borders)


@cached.memoized(MOST_KEPT)
def at_epsilon(question: Question) -> AtEpsilon:
    """Return what the choice gives at its ε."""
    return core.at_epsilon(question, _mapped(question.at_any_epsilon()))


@cached.memoized(MOST_KEPT)
def of_epsilons(question: Question, epsilons: tuple[float, ...]) -> Summaries:
    """Return the errors of a choice without its ε at some ε."""
    return core.summaries(question, epsilons, _mapped(question))


@cached.memoized(MOST_KEPT)
def of_size(question: Question, epsilons: tuple[float, ...]) -> Summaries:
    """Return the errors at the choice's ε; records of so many sizes are not kept in R^D."""
    return core.summaries(question, epsilons, mapped(question, cached.own_records(question)))
