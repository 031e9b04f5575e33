"""What the page shows, each kept once it is computed; a table's groups without its other cells."""

import math

from dplab.simulation.settings import Settings
from dplab.studies.who_pays import answers, costs, decided, members
from dplab.studies.who_pays.answers import Answered
from dplab.studies.who_pays.costs import Costs
from dplab.studies.who_pays.decided import Decided
from dplab.studies.who_pays.members import Members
from pages.comparison import terms
from pages.comparison.screen import cached

MOST_ANSWERS, MOST_DIVISIONS = 100, 30
"""With 50 draws of a table of 50,000 records: 220 kB of answers, 160 kB of distances, and 400 kB of
groups each; of half a million ten times as much."""

of_noise = cached.study(answers.run, MOST_ANSWERS, copied=False)
of_line = cached.study(answers.line, MOST_ANSWERS, copied=False)


@cached.memoized(MOST_DIVISIONS, copied=False)
def of_members(question: members.Question) -> Members:
    """Divide the records; an own table's by any of its columns."""
    if not question.settings.is_own:
        return members.run(question)
    return members.run(question, *cached.own_columns())


@cached.memoized(MOST_DIVISIONS)
def of_columns(question: members.Choosing) -> members.Columns:
    """Return by which columns the records may be divided, and the chosen one's division."""
    if not question.settings.is_own:
        return members.columns(question)
    return members.columns(question, *cached.own_columns())


def of_groups(question: costs.Question) -> Costs:
    """Return what each group pays: sums over what is kept."""
    return costs.run(question, ask=of_noise, ask_members=of_members)


def of_people(question: decided.Question) -> Decided:
    """Return what two releases would answer."""
    return decided.run(question, ask=of_noise, ask_line=of_line)


def without_noise(settings: Settings) -> Answered:
    """Return what is answered without noise, at its own λ where λ follows ε."""
    return of_noise(answers.Question(settings.with_epsilon(math.inf), "non_private"))


def lams(settings: Settings, mechanism: str) -> str:
    """Return λ without noise and with it, for a protocol."""
    named = {"non_private": without_noise(settings).lam} | cached.lams(settings, (mechanism,))
    return terms.lam(settings.lam, named)
