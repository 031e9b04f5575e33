"""Where finished cells are kept, so that no sweep computes a cell twice.

A cell is found again by a hash of everything that shapes its rows: the cell itself, a hash of the
records, and the version of the numerics. Killed at any moment, a sweep that is started again
loses at most the cells that were under way: a cell is stored whole in one transaction, or not.
If the machine itself loses its power, the last finished ones may go with them.

SQLite in the user's cache folder is the default; any SQLAlchemy address may be named instead, by
the environment variable EXPLORER_STORE. Only generated and public records come here: an upload
has no public source, so that no cell of it can be named.

A database that is damaged, full, locked, not reachable or not to be written is passed over with a
line in the log: then cells are computed again, and no sweep fails for it. After a lock, or where
nothing answers, the database is left alone for `RETRY_AFTER` seconds (a *circuit breaker*), for a
sweep of a thousand cells must not wait a thousand times. Finding and keeping each have their own.

A SQLite file that is deleted while servers run is made anew (`anew`): what it held is computed
again, and kept. Only one that was there: a mistyped folder is no wish for one.

A SQLite file is in write-ahead mode where its folder allows that: reading goes on while somebody
writes. Servers on one machine may share it; those on several machines need a database server,
because the mode's index lies in memory that the processes share.

Examples
--------
>>> from dplab.simulation.sweeps.cells import cells, run_cell
>>> from dplab.simulation.sweeps.spec import SweepSpec
>>> store, (cell,) = Store("sqlite://"), cells(SweepSpec(sizes=(50,), draws=2))
>>> store.find(cell) is None
True
>>> store.keep(run_cell(cell))
False
>>> len(store.find(cell))
5
>>> store.close()
"""

import hashlib
import io
import json
import logging
import math
import os
import sqlite3
import threading
import time
import weakref
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing, contextmanager, suppress
from dataclasses import asdict
from pathlib import Path
from typing import Any, Self

import pandas as pd

from dpcore import checks
from dpcore.checks import InvalidInput
from dpcore.data.files import own
from dpcore.erm.weighted import EVEN
from dplab.simulation.sources import fingerprint
from dplab.simulation.sweeps.cells import NUMERICS, Cell, CellResult

with checks.needing("app", "Keeping finished cells"):
    import platformdirs
    import pyarrow  # noqa: F401 (of rows as Parquet)
    import sqlalchemy as sa
    from sqlalchemy.pool import QueuePool

    from dplab.simulation.sweeps import anew

LOG = logging.getLogger(__name__)
ADDRESS = "EXPLORER_STORE"
PATIENCE = 1.0
"""Seconds to wait for a lock. Keeping a cell takes milliseconds: many writers have their turn."""

RETRY_AFTER = 10.0
"""Seconds for which a database that was locked or did not answer is left alone."""

METADATA = sa.MetaData()
CELLS = sa.Table(
    "cells",
    METADATA,
    sa.Column("key", sa.String(64), primary_key=True),
    sa.Column("rows", sa.LargeBinary, nullable=False),
)


def key(cell: Cell) -> str:
    """Return the hash under which a cell is kept: 64 hexadecimal digits."""
    shape = asdict(cell)
    if not cell.spec.uses_delta:
        # What does not shape the rows; cells that were kept before there was a δ stay found.
        del shape["spec"]["delta"]
    if cell.spec.positive_share == EVEN:
        del shape["spec"]["positive_share"]  # the same, before there were class weights
    if not cell.spec.has_kernel:
        # The same: cells that were kept before there were kernels stay found.
        for name in ("kernel", "parameters", "features"):
            del shape["spec"][name]
    # Sorted, so that the order in which fields were written down is no part of the key.
    text = json.dumps([shape, fingerprint(cell.spec.source), NUMERICS], sort_keys=True)
    return hashlib.sha256(text.encode()).hexdigest()


def check_address(environment: Mapping[str, str]) -> None:
    """Refuse an address in an environment that is none, before anybody wants to sweep.

    Nothing is opened: a database that is not there yet may come.

    Raises
    ------
    InvalidInput
        As `Store` does.
    """
    if address := environment.get(ADDRESS):
        _engine(address).dispose()


class Store:
    """Finished cells in a database.

    A context manager that closes its connections, as `close` does. A store that is dropped closes
    them too, and so does the one of a server that ends: nobody asks a server to tidy up.

    Parameters
    ----------
    address : str, optional
        SQLAlchemy address; EXPLORER_STORE, or a file in the user's cache folder, if left out.
    clock : callable, optional
        Returns the seconds by which `RETRY_AFTER` is measured.

    Raises
    ------
    InvalidInput
        If it is no address, or its driver is not installed.
    """

    def __init__(
        self, address: str | None = None, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._faults: set[str] = set()
        # Two, because in write-ahead mode another program's lock forbids writing, not reading.
        self._reads, self._writes = _Breaker(clock), _Breaker(clock)
        self._prepared = False
        self.engine = _engine(address or os.environ.get(ADDRESS) or _file())
        # Not `__del__`, which says nothing of when an interpreter ends; and never the store itself.
        self._closed = weakref.finalize(self, self.engine.dispose)
        file = anew.file_of(self.engine.url)
        self._named = anew.NamedFile(self.engine, file) if file else None
        self._prepare()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_fault: object) -> None:
        self.close()

    def close(self) -> None:
        """Close the connections to the database; a second time changes nothing."""
        self._closed()

    def find(self, cell: Cell) -> pd.DataFrame | None:
        """Return the rows of a cell, or None if it is not kept or cannot be read."""
        if not (self._prepare() and self._reads.allows()):
            return None
        query = sa.select(CELLS.c.rows).where(CELLS.c.key == key(cell))
        with self._passed_over(self._reads):
            with self.engine.connect() as connection:
                stored = connection.execute(query).scalar()
            return None if stored is None else pd.read_parquet(io.BytesIO(stored))
        return None

    def keep(self, result: CellResult) -> bool:
        """Keep the rows of a cell that did not fail; a second time changes nothing.

        Returns
        -------
        bool
            Whether they were there: somebody else has computed the same cell in the meantime.
        """
        if result.failure or not (self._prepare() and self._writes.allows()):
            return False
        # Parquet and not pickle: whoever can write the database must not run anything here.
        rows = result.rows.to_parquet(index=False)
        with self._passed_over(self._writes):
            try:
                with self.engine.begin() as connection:
                    connection.execute(sa.insert(CELLS).values(key=key(result.cell), rows=rows))
            except sa.exc.IntegrityError:
                return True
        return False

    def check(self) -> None:
        """Raise InvalidInput if it does not answer, or did not some seconds ago."""
        if self._prepare() and self._reads.allows():
            with self._passed_over(self._reads), self.engine.connect() as connection:
                connection.execute(sa.select(CELLS.c.key).limit(1)).first()
                return
        raise InvalidInput("The store of finished cells does not answer.")

    def _prepare(self) -> bool:
        """Make the table, unless that was done; return whether it is there.

        Not only at the start: the database may have been locked then, or be deleted since.
        """
        self._look_for_the_file()
        if not self._prepared and self._writes.allows():
            # Of servers that make it at once, PostgreSQL refuses all but one, whatever is asked.
            made = suppress(sa.exc.IntegrityError, sa.exc.ProgrammingError)
            self._make_file()
            with self._passed_over(self._writes), made, self.engine.begin() as connection:
                connection.execute(sa.schema.CreateTable(CELLS, if_not_exists=True))
            # A fault that does not pass, such as a missing right, is said by `find` and `keep`.
            self._prepared = not self._writes.tripped
            if self._prepared and self._named:
                self._named.note()
        return self._prepared

    def _make_file(self) -> None:
        file = anew.any_file_of(self.engine.url)
        # One that is gone is made anew in another way (`_look_for_the_file`).
        if file and (self._named is None or self._named.is_new):
            with suppress(OSError):  # Why it cannot be made, SQLite says.
                own.make_file(file)

    def _look_for_the_file(self) -> None:
        """Make the file anew if it was deleted, and let its table be made if it is another one."""
        if not self._named or self._named.is_made:
            return
        if self._named.is_gone and self._writes.allows():
            with self._passed_over(self._writes):
                anew.make(self._named.file)
        self._prepared = False

    @contextmanager
    def _passed_over(self, breaker: "_Breaker") -> Iterator[None]:
        """Go on without the store where it does not work, and log each kind of fault once."""
        try:
            yield
        except (
            sa.exc.OperationalError,
            sa.exc.TimeoutError,
            sa.exc.InvalidRequestError,
        ) as fault:
            # Locked, full, not reachable, all connections wait for a lock, or the file is deleted
            # again and again: it may pass, and to find out may take `PATIENCE` or longer.
            breaker.trip()
            self._log(fault)
        except (sa.exc.DBAPIError, OSError, ValueError) as fault:
            # A ValueError says that what was kept is no table.
            self._log(fault)
        else:
            breaker.reset()

    def _log(self, fault: Exception) -> None:
        # Of a failed statement only what the database said: the rest repeats its values.
        reason = str(getattr(fault, "orig", fault))
        if reason not in self._faults:
            self._faults.add(reason)
            LOG.warning("Finished cells cannot be kept or found: %s", reason)

    def count(self) -> int:
        """Return how many cells are kept."""
        self._prepare()
        with self.engine.connect() as connection:
            return int(
                connection.execute(sa.select(sa.func.count()).select_from(CELLS)).scalar_one()
            )


class _Breaker:
    """Says whether to try: after a fault not for a while, and then one call tries for all."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock, self._lock = clock, threading.Lock()
        self._next, self.tripped = -math.inf, False

    def allows(self) -> bool:
        """Return whether the caller may try."""
        with self._lock:
            if not self.tripped:
                return True
            if self._clock() < self._next:
                return False
            # Other threads go on without the store while this one finds out.
            self._next = self._clock() + RETRY_AFTER
            return True

    def trip(self) -> None:
        """Note a fault."""
        with self._lock:
            self.tripped, self._next = True, self._clock() + RETRY_AFTER

    def reset(self) -> None:
        """Note a success."""
        with self._lock:
            self.tripped = False


def _engine(address: str) -> sa.Engine:
    try:
        url = sa.make_url(address)
        engine = sa.create_engine(url, **_sqlite_options(url))
    except (sa.exc.ArgumentError, ImportError, ValueError) as fault:
        # Not `from fault`: what cannot be read may be of a password, and a traceback shows it.
        raise InvalidInput(
            f"{ADDRESS} must be an SQLAlchemy address whose driver is installed, such as "
            f"sqlite:////folder/cells.sqlite; {type(fault).__name__} was raised by the one given. "
            "In a password, @ : / and % are written %40 %3A %2F %25."
        ) from None
    if url.get_backend_name() == "sqlite":
        sa.event.listen(engine, "connect", _write_ahead)
    return engine


def _write_ahead(connection: Any, _record: object) -> None:
    """Let readers and a writer of a SQLite file work at once, where its folder allows that."""
    with closing(connection.cursor()) as cursor:
        # No patience here: the mode stays with the file, and a later connection may set it.
        cursor.execute("PRAGMA busy_timeout = 0")
        with suppress(sqlite3.Error):  # locked, read-only or damaged: the next statement tells
            (mode,) = cursor.execute("PRAGMA journal_mode = WAL").fetchone()
            if mode == "wal":
                # Safe in this mode only: without it, a loss of power could damage the file.
                cursor.execute("PRAGMA synchronous = NORMAL")
        cursor.execute(f"PRAGMA busy_timeout = {round(1000 * PATIENCE)}")


def _sqlite_options(url: sa.URL) -> dict[str, Any]:
    if url.get_backend_name() != "sqlite":
        return {}
    if url.database in (None, "", ":memory:"):
        # One connection for all threads, or each would see a database of its own; one at a time, or
        # one thread's transaction would be ended by another's.
        return {
            "poolclass": QueuePool,
            "pool_size": 1,
            "max_overflow": 0,
            "connect_args": {"check_same_thread": False},
        }
    return {"connect_args": {"timeout": PATIENCE}}


def _file() -> str:
    folder = Path(platformdirs.user_cache_dir("privacy-accuracy-explorer"))
    with suppress(OSError):  # then the file cannot be opened either, which `Store` passes over
        own.make_folder(folder)
    return f"sqlite:///{folder / 'cells.sqlite'}"
