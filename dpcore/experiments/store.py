"""Where finished cells are kept, so that no sweep computes a cell twice.

A cell is found again by a hash of everything that shapes its rows: the cell itself, a hash of the
records, and the version of the numerics. Killed at any moment, a sweep that is started again
loses at most the cells that were under way: a cell is stored whole in one transaction, or not.

SQLite in the user's cache folder is the default; any SQLAlchemy address may be named instead, by
the environment variable EXPLORER_STORE. Only generated and public records come here: an upload
has no public source, so that no cell of it can be named.

Examples
--------
>>> from dpcore.experiments.sweeps import SweepSpec, cells, run_cell
>>> store, (cell,) = Store("sqlite://"), cells(SweepSpec(sizes=(50,), draws=2))
>>> store.find(cell) is None
True
>>> store.keep(run_cell(cell))
>>> len(store.find(cell))
5
"""

import hashlib
import io
import json
import os
from dataclasses import asdict
from pathlib import Path

import pandas as pd
import platformdirs
import sqlalchemy as sa
from sqlalchemy.pool import StaticPool

from dpcore.experiments.sources import fingerprint
from dpcore.experiments.sweeps import NUMERICS, Cell, CellResult

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

    Parameters
    ----------
    address : str, optional
        SQLAlchemy address; EXPLORER_STORE, or a file in the user's cache folder, if left out.
    """

    def __init__(self, address: str | None = None) -> None:
        address = address or os.environ.get(ADDRESS) or _file()
        url = sa.make_url(address)
        if url.get_backend_name() != "sqlite":
            self.engine = sa.create_engine(url)
        elif url.database in (None, "", ":memory:"):
            # One connection for all threads, or each would see a database of its own.
            self.engine = sa.create_engine(
                url, poolclass=StaticPool, connect_args={"check_same_thread": False}
            )
        else:
            self.engine = sa.create_engine(url, connect_args={"timeout": PATIENCE})
        with self.engine.begin() as connection:
            # In one statement: two servers may start on the same database at once.
            connection.execute(sa.schema.CreateTable(CELLS, if_not_exists=True))

    def find(self, cell: Cell) -> pd.DataFrame | None:
        """Return the rows of a cell, or None if it is not kept."""
        wanted = sa.select(CELLS.c.rows).where(CELLS.c.key == key(cell))
        with self.engine.connect() as connection:
            found = connection.execute(wanted).scalar()
        return None if found is None else pd.read_parquet(io.BytesIO(found))

    def keep(self, result: CellResult) -> None:
        """Keep the rows of a cell that did not fail; a second time changes nothing."""
        if result.failure:
            return
        rows = result.rows.to_parquet(index=False)
        try:
            with self.engine.begin() as connection:
                connection.execute(sa.insert(CELLS).values(key=key(result.cell), rows=rows))
        except sa.exc.IntegrityError:
            return  # Somebody else kept the same rows in the meantime.

    def count(self) -> int:
        """Return how many cells are kept."""
        with self.engine.connect() as connection:
            return int(
                connection.execute(sa.select(sa.func.count()).select_from(CELLS)).scalar_one()
            )


def _file() -> str:
    folder = Path(platformdirs.user_cache_dir("privacy-accuracy-explorer"))
    folder.mkdir(parents=True, exist_ok=True)
    return f"sqlite:///{folder / 'cells.sqlite'}"
