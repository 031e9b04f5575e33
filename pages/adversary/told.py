"""What private classifiers tell the best possible attacker, and the naive one: computed once.

Neither a draw nor the prose is part of a key, so that all draws of one ε come from one computation.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from dpcore.experiments.adversary import curve as core
from dpcore.experiments.adversary.curve import EPSILONS, Named, OfPerson, of_person
from dpcore.experiments.adversary.naive import Naive, naive
from pages.adversary import choices, computed
from pages.adversary.choices import Scenario
from pages.shared import cached

DRAWS = choices.MOST_DRAWS
"""Releases about one person, of which the page shows one at a time."""

PURE = ("output", "objective", "objective_tight")
"""Mechanisms of the curve that keep their ε; one historic mechanism stands beside them."""

MOST_TOLD = 300


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
    """Yield the curves, one more of them each time."""
    found: dict[str, Named] = {}
    for mechanism in compared(asked):
        found = found | {mechanism: named(asked, mechanism, EPSILONS)}
        yield found


def here(asked: Scenario) -> Named:
    """Return how often the right one is named at the visitor's ε."""
    return named(asked, asked.mechanism, (asked.settings.epsilon,))


def named(asked: Scenario, mechanism: str, epsilons: tuple[float, ...]) -> Named:
    """Return how often one mechanism's releases let the attacker name the right one."""
    # ε, draw and mechanism of the bars say nothing here.
    key = replace(
        asked, settings=asked.settings.with_epsilon(1.0), draw=1, mechanism="", historic=""
    )
    return _named(key, mechanism, epsilons)


@cached.remembered(MOST_TOLD)
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


@cached.remembered(MOST_TOLD)
def _named(asked: Scenario, mechanism: str, epsilons: tuple[float, ...]) -> Named:
    *_, last = core.curve(computed.attack(asked), (mechanism,), epsilons)
    return last.found[mechanism]
