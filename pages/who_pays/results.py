"""What the views of both parts ask, each worth keeping once it is computed.

A table's groups are kept without its other cells.
"""

import math

from dplab.simulation.settings import Settings
from dplab.studies.who_pays import answers, costs, decided, members
from dplab.studies.who_pays.answers import Answered, Distances
from dplab.studies.who_pays.costs import Costs
from dplab.studies.who_pays.decided import Decided
from dplab.studies.who_pays.members import Columns, Members
from pages.comparison import terms
from pages.comparison.records import Records, keeping

MOST_ANSWERS, MOST_DIVISIONS = 100, 30
"""With 50 draws of a table of 50,000 records: 220 kB of answers, 160 kB of distances, and 400 kB of
groups each; of half a million ten times as much."""

keeping(answers.run, MOST_ANSWERS, copied=False)
keeping(answers.line, MOST_ANSWERS, copied=False)


def of_members(records: Records, question: members.Question) -> Members:
    """Divide the records; an own table's by any of its columns."""
    if not question.settings.is_own:
        return members.run(question)
    return members.run(question, *records.columns())


def of_columns(records: Records, question: members.Choosing) -> Columns:
    """Return by which columns the records may be divided, and the chosen one's division."""
    if not question.settings.is_own:
        return members.columns(question)
    return members.columns(question, *records.columns())


keeping(of_members, MOST_DIVISIONS, copied=False)
keeping(of_columns, MOST_DIVISIONS)


def of_noise(records: Records, question: answers.Question) -> Answered:
    """Return what classifiers with noise answer."""
    return records.ask(answers.run, question)


def of_groups(records: Records, question: costs.Question) -> Costs:
    """Return what each group pays: sums over what is kept."""

    def noise(asked: answers.Question) -> Answered:
        return of_noise(records, asked)

    def groups(asked: members.Question) -> Members:
        return records.get(of_members, asked)

    return costs.run(question, ask=noise, ask_members=groups)


def of_people(records: Records, question: decided.Question) -> Decided:
    """Return what two releases would answer."""

    def noise(asked: answers.Question) -> Answered:
        return of_noise(records, asked)

    def line(asked: answers.Question) -> Distances:
        return records.ask(answers.line, asked)

    return decided.run(question, ask=noise, ask_line=line)


def without_noise(records: Records, settings: Settings) -> Answered:
    """Return what is answered without noise, at its own λ where λ follows ε."""
    return of_noise(records, answers.Question(settings.with_epsilon(math.inf), "non_private"))


def lams(records: Records, settings: Settings, mechanism: str) -> str:
    """Return λ without noise and with it, for a protocol."""
    plain = {"non_private": without_noise(records, settings).lam}
    return terms.lam(settings.lam, plain | records.lams(settings, (mechanism,)))
