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
from dataclasses import dataclass
from itertools import permutations
from typing import Any, Self

from dpcore.checks import InvalidInput
from dpcore.privacy.profile import laws
from dpcore.privacy.profile.laws import Law, Promise

MOST_PARTS, MOST_LAWS = 60, 4
"""Parts of a release, and laws of a part, that are read: 50 candidates, a judge and a test."""


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
        sums = [
            [math.fsum(each) for each in zip(*map(_promise, part), strict=True)]
            for part in self.parts
        ]
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


def _is_list(content: Any, most: int) -> bool:
    return isinstance(content, list) and 0 < len(content) <= most


def _covers(mine: Sequence[Law], others: Sequence[Law]) -> bool:
    if len(others) > len(mine):
        return False
    return any(
        all(own.covers(other) for own, other in zip(chosen, others, strict=True))
        for chosen in permutations(mine, len(others))
    )


def _promise(law: Law) -> tuple[float, float]:
    return (law.epsilon, law.delta) if isinstance(law, Promise) else (law.pure, 0.0)
