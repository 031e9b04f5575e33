"""The ledger: open a budget, charge it, settle what came of a charge, read and verify."""

import os
import secrets
from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any, Self

from dpcore import checks
from dpcore.checks import InvalidInput
from dpcore.data.cells import shown
from dpcore.ledger.budget import Budget
from dpcore.ledger.chain import (
    CHARGE,
    KINDS,
    SETTLE,
    START,
    EntryRow,
    charge_of,
    content_of,
    digest,
    export,
    facts_of,
    faults_of,
    in_words,
    row_of,
    set_back,
    settles,
)
from dpcore.ledger.charges import Charge, Cost, written
from dpcore.ledger.names import check_distinct, name
from dpcore.ledger.opening import asked_for
from dpcore.ledger.state import budget_of, found_intact
from dpcore.ledger.terms import PlannedRelease
from dpcore.privacy.profile.spend import Spend

if TYPE_CHECKING:
    import sqlalchemy as sa

UNFINISHED = "not finished; its budget is spent"
"""What is said of a charge of which nothing came, or nothing has come yet."""


class TicketUsed(InvalidInput):
    """A charge has this idempotency key already: whatever it pays for must not be drawn again."""


class Ledger:
    """Budgets of data sets and what was charged to them, append-only.

    Each data set is known by its declared name alone: **renaming a data set evades its budget.**
    A context manager, which closes its connections.

    Parameters
    ----------
    address : str or path
        A SQLite file, which is made when the first budget is opened, or the SQLAlchemy address of
        a database of PostgreSQL, MySQL or MariaDB.

    Raises
    ------
    MissingExtra
        If SQLAlchemy is not installed, which the extra `ledger` brings.
    InvalidInput
        If it is neither. Every method raises it where the database is damaged, locked, read-only,
        of something else or of a newer version, or an entry was changed, removed or moved.
    """

    def __init__(self, address: str | os.PathLike[str]) -> None:
        with checks.needing("ledger", "A ledger"):
            from dpcore.ledger.database import Database
        self._database = Database(address)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_fault: object) -> None:
        self.close()

    @property
    def lies(self) -> str:
        """Where it lies, in words: a file, or a database, never with a user or a password."""
        return self._database.lies

    def close(self) -> None:
        """Close the connections; the ledger may still be used, and opens new ones."""
        self._database.close()

    def check(self) -> None:
        """Refuse a ledger that is gone or cannot be read; its entries, `verify` reads."""
        if self._database.is_there:
            with self._database.reading() as connection:
                self._database.head(connection)

    def open(
        self,
        data_set: str,
        *,
        n: int,
        epsilon: float | None = None,
        delta: float = 0.0,
        records_per_person: int = 1,
        parts: Iterable[str] = (),
        plan: Iterable[PlannedRelease] | None = None,
        rho: float | None = None,
    ) -> Budget:
        """Set the budget of a data set, once: by `epsilon`, by a `plan` or by `rho`.

        Parameters
        ----------
        data_set : str
            Its name. The same records under another name have another budget: see to it that
            they have one name.
        n : int
            Public number of records.
        epsilon : float, optional
            Total over all releases, per person; positive and finite.
        delta : float
            Total, 0 or more and below 1/n; 0 where a person has several records. A ρ needs one.
        records_per_person : int
            m, at most n; the guarantee is then for all m records of a person. 1 with a plan or ρ.
        parts : iterable of str
            Disjoint parts of the records, whose membership does not depend on what a record
            holds; charges on different ones do not add up.
        plan : iterable of PlannedRelease, optional
            Every release that will ever be made; its ε, at δ, is computed.
        rho : float, optional
            The most that all may cost in zero-concentrated privacy; its ε, at δ, is computed.

        Returns
        -------
        Budget

        Raises
        ------
        InvalidInput
            If a fact is out of range, or the budget was opened with other ones.
        """
        opened = self.budgets()
        facts = (n, delta, records_per_person, tuple(parts))
        budget = asked_for(opened, data_set, facts, epsilon=epsilon, plan=plan, rho=rho)
        # An older one stays as it is, and its charges are held to this.
        if budget.data_set not in opened:
            budget.check_delta("δ of the budget", written(budget.delta))
        # Before the transaction: MySQL commits at every CREATE TABLE, and its locks would go.
        self._database.prepare()
        with self._database.writing() as connection:
            state = found_intact(self._database, connection, lock=True)
            known = state.budgets.get(budget.data_set)
            if known is None:
                check_distinct(budget.data_set, state.budgets)
                self._append(connection, state.rows, KINDS[budget.kind], None, facts_of(budget))
                return budget
        # A program may open at each start, with the same facts. A total that can be raised once it
        # is spent would bound nothing, and n and the parts are what its charges were judged by.
        if replace(known, charges=()) != budget:
            raise InvalidInput(
                f"The budget of {shown(budget.data_set)} is already open and cannot be "
                f"changed. It has {in_words(known)}. Asked for: {in_words(budget)}."
            )
        return known

    def data_sets(self) -> tuple[str, ...]:
        """Return the names of the data sets that have a budget, in the order of opening."""
        return tuple(self.budgets())

    def budgets(self) -> dict[str, Budget]:
        """Return the budgets of all data sets with their charges, by name, as they were opened."""
        if not self._database.is_there:
            return {}
        with self._database.reading() as connection:
            return dict(found_intact(self._database, connection).budgets)

    def budget(self, data_set: str) -> Budget:
        """Return the budget of a data set with all its charges.

        Raises
        ------
        InvalidInput
            If none was opened.
        """
        return budget_of(self.budgets(), data_set)

    def plan(self, data_set: str, charges: Sequence[Cost]) -> Budget:
        """Return what further charges would leave, without spending anything.

        Raises
        ------
        Overspent
            If they do not all fit; the sentence names the first that does not.
        InvalidInput
            If the data set has no budget, or a part was not declared.
        """
        budget = self.budget(data_set)
        for number, cost in enumerate(charges, 1):
            budget.check(cost, what := f"Charge {number} of the plan")
            budget = budget.plus(budget.noted(cost, what))
        return budget

    def charge(
        self,
        data_set: str,
        *,
        what: str,
        mechanism: str,
        epsilon: float,
        delta: float = 0.0,
        part: str | None = None,
        idempotency_key: str | None = None,
        spend: Spend | None = None,
    ) -> Charge:
        """Spend from a budget; the charge is on the disk when this returns.

        Parameters
        ----------
        data_set : str
        what : str
            What it pays for, in words.
        mechanism : str
        epsilon, delta : float
            Per person.
        part : str, optional
            The declared part whose records alone are seen; all records if left out.
        idempotency_key : str, optional
            By which what came of it is found, unique in the ledger; a random one if left out.
        spend : Spend, optional
            The laws of its losses, by which a plan and a ρ count it; if left out, its (ε, δ).

        Returns
        -------
        Charge

        Raises
        ------
        Overspent
            If it would go beyond the budget: then nothing is charged, and nothing may be drawn.
        TicketUsed
            If there is a charge with this key already.
        InvalidInput
            If an argument is out of range or the data set has no budget.

        Notes
        -----
        **Guarantee.** What is released for charges of one data set is together
        (Budget.epsilon, Budget.delta)-differentially private, if each of these releases keeps
        what it was charged: by sequential composition, and by parallel composition over declared
        disjoint parts. Two processes that charge at once come one after the other.
        """
        cost = Cost(epsilon, delta, part, law=spend.as_list() if spend else None)
        what, mechanism = name("what a charge is for", what), name("mechanism", mechanism)
        # Whoever has a key can look up what came of its charge: so 128 bits that nobody guesses.
        key = secrets.token_hex(16) if idempotency_key is None else idempotency_key
        key = name("idempotency_key", key)
        self._require()
        with self._database.writing() as connection:
            # Locked before it is read: two that both saw enough left would both spend it.
            state = found_intact(self._database, connection, lock=True)
            rows, budget = state.rows, budget_of(state.budgets, data_set)
            # The key first: who asks again after the last ε was spent is given the model.
            if any(row.ticket == key for row in rows):
                raise TicketUsed(f"The idempotency key {shown(key)} was used; nothing was drawn.")
            budget.check(cost, shown(what))
            content = {"what": what, "mechanism": mechanism, "time": _now()}
            content |= content_of(budget.noted(cost, shown(what)), budget.data_set)
            return charge_of(self._append(connection, rows, CHARGE, key, content))

    def settle(self, idempotency_key: str, document: str) -> None:
        """Keep what came of a charge, once.

        Parameters
        ----------
        idempotency_key : str
            Of the charge.
        document : str
            The model, for example: it is kept in the ledger, and anybody who may read that may
            read it.

        Raises
        ------
        InvalidInput
            If there is no such charge, or something came of it before.
        """
        key = name("idempotency_key", idempotency_key)
        self._require()
        with self._database.writing() as connection:
            rows = found_intact(self._database, connection, lock=True).rows
            found = [row for row in rows if row.ticket == key]
            # Once: a second document would be a second draw for one charge.
            if [row.kind for row in found] != [CHARGE]:
                why = "was settled before" if found else "belongs to no charge"
                raise InvalidInput(f"The idempotency key {shown(key)} {why}; nothing was changed.")
            # The hash alone is in the entry: the chain is checked without reading any model. The
            # time is the charge's: how long the draw took may tell of the records.
            content = {"document_hash": digest(document), "time": charge_of(found[0]).time}
            self._append(connection, rows, SETTLE, key, content, document)

    def lookup(self, idempotency_key: str) -> tuple[Charge, str | None] | None:
        """Return the charge of a key and its document; None if there is no such charge.

        A document of None says that the release did not finish, or is still under way: its budget
        is spent, and it must not be drawn again.

        Raises
        ------
        InvalidInput
            If the document is not the one that was settled.
        """
        key = name("idempotency_key", idempotency_key)
        if not self._database.is_there:  # to look must not make a ledger
            return None
        with self._database.reading() as connection:
            # Chosen here and not by the database: the chain can be checked only as a whole.
            rows = [
                row for row in found_intact(self._database, connection).rows if row.ticket == key
            ]
            documents = self._database.documents(connection, key)
        charges = [row for row in rows if row.kind == CHARGE]
        if not charges:
            return None
        document = None  # and not what somebody wrote beside the charge: no hash covers that
        for row in rows:
            if row.kind == SETTLE:
                document = documents.get(row.number)
                if not settles(row, document):
                    raise InvalidInput(
                        f"The document of entry {row.number} of the ledger was changed."
                    )
        return charge_of(charges[0]), document

    def unfinished(self) -> frozenset[int]:
        """Return the numbers of the charges of which nothing came, or nothing has come yet."""
        if not self._database.is_there:
            return frozenset()
        with self._database.reading() as connection:
            rows = found_intact(self._database, connection).rows
        settled = {row.ticket for row in rows if row.kind == SETTLE}
        return frozenset(r.number for r in rows if r.kind == CHARGE and r.ticket not in settled)

    def set_back(self) -> dict[int, int]:
        """Return the charges whose clock stands before that of the charge before, with its number.

        The chain is whole nevertheless: a clock was wrong, or was set back.
        """
        return set_back(self.budgets().values())

    def to_json(self) -> str:
        """Return all entries, their hashes and their documents as JSON."""
        self._require()
        with self._database.reading() as connection:
            rows = found_intact(self._database, connection).rows
            return export(rows, self._database.documents(connection))

    def verify(self) -> tuple[str, ...]:
        """Return a sentence for each entry that was changed, removed or moved; () if all is well.

        It cannot tell a chain that was rewritten as a whole: compare the hash that a certificate
        names with that of its entry.

        Raises
        ------
        InvalidInput
            If the ledger cannot be read at all.
        """
        self._require()
        with self._database.reading() as connection:
            # Past `found_intact`, which stops at the first fault: here all of them are listed.
            head = self._database.head(connection)
            rows = self._database.rows(connection) if head else []
            documents = self._database.documents(connection) if head else {}
        return tuple(faults_of(rows, head, documents)) if head else ()

    def _require(self) -> None:
        if not self._database.is_there:
            raise InvalidInput(
                "There is no ledger at this place. Open a budget first, or correct the address."
            )

    def _append(
        self,
        connection: "sa.Connection",
        rows: Sequence[EntryRow],
        kind: str,
        key: str | None,
        content: dict[str, Any],
        document: str | None = None,
    ) -> EntryRow:
        before = rows[-1].hash if rows else START
        row = row_of(len(rows) + 1, kind, key, content, before)
        self._database.append(connection, row, document)
        return row


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="seconds")
