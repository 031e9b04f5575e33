"""What releases tell the best possible attacker, and the naive one: of one person, and along ε.

Neither a draw nor the prose changes what is computed: all draws of one ε come from one attack, and
the curve depends on no ε of the question.
"""

from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import Future
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Protocol, TypeAlias

import pandas as pd

from dpcore.checks import Unavailable
from dpcore.data.dataset import Split
from dpcore.privacy.mechanisms import MECHANISMS
from dpcore.privacy.regularization.suggested import AUTO
from dplab.simulation import comparison, isolation, sources
from dplab.simulation.settings import AboutRecords, Settings
from dplab.simulation.summaries import labelled
from dplab.studies.adversary import columns, line_up
from dplab.studies.adversary.curve import (
    EPSILONS,
    HALVES,
    Attack,
    Named,
    OfPerson,
    elsewhere,
    joined,
    named,
    of_person,
)
from dplab.studies.adversary.line_up import LineUp
from dplab.studies.adversary.naive import Naive, naive
from dplab.studies.adversary.person import Upload, person

USUAL = 10
"""Suspects of a line-up where nobody asked for a number."""

DRAWS = 50
"""Releases about one person, of which the page shows one at a time."""

PURE = ("output", "objective", "objective_tight")
"""Mechanisms of the curve that keep their ε; one historic mechanism stands beside them."""

LARGE = 500_000
"""Training records times features from which on a curve takes seconds."""

CurvePart: TypeAlias = tuple[str, tuple[float, ...]]
"""A mechanism and the ε that are meant."""


@dataclass(frozen=True)
class Question(AboutRecords):
    """Everything that the page answers.

    Parameters
    ----------
    settings : Settings
        Of the data, the problem and ε; draws and measure are the defaults.
    row : int
        Of the training part, from 0.
    question : str
        "line_up", "membership", "attribute" or "label".
    suspects : int
        Of the line-up.
    mechanism : str
        Whose draw the bars show; private.
    historic : str
        The one beside the pure mechanisms in the curve.
    column : str
        The unknown one of the question "attribute", by its name.
    draw : int
        Which of the mechanism's draws the bars show, from 1.
    """

    settings: Settings
    row: int
    question: str = "line_up"
    suspects: int = USUAL
    mechanism: str = "objective"
    historic: str = "objective_2008"
    column: str = ""
    draw: int = 1

    @property
    def compared(self) -> tuple[str, ...]:
        """The mechanisms of the curve: the attacked one if it has a δ, the historic one last."""
        with_delta = (self.mechanism,) if self.delta else ()
        return (*PURE, *with_delta, self.historic)

    @property
    def delta(self) -> float:
        """δ of the mechanism that is attacked; 0 where it uses none."""
        uses_delta = self.mechanism in MECHANISMS and MECHANISMS[self.mechanism].uses_delta
        return self.settings.delta if uses_delta else 0.0

    def at_any_epsilon(self) -> "Question":
        """Return what the curve depends on: ε, draw and mechanism of the bars say nothing there."""
        settings = self.settings.with_epsilon(1.0)
        return replace(self, settings=settings, draw=1, mechanism="", historic="")

    def to_line_up(self) -> "Question":
        """Return what the suspects depend on: a column's values alone have a column, say."""
        suspects = self.suspects if self.question == "line_up" else 0
        column = self.column if self.question == "attribute" else ""
        return replace(self.at_any_epsilon(), suspects=suspects, column=column)


@dataclass(frozen=True, eq=False)
class AttackResult:
    """What `DRAWS` releases about one person tell.

    The ceiling is what nobody who knows all other records believes in one suspect after any
    release; None where there is no limit, or none is proven.
    """

    believed: OfPerson
    naive: Naive
    ceiling: float | None


@dataclass(frozen=True, eq=False)
class NamedRight:
    """How often the right one of m suspects is named, by mechanism along ε."""

    question: Question
    m: int
    curves: Mapping[str, Named]


class Keeping(Protocol):
    """Returns what `named` does for a question without its ε, and keeps it."""

    def __call__(self, question: Question, mechanism: str, epsilons: tuple[float, ...]) -> Named:
        """Return what is kept, or compute it."""

    def known(
        self, question: Question, mechanism: str, epsilons: tuple[float, ...]
    ) -> Named | None:
        """Return what is kept, or None."""

    def note(
        self, result: Named, question: Question, mechanism: str, epsilons: tuple[float, ...]
    ) -> None:
        """Keep what was computed elsewhere."""


def line_up_of(question: Question, part: Split, own: Upload | None = None) -> LineUp:
    """Return the suspects: other people, the values of a column, or the other label.

    Parameters
    ----------
    question : Question
    part : Split
        Of its settings.
    own : Upload, optional
        As in `person.exact`.
    """
    row, seed = question.row, question.settings.seed
    if question.question == "membership":
        return line_up.membership(part, row, seed=seed)
    if question.question == "label":
        return line_up.label(part, row)
    if question.question == "attribute":
        who = person(question.settings, row, own)
        return line_up.attribute(part, row, columns.alternatives(who, question.column).encoded)
    return line_up.held_out(part, row, m=question.suspects, seed=seed)


def attack_result(question: Question, attack: Attack) -> AttackResult:
    """Return what releases at the question's ε tell about the person.

    Raises
    ------
    InvalidInput
        If there is no noise.
    """
    epsilon = question.settings.epsilon
    attack = attack.at(question.mechanism, epsilon)
    believed = of_person(attack, question.mechanism, epsilon, DRAWS)
    return AttackResult(
        # The attacker's classifiers are needed once: what is kept is small.
        replace(believed, coefs=believed.coefs[:0]),
        naive(attack, believed.coefs),
        attack.most_believed(question.mechanism, epsilon),
    )


def growing(question: Question, attack: Attack, keep: Keeping) -> Iterator[dict[str, Named]]:
    """Yield the curves, one more of them each time; of many records, half are computed apart."""
    key, names = question.at_any_epsilon(), question.compared
    parts = [(name, half) for name in names for half in HALVES]
    slow = [
        part for part in parts if _is_slow(question, part[0]) and keep.known(key, *part) is None
    ]
    away = slow[(len(slow) + 1) // 2 :]
    computing = _apart(attack, away)
    curves: dict[str, Named] = {}
    for name in names:
        here = [half for half in HALVES if computing is None or (name, half) not in away]
        for half in here:
            keep(key, name, half)
        if computing and len(here) < len(HALVES):
            with suppress(Unavailable):  # then it is computed here
                for part, result in zip(away, computing.result(), strict=True):
                    keep.note(result, key, *part)
        curves = curves | {name: joined([keep(key, name, half) for half in HALVES])}
        yield curves


def _is_slow(question: Question, mechanism: str) -> bool:
    """Tell whether each draw takes a minimisation, or each ε those of all suspects."""
    follows_epsilon = question.settings.lam == AUTO
    return follows_epsilon or MECHANISMS[mechanism].family.solves_each_draw


def _apart(attack: Attack, parts: Sequence[CurvePart]) -> Future[list[Named]] | None:
    """Begin with some parts of the curves in a process of its own, if there are records enough."""
    if not parts or attack.line_up.X.size < LARGE:
        return None
    return isolation.begin(elsewhere, attack.line_up, attack.settings, tuple(parts))


def run(question: Question, own: Upload | None = None) -> NamedRight:
    """Return how often the right one is named along ε, by each mechanism of the curve.

    Raises
    ------
    InvalidInput
        If there is no such line-up.
    """
    settings = question.settings
    part = comparison.part_of(own.records if own else sources.load(settings), settings)
    attack = Attack(line_up_of(question, part, own), settings)
    return NamedRight(
        question,
        attack.line_up.m,
        {
            name: joined([named(attack, name, half) for half in HALVES])
            for name in question.compared
        },
    )


def table(found: NamedRight) -> pd.DataFrame:
    """Return how often the right one is named, one row for each mechanism and ε.

    A column names δ where the mechanism that is attacked uses one.
    """
    delta = found.question.delta
    frames = [
        pd.DataFrame(
            {
                "mechanism": mechanism,
                "epsilon": EPSILONS,
                "named_right": curve.named,
                "standard_error": curve.standard_error,
                "draws": curve.n_draws,
                "hits": curve.hits,
                "guessing": 1 / found.m,
                "limit": curve.ceilings,
                **({"delta": delta * MECHANISMS[mechanism].uses_delta} if delta else {}),
            }
        )
        for mechanism, curve in found.curves.items()
    ]
    return labelled(pd.concat(frames, ignore_index=True), found.question.settings)
