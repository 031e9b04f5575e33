"""The classifier without noise, who can be read off it, and the attack, each computed once.

Nothing here depends on ε: what does, is drawn from an attack that is kept.
"""

from dataclasses import dataclass

from dpcore.checks import Array
from dpcore.data.dataset import Split
from dpcore.simulation.settings import Settings
from dpcore.simulation.sources import UPLOAD
from dpcore.studies.adversary import columns, line_up
from dpcore.studies.adversary import person as core
from dpcore.studies.adversary.curve import Attack
from dpcore.studies.adversary.line_up import LineUp
from dpcore.studies.adversary.person import Person, Recovered, Traces, Upload
from pages.adversary.choices import Scenario
from pages.comparison import cached, own_table
from server.visits.weight import Elsewhere

MOST_EXACT, MOST_PEOPLE = 100, 500
MOST_ATTACKS = 3
"""Each takes up to 125 MB. What was computed with one is kept without it."""


@dataclass(frozen=True, eq=False)
class _Weighed:
    """An attack, and what it will take: it makes its parts long after it is kept."""

    attack: Attack
    takes: Elsewhere


def recovered(settings: Settings, row: int) -> Recovered:
    """Return a row of the training part, read off the classifier without noise."""
    return _recovered(_at_any_epsilon(settings), row)


def traces(settings: Settings) -> Traces:
    """Return how many of the training records can be read off."""
    return _traces(_at_any_epsilon(settings))


def attack(asked: Scenario) -> Attack:
    """Return the line-up that was asked for, and the attacker who judges what is released.

    The question decides who the suspects are: another person, a column's values, the other label.
    """
    return _attack(
        _at_any_epsilon(asked.settings),
        asked.row,
        asked.question,
        asked.suspects if asked.question == "line_up" else 0,
        asked.column if asked.question == "attribute" else "",
    ).attack


def person(asked: Scenario) -> Person:
    """Return the person that is looked at."""
    return recovered(asked.settings, asked.row).person


def _at_any_epsilon(settings: Settings) -> Settings:
    return settings.with_epsilon(1.0)


def _own(settings: Settings) -> Upload | None:
    if settings.data != UPLOAD:
        return None
    own = own_table.required()
    return Upload(own.data, own.table, own.schema)


@cached.memoized(MOST_EXACT)
def _exact(settings: Settings) -> Array:
    return core.exact(settings, _own(settings))


@cached.memoized(MOST_PEOPLE)
def _recovered(settings: Settings, row: int) -> Recovered:
    return core.recovered(settings, row, coef=_exact(settings), own=_own(settings))


@cached.memoized(MOST_PEOPLE)
def next_with_trace(settings: Settings, row: int) -> int | None:
    """Return the next row of the training part that can be read off, or None if there is none."""
    now = _at_any_epsilon(settings)
    return core.next_with_trace(now, row, coef=_exact(now), own=_own(now))


@cached.memoized(MOST_EXACT)
def _traces(settings: Settings) -> Traces:
    return core.traces(settings, coef=_exact(settings), own=_own(settings))


# It makes its minimisers when they are first needed; a copy would make them again.
@cached.memoized(MOST_ATTACKS, copied=False)
def _attack(settings: Settings, row: int, question: str, suspects: int, column: str) -> _Weighed:
    part = cached.part(settings)
    made = Attack(_line_up(part, settings, row, question, suspects, column), settings)
    return _Weighed(made, Elsewhere(made.n_bytes))


def _line_up(
    part: Split, settings: Settings, row: int, question: str, suspects: int, column: str
) -> LineUp:
    if question == "membership":
        return line_up.membership(part, row, seed=settings.seed)
    if question == "label":
        return line_up.label(part, row)
    if question == "attribute":
        who = core.person(settings, row, _own(settings))
        return line_up.attribute(part, row, columns.alternatives(who, column).encoded)
    return line_up.held_out(part, row, m=suspects, seed=settings.seed)
