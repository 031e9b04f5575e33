"""How charges add up, exactly.

Charges on all of the records add (sequential composition). Charges on parts that were declared
when the budget was opened add within their part, and the largest part counts (parallel
composition):

    spent = Σ charges on all records + max over parts of Σ charges on that part,

for ε and for δ alike. Parallel composition needs disjoint parts whose membership does not depend on
what a record holds: a replaced record must stay in its part. Parts by row number or by a public
permutation are such; parts by diagnosis are not (a record that moves is seen twice, at 2ε).

The sums are those of decimals as people write them, and nothing is rounded: ten charges of 0.1 come
to 1, and of 0.3 after 0.1 and 0.1 there is 0.1 left. A double is taken for the shortest decimal
that it is nearest to; by how much it may be larger, 2^-53 of it, a mechanism has to spare
(`dpcore.release.safe.spared`). What is `left` is rounded down, and can be spent.

A budget of another kind counts laws (`terms`): a *plan* by the items that are used up, a *ρ* by
the sum of what releases cost in ρ, over parts as above. A charge without laws counts by its ε.

**Several records of one person.** With m records per person, the budget and its charges are per
person, and a mechanism is run at ε/m on the records (`Budget.per_record`). Data sets that differ in
all records of one person are m replace-one steps apart, and pure ε/m-differential privacy adds up
to ε over m steps (group privacy). It does so across parts too: a person with k_p records in part p
loses at most Σ k_p ε_p/m ≤ max ε_p. A δ does not add up like that: there is none with m > 1.

Examples
--------
>>> costs = [Cost(0.5), Cost(0.25, part="north"), Cost(0.125, part="south")]
>>> budget = Budget("clinic", n=100, epsilon=1.0, parts=("north", "south"), charges=tuple(costs))
>>> budget.spent
0.75
"""

import math
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, replace
from decimal import Context, Decimal, Inexact
from fractions import Fraction
from functools import cached_property
from typing import Self

from dpcore import checks
from dpcore.checks import InvalidInput
from dpcore.data import facts
from dpcore.data.cells import listed, shown
from dpcore.ledger.charges import Cost, Overspent, checked_delta, down, up, written
from dpcore.ledger.names import name
from dpcore.ledger.terms import (
    DeclaredPlan,
    PlannedRelease,
    RhoFilter,
    Terms,
    check_one_record,
    refuse_unlisted,
    rho_of,
)

EXACT = Context(prec=800, traps=[Inexact])
"""Digits enough for every sum of doubles' decimals: their places go from 1e308 down to 1e-324."""


ROUNDING = 2e-12
"""By how much the law of a release may be larger than the plan's: a slack is computed from λ, and
noise is calibrated to less by more than that (`dpcore.release.safe.SPARED`)."""

Amounts = tuple[Decimal, Decimal, Decimal]
"""ε, δ and, in a budget of ρ, ρ."""

NOTHING: Amounts = (Decimal(), Decimal(), Decimal())


@dataclass(frozen=True)
class Sums:
    """What charges come to, exactly: of each part, and under None of those on all records."""

    of: Mapping[str | None, Amounts]

    def plus(self, *costs: Cost) -> Self:
        """Return the sums with further charges."""
        sums = dict(self.of)
        for cost in costs:
            epsilon, delta, rho = sums.get(cost.part, NOTHING)
            sums[cost.part] = (
                EXACT.add(epsilon, written(cost.epsilon)),
                EXACT.add(delta, written(cost.delta)),
                EXACT.add(rho, written(cost.rho)) if cost.rho else rho,
            )
        return replace(self, of=sums)

    def total(self, part: str | None = None) -> Amounts:
        """Return what was spent: on all records, and on one part, or on the largest of all."""
        parts = [self.of.get(part, NOTHING)] if part is not None else self.of_parts
        # ε and δ may be largest on different parts; every part is then within both maxima.
        most = (max((each[i] for each in parts), default=Decimal()) for i in (0, 1, 2))
        epsilon, delta, rho = map(EXACT.add, self.of.get(None, NOTHING), most)
        return epsilon, delta, rho

    @property
    def of_parts(self) -> list[Amounts]:
        """Of each part alone."""
        return [sums for part, sums in self.of.items() if part is not None]


@dataclass(frozen=True)
class Budget:
    """What may be spent on a data set, and what has been.

    Parameters
    ----------
    data_set : str
        Its declared name.
    n : int
        Public number of records.
    epsilon : float
        Total, per person.
    delta : float
        Total, in [0, 1); a ledger opens none of 1/n or more.
    records_per_person : int
        m; the guarantee is for all m records of a person at once.
    parts : tuple of str
        Disjoint parts of the records, whose membership does not depend on what a record holds.
    charges : tuple of Charge
    terms : DeclaredPlan, RhoFilter or None
        How releases are counted where ε and δ do not add up: a plan or a ρ, with ε and δ for all of
        it. Both are for one record of a person.
    """

    data_set: str
    n: int
    epsilon: float
    delta: float = 0.0
    records_per_person: int = 1
    parts: tuple[str, ...] = ()
    charges: tuple[Cost, ...] = ()
    terms: Terms = None

    def __post_init__(self) -> None:
        facts.set_frozen(self, "data_set", name("name of the data set", self.data_set))
        facts.set_frozen(self, "n", checks.whole("n", self.n))
        facts.set_frozen(self, "epsilon", checks.positive("epsilon of the budget", self.epsilon))
        facts.set_frozen(self, "delta", checked_delta("delta of the budget", self.delta))
        # n records cannot hold more than n of one person.
        m = checks.whole("records_per_person", self.records_per_person, high=self.n)
        facts.set_frozen(self, "records_per_person", m)
        facts.set_frozen(self, "parts", facts.texts("parts of the data set", self.parts))
        for part in self.parts:
            name("each of the parts", part)
        # Over m steps of (ε/m, δ) the δ adds up to δ (1 + e^{ε/m} + … + e^{(m-1)ε/m}), not to mδ.
        if m > 1 and self.delta:
            raise InvalidInput(
                f"δ must be 0 where a person has up to {m:,} records; got "
                f"{checks.written(self.delta)}. A δ grows faster than m over the records of one "
                "person. Take mechanisms without δ."
            )

        if self.terms is not None:
            check_one_record(m)

    @property
    def kind(self) -> str:
        """How releases are counted, from its opening on: "sum", "plan" or "rho"."""
        if self.terms is None:
            return "sum"
        return "plan" if isinstance(self.terms, DeclaredPlan) else "rho"

    @cached_property
    def _sums(self) -> Sums:
        # Once: a ledger of years has thousands of charges.
        return Sums({}).plus(*self.charges)

    @cached_property
    def _used(self) -> Counter[int]:
        """How often each item of a plan was used."""
        return Counter(cost.item for cost in self.charges if cost.item is not None)

    def plus(self, *costs: Cost) -> Self:
        """Return the budget after further charges; nothing is checked, and old ones not added up.

        Parameters
        ----------
        *costs : Cost
            As the ledger keeps them, or as `noted` returns them.
        """
        after = replace(self, charges=(*self.charges, *costs))
        facts.set_frozen(after, "_sums", self._sums.plus(*costs))
        items = Counter(cost.item for cost in costs if cost.item is not None)
        facts.set_frozen(after, "_used", self._used + items)
        return after

    @property
    def spent(self) -> float:
        """ε spent so far, as charges add up, rounded up."""
        return up(self._sums.total()[0])

    @property
    def left(self) -> float:
        """ε that one further charge may have, rounded down; see `left_for`."""
        return (
            self.left_for(None) if self.terms else down(_less(self.epsilon, self._sums.total()[0]))
        )

    @property
    def delta_spent(self) -> float:
        """δ spent so far, as charges add up, rounded up."""
        return up(self._sums.total()[1])

    @property
    def delta_left(self) -> float:
        """δ that can still be charged, rounded down; 0 where laws are counted, and not δ."""
        return 0.0 if self.terms else down(_less(self.delta, self._sums.total()[1]))

    @property
    def rho_spent(self) -> float:
        """ρ spent so far, rounded up; 0 where none is counted."""
        return up(self._sums.total()[2])

    @property
    def rho_left(self) -> float:
        """ρ that can still be charged, rounded down; 0 where none is counted."""
        if not isinstance(self.terms, RhoFilter):
            return 0.0
        return down(_less(self.terms.rho, self._sums.total()[2]))

    @property
    def share_spent(self) -> float:
        """Share of it that is spent, in [0, 1], of what this kind counts; for a picture."""
        if isinstance(self.terms, DeclaredPlan):
            return sum(self._used.values()) / self.terms.n_releases
        if isinstance(self.terms, RhoFilter):
            return min(self.rho_spent / self.terms.rho, 1.0)
        return min(self.spent / self.epsilon, 1.0)

    @property
    def items_left(self) -> tuple[tuple[PlannedRelease, int], ...]:
        """The items of a plan that are not used up, and how often each may still be released."""
        if not isinstance(self.terms, DeclaredPlan):
            return ()
        numbered = enumerate(self.terms.items, 1)
        return tuple(
            (each, each.times - self._used[item])
            for item, each in numbered
            if self._used[item] < each.times
        )

    def left_for(self, part: str | None) -> float:
        """Return the ε that a charge on a part, or on all records, may have; rounded down.

        Of a ρ: if all that is known of the release is its ε. Of a plan: the largest of what is
        left on it.
        """
        if isinstance(self.terms, DeclaredPlan):
            pure = (each.spend.pure for each, _ in self.items_left if each.part in (None, part))
            return max((each for each in pure if math.isfinite(each)), default=0.0)
        # The other parts fit already, and only the largest counts: what may still be charged here
        # depends on what the records of this part have paid for, alone or with all others.
        if isinstance(self.terms, RhoFilter):
            return pure_epsilon(down(_less(self.terms.rho, self._sums.total(part)[2])))
        return down(_less(self.epsilon, self._sums.total(part)[0]))

    def per_record(self, epsilon: float) -> float:
        """Return ε/m, rounded down: at what to run a mechanism that promises ε for one record.

        **Guarantee.** A mechanism that is pure ε/m-differentially private for replace-one
        neighbours is ε-differentially private for data sets that differ in up to m records (group
        privacy).

        Raises
        ------
        InvalidInput
            If ε is not positive and finite.
        """
        epsilon = checks.positive("epsilon", epsilon)
        # Down, since m times what is returned must be at most ε.
        share = Fraction(epsilon) / self.records_per_person
        return math.nextafter(float(share), 0.0) if Fraction(float(share)) > share else float(share)

    def check(self, cost: Cost, what: str) -> None:
        """Refuse a charge that names an undeclared part or would overspend.

        Parameters
        ----------
        cost : Cost
        what : str
            How the sentence that refuses it begins.

        Raises
        ------
        Overspent
            If ε or δ would go beyond the budget.
        InvalidInput
            If the part was not declared, or all δ together would reach 1/n.
        """
        if cost.part is not None and cost.part not in self.parts:
            raise InvalidInput(
                f"{shown(cost.part)} is not a part of {shown(self.data_set)}; its parts, declared "
                f"when the budget was opened, are {listed(self.parts) or 'none'}."
            )
        if self.terms is not None:
            self.noted(cost, what)
            return
        # Exactly: a sum that was rounded down would let a charge through that does not fit, and
        # after many charges more than one.
        epsilon, delta, _ = self._sums.plus(cost).total()
        if epsilon > written(self.epsilon):
            left = self.left_for(cost.part)
            raise Overspent.of(what, self.data_set, "ε", requested=cost.epsilon, most=self.epsilon,
                               spent=self.spent, left=left)  # fmt: skip
        # Of a charge without δ it is never too much, though an older ledger has spent a hair more.
        if cost.delta and delta > written(self.delta):
            left = down(_less(self.delta, self._sums.total(cost.part)[1]))
            raise Overspent.of(what, self.data_set, "δ", requested=cost.delta, most=self.delta,
                               spent=self.delta_spent, left=left)  # fmt: skip
        # A budget of an older ledger may reach so far; its charges do not.
        if cost.delta:
            self.check_delta(f"δ of {what}, with all charges before it,", delta)

    def noted(self, cost: Cost, what: str) -> Cost:
        """Return a charge with what the ledger notes of it: the item it uses up, or its ρ.

        Raises
        ------
        Overspent
            If no item that is left covers it, or ρ would go beyond the budget.
        InvalidInput
            If no ρ is proven for it.
        """
        if isinstance(self.terms, DeclaredPlan):
            return replace(cost, item=self._item_for(cost, self.terms, what))
        if not isinstance(self.terms, RhoFilter):
            return cost
        noted = replace(cost, rho=rho_of(cost.spend, what))
        rho = self._sums.plus(noted).total()[2]
        if rho > written(self.terms.rho):
            left = down(_less(self.terms.rho, self._sums.total(cost.part)[2]))
            raise Overspent.of(what, self.data_set, "ρ", requested=float(noted.rho or 0.0),
                               most=self.terms.rho, spent=self.rho_spent, left=left)  # fmt: skip
        return noted

    def _item_for(self, cost: Cost, plan: DeclaredPlan, what: str) -> int:
        """Return the number of the least item that covers a charge and is not used up."""
        spend = cost.spend.lowered(ROUNDING)
        fitting = [
            (each.spend.pure, item)
            for item, each in enumerate(plan.items, 1)
            if self._used[item] < each.times and each.part == cost.part and each.spend.covers(spend)
        ]
        if not fitting:
            refuse_unlisted(self.items_left, self.data_set, what)
        return min(fitting)[1]

    def knows(self, cost: Cost) -> bool:
        """Tell whether an entry says what this kind of budget counts by."""
        if isinstance(self.terms, DeclaredPlan):
            is_item = type(cost.item) is int and 1 <= cost.item <= len(self.terms.items)
            return is_item and cost.rho is None
        if isinstance(self.terms, RhoFilter):
            return type(cost.rho) is float and 0 < cost.rho < math.inf and cost.item is None
        return cost.item is None and cost.rho is None

    def check_delta(self, what: str, delta: Decimal) -> None:
        """Refuse a δ of 1/n or more, of one charge or of all together.

        Parameters
        ----------
        what : str
            How the sentence that refuses it begins.
        delta : Decimal

        Raises
        ------
        InvalidInput
            If it is so large: publishing one record picked at random is (0, 1/n)-differentially
            private, so that such a δ promises nobody anything.
        """
        if EXACT.multiply(delta, Decimal(self.n)) >= 1:
            raise InvalidInput(
                f"{what} must be below 1/n, here 1/{self.n:,} = {checks.written(1 / self.n)}; got "
                f"{checks.written(float(delta))}. A δ of 1/n or more would allow publishing one "
                "whole record picked at random. Nothing was charged and nothing was drawn. Take "
                "a smaller δ, or mechanisms without one."
            )


def pure_epsilon(rho: float) -> float:
    """Return the largest ε of which ε tanh(ε/2) is at most ρ, rounded down."""
    low, high = 0.0, rho + 2 * math.sqrt(rho)
    for _ in range(60):
        middle = (low + high) / 2
        low, high = (middle, high) if middle * math.tanh(middle / 2) <= rho else (low, middle)
    # What the ledger charges is rounded up.
    return low * (1 - 1e-11)


def _less(budget: float, spent: Decimal) -> Decimal:
    # Older ledgers added doubles: of 1, after 0.7, they let through 0.30000000000000004.
    return max(EXACT.subtract(written(budget), spent), Decimal())
