"""The classifier without noise, what is reconstructed from it, and the attack: each worth keeping.

Neither a draw nor the prose is part of a key, so that all draws of one ε come from one computation.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from dpcore.checks import Array
from dplab.simulation.settings import Settings
from dplab.studies.adversary import attacks, curve, left
from dplab.studies.adversary import person as core
from dplab.studies.adversary.attacks import AttackResult, Keeping, NamedRight, Question
from dplab.studies.adversary.curve import HALVES, Attack, Named, joined
from dplab.studies.adversary.left import LeftOfColumn, ReconstructedColumn
from dplab.studies.adversary.person import Person, Reconstructed, Traces, Upload
from pages.comparison.records import Records, keeping
from server.visits.weight import Elsewhere

MOST_EXACT, MOST_PEOPLE, MOST_RESULTS = 100, 500, 300
MOST_ATTACKS = 3
"""Each takes up to 125 MB. What was computed with one is kept without it."""


@dataclass(frozen=True, eq=False)
class _Weighed:
    """An attack, and what it will take: it makes its parts long after it is kept."""

    attack: Attack
    takes: Elsewhere


def reconstructed(settings: Settings, row: int, records: Records) -> Reconstructed:
    """Return a row of the training part, reconstructed from the classifier without noise."""
    return records.get(_reconstructed, _at_any_epsilon(settings), row)


def traces(settings: Settings, records: Records) -> Traces:
    """Return how many of the training records can be reconstructed."""
    return records.get(_traces, _at_any_epsilon(settings))


def next_with_trace(settings: Settings, row: int, records: Records) -> int | None:
    """Return the next row of the training part that can be reconstructed; None if there is none."""
    return records.get(_next_with_trace, _at_any_epsilon(settings), row)


def attack(asked: Question, records: Records) -> Attack:
    """Return the line-up that was asked for, and the attacker who judges what is released."""
    return records.get(_attack, asked.to_line_up()).attack


def attack_result(asked: Question, records: Records) -> AttackResult:
    """Return what releases at the question's ε tell about the person.

    Raises
    ------
    InvalidInput
        If there is no such line-up, or no noise.
    """
    return records.get(_attack_result, replace(asked, draw=1, historic=""))


def growing(asked: Question, records: Records, keep: Keeping) -> Iterator[dict[str, Named]]:
    """Yield the curves, one more of them each time; `keep` is what keeps `named`."""
    return attacks.growing(asked, attack(asked, records), keep)


def named_right(asked: Question, records: Records, keep: Keeping) -> NamedRight:
    """Return how often the right one is named, by all mechanisms of the curve."""
    *_, curves = growing(asked, records, keep)
    return NamedRight(asked, attack(asked, records).line_up.m, curves)


def along(asked: Question, records: Records) -> Named:
    """Return how often the right one is named along ε, by the question's mechanism alone."""
    key = asked.at_any_epsilon()
    return joined([records.get(named, key, asked.mechanism, half) for half in HALVES])


def here(asked: Question, records: Records) -> Named:
    """Return how often the right one is named at the question's ε."""
    epsilons = (asked.settings.epsilon,)
    return records.get(named, asked.at_any_epsilon(), asked.mechanism, epsilons)


def person(asked: Question, records: Records) -> Person:
    """Return the person that is looked at."""
    return reconstructed(asked.settings, asked.row, records).person


def reconstructed_columns(
    settings: Settings, row: int, records: Records
) -> tuple[ReconstructedColumn, ...]:
    """Return the first columns of a reconstructed record."""
    return left.reconstructed_columns(reconstructed(settings, row, records))


def left_over(asked: Question, records: Records) -> tuple[LeftOfColumn, ...]:
    """Return what releases at the question's ε leave of the first columns.

    Raises
    ------
    InvalidInput
        If there is no noise.
    """
    return records.get(_left_over, Question(asked.settings, asked.row, mechanism=asked.mechanism))


def named(
    records: Records, question: Question, mechanism: str, epsilons: tuple[float, ...]
) -> Named:
    """Return how often the right one is named by a mechanism at some ε."""
    return curve.named(attack(question, records), mechanism, epsilons)


def _at_any_epsilon(settings: Settings) -> Settings:
    return settings.with_epsilon(1.0)


def _own(settings: Settings, records: Records) -> Upload | None:
    if not settings.is_own:
        return None
    own = records.required()
    return Upload(own.data, own.table, own.schema)


def _exact(records: Records, settings: Settings) -> Array:
    return core.exact(settings, _own(settings, records))


def _reconstructed(records: Records, settings: Settings, row: int) -> Reconstructed:
    coef, own = records.get(_exact, settings), _own(settings, records)
    return core.reconstructed(settings, row, coef=coef, own=own)


def _next_with_trace(records: Records, settings: Settings, row: int) -> int | None:
    coef, own = records.get(_exact, settings), _own(settings, records)
    return core.next_with_trace(settings, row, coef=coef, own=own)


def _traces(records: Records, settings: Settings) -> Traces:
    coef, own = records.get(_exact, settings), _own(settings, records)
    return core.traces(settings, coef=coef, own=own)


def _attack(records: Records, asked: Question) -> _Weighed:
    settings = asked.settings
    line_up = attacks.line_up_of(asked, records.part(settings), _own(settings, records))
    made = Attack(line_up, settings)
    return _Weighed(made, Elsewhere(made.n_bytes))


def _left_over(records: Records, asked: Question) -> tuple[LeftOfColumn, ...]:
    settings = asked.settings
    return left.left_over(asked, records.part(settings), _own(settings, records))


def _attack_result(records: Records, asked: Question) -> AttackResult:
    return attacks.attack_result(asked, attack(asked, records))


keeping(_exact, MOST_EXACT)
keeping(_traces, MOST_EXACT)
keeping(_reconstructed, MOST_PEOPLE)
keeping(_next_with_trace, MOST_PEOPLE)
# It makes its minimisers when they are first needed; a copy would make them again.
keeping(_attack, MOST_ATTACKS, copied=False)
keeping(_left_over, MOST_RESULTS)
keeping(_attack_result, MOST_RESULTS)
keeping(named, MOST_RESULTS)
