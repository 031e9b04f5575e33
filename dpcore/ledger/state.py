"""What a ledger held when it was read: checked as a whole once, and then where it is new.

A process remembers the entries that it found intact. Where its head and the times of its file are
the same (`Database.mark`), nothing is read; else all entries are read and compared with those, and
hashes are computed of the others alone. Whoever sets a file's times back can change old entries
under a running process: `Ledger.verify` computes all hashes anew.
"""

import threading
from collections import OrderedDict
from dataclasses import dataclass
from typing import TYPE_CHECKING

from dpcore.checks import InvalidInput
from dpcore.data.cells import listed, shown
from dpcore.ledger.budget import Budget
from dpcore.ledger.chain import RESTORE, START, EntryRow, budgets, read
from dpcore.ledger.names import name

if TYPE_CHECKING:
    import sqlalchemy as sa

    from dpcore.ledger.database import Database

REMEMBERED = 8
"""Ledgers of which a process remembers what it found."""


@dataclass(frozen=True)
class State:
    """Entries that are as they were written, the file's `mark`, and what the entries come to."""

    head: tuple[int, str]
    mark: tuple[int, ...] | None
    rows: list[EntryRow]
    budgets: dict[str, Budget]


NOTHING = State((0, START), None, [], {})
_REMEMBERED: OrderedDict[str, State] = OrderedDict()
"""By place, for all ledgers of the process, since each page makes one anew."""
_LOCK = threading.Lock()


def found_intact(database: "Database", connection: "sa.Connection", *, lock: bool = False) -> State:
    """Return all entries and budgets of a ledger; of none where there is no ledger yet.

    The connection is in a transaction of the database; `lock` makes other writers wait from now on.

    Raises
    ------
    InvalidInput
        Where the chain is broken, or an entry is none that a ledger writes.
    """
    head = database.head(connection, lock=lock)
    if head is None:
        return NOTHING
    # Asked for while no other can write: the rows that are read are those of the mark.
    before, mark = _REMEMBERED.get(database.lies, NOTHING), database.mark()
    # The head besides: in a file whose log is kept apart, an entry does not touch the file.
    if mark is not None and (head, mark) == (before.head, before.mark):
        return before
    rows = database.rows(connection, before.rows)
    # All of it is compared: to charge on top of a broken chain would cover the break.
    if rows[: len(before.rows)] != before.rows:
        before = NOTHING
    new = rows[len(before.rows) :]
    contents, faults = read(new, head, before.rows[-1] if before.rows else None)
    if faults:
        raise InvalidInput(f"The ledger is not as it was written. {faults[0]} {RESTORE}.")
    state = State(head, mark, rows, budgets(new, contents, before.budgets))
    with _LOCK:
        _REMEMBERED[database.lies] = state
        _REMEMBERED.move_to_end(database.lies)
        while len(_REMEMBERED) > REMEMBERED:
            _REMEMBERED.popitem(last=False)
    return state


def budget_of(known: dict[str, Budget], data_set: str) -> Budget:
    """Return the budget of a data set, or refuse a name that has none."""
    budget = known.get(name("name of the data set", data_set))
    if budget is None:
        raise InvalidInput(
            f"{shown(data_set)} has no budget in this ledger; it has "
            f"{listed(tuple(known)) or 'none at all'}. Open its budget first."
        )
    return budget
