"""Where finished cells are kept, so that no sweep computes a cell twice.

A cell is found again by a hash of everything that shapes its rows: the cell itself, a hash of the
records, and the version of the numerics. Killed at any moment, a sweep that is started again
loses at most the cells that were under way: a cell is stored whole in one transaction, or not.

SQLite in the user's cache folder is the default; any SQLAlchemy address may be named instead, by
the environment variable EXPLORER_STORE. Only generated and public records come here: an upload
has no public source, so that no cell of it can be named.

A database that is damaged, full, locked, not reachable or not to be written is passed over with a
line in the log: then cells are computed again, and no sweep fails for it.

Examples
--------
>>> from dpcore.experiments.sweeps.cells import cells, run_cell
>>> from dpcore.experiments.sweeps.spec import SweepSpec
>>> store, (cell,) = Store("sqlite://"), cells(SweepSpec(sizes=(50,), draws=2))
>>> store.find(cell) is None
True
>>> store.keep(run_cell(cell))
>>> len(store.find(cell))
5
>>> store.close()
"""

import hashlib
import io
import json
import logging
import os
import weakref
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import asdict
from pathlib import Path
from typing import Any, Self

import pandas as pd
import platformdirs
import sqlalchemy as sa
from sqlalchemy.pool import StaticPool

from dpcore.checks import InvalidInput
from dpcore.experiments.sources import fingerprint
from dpcore.experiments.sweeps.cells import NUMERICS, Cell, CellResult

LOG = logging.getLogger(__name__)
ADDRESS = "EXPLORER_STORE"
PATIENCE = 30
"""Seconds that a writer waits for another one."""

METADATA = sa.MetaData()
CELLS = sa.Table(
    "cells",
    METADATA,
    sa.Column("key", sa.String(64), primary_key=True),
    sa.Column("rows", sa.LargeBinary, nullable=False),
)


def key(cell: Cell) -> str:
    """Return the hash under which a cell is kept: 64 hexadecimal digits."""
    text = json.dumps([asdict(cell), fingerprint(cell.spec.source), NUMERICS], sort_keys=True)
    return hashlib.sha256(text.encode()).hexdigest()


class Store:
    """Finished cells in a database.

    A context manager that closes its connections, as `close` does. A store that is dropped closes
    them too, and so does the one of a server that ends: nobody asks a server to tidy up.

    Parameters
    ----------
    address : str, optional
        SQLAlchemy address; EXPLORER_STORE, or a file in the user's cache folder, if left out.

    Raises
    ------
    InvalidInput
        If it is no address, or its driver is not installed.
    """

    def __init__(self, address: str | None = None) -> None:
        self._faults: set[str] = set()
        self.engine = _engine(address or os.environ.get(ADDRESS) or _file())
        # Not `__del__`, which says nothing of when an interpreter ends; and never the store itself.
        self._closed = weakref.finalize(self, self.engine.dispose)
        with self._passed_over(), self.engine.begin() as connection:
            # In one statement: two servers may start on the same database at once.
            connection.execute(sa.schema.CreateTable(CELLS, if_not_exists=True))

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_fault: object) -> None:
        self.close()

    def close(self) -> None:
        """Close the connections to the database; a second time changes nothing."""
        self._closed()

    def find(self, cell: Cell) -> pd.DataFrame | None:
        """Return the rows of a cell, or None if it is not kept or cannot be read."""
        wanted = sa.select(CELLS.c.rows).where(CELLS.c.key == key(cell))
        with self._passed_over():
            with self.engine.connect() as connection:
                found = connection.execute(wanted).scalar()
            return None if found is None else pd.read_parquet(io.BytesIO(found))
        return None

    def keep(self, result: CellResult) -> None:
        """Keep the rows of a cell that did not fail; a second time changes nothing."""
        if result.failure:
            return
        rows = result.rows.to_parquet(index=False)
        # If it is there already, somebody else kept the same rows in the meantime.
        there = suppress(sa.exc.IntegrityError)
        with self._passed_over(), there, self.engine.begin() as connection:
            connection.execute(sa.insert(CELLS).values(key=key(result.cell), rows=rows))

    @contextmanager
    def _passed_over(self) -> Iterator[None]:
        """Go on without the store where it does not work, and log each kind of fault once."""
        try:
            yield
        except (sa.exc.DBAPIError, OSError, ValueError) as fault:
            # Of a failed statement only what the database said: the rest repeats its values.
            # A ValueError says that what was kept is no table.
            reason = str(getattr(fault, "orig", fault))
            if reason not in self._faults:
                self._faults.add(reason)
                LOG.warning("Finished cells cannot be kept or found: %s", reason)

    def count(self) -> int:
        """Return how many cells are kept."""
        with self.engine.connect() as connection:
            return int(
                connection.execute(sa.select(sa.func.count()).select_from(CELLS)).scalar_one()
            )


def _engine(address: str) -> sa.Engine:
    try:
        url = sa.make_url(address)
        return sa.create_engine(url, **_sqlite_options(url))
    except (sa.exc.ArgumentError, ImportError) as fault:
        raise InvalidInput(
            f"{ADDRESS} must be an SQLAlchemy address whose driver is installed, such as "
            f"sqlite:////folder/cells.sqlite; {type(fault).__name__} was raised by the one given."
        ) from fault


def _sqlite_options(url: sa.URL) -> dict[str, Any]:
    if url.get_backend_name() != "sqlite":
        return {}
    if url.database in (None, "", ":memory:"):
        # One connection for all threads, or each would see a database of its own.
        return {"poolclass": StaticPool, "connect_args": {"check_same_thread": False}}
    return {"connect_args": {"timeout": PATIENCE}}


def _file() -> str:
    folder = Path(platformdirs.user_cache_dir("privacy-accuracy-explorer"))
    with suppress(OSError):  # then the file cannot be opened either, which `Store` passes over
        folder.mkdir(parents=True, exist_ok=True)
    return f"sqlite:///{folder / 'cells.sqlite'}"
