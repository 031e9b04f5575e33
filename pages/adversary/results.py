"""The classifier without noise, what is reconstructed from it, and the attack: each kept once.

Neither a draw nor the prose is part of a key, so that all draws of one ε come from one computation.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from dpcore.checks import Array
from dplab.simulation.settings import Settings
from dplab.studies.adversary import attacks, curve, left
from dplab.studies.adversary import person as core
from dplab.studies.adversary.attacks import AttackResult, NamedRight, Question
from dplab.studies.adversary.curve import HALVES, Attack, Named, joined
from dplab.studies.adversary.left import LeftOfColumn, ReconstructedColumn
from dplab.studies.adversary.person import Person, Reconstructed, Traces, Upload
from pages.comparison.screen import cached, own_table
from server.visits.weight import Elsewhere

MOST_EXACT, MOST_PEOPLE, MOST_RESULTS = 100, 500, 300
MOST_ATTACKS = 3
"""Each takes up to 125 MB. What was computed with one is kept without it."""


@dataclass(frozen=True, eq=False)
class _Weighed:
    """An attack, and what it will take: it makes its parts long after it is kept."""

    attack: Attack
    takes: Elsewhere


def reconstructed(settings: Settings, row: int) -> Reconstructed:
    """Return a row of the training part, reconstructed from the classifier without noise."""
    return _reconstructed(_at_any_epsilon(settings), row)


def traces(settings: Settings) -> Traces:
    """Return how many of the training records can be reconstructed."""
    return _traces(_at_any_epsilon(settings))


def attack(asked: Question) -> Attack:
    """Return the line-up that was asked for, and the attacker who judges what is released."""
    return _attack(asked.to_line_up()).attack


def attack_result(asked: Question) -> AttackResult:
    """Return what releases at the visitor's ε tell about the person.

    Raises
    ------
    InvalidInput
        If there is no such line-up, or no noise.
    """
    return _attack_result(replace(asked, draw=1, historic=""))


def growing(asked: Question) -> Iterator[dict[str, Named]]:
    """Yield the curves, one more of them each time."""
    return attacks.growing(asked, attack(asked), _named)


def named_right(asked: Question) -> NamedRight:
    """Return how often the right one is named, by all mechanisms of the curve."""
    *_, curves = growing(asked)
    return NamedRight(asked, attack(asked).line_up.m, curves)


def along(asked: Question) -> Named:
    """Return how often the right one is named along ε, by the question's mechanism alone."""
    key = asked.at_any_epsilon()
    return joined([_named(key, asked.mechanism, half) for half in HALVES])


def here(asked: Question) -> Named:
    """Return how often the right one is named at the visitor's ε."""
    return _named(asked.at_any_epsilon(), asked.mechanism, (asked.settings.epsilon,))


def person(asked: Question) -> Person:
    """Return the person that is looked at."""
    return reconstructed(asked.settings, asked.row).person


def reconstructed_columns(settings: Settings, row: int) -> tuple[ReconstructedColumn, ...]:
    """Return the first columns of a reconstructed record."""
    return left.reconstructed_columns(reconstructed(settings, row))


def left_over(asked: Question) -> tuple[LeftOfColumn, ...]:
    """Return what releases at the visitor's ε leave of the first columns.

    Raises
    ------
    InvalidInput
        If there is no noise.
    """
    plain = Question(asked.settings, asked.row, mechanism=asked.mechanism)
    return _left_over(plain)


def _at_any_epsilon(settings: Settings) -> Settings:
    return settings.with_epsilon(1.0)


def _own(settings: Settings) -> Upload | None:
    if not settings.is_own:
        return None
    own = own_table.required()
    return Upload(own.data, own.table, own.schema)


@cached.memoized(MOST_EXACT)
def _exact(settings: Settings) -> Array:
    return core.exact(settings, _own(settings))


@cached.memoized(MOST_PEOPLE)
def _reconstructed(settings: Settings, row: int) -> Reconstructed:
    return core.reconstructed(settings, row, coef=_exact(settings), own=_own(settings))


@cached.memoized(MOST_PEOPLE)
def next_with_trace(settings: Settings, row: int) -> int | None:
    """Return the next row of the training part that can be reconstructed; None if there is none."""
    now = _at_any_epsilon(settings)
    return core.next_with_trace(now, row, coef=_exact(now), own=_own(now))


@cached.memoized(MOST_EXACT)
def _traces(settings: Settings) -> Traces:
    return core.traces(settings, coef=_exact(settings), own=_own(settings))


# It makes its minimisers when they are first needed; a copy would make them again.
@cached.memoized(MOST_ATTACKS, copied=False)
def _attack(asked: Question) -> _Weighed:
    settings = asked.settings
    line_up = attacks.line_up_of(asked, cached.part(settings), _own(settings))
    made = Attack(line_up, settings)
    return _Weighed(made, Elsewhere(made.n_bytes))


@cached.memoized(MOST_RESULTS)
def _left_over(asked: Question) -> tuple[LeftOfColumn, ...]:
    settings = asked.settings
    return left.left_over(asked, cached.part(settings), _own(settings))


@cached.memoized(MOST_RESULTS)
def _attack_result(asked: Question) -> AttackResult:
    return attacks.attack_result(asked, attack(asked))


@cached.memoized(MOST_RESULTS)
def _named(question: Question, mechanism: str, epsilons: tuple[float, ...]) -> Named:
    return curve.named(attack(question), mechanism, epsilons)
