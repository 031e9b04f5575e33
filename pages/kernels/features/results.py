"""What the view shows, each worth keeping; only what is said of one ε depends on it."""

from dplab.studies.kernels import features as core
from dplab.studies.kernels import where_delta_helps
from dplab.studies.kernels.features import AtEpsilon, Summaries
from dplab.studies.kernels.random_features import Question, mapped
from pages.comparison.records import Records, keeping

MOST_MAPPED, MOST_KEPT = 2, 500
"""The first hold their records in R^D: up to 200 MB each."""

keeping(mapped, MOST_MAPPED, copied=False)


def at_epsilon(records: Records, question: Question) -> AtEpsilon:
    """Return what the choice gives at its ε."""
    return core.at_epsilon(question, records.ask(mapped, question.at_any_epsilon()))


def of_epsilons(records: Records, question: Question, epsilons: tuple[float, ...]) -> Summaries:
    """Return the errors of a choice without its ε at some ε."""
    return core.summaries(question, epsilons, records.ask(mapped, question))


def of_size(records: Records, question: Question, epsilons: tuple[float, ...]) -> Summaries:
    """Return the errors at the choice's ε; records of so many sizes are not kept in R^D."""
    return core.summaries(question, epsilons, mapped(question, records.own_data(question)))


def borders(_: Records, epsilons: tuple[float, ...], delta: float) -> list[float]:
    """Return from how many features on a δ shortens the noise."""
    return where_delta_helps.borders(epsilons, delta)


for each in (at_epsilon, of_epsilons, of_size, borders):
    keeping(each, MOST_KEPT)


def along_epsilon(records: Records) -> core.Ask:
    """Return what answers a step along ε."""

    def ask(question: Question, epsilons: tuple[float, ...]) -> Summaries:
        return records.get(of_epsilons, question, epsilons)

    return ask


def along_size(records: Records) -> core.Ask:
    """Return what answers a step along D."""

    def ask(question: Question, epsilons: tuple[float, ...]) -> Summaries:
        return records.get(of_size, question, epsilons)

    return ask
