"""The classifier without noise, what is reconstructed from it, and the attack: each worth keeping.

Neither a draw nor the prose is part of a key, so that all draws of one ε come from one computation.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from dpcore.checks import Array
from dplab.simulation.settings import Settings
from dplab.studies.adversary import attacks, curve, left, pair
from dplab.studies.adversary import person as core
from dplab.studies.adversary.attacks import AttackResult, Keeping, NamedRight, Question
from dplab.studies.adversary.curve import HALVES, Attack, Named, joined
from dplab.studies.adversary.left import LeftOfColumn, ReconstructedColumn
from dplab.studies.adversary.pair import TwoRecords
from dplab.studies.adversary.person import Person, Reconstructed, Traces, Upload
from dplab.studies.adversary.wide import as_reconstructed
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


def person(settings: Settings, row: int, records: Records) -> Person:
    """Return the person that is looked at, under the table's own ranges."""
    return records.get(_person, _at_any_epsilon(settings), row)


def reconstructed_columns(
    settings: Settings, row: int, records: Records
) -> tuple[ReconstructedColumn, ...]:
    """Return the first columns of a reconstructed record."""
    found = reconstructed(settings, row, records)
    return left.reconstructed_columns(found, person(settings, row, records))


def two_records(settings: Settings, row: int, records: Records) -> TwoRecords:
    """Return the true record, and the one that could stand in its place.

    Raises
    ------
    InvalidInput
        If there is no such record.
    """
    return records.get(_two_records, _at_any_epsilon(settings), row)


def attack_on_two(asked: Question, records: Records) -> Named:
    """Return how often the best attack on the question's mechanism tells these two apart."""
    return here(of_two(asked), records)


def limit_of_two(asked: Question, records: Records) -> float | None:
    """Return how often somebody who knows all other records is right at most about these two.

    None where nothing is proven of the mechanism.
    """
    two = attack(of_two(asked), records).at(asked.mechanism, asked.settings.epsilon)
    return two.ceiling(asked.mechanism, asked.settings.epsilon)


def after_any(asked: Question, records: Records) -> tuple[int, float, float | None]:
    """Return the number of suspects, the ε that is kept without δ, and what it says of a release.

    That is the most that who knows all other records believes in one of them; None without limit.
    """
    mechanism, epsilon = asked.mechanism, asked.settings.epsilon
    of_them = attack(asked, records).at(mechanism, epsilon)
    pure = of_them.plan(mechanism, epsilon).pure_epsilon
    return of_them.line_up.m, pure, of_them.most_believed(mechanism, epsilon)


def of_two(asked: Question) -> Question:
    """Return the question whether the person was in the data, and nothing else of another one."""
    return Question(asked.settings, asked.row, "membership", mechanism=asked.mechanism)


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
    return core.exact(*as_reconstructed(settings, _own(settings, records)))


def _reconstructed(records: Records, settings: Settings, row: int) -> Reconstructed:
    coef = records.get(_exact, settings)
    used, own = as_reconstructed(settings, _own(settings, records))
    return core.reconstructed(used, row, coef=coef, own=own)


def _next_with_trace(records: Records, settings: Settings, row: int) -> int | None:
    coef = records.get(_exact, settings)
    used, own = as_reconstructed(settings, _own(settings, records))
    return core.next_with_trace(used, row, coef=coef, own=own)


def _traces(records: Records, settings: Settings) -> Traces:
    coef = records.get(_exact, settings)
    used, own = as_reconstructed(settings, _own(settings, records))
    return core.traces(used, coef=coef, own=own)


def _person(records: Records, settings: Settings, row: int) -> Person:
    return core.person(settings, row, _own(settings, records))


def _two_records(records: Records, settings: Settings, row: int) -> TwoRecords:
    return pair.two_records(settings, row, records.part(settings), _own(settings, records))


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
keeping(_person, MOST_PEOPLE)
keeping(_two_records, MOST_PEOPLE)
# It makes its minimisers when they are first needed; a copy would make them again.
keeping(_attack, MOST_ATTACKS, copied=False)
keeping(_left_over, MOST_RESULTS)
keeping(_attack_result, MOST_RESULTS)
keeping(named, MOST_RESULTS)
