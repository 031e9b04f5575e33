"""What is charged: a cost, an entry of the ledger, and how numbers are read, added and written.

A charge may carry the laws of its losses (`dpcore.privacy.profile`), by which a plan and a ρ count
it; one without counts by its ε and δ.

Examples
--------
>>> Cost(0.5, 1e-6).spend
Spend(parts=((Promise(epsilon=0.5, delta=1e-06),),))
"""

import math
from dataclasses import dataclass, field
from datetime import datetime
from decimal import Decimal
from typing import Any, Self

from dpcore import checks
from dpcore.checks import InvalidInput
from dpcore.data import facts
from dpcore.data.cells import shown
from dpcore.ledger.names import name
from dpcore.privacy.profile.laws import Promise
from dpcore.privacy.profile.spend import Spend

Law = list[list[dict[str, Any]]]
"""The laws of a release as JSON holds them."""


UNCHANGED = "Nothing was charged and nothing was drawn."
SET_ONCE = "A budget is set once: nothing more can be released about these people."
INSTEAD = {"ε": SET_ONCE, "ρ": SET_ONCE, "δ": "Take a mechanism without δ."}
"""What remains to be done where nothing is left."""


class Overspent(InvalidInput):
    """A charge would go beyond the budget; nothing was charged, and nothing may be drawn."""

    @classmethod
    def of(
        cls,
        what: str,
        data_set: str,
        symbol: str,
        *,
        requested: float,
        most: float,
        spent: float,
        left: float,
    ) -> Self:
        """Return it for a charge that needs more of ε, δ or ρ than is left."""
        if not left:
            return cls(
                f"{what} needs {symbol} = {checks.written(requested)}, but {shown(data_set)} has "
                f"none left of {checks.written(most)}. {UNCHANGED} {INSTEAD[symbol]}"
            )
        # To six digits, what was asked may look like what is left.
        numbers = [checks.written(number) for number in (requested, left)]
        if numbers[0] == numbers[1]:
            numbers = [repr(requested), repr(left)]
        smaller = "ε" if symbol == "ρ" else symbol
        return cls(
            f"{what} needs {symbol} = {numbers[0]}, but {shown(data_set)} has only "
            f"{numbers[1]} left of {checks.written(most)} ({checks.written(spent)} is spent). "
            f"{UNCHANGED} Take a smaller {smaller}, or ask the owner of the data."
        )


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
    law : list or None
        What `Spend.as_list` gives; None of what is known by ε and δ alone.
    item : int or None
        Of a plan, from 1: the release that it uses up.
    rho : float or None
        What it costs a budget of ρ, rounded up.
    """

    epsilon: float
    delta: float = 0.0
    part: str | None = None
    law: Law | None = field(default=None, hash=False, repr=False)
    item: int | None = None
    rho: float | None = None

    def __post_init__(self) -> None:
        facts.set_frozen(self, "epsilon", checks.positive("epsilon of a charge", self.epsilon))
        facts.set_frozen(self, "delta", checked_delta("delta of a charge", self.delta))
        if self.part is not None:
            facts.set_frozen(self, "part", name("part of a charge", self.part))

    @property
    def spend(self) -> Spend:
        """The laws of its losses; where none were kept, all that its (ε, δ) says."""
        # Read when it is asked for: of thousands of charges hardly any is.
        if self.law is None:
            return Spend.of(Promise(self.epsilon, self.delta))
        return Spend.from_list(self.law)


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


def checked_delta(what: str, value: float) -> float:
    """Return a δ from 0 on and below 1, or refuse it."""
    delta = checks.between(what, value, 0.0, 1.0)
    if delta == 1.0:
        raise InvalidInput(f"{what} must be below 1: δ = 1 promises nothing.")
    return delta


# float() gives the nearest double to a decimal, so that the next one is far enough.
def up(exact: Decimal) -> float:
    """Return a double that is not less than a decimal."""
    number = float(exact)
    return math.nextafter(number, math.inf) if written(number) < exact else number


def down(exact: Decimal) -> float:
    """Return a double that is not more than a decimal."""
    number = float(exact)
    return math.nextafter(number, -math.inf) if written(number) > exact else number
