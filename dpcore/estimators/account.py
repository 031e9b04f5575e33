"""Whom a fit charges: a data set's budget in a ledger, or nobody.

A parameter of an estimator is copied by `clone` and sent to other processes, so the ledger is named
by a text: "budget.db", a database address, or either with the data set behind "#". A data set's
name may hold a "#" itself, and so may the path of a file that is there.

Examples
--------
>>> place("clinic/budget.db#adult")
('clinic/budget.db', 'adult')
>>> place("postgresql://owner@host/budgets")
('postgresql://owner@host/budgets', None)
>>> place("budget.db#ward #7")
('budget.db', 'ward #7')
"""

from dataclasses import dataclass
from pathlib import Path
from typing import Self

from dpcore import checks
from dpcore.checks import InvalidInput, cut
from dpcore.data.cells import listed, shown
from dpcore.ledger import Budget, Ledger, NotKept
from dpcore.privacy.mechanisms import MECHANISMS
from dpcore.privacy.profile.spend import Spend
from dpcore.release.safe import check_person

FIT = "used by a fit of an estimator, which is kept elsewhere"
"""What the ledger keeps in place of a model."""


@dataclass(frozen=True, eq=False)
class Account:
    """A data set's budget and the ledger that holds it.

    The budget is as it was when the account was opened; `n` is the records of the fit, at most
    those of the budget.
    """

    ledger: Ledger
    budget: Budget
    n: int

    @classmethod
    def at(cls, address: str, *, n: int) -> Self:
        """Return the account at an address.

        Parameters
        ----------
        address : str
            Path or database address; the name of the data set behind "#" where there are several.
        n : int
            Records of the fit.

        Raises
        ------
        InvalidInput
            If it is no text, the ledger cannot be read, it is unclear which data set is meant, or
            there are more records than were declared.
        """
        if not isinstance(address, str):
            raise InvalidInput(
                "ledger must be a text, a path or a database address, which every copy of the "
                f"estimator can open for itself; got {cut(type(address).__name__)}."
            )
        where, name = place(address)
        with Ledger(where) as ledger:
            budget = ledger.budget(name or _only(ledger.data_sets()))
        if n > budget.n:
            raise InvalidInput(
                f"{shown(budget.data_set)} was declared with n = {budget.n:,} records in its "
                f"ledger; this fit has {n:,}. Name the data set that these records are of."
            )
        return cls(ledger, budget, n)

    def charge(
        self,
        who: str,
        mechanism: str,
        epsilon: float,
        spend: Spend | None = None,
        delta: float = 0.0,
    ) -> None:
        """Spend (ε, δ) for a person; it is on the disk when this returns, and nothing is drawn yet.

        `spend` are the laws for one record, which are kept where a person has one.

        Raises
        ------
        InvalidInput
            If the mechanism uses a δ, and a person has more than one record.
        Overspent
            If the budget does not reach; then nothing is charged.
        NotKept
            If it was charged, and the ledger failed before the entry was complete.
        """
        check_person(MECHANISMS[mechanism], self.budget.records_per_person)
        what = f"{who}, {self.n:,} records"
        with self.ledger as ledger:
            paid = ledger.charge(
                self.budget.data_set,
                what=what,
                mechanism=mechanism,
                epsilon=epsilon,
                delta=delta,
                spend=spend if self.budget.records_per_person == 1 else None,
            )
            # Nothing of a fit comes back to the ledger: its charge is not left unfinished.
            try:
                ledger.settle(paid.ticket, FIT)
            except InvalidInput as fault:
                raise NotKept.of(paid.ticket, fault) from fault


def place(address: str) -> tuple[str, str | None]:
    """Return where the ledger is, and the name of the data set if there is one behind "#".

    The first "#" divides them, unless a file is there whose path goes on behind it.
    """
    cuts = [at for at, letter in enumerate(address) if letter == "#"]
    file = next((end for end in (*cuts, len(address)) if Path(address[:end]).is_file()), None)
    end = file if file is not None else next(iter(cuts), len(address))
    return address[:end], address[end + 1 :] if end < len(address) else None


def per_record(epsilon: float, account: Account | None) -> float:
    """Return at what ε to run a mechanism: ε/m where a person has up to m records.

    ε is for a person; positive, or ∞ where nobody is charged.
    """
    if account is None:
        return checks.positive("epsilon", epsilon, infinite=True)
    return account.budget.per_record(epsilon)


def of_a_clone(epsilon: float, delta: float = 0.0) -> str:
    """Return why a clone is not fitted on a ledger's account, and what it would cost.

    A clone does not know how many there are: searches, folds and ensembles alone do.

    Parameters
    ----------
    epsilon, delta : float
        Of one fit: positive, or ∞, and from 0 to 1.

    Raises
    ------
    InvalidInput
        If one of them is not.
    """
    each = checks.written(checks.positive("epsilon", epsilon, infinite=True))
    delta = checks.between("δ", delta, 0.0, 1.0)
    also = f", δ = {checks.written(delta)}" if delta else ""
    often = ", and as many times its δ" if delta else ""
    return (
        "This estimator is a clone, as searches, folds and ensembles fit many of, and it has a "
        f"ledger: each fit of a clone is charged ε = {each}{also}; a search with k folds "
        f"and m candidates charges (k·m + 1)·{each}{often}. Training folds overlap, so "
        "that their charges add up. Nothing was charged. Set charge_each_fit=True to pay for each "
        "fit, or leave the ledger out to simulate."
    )


def _only(names: tuple[str, ...]) -> str:
    if len(names) != 1:
        has = f"{len(names)}, {listed(names)}" if names else "none"
        raise InvalidInput(
            f"The ledger must have one data set, or one must be named; it has {has}. Write its "
            "name after the address, as in budget.db#name."
        )
    return names[0]
