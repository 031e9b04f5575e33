"""Where a ledger is kept: a SQLite file, or a database of PostgreSQL, MySQL or MariaDB.

One transaction writes at a time. SQLite begins it with BEGIN IMMEDIATE, servers lock the one row
of the head, so that whoever charges has read all that was charged before. Other databases lock and
read otherwise, and are refused.

Who meets a lock waits, 2 s to look and 60 s to charge, and is then told that another program holds
the ledger.

What is committed is on the disk when the call returns (synchronous = EXTRA; FULL would leave the
removal of the rollback journal to chance in a loss of power); of a server, as its own settings say,
which are so unless somebody has relaxed them. There is no write-ahead log: a ledger is one file, to
be copied and kept.

A file that is damaged, locked, read-only, of something else or of a newer version is refused in a
sentence. Nothing is passed over: a ledger that cannot be written must stop a release. One that held
entries and is gone, or empty, is never made anew by the program that saw them: what was spent would
be there to be spent again.
"""

import math
import os
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import sqlalchemy as sa
from sqlalchemy.dialects import mysql
from sqlalchemy.pool import NullPool

from dpcore.checks import InvalidInput
from dpcore.data.cells import shown
from dpcore.data.files import own
from dpcore.ledger.address import read_address
from dpcore.ledger.chain import RESTORE, START, VERSION, EntryRow

PATIENCE = 60.0
"""Seconds that a charge waits for others that write. It takes milliseconds, mostly of the disk."""

CERTAIN = 1_000_000_000
"""Nanoseconds after which a file's time tells it from what it was."""

LOOK = 2.0
"""Seconds that whoever only looks waits: somebody is before a page."""

MYSQL = ("mysql", "mariadb")
SERVERS = ("postgresql", *MYSQL)
_LONG = sa.Text().with_variant(mysql.LONGTEXT(charset="utf8mb4"), *MYSQL)
"""Elsewhere a text may be of any length; there, of 64 kB."""
_EXACT = sa.String(200).with_variant(
    mysql.VARCHAR(200, charset="utf8mb4", collation="utf8mb4_bin"), *MYSQL
)
"""There, capital and small letters would be the same otherwise."""

METADATA = sa.MetaData()
ENTRIES = sa.Table(
    "ledger_entries",
    METADATA,
    # Counted by `Ledger`, not by the database, whose own numbers have gaps after a rollback: here
    # a gap means that an entry was removed. That it is a key refuses a second entry of one number.
    sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("kind", sa.String(16), nullable=False),
    sa.Column("ticket", _EXACT),
    sa.Column("body", _LONG, nullable=False),
    sa.Column("hash", sa.String(64), nullable=False),
    sa.Column("document", _LONG),
    # One charge and one settlement for each key, whatever program writes. Openings have no key,
    # and NULLs do not count as equal.
    sa.UniqueConstraint("ticket", "kind"),
)
# One row. It tells that the last entries are there, and is what writers on a server lock.
HEAD = sa.Table(
    "ledger_head",
    METADATA,
    sa.Column("id", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("version", sa.Integer, nullable=False),
    sa.Column("number", sa.Integer, nullable=False),
    sa.Column("hash", sa.String(64), nullable=False),
)

HELD = "another program holds it; wait until that is done, then try again"
AWAY = "its database does not answer; try again when that is back"
REASONS = {
    "locked": HELD,
    "lock timeout": HELD,
    "lock wait timeout": HELD,
    "readonly": "it must not be written; ask its owner for the right to",
    "read-only": "it must not be written; ask its owner for the right to",
    "unable to open": "it cannot be opened; check the folder, and the right to write there",
    "not a database": "it is not a ledger but another kind of file; name another",
    "malformed": f"it is damaged. {RESTORE}",
    "no such column": "it holds tables of another program; name another file",
    "full": "there is no space left on its disk",
    "free disk space": "there is no space left on its disk",
    "no space left": "there is no space left on its disk",
    "connection refused": AWAY,
    "database system is": AWAY,  # starting up, shutting down
    "terminating connection": AWAY,
    "closed the connection": AWAY,
    "timeout expired": AWAY,
}
"""What databases say, and what it means to who keeps a ledger."""

_SEEN: set[str] = set()
"""Where this process has seen entries: for all its ledgers, since each page makes one anew."""


class Database:
    """The tables of one ledger.

    Parameters
    ----------
    address : str or path
        A file, or an SQLAlchemy address of a server.

    Raises
    ------
    InvalidInput
        If it is neither, names another kind of database, is too long, lies in memory, or is a file
        with options.
    """

    def __init__(self, address: str | os.PathLike[str]) -> None:
        self.url = read_address(os.fspath(address))
        self._is_file = self.url.get_backend_name() == "sqlite"
        file = self.url.database or ""
        # What SQLite reads as an address of its own, "file:…", may lie in memory too.
        if self._is_file and (file in ("", ":memory:") or file.startswith("file:")):
            raise InvalidInput(
                "A ledger in memory forgets what was spent; name a file, such as ledger.db."
            )
        if self._is_file and self.url.query:  # They could undo what makes a charge durable.
            raise InvalidInput("A ledger's file takes no options; leave out what follows the ?.")
        if not self._is_file and self.url.get_backend_name() not in SERVERS:
            raise InvalidInput(
                f"The ledger's address names the database {shown(self.url.drivername)}. Name a "
                "file, such as ledger.db, or a database of PostgreSQL, MySQL or MariaDB."
            )
        try:
            # A connection for each transaction: none is shared by threads or outlives a fork.
            self.engine = sa.create_engine(self.url, poolclass=NullPool)
        except (sa.exc.ArgumentError, ImportError) as fault:
            raise InvalidInput(
                f"The ledger's address names the database {shown(self.url.drivername)}, whose "
                "driver is not installed. Name a file, such as ledger.db."
            ) from fault
        if self._is_file:
            sa.event.listen(self.engine, "connect", _by_hand)
        sa.event.listen(self.engine, "begin", _begin if self._is_file else _begin_on_server)

    def close(self) -> None:
        """Close all connections."""
        self.engine.dispose()

    @property
    def is_there(self) -> bool:
        """Whether there may be a ledger: reading must not make an empty file.

        Raises
        ------
        InvalidInput
            If entries were read from it before, and it is gone.
        """
        try:
            found = not self._is_file or Path(str(self.url.database)).exists()
        except OSError:  # Why it cannot be opened, its opening says.
            return True
        if not found:
            self._check_is_new()
        return found

    def _check_is_new(self) -> None:
        if self.lies in _SEEN:
            raise InvalidInput(
                f"{self._named} held entries and is now missing or empty; spent budget must not "
                f"be forgotten. {RESTORE}."
            )

    @property
    def lies(self) -> str:
        """Where it lies, in words, without user and password."""
        if self._is_file:
            return f"the file {Path(str(self.url.database)).absolute()}"
        host = f" at {self.url.host}:{self.url.port or ''}".rstrip(":") if self.url.host else ""
        return f"the {self.url.get_backend_name()} database {self.url.database}{host}"

    @contextmanager
    def reading(self) -> Iterator[sa.Connection]:
        """Begin a transaction that only reads: everything as it was at one moment."""
        # Entries that are newer than the head that was read would look like damage.
        with self._in_sentences(), self._begun("REPEATABLE READ") as connection:
            yield connection

    @contextmanager
    def writing(self) -> Iterator[sa.Connection]:
        """Begin a transaction that writes: alone, and on the disk when it ends."""
        # Who has waited for the head sees what was written meanwhile.
        with self._in_sentences(), self._begun("READ COMMITTED", writes=True) as connection:
            yield connection

    @contextmanager
    def _begun(self, level: str, *, writes: bool = False) -> Iterator[sa.Connection]:
        options = {} if self._is_file else {"isolation_level": level}  # A file has one level.
        with (
            self.engine.connect().execution_options(writes=writes, **options) as connection,
            connection.begin(),
        ):
            yield connection

    def prepare(self) -> None:
        """Make the tables of a new ledger, unless they are there; never of one that is gone."""
        if not self.is_there:  # asked before the file is opened, which makes one
            self._check_is_new()
        with self._in_sentences():
            if self._is_file:
                with suppress(OSError):  # Why it cannot be made, SQLite says.
                    own.make_file(str(self.url.database))
            # Of those who make the same at once, PostgreSQL and others refuse all but one: twice
            # a table, once the head.
            for _ in range(3):
                with suppress(sa.exc.IntegrityError, sa.exc.ProgrammingError):
                    self._make()
                    return
            self._make()

    def _make(self) -> None:
        with self._begun("READ COMMITTED", writes=True) as connection:
            self._complete(connection)

    def _complete(self, connection: sa.Connection) -> None:
        present = set(sa.inspect(connection).get_table_names())
        # In a file, tables of others suggest a mistyped name; on a server they are usual.
        if self._is_file and present and not present >= set(METADATA.tables):
            raise InvalidInput(
                f"{self._named} holds tables of another program and no ledger; name another file."
            )
        # Only those that are missing: who may add entries need not be who may make tables.
        for table in METADATA.sorted_tables:
            if table.name not in present:
                connection.execute(sa.schema.CreateTable(table, if_not_exists=True))
        # A head that entries have lost is not made anew: how many there were, nobody knows.
        is_new = not any(connection.execute(sa.select(each)).first() for each in (HEAD, ENTRIES))
        if is_new:
            self._check_is_new()
            connection.execute(sa.insert(HEAD).values(id=1, version=VERSION, number=0, hash=START))

    def head(self, connection: sa.Connection, *, lock: bool = False) -> tuple[int, str] | None:
        """Return number and hash of the last entry, None where there is no ledger yet.

        Raises
        ------
        InvalidInput
            If the ledger is of a newer version, or its head is gone.
        """
        present = set(sa.inspect(connection).get_table_names())
        # An empty file, or a server's database without our tables, is a ledger that is yet to be.
        if not present & set(METADATA.tables) and not (self._is_file and present):
            self._check_is_new()
            return None
        if not present >= set(METADATA.tables):
            raise InvalidInput(f"{self._named} holds tables, but not those of a ledger.")
        query = sa.select(HEAD.c.version, HEAD.c.number, HEAD.c.hash)
        # Of SQLite, SQLAlchemy asks for no lock of a row: there BEGIN IMMEDIATE holds the file.
        head = connection.execute(query.with_for_update() if lock else query).first()
        if head is None:
            raise InvalidInput(f"{self._named} has lost its head. {RESTORE}.")
        if head.version != VERSION:
            raise InvalidInput(
                f"{self._named} was written by another version of this program (its form is "
                f"{shown(str(head.version))}, this one reads {VERSION}). Use that version."
            )
        if head.number:
            _SEEN.add(self.lies)
        return head.number, head.hash

    def mark(self) -> tuple[int, ...] | None:
        """Return what changes whenever the file does; None where nothing is certain to.

        Of a server nothing is. Of a file, only what is older than a second: clocks of file systems
        are coarse, and a change within one tick would not be seen. The file is not opened: to close
        it would take SQLite's locks on it away from the whole process.
        """
        if not self._is_file:
            return None
        found = Path(str(self.url.database)).stat()
        if time.time_ns() - found.st_mtime_ns < CERTAIN:
            return None
        return found.st_ino, found.st_size, found.st_mtime_ns, found.st_ctime_ns

    def rows(self, connection: sa.Connection, known: Sequence[EntryRow] = ()) -> list[EntryRow]:
        """Return all entries in the order of their numbers, without documents.

        Those that are `known`, and are there as they were, are the same objects.
        """
        # Models, which may be megabytes each, nobody needs to go on.
        columns = [ENTRIES.c[name] for name in ("number", "kind", "ticket", "body", "hash")]
        query = sa.select(*columns).order_by(ENTRIES.c.number)
        # The driver's own tuples: numbers and texts need nothing of SQLAlchemy's rows, whose making
        # takes half as long again.
        found = list(connection.execute(query).cursor.fetchall())
        if found:
            _SEEN.add(self.lies)
        same = [*known] if found[: len(known)] == [*known] else []
        return same + [EntryRow._make(each) for each in found[len(same) :]]

    def documents(
        self, connection: sa.Connection, idempotency_key: str | None = None
    ) -> dict[int, str]:
        """Return the documents of all entries, or of those with a key, by number."""
        query = sa.select(ENTRIES.c.number, ENTRIES.c.document)
        query = query.where(ENTRIES.c.document.is_not(None))
        if idempotency_key is not None:
            query = query.where(ENTRIES.c.ticket == idempotency_key)
        return {row.number: row.document for row in connection.execute(query)}

    def append(self, connection: sa.Connection, row: EntryRow, document: str | None = None) -> None:
        """Add an entry at the end."""
        # Both in the caller's transaction: one without the other would look like damage.
        connection.execute(sa.insert(ENTRIES).values(**row._asdict(), document=document))
        connection.execute(sa.update(HEAD).values(number=row.number, hash=row.hash))
        _SEEN.add(self.lies)

    @property
    def _named(self) -> str:
        # Never the address of a server, which may hold a password.
        file = Path(str(self.url.database)).name
        return f"The ledger {shown(file)}" if self._is_file else "The ledger"

    @contextmanager
    def _in_sentences(self) -> Iterator[None]:
        # The driver's own errors besides: its tuples are fetched past SQLAlchemy (`rows`).
        driver = self.engine.dialect.loaded_dbapi.Error
        try:
            yield
        except (sa.exc.SQLAlchemyError, driver, OSError, UnicodeError) as fault:
            # The driver's words alone: SQLAlchemy adds the statement and its values to them.
            message = str(getattr(fault, "orig", fault))
            known = (reason for word, reason in REASONS.items() if word in message.lower())
            reason = next(known, f"its database says {shown(message)}")
            # What that means for a charge or a draw is for the caller to say.
            raise InvalidInput(f"{self._named} cannot be used: {reason}.") from fault


def _by_hand(connection: Any, _record: object) -> None:
    """Let transactions begin as `_begin` says: else sqlite3 begins them at the first write."""
    connection.isolation_level = None


def _begin(connection: sa.Connection) -> None:
    """Begin a transaction that waits as long as it should, and is on the disk when it ends."""
    writes, patience = _patience(connection)
    # Before all else: a locked file keeps the next line waiting, too.
    connection.exec_driver_sql(f"PRAGMA busy_timeout = {round(1000 * patience)}")
    connection.exec_driver_sql("PRAGMA synchronous = EXTRA")
    # At once, not at the first write: what is read before it must still hold then.
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")


def _begin_on_server(connection: sa.Connection) -> None:
    """Let a transaction wait as long as it should; by themselves servers wait for ever, or 50 s."""
    _, patience = _patience(connection)
    if connection.dialect.name == "postgresql":
        # Of this transaction alone: between here and the server there may be a pool.
        connection.exec_driver_sql(f"SET LOCAL lock_timeout = {round(1000 * patience)}")
    else:
        # For rows and for tables, in whole seconds; a connection has one transaction.
        seconds = math.ceil(patience)
        for variable in ("innodb_lock_wait_timeout", "lock_wait_timeout"):
            connection.exec_driver_sql(f"SET SESSION {variable} = {seconds}")


def _patience(connection: sa.Connection) -> tuple[bool, float]:
    """Return whether a transaction writes, and how many seconds it waits for others."""
    writes = bool(connection.get_execution_options().get("writes", False))
    return writes, PATIENCE if writes else LOOK
