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
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from decimal import Context, Decimal, Inexact
from fractions import Fraction
from functools import cached_property
from typing import Self

from dpcore import checks
from dpcore.checks import InvalidInput
from dpcore.data import facts
from dpcore.data.cells import listed, shown
from dpcore.ledger.names import name

EXACT = Context(prec=800, traps=[Inexact])
"""Digits enough for every sum of doubles' decimals: their places go from 1e308 down to 1e-324."""


class Overspent(InvalidInput):
    """A charge would go beyond the budget; nothing was charged, and nothing may be drawn."""


class NotKept(InvalidInput):
    """A charge is spent, and what came of it could not be kept; its key draws nothing again."""

    @classmethod
    def of(cls, idempotency_key: str, fault: InvalidInput) -> Self:
        """Return it for the charge of a key, with what the ledger said."""
        return cls(
            f"The charge with the idempotency key {shown(idempotency_key)} was made, and its "
            "budget is spent; what came of it could not be kept in the ledger and is not given "
            f"out. {fault}"
        )


@dataclass(frozen=True)
class Cost:
    """What something costs, and which records it is about.

    Parameters
    ----------
    epsilon : float
        Positive and finite; per person.
    delta : float
        In [0, 1).
    part : str or None
        The declared part whose records alone it sees; None for all records.
    """

    epsilon: float
    delta: float = 0.0
    part: str | None = None

    def __post_init__(self) -> None:
        facts.set_frozen(self, "epsilon", checks.positive("epsilon of a charge", self.epsilon))
        facts.set_frozen(self, "delta", _delta("delta of a charge", self.delta))
        if self.part is not None:
            facts.set_frozen(self, "part", name("part of a charge", self.part))


@dataclass(frozen=True, kw_only=True)
class Charge(Cost):
    """An entry of the ledger: something was paid for.

    Parameters
    ----------
    number : int
        Of the entry, from 1.
    data_set : str
    what : str
        What it paid for, in words.
    mechanism : str
    ticket : str
        The idempotency key: unique; what came of the charge is found by it.
    time : str
        ISO 8601, UTC.
    hash : str
        Of the entry and all before it, 64 hexadecimal digits.
    """

    number: int
    data_set: str
    what: str
    mechanism: str
    ticket: str
    time: str
    hash: str = field(repr=False)

    def __post_init__(self) -> None:
        super().__post_init__()
        # Entries are read from a file that others may have written: each field is checked again.
        checks.whole("number of the entry", self.number)
        for fact in ("data_set", "what", "mechanism", "ticket"):
            facts.set_frozen(self, fact, name(f"{fact} of a charge", getattr(self, fact)))
        datetime.fromisoformat(self.time)  # what no clock wrote is refused


Amounts = tuple[Decimal, Decimal]
"""ε and δ."""

NOTHING: Amounts = (Decimal(), Decimal())


@dataclass(frozen=True)
class Sums:
    """What charges come to, exactly: of each part, and under None of those on all records."""

    of: Mapping[str | None, Amounts]

    def plus(self, *costs: Cost) -> Self:
        """Return the sums with further charges."""
        sums = dict(self.of)
        for cost in costs:
            epsilon, delta = sums.get(cost.part, NOTHING)
            sums[cost.part] = (
                EXACT.add(epsilon, written(cost.epsilon)),
                EXACT.add(delta, written(cost.delta)),
            )
        return replace(self, of=sums)

    def total(self, part: str | None = None) -> Amounts:
        """Return what was spent: on all records, and on one part, or on the largest of all."""
        parts = [self.of.get(part, NOTHING)] if part is not None else self.of_parts
        # ε and δ may be largest on different parts; every part is then within both maxima.
        most = (max((each[i] for each in parts), default=Decimal()) for i in (0, 1))
        epsilon, delta = map(EXACT.add, self.of.get(None, NOTHING), most)
        return epsilon, delta

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
    """

    data_set: str
    n: int
    epsilon: float
    delta: float = 0.0
    records_per_person: int = 1
    parts: tuple[str, ...] = ()
    charges: tuple[Cost, ...] = ()

    def __post_init__(self) -> None:
        facts.set_frozen(self, "data_set", name("name of the data set", self.data_set))
        facts.set_frozen(self, "n", checks.whole("n", self.n))
        facts.set_frozen(self, "epsilon", checks.positive("epsilon of the budget", self.epsilon))
        facts.set_frozen(self, "delta", _delta("delta of the budget", self.delta))
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

    @cached_property
    def _sums(self) -> Sums:
        # Once: a ledger of years has thousands of charges.
        return Sums({}).plus(*self.charges)

    def plus(self, *costs: Cost) -> Self:
        """Return the budget after further charges; nothing is checked, and old ones not added up.

        Parameters
        ----------
        *costs : Cost
        """
        after = replace(self, charges=(*self.charges, *costs))
        facts.set_frozen(after, "_sums", self._sums.plus(*costs))
        return after

    @property
    def spent(self) -> float:
        """ε spent so far, rounded up."""
        return _up(self._sums.total()[0])

    @property
    def left(self) -> float:
        """ε that can still be charged, rounded down."""
        return _down(_less(self.epsilon, self._sums.total()[0]))

    @property
    def delta_spent(self) -> float:
        """δ spent so far, rounded up."""
        return _up(self._sums.total()[1])

    @property
    def delta_left(self) -> float:
        """δ that can still be charged, rounded down."""
        return _down(_less(self.delta, self._sums.total()[1]))

    def left_for(self, part: str | None) -> float:
        """Return the ε that a charge on a part, or on all records, may have; rounded down."""
        # The other parts fit already, and only the largest counts: what may still be charged here
        # depends on what the records of this part have paid for, alone or with all others.
        return _down(_less(self.epsilon, self._sums.total(part)[0]))

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
        # Exactly: a sum that was rounded down would let a charge through that does not fit, and
        # after many charges more than one.
        epsilon, delta = self._sums.plus(cost).total()
        if epsilon > written(self.epsilon):
            raise Overspent(_refusal(self, "ε", cost.epsilon, self.epsilon, self.spent,
                                     self.left_for(cost.part), what))  # fmt: skip
        # Of a charge without δ it is never too much, though an older ledger has spent a hair more.
        if cost.delta and delta > written(self.delta):
            left = _down(_less(self.delta, self._sums.total(cost.part)[1]))
            raise Overspent(_refusal(self, "δ", cost.delta, self.delta, self.delta_spent,
                                     left, what))  # fmt: skip
        # A budget of an older ledger may reach so far; its charges do not.
        if cost.delta:
            self.check_delta(f"δ of {what}, with all charges before it,", delta)

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


def written(number: float) -> Decimal:
    """Return the shortest decimal that a double is nearest to: what somebody wrote to get it."""
    return Decimal(repr(number))


def in_symbols(epsilon: float, delta: float) -> str:
    """Return ε as people write it, with its δ where there is one.

    Examples
    --------
    >>> in_symbols(0.5, 0.0), in_symbols(0.5, 1e-6)
    ('ε = 0.5', 'ε = 0.5, δ = 1e-6')
    """
    of_delta = f", δ = {checks.written(delta)}" if delta else ""
    return f"ε = {checks.written(epsilon)}{of_delta}"


def _delta(what: str, value: float) -> float:
    delta = checks.between(what, value, 0.0, 1.0)
    if delta == 1.0:
        raise InvalidInput(f"{what} must be below 1: δ = 1 promises nothing.")
    return delta


def _refusal(
    budget: Budget, symbol: str, requested: float, most: float, spent: float, left: float, what: str
) -> str:
    # To six digits, what was asked may look like what is left.
    numbers = [checks.written(number) for number in (requested, left)]
    if numbers[0] == numbers[1]:
        numbers = [repr(requested), repr(left)]
    return (
        f"{what} needs {symbol} = {numbers[0]}, but {shown(budget.data_set)} has only "
        f"{numbers[1]} left of {checks.written(most)} ({checks.written(spent)} is spent). Nothing "
        f"was charged and nothing was drawn. Take a smaller {symbol}, or ask the owner of the "
        "data."
    )


def _less(budget: float, spent: Decimal) -> Decimal:
    # Older ledgers added doubles: of 1, after 0.7, they let through 0.30000000000000004.
    return max(EXACT.subtract(written(budget), spent), Decimal())


# float() gives the nearest double to a decimal, so that the next one is far enough.
def _up(exact: Decimal) -> float:
    number = float(exact)
    return math.nextafter(number, math.inf) if written(number) < exact else number


def _down(exact: Decimal) -> float:
    number = float(exact)
    return math.nextafter(number, -math.inf) if written(number) > exact else number
