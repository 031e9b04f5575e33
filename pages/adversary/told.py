"""What private classifiers tell the best possible attacker, and the naive one: computed once.

Neither a draw nor the prose is part of a key, so that all draws of one ε come from one computation.
"""

from collections.abc import Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import TypeAlias

from dpcore.checks import Unavailable
from dpcore.privacy.mechanisms import MECHANISMS
from dpcore.simulation import isolation as apart
from dpcore.studies.adversary import curve as core
from dpcore.studies.adversary.curve import HALVES, Named, OfPerson, joined, of_person
from dpcore.studies.adversary.naive import Naive, naive
from pages.adversary import choices, computed
from pages.adversary.choices import Scenario
from pages.comparison import cached

DRAWS = choices.MOST_DRAWS
"""Releases about one person, of which the page shows one at a time."""

PURE = ("output", "objective", "objective_tight")
"""Mechanisms of the curve that keep their ε; one historic mechanism stands beside them."""

MOST_TOLD = 300

Part: TypeAlias = tuple[str, tuple[float, ...]]
"""A mechanism and the ε that are meant."""

LARGE = 500_000
"""Training records times features from which on a curve takes seconds."""


@dataclass(frozen=True, eq=False)
class Learned:
    """What `DRAWS` releases about one person tell.

    Parameters
    ----------
    believed : OfPerson
    naive : Naive
    ceiling : float or None
        What no attacker's belief exceeds; None where nothing is proven.
    """

    believed: OfPerson
    naive: Naive
    ceiling: float | None


def told(asked: Scenario) -> Learned:
    """Return what releases at the visitor's ε tell about the person.

    Raises
    ------
    InvalidInput
        If there is no such line-up, or no noise.
    """
    return _told(replace(asked, draw=1, historic=""))


def compared(asked: Scenario) -> tuple[str, ...]:
    """Return the mechanisms of the curve, the historic one last."""
    return (*PURE, asked.historic)


def growing(asked: Scenario) -> Iterator[dict[str, Named]]:
    """Yield the curves, one more of them each time; of many records, half are computed apart."""
    key, names = _at_any_epsilon(asked), compared(asked)
    parts = [(name, half) for name in names for half in HALVES]
    slow = [part for part in parts if _is_slow(part[0]) and _named.known(key, *part) is None]
    away = slow[(len(slow) + 1) // 2 :]
    computing = _apart(asked, away) if away else None
    found: dict[str, Named] = {}
    for name in names:
        here = [half for half in HALVES if computing is None or (name, half) not in away]
        for half in here:
            _named(key, name, half)
        if computing and len(here) < len(HALVES):
            with suppress(Unavailable):  # then it is computed here
                for part, result in zip(away, computing.result(), strict=True):
                    _named.note(result, key, *part)
        found = found | {name: named(asked, name)}
        yield found


def _is_slow(mechanism: str) -> bool:
    """Tell whether each draw takes a minimisation."""
    return MECHANISMS[mechanism].family.solves_each_draw


def _apart(asked: Scenario, parts: Sequence[Part]) -> Future[list[Named]] | None:
    """Begin with some parts of the curves in a process of its own, if there are records enough."""
    attack = computed.attack(asked)
    if attack.line_up.X.size < LARGE:
        return None
    # Two threads of one process would compute no more than one.
    thread = ThreadPoolExecutor(1)
    computing = thread.submit(
        apart.run_in_subprocess, core.elsewhere, attack.line_up, attack.settings, tuple(parts)
    )
    thread.shutdown(wait=False)
    return computing


def here(asked: Scenario) -> Named:
    """Return how often the right one is named at the visitor's ε."""
    return _named(_at_any_epsilon(asked), asked.mechanism, (asked.settings.epsilon,))


def named(asked: Scenario, mechanism: str) -> Named:
    """Return how often one mechanism's releases let the attacker name the right one, at any ε."""
    key = _at_any_epsilon(asked)
    return joined([_named(key, mechanism, half) for half in HALVES])


def _at_any_epsilon(asked: Scenario) -> Scenario:
    """Return what the curve depends on: ε, draw and mechanism of the bars say nothing there."""
    settings = asked.settings.with_epsilon(1.0)
    return replace(asked, settings=settings, draw=1, mechanism="", historic="")


@cached.memoized(MOST_TOLD)
def _told(asked: Scenario) -> Learned:
    attack, epsilon = computed.attack(asked), asked.settings.epsilon
    believed = of_person(attack, asked.mechanism, epsilon, DRAWS)
    # The attacker's classifiers are needed once: what is kept is small.
    found = naive(attack, believed.coefs)
    return Learned(
        replace(believed, coefs=believed.coefs[:0]),
        found,
        attack.ceiling(asked.mechanism, epsilon),
    )


@cached.memoized(MOST_TOLD)
def _named(asked: Scenario, mechanism: str, epsilons: tuple[float, ...]) -> Named:
    return core.named(computed.attack(asked), mechanism, epsilons)
