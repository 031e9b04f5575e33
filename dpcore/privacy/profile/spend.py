"""What one release costs, as data: the laws of its noise, on the parts of the records it uses.

A release trains on one part of the records, or on several that share none, may choose among
classifiers on another and test on a last one. On each part some laws run one after the other. A
replaced record is in one part only, so that the part with the largest profile counts.

Examples
--------
>>> from dpcore.privacy.profile.laws import GammaNoise, Promise
>>> trained, tested = (GammaNoise(0.99, 30), GammaNoise(0.01, 30)), (Promise(0.5),)
>>> spend = Spend((trained, tested))
>>> spend.pure, spend.covers(Spend((trained,))), spend.covers(Spend.of(Promise(0.6)))
(1.0, True, False)
>>> Spend.from_list(spend.as_list()) == spend
True
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any, Self, cast

from dpcore.checks import InvalidInput
from dpcore.privacy.profile import laws
from dpcore.privacy.profile.laws import GammaInObjective, GaussianInObjective, Law, Promise
from dpcore.privacy.profile.places import dominates

MOST_PARTS, MOST_LAWS = 60, 200
"""Parts of a release, and laws of a part, that are read: 50 candidates, a judge and a test; two for
each class."""


@dataclass(frozen=True)
class Spend:
    """The laws of a release.

    Parameters
    ----------
    parts : tuple of tuple of Law
        By part of the records, at least one; the laws that run one after the other on it.
    """

    parts: tuple[tuple[Law, ...], ...]

    @classmethod
    def of(cls, *laws: Law) -> Self:
        """Return what laws cost that run one after the other on the same records."""
        return cls((laws,))

    @property
    def pure(self) -> float:
        """The ε that it keeps without a δ; ∞ where it keeps none."""
        return max(math.fsum(law.pure for law in part) for part in self.parts)

    @property
    def promise(self) -> tuple[float, float]:
        """An ε and a δ that it keeps by the sums of its promises: (∞, 0) where it names none."""
        sums = [_added(part) for part in self.parts]
        return max(epsilon for epsilon, _ in sums), max(delta for _, delta in sums)

    @property
    def rho(self) -> float | None:
        """ρ of zero-concentrated privacy, the largest of its parts; None where one has none."""
        of_parts = [[law.rho for law in part] for part in self.parts]
        if any(rho is None for part in of_parts for rho in part):
            return None
        return max(math.fsum(rho for rho in part if rho is not None) for part in of_parts)

    def covers(self, other: "Spend") -> bool:
        """Tell whether whoever declared this may run another.

        Each part of the other needs one of these parts, which may be the same for several, since no
        record is in two; each of its laws another law of that part.
        """
        return all(any(_covers(mine, part) for mine in self.parts) for part in other.parts)

    def lowered(self, share: float) -> Self:
        """Return it with every number but d less by a share: by what it may be rounded."""
        return type(self)(tuple(tuple(_lowered(law, share) for law in part) for part in self.parts))

    def as_list(self) -> list[list[dict[str, Any]]]:
        """Return it as JSON holds it."""
        return [[law.as_dict() for law in part] for part in self.parts]

    @classmethod
    def from_list(cls, content: Any) -> Self:
        """Return it from what `as_list` gave.

        Raises
        ------
        InvalidInput
            If it is no such list.
        """
        if not (_is_list(content, MOST_PARTS) and all(_is_list(p, MOST_LAWS) for p in content)):
            raise InvalidInput("the laws of a release must be a list of parts with their laws.")
        return cls(tuple(tuple(laws.from_dict(each) for each in part) for part in content))


def reals(law: Law) -> dict[str, float]:
    """Return the numbers of a law that are not counts, by name."""
    return {name: each for name, each in law.as_dict().items() if isinstance(each, float)}


def _lowered(law: Law, share: float) -> Law:
    numbers = {name: number * (1 - share) for name, number in reals(law).items()}
    return cast(Law, replace(cast(Any, law), **numbers))


def _is_list(content: Any, most: int) -> bool:
    return isinstance(content, list) and 0 < len(content) <= most


def _covers(mine: Sequence[Law], others: Sequence[Law]) -> bool:
    """Tell whether each of the others has a law of mine for its own that covers it."""
    if len(mine) == 1 and isinstance(mine[0], Promise):
        # Whatever keeps this ε and δ, by the sums of what it promises, is what was declared.
        epsilon, delta = _added(others)
        return epsilon <= mine[0].epsilon and delta <= mine[0].delta
    taken: dict[int, int] = {}

    def settles(other: int, tried: set[int]) -> bool:
        """Give a law of mine to one of the others, which may make another one move (Kuhn)."""
        for place, own in enumerate(mine):
            if place not in tried and _covers_law(own, others[other]):
                tried.add(place)
                if place not in taken or settles(taken[place], tried):
                    taken[place] = other
                    return True
        return False

    return len(others) <= len(mine) and all(settles(i, set()) for i in range(len(others)))


def _covers_law(mine: Law, other: Law) -> bool:
    """Tell whether a declared law covers another: by its numbers, or by its whole profile.

    A larger λ leaves less of the same ε to the slack, and more of it to the noise, which is then
    shorter: one number falls and the other rises. A larger slack is never covered.
    """
    if mine.covers(other):
        return True
    return _is_alike(mine, other) and _is_dominated(cast(Any, mine), cast(Any, other))


@lru_cache(maxsize=1024)
def _is_dominated(mine: Any, other: Any) -> bool:
    # Once: a fit of many classes has the same law for each of them.
    return dominates(mine, other)


def _is_alike(mine: Law, other: Law) -> bool:
    if isinstance(mine, GammaInObjective) and isinstance(other, GammaInObjective):
        is_alike = mine.n_features == other.n_features and other.pure <= mine.pure
        return is_alike and other.slack <= mine.slack
    if isinstance(mine, GaussianInObjective) and isinstance(other, GaussianInObjective):
        return other.slack <= mine.slack
    return False


def _added(part: Sequence[Law]) -> tuple[float, float]:
    """Return the sums of ε and of δ that laws promise."""
    promised = [_promise(law) for law in part]
    return math.fsum(epsilon for epsilon, _ in promised), math.fsum(d for _, d in promised)


def _promise(law: Law) -> tuple[float, float]:
    return (law.epsilon, law.delta) if isinstance(law, Promise) else (law.pure, 0.0)
