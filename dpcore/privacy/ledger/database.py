"""Where a ledger is kept: a SQLite file, or any database that SQLAlchemy reaches.

One transaction writes at a time. SQLite begins it with BEGIN IMMEDIATE, other databases lock the
one row of the head, so that whoever charges has read all that was charged before.

What is committed is on the disk when the call returns (synchronous = EXTRA; FULL would leave the
removal of the rollback journal to chance in a loss of power). There is no write-ahead log: a ledger
is one file, to be copied and kept.

A file that is damaged, locked, read-only, of something else or of a newer version is refused in a
sentence. Nothing is passed over: a ledger that cannot be written must stop a release.
"""

import os
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import sqlalchemy as sa
from sqlalchemy.dialects.mysql import LONGTEXT
from sqlalchemy.pool import NullPool

from dpcore.checks import InvalidInput
from dpcore.data.cells import shown
from dpcore.privacy.ledger.chain import START, EntryRow

VERSION = 1
LONGEST = 1_000
"""Characters of an address; a path or a database's address needs fewer."""

PATIENCE = 60.0
"""Seconds to wait for others that write. A charge takes milliseconds, mostly of the disk."""

METADATA = sa.MetaData()
ENTRIES = sa.Table(
    "ledger_entries",
    METADATA,
    sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("kind", sa.String(16), nullable=False),
    sa.Column("ticket", sa.String(200)),
    sa.Column("body", sa.Text, nullable=False),
    sa.Column("hash", sa.String(64), nullable=False),
    # Elsewhere a text may be of any length; there, of 64 kB.
    sa.Column("document", sa.Text().with_variant(LONGTEXT, "mysql", "mariadb")),
    sa.UniqueConstraint("ticket", "kind"),
)
HEAD = sa.Table(
    "ledger_head",
    METADATA,
    sa.Column("id", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("version", sa.Integer, nullable=False),
    sa.Column("number", sa.Integer, nullable=False),
    sa.Column("hash", sa.String(64), nullable=False),
)

RESTORE = (
    "Leave it as it is, and restore a copy; an older copy does not know what was charged since: "
    "compare it with the certificates of what was released"
)
"""What to do about a ledger that is not as it was written; a copy gives spent budget back."""

REASONS = {
    "locked": "another program holds it; wait until that is done, then try again",
    "readonly": "it must not be written; ask its owner for the right to",
    "read-only": "it must not be written; ask its owner for the right to",
    "unable to open": "it cannot be opened; check the folder, and the right to write there",
    "not a database": "it is no ledger but a file of another kind; name another",
    "malformed": f"it is damaged. {RESTORE}",
    "no such column": "it holds tables of another program; name another file",
    "full": "there is no space left on its disk",
}
"""What databases say, and what it means to who keeps a ledger."""


class Database:
    """The tables of one ledger.

    Parameters
    ----------
    address : str or path
        A file, or an SQLAlchemy address.

    Raises
    ------
    InvalidInput
        If it is neither, is too long, lies in memory, or is a file with options.
    """

    def __init__(self, address: str | os.PathLike[str]) -> None:
        self.url = _url(os.fspath(address))
        self._is_file = self.url.get_backend_name() == "sqlite"
        file = self.url.database or ""
        # What SQLite reads as an address of its own, "file:…", may lie in memory too.
        if self._is_file and (file in ("", ":memory:") or file.startswith("file:")):
            raise InvalidInput(
                "A ledger in memory forgets what was spent; name a file, such as ledger.db."
            )
        if self._is_file and self.url.query:  # They could undo what makes a charge durable.
            raise InvalidInput("A ledger's file takes no options; leave out what follows the ?.")
        options: dict[str, Any] = {}
        if self._is_file:
            # A connection for each transaction: none is shared by threads or outlives a fork.
            options = {"poolclass": NullPool, "connect_args": {"timeout": PATIENCE}}
        try:
            self.engine = sa.create_engine(self.url, **options)
        except (sa.exc.ArgumentError, ImportError) as fault:
            raise InvalidInput(
                f"The ledger's address names the database {shown(self.url.drivername)}, whose "
                "driver is not installed. Name a file, such as ledger.db."
            ) from fault
        if self._is_file:
            sa.event.listen(self.engine, "connect", _durable)
            sa.event.listen(self.engine, "begin", _begin)

    def close(self) -> None:
        """Close all connections."""
        self.engine.dispose()

    @property
    def is_there(self) -> bool:
        """Whether there may be a ledger: reading must not make an empty file."""
        try:
            return not self._is_file or Path(str(self.url.database)).exists()
        except OSError:  # Why it cannot be opened, its opening says.
            return True

    @property
    def lies(self) -> str:
        """Where it lies, in words, without user and password."""
        if self._is_file:
            return f"the file {Path(str(self.url.database)).absolute()}"
        host = f" at {self.url.host}" if self.url.host else ""
        return f"the {self.url.get_backend_name()} database {self.url.database}{host}"

    @contextmanager
    def reading(self) -> Iterator[sa.Connection]:
        """Begin a transaction that only reads."""
        with self._in_sentences(), self.engine.begin() as connection:
            yield connection

    @contextmanager
    def writing(self) -> Iterator[sa.Connection]:
        """Begin a transaction that writes: alone, and on the disk when it ends."""
        with (
            self._in_sentences(),
            self.engine.connect().execution_options(writes=True) as connection,
            connection.begin(),
        ):
            yield connection

    def prepare(self, connection: sa.Connection) -> None:
        """Make the tables of a new ledger, unless they are there."""
        present = set(sa.inspect(connection).get_table_names())
        if self._is_file and present and not present >= set(METADATA.tables):
            raise InvalidInput(
                f"{self._named} holds tables of another program and no ledger; name another file."
            )
        METADATA.create_all(connection)
        if connection.execute(sa.select(HEAD.c.id)).first() is None:
            connection.execute(sa.insert(HEAD).values(id=1, version=VERSION, number=0, hash=START))

    def head(self, connection: sa.Connection, *, lock: bool = False) -> tuple[int, str] | None:
        """Return number and hash of the last entry, None where there is no ledger yet.

        Raises
        ------
        InvalidInput
            If the ledger is of a newer version, or its head is gone.
        """
        present = set(sa.inspect(connection).get_table_names())
        if not present & set(METADATA.tables) and not (self._is_file and present):
            return None
        if not present >= set(METADATA.tables):
            raise InvalidInput(f"{self._named} holds tables, but not those of a ledger.")
        wanted = sa.select(HEAD.c.version, HEAD.c.number, HEAD.c.hash)
        found = connection.execute(wanted.with_for_update() if lock else wanted).first()
        if found is None:
            raise InvalidInput(f"{self._named} has lost its head. {RESTORE}.")
        if found.version != VERSION:
            raise InvalidInput(
                f"{self._named} was written by another version of this program (its form is "
                f"{shown(str(found.version))}, this one reads {VERSION}). Use that version."
            )
        return found.number, found.hash

    def rows(self, connection: sa.Connection) -> list[EntryRow]:
        """Return all entries in the order of their numbers, without documents."""
        columns = [ENTRIES.c[name] for name in ("number", "kind", "ticket", "body", "hash")]
        found = connection.execute(sa.select(*columns).order_by(ENTRIES.c.number))
        return [EntryRow(*each) for each in found]

    def documents(self, connection: sa.Connection, ticket: str | None = None) -> dict[int, str]:
        """Return the documents of all entries, or of those with a ticket, by number."""
        wanted = sa.select(ENTRIES.c.number, ENTRIES.c.document)
        wanted = wanted.where(ENTRIES.c.document.is_not(None))
        if ticket is not None:
            wanted = wanted.where(ENTRIES.c.ticket == ticket)
        return {row.number: row.document for row in connection.execute(wanted)}

    def append(self, connection: sa.Connection, row: EntryRow, document: str | None = None) -> None:
        """Add an entry at the end."""
        connection.execute(sa.insert(ENTRIES).values(**vars(row), document=document))
        connection.execute(sa.update(HEAD).values(number=row.number, hash=row.hash))

    @property
    def _named(self) -> str:
        # Never the address of a server, which may hold a password.
        file = Path(str(self.url.database)).name
        return f"The ledger {shown(file)}" if self._is_file else "The ledger"

    @contextmanager
    def _in_sentences(self) -> Iterator[None]:
        try:
            yield
        except (sa.exc.SQLAlchemyError, OSError, UnicodeError) as fault:
            said = str(getattr(fault, "orig", fault))
            known = (reason for word, reason in REASONS.items() if word in said.lower())
            reason = next(known, f"its database says {shown(said)}")
            # What that means for a charge or a draw is for the caller to say.
            raise InvalidInput(f"{self._named} cannot be used: {reason}.") from fault


def _url(address: str) -> sa.URL:
    """Return a ledger's address; what cannot be read is never repeated: it may hold a password."""
    if not address.strip():
        raise InvalidInput("The ledger must be a file, such as ledger.db; no name was given.")
    if not address.isprintable():
        raise InvalidInput(
            "The ledger's address holds a character that cannot be printed, such as a line break "
            "or a blank of another kind; type it again. It is not repeated here, since it may hold "
            "a password."
        )
    if len(address) > LONGEST:
        raise InvalidInput(
            f"The ledger's address must have at most {LONGEST:,} characters; it has "
            f"{len(address):,}. Name a file, such as ledger.db, or a database."
        )
    if "://" not in address:
        return sa.URL.create("sqlite", database=address)
    try:
        return sa.make_url(address)
    except sa.exc.ArgumentError:
        said = "got neither"
    except ValueError:  # its own sentence would hold a part of the address
        said = "its port must be a whole number, and a colon in a password must be %3A"
    raise InvalidInput(
        "The ledger must be a file, such as ledger.db, or an SQLAlchemy address, such as "
        f"postgresql://host:5432/ledgers; {said}."
    )


def _durable(connection: Any, _record: object) -> None:
    """Let a commit return when it is on the disk, and transactions begin as `_begin` says."""
    connection.isolation_level = None
    with closing(connection.cursor()) as cursor:
        cursor.execute("PRAGMA synchronous = EXTRA")


def _begin(connection: sa.Connection) -> None:
    writes = connection.get_execution_options().get("writes", False)
    # At once, not at the first write: what is read before it must still hold then.
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")
