"""A store's file that is deleted while programs have it open: noticed, and made anew.

A program that has a file open goes on with it when it is deleted: what it writes goes to a file
without a name, and ends with the program. So a connection is used only while the file that it
opened is the one that bears the name, and where none does, one is made.

Only for a cache. The ledger of privacy budgets (`dpcore.ledger`) is never made anew.
"""

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import sqlalchemy as sa

from dpcore.data.files import own

try:
    import fcntl
except ImportError:  # a system on which an open file cannot be deleted
    fcntl = None  # type: ignore[assignment]

Identity = tuple[int, int] | None
"""What tells a file from another one of its name; None where there is none, or no file at all."""

BESIDE = ("-wal", "-shm", "-journal")
"""What SQLite keeps beside a file, by its name."""


def file_of(url: sa.URL) -> Path | None:
    """Return the file of a SQLite address; None in memory, on a server, or with options."""
    return None if url.query else any_file_of(url)


def any_file_of(url: sa.URL) -> Path | None:
    """Return the same, and the file of an address with options too."""
    name = url.database or ""
    is_file = url.get_backend_name() == "sqlite" and name not in ("", ":memory:")
    return Path(name) if is_file and not name.startswith("file:") else None


def identity(file: Path) -> Identity:
    """Return what tells the file that bears a name from any other."""
    try:
        found = file.stat()
    except OSError:
        return None
    return found.st_dev, found.st_ino


class NamedFile:
    """The file that bears the name of a store, and the connections to it."""

    def __init__(self, engine: sa.Engine, file: Path) -> None:
        self.file = file
        self._made: Identity = None
        sa.event.listen(engine, "do_connect", self._address)
        sa.event.listen(engine, "connect", self._note)
        sa.event.listen(engine, "checkout", self._check)

    @property
    def is_new(self) -> bool:
        """Whether no file was made yet."""
        return self._made is None

    @property
    def is_made(self) -> bool:
        """Whether the file that was made is the one that bears the name."""
        return self._made is not None and self._made == identity(self.file)

    @property
    def is_gone(self) -> bool:
        """Whether a file was made, and none bears the name now."""
        return self._made is not None and identity(self.file) is None

    def note(self) -> None:
        """Remember the file that bears the name as the one that was made."""
        self._made = identity(self.file)

    def _address(self, _dialect: object, _record: object, args: list[Any], more: Any) -> None:
        if self._made:
            # SQLite would make a file that is gone, beside the log of the one before: see `make`.
            args[0] = f"{self.file.absolute().as_uri()}?mode=rw"
            more["uri"] = True

    def _note(self, _connection: object, record: Any) -> None:
        record.info["file"] = identity(self.file)

    def _check(self, _connection: object, record: Any, _lent: object) -> None:
        # Of a file that is yet to be, nothing was noted: the first statement makes it.
        opened = record.info["file"] = record.info["file"] or identity(self.file)
        if opened != identity(self.file):
            raise sa.exc.DisconnectionError  # by which the pool opens the connection anew


def make(file: Path) -> None:
    """Make an empty file in the place of one that was deleted; its folder too.

    Raises
    ------
    OSError
        If that must not be.
    """
    own.make_folder(file.parent)
    with _alone(file.parent):
        if not file.exists():  # or somebody else has made it meanwhile
            # A database that was deleted alone leaves its index of the log behind, which others may
            # still have in their memory: the new one must have its own.
            for ending in BESIDE:
                Path(f"{file}{ending}").unlink(missing_ok=True)
            own.make_file(file)


@contextmanager
def _alone(folder: Path) -> Iterator[None]:
    """Keep other programs from making a file there until the block ends."""
    if fcntl is None:
        yield
        return
    lock = os.open(folder, os.O_RDONLY)
    try:
        with suppress(OSError):  # a file system without locks
            fcntl.flock(lock, fcntl.LOCK_EX)
        yield
    finally:
        os.close(lock)
