"""What a budget promises where it does not add up ε and δ: a plan, or a ρ; fixed when it is opened.

**A plan** lists every release that may ever be made, by the laws of their losses. Its ε, at the δ
that is named, is that of the whole list (`dpcore.privacy.profile.composition`), whatever is left
out; a release that no item covers, or whose item is used up, is refused. Its order may be chosen on
the way. What was never a part of the list has no place in it: an owner who picks laws by what came
before could spend more than such a number says.

**A ρ** bounds the sum of what releases cost in zero-concentrated differential privacy (zCDP),
whoever chooses them and by whatever: a filter (Feldman and Zrnic 2021; Whitehouse, Ramdas, Rogers
and Wu 2023). Its ε, at the δ that is named, is one for the ρ that was fixed, never for the part
that is spent.

Examples
--------
>>> from dpcore.privacy.profile.laws import GammaNoise
>>> item = PlannedRelease("output at ε = 1", Spend.of(GammaNoise(1.0, n_features=30)), times=10)
>>> DeclaredPlan((item,)).epsilon(1e-6)
2.59621
>>> RhoFilter(0.16662).epsilon(1e-6)
2.83163
"""

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from decimal import ROUND_CEILING, Context, Decimal
from functools import lru_cache
from typing import Any, NoReturn, Self

from dpcore import checks
from dpcore.checks import InvalidInput
from dpcore.data import facts
from dpcore.data.cells import shown
from dpcore.ledger.charges import UNCHANGED, Overspent
from dpcore.ledger.names import name
from dpcore.privacy.profile import composition
from dpcore.privacy.profile.conversions import epsilon_of_rho
from dpcore.privacy.profile.spend import Spend

MOST_ITEMS, MOST_RELEASES = 2_000, 100_000
"""Items of a plan, and releases of all of them together."""

LISTED = 6
"""Items of a plan that a sentence names; the others are counted."""

DIGITS = Context(prec=6, rounding=ROUND_CEILING)
"""How the ε of a plan or of a ρ is written: rounded up."""

RHO_DIGITS = Context(prec=12, rounding=ROUND_CEILING)
"""How the ρ of a charge is written: rounded up."""

COMPUTED = 1e-12
"""Share by which a computed ρ may be too small."""


@dataclass(frozen=True)
class PlannedRelease:
    """An item of a plan: some releases of one kind.

    Parameters
    ----------
    what : str
        In words; they mean nothing to the ledger.
    spend : Spend
        The laws that each of them may have.
    times : int
        How many.
    part : str or None
        The declared part of the records that they see; None for all records.
    """

    what: str
    spend: Spend
    times: int = 1
    part: str | None = None

    def __post_init__(self) -> None:
        facts.set_frozen(self, "what", name("each release of the plan", self.what))
        if not isinstance(self.spend, Spend):
            raise InvalidInput("each release of the plan must have a Spend, its laws.")
        checks.whole("times of a release of the plan", self.times, high=MOST_RELEASES)
        if self.part is not None:
            facts.set_frozen(self, "part", name("part of a release of the plan", self.part))

    def in_words(self, times: int) -> str:
        """Return so many of them, as people write them."""
        return f"{times:,} {self.what}{f' on {shown(self.part)}' if self.part else ''}"

    def as_dict(self) -> dict[str, Any]:
        """Return it as JSON holds it."""
        law = self.spend.as_list()
        return {"what": self.what, "times": self.times, "part": self.part, "law": law}


@dataclass(frozen=True)
class DeclaredPlan:
    """The list of all releases that a budget will ever pay for.

    Parameters
    ----------
    items : tuple of PlannedRelease
    """

    items: tuple[PlannedRelease, ...]

    def __post_init__(self) -> None:
        if not (self.items and all(isinstance(each, PlannedRelease) for each in self.items)):
            raise InvalidInput("A plan must list at least one release.")
        if len(self.items) > MOST_ITEMS or self.n_releases > MOST_RELEASES:
            raise InvalidInput(
                f"A plan must have at most {MOST_ITEMS:,} items and {MOST_RELEASES:,} releases; "
                f"got {len(self.items):,} and {self.n_releases:,}."
            )

    @property
    def n_releases(self) -> int:
        """How many releases it lists."""
        return sum(each.times for each in self.items)

    def epsilon(self, delta: float, parts: Iterable[str] = ()) -> float:
        """Return the ε of the whole list at a δ, rounded up.

        Of each of the declared parts, with what sees all records: the largest counts, since a
        replaced record is in one of them.

        Raises
        ------
        InvalidInput
            If no ε is enough at this δ.
        """
        named = {each.part for each in self.items if each.part is not None}
        if unknown := sorted(named - {*parts}):
            raise InvalidInput(f"{unknown[0]!r} in the plan is not a part of the data set.")
        found = _computed(self, delta)
        if math.isinf(found):
            raise InvalidInput(
                f"The plan needs a δ larger than {checks.written(delta)}: its releases use more "
                "than that. Take a larger δ, a smaller δ for each release, or mechanisms without "
                "one."
            )
        # Whatever the list, a guarantee of ε = 0 would need no noise of anybody.
        return rounded_up(max(found, 1e-12))

    @property
    def views(self) -> tuple[tuple[Spend, ...], ...]:
        """By part, what sees its records, alone or with all others; of all where none is named."""
        named = {each.part for each in self.items if each.part is not None}
        return tuple(self._seen_by(part) for part in named) or (self._seen_by(None),)

    def _seen_by(self, part: str | None) -> tuple[Spend, ...]:
        """Return what sees the records of a part, alone or with all others."""
        seen = [each for each in self.items if each.part in (None, part)]
        return tuple(each.spend for each in seen for _ in range(each.times))

    def as_list(self) -> list[dict[str, Any]]:
        """Return it as JSON holds it."""
        return [each.as_dict() for each in self.items]

    @classmethod
    def from_list(cls, content: Any) -> Self:
        """Return it from what `as_list` gave; what is none is refused."""
        if not (isinstance(content, list) and all(isinstance(each, Mapping) for each in content)):
            raise InvalidInput("the plan must be a list of releases.")
        return cls(
            tuple(
                PlannedRelease(
                    each["what"], Spend.from_list(each["law"]), each["times"], each["part"]
                )
                for each in content
            )
        )


@dataclass(frozen=True)
class RhoFilter:
    """The most that all releases together may cost in ρ.

    Parameters
    ----------
    rho : float
        Positive.
    """

    rho: float

    def __post_init__(self) -> None:
        facts.set_frozen(self, "rho", checks.positive("rho of the budget", self.rho))

    def epsilon(self, delta: float) -> float:
        """Return the ε of all of it at a δ, by the best order, rounded up.

        Raises
        ------
        InvalidInput
            If there is no δ: zero-concentrated privacy promises no ε without one.
        """
        if not delta:
            raise InvalidInput("A budget of ρ needs a δ above 0 and below 1/n, such as 1e-6.")
        return rounded_up(epsilon_of_rho(self.rho, delta))


Terms = DeclaredPlan | RhoFilter | None
"""None: ε and δ add up."""


@lru_cache(maxsize=32)
def _computed(plan: DeclaredPlan, delta: float) -> float:
    """Return the ε of a plan as it was computed: a page asks for the same one again and again."""
    return max(composition.epsilon(view, delta) for view in plan.views)


ItemsLeft = Sequence[tuple[PlannedRelease, int]]
"""Items of a plan, and how often each may still be released."""


def listed_items(left: ItemsLeft) -> str:
    """Return what is left on a plan: the first items by name, the others counted."""
    named = "; ".join(item.in_words(times) for item, times in left[:LISTED])
    return f"{named}; and {len(left) - LISTED:,} more kinds" if len(left) > LISTED else named


def refuse_unlisted(left: ItemsLeft, data_set: str, what: str) -> NoReturn:
    """Refuse a release that none of the items left on a plan covers: raise `Overspent`."""
    if not left:
        raise Overspent(
            f"{what} cannot be charged: every release on the plan of {shown(data_set)} was made. "
            f"{UNCHANGED} A plan's length is fixed when it is opened."
        )
    raise Overspent(
        f"{what} is not among the releases that are left on the plan of {shown(data_set)}: "
        f"{listed_items(left)}. {UNCHANGED} A plan pays for the listed mechanism, with as many "
        "coefficients, and for no larger ε, δ or slack."
    )


def check_one_record(m: int) -> None:
    """Refuse a plan or a ρ for several records of a person."""
    if m > 1:
        raise InvalidInput(
            f"A plan or a ρ must be for one record per person; got up to {m:,}. Laws of losses are "
            "those of one record, and over several they do not add up as ε does. Open a budget of "
            "ε."
        )


def rho_of(spend: Spend, what: str) -> float:
    """Return what a release costs a budget of ρ, rounded up.

    Raises
    ------
    InvalidInput
        If no ρ is proven for one of its laws.
    """
    rho = spend.rho
    if rho is None:
        raise InvalidInput(
            f"{what} cannot be charged to a budget of ρ: no ρ is proven for a law of it. Take "
            "output_gaussian, or a mechanism without δ."
        )
    exact = Decimal(rho * (1 + COMPUTED))
    return float(RHO_DIGITS.plus(exact))


def rounded_up(epsilon: float) -> float:
    """Return an ε to six digits, rounded up."""
    return float(DIGITS.plus(Decimal(epsilon)))
