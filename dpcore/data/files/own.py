"""Files of one's own machine: read up to a limit, and made for their owner alone.

A ledger names data sets and keeps models, a store says what was computed, and a model is its
owner's to give out: other users of the machine need none of it. So a file is made with mode 600,
and a folder with 700, whatever the umask. One that is there keeps the mode that it has, since its
owner may share it with a group on purpose; `rights_of_others` tells of that.

Examples
--------
>>> import tempfile
>>> with tempfile.TemporaryDirectory() as folder:
...     write_new(f"{folder}/model.zip", b"PK")
...     rights_of_others(f"{folder}/model.zip"), read(f"{folder}/model.zip", 2)
('', b'PK')
"""

import os
import stat
from pathlib import Path

PathLike = str | os.PathLike[str]

FILE, FOLDER = 0o600, 0o700
PART = 1_000_000
"""Bytes that are asked for at a time where a file does not say how many it has."""


class TooLong(ValueError):
    """A file has more bytes than may be read."""


def read(path: PathLike, most: int) -> bytes:
    """Return the bytes of a file, at most so many.

    Raises
    ------
    TooLong
        Before anything is read, if its size says so; else as soon as one byte is too many: a device
        or a pipe says nothing, and a file may grow.
    OSError
        If it cannot be read.
    """
    with Path(path).open("rb") as file:
        found = os.fstat(file.fileno())
        size = found.st_size if stat.S_ISREG(found.st_mode) else 0
        if size > most:
            raise TooLong
        # In one piece where the size is known: to join pieces takes the memory twice.
        parts = [file.read(size)]
        left = most - len(parts[0])
        while part := file.read(min(PART, left + 1)):
            parts.append(part)
            left -= len(part)
            if left < 0:
                raise TooLong
        return b"".join(parts) if len(parts) > 1 else parts[0]


def write_new(path: PathLike, content: bytes) -> None:
    """Write a file that is not there yet.

    Raises
    ------
    OSError
        If there is one, or it cannot be written.
    """
    with open(path, "xb", opener=_opener) as file:
        file.write(content)


def make_file(path: PathLike) -> None:
    """Make an empty file, unless there is one.

    For SQLite, which would make it for all to read; what it keeps beside a file (-wal, -shm,
    -journal) has the file's mode.

    Raises
    ------
    OSError
        If it cannot be made.
    """
    # Where a link leads, since exclusively nothing is made through one. A file that is there is not
    # opened: to close it would take SQLite's locks on it away from the whole process.
    target = os.path.realpath(path)
    if not os.path.lexists(target):
        try:
            os.close(os.open(target, os.O_CREAT | os.O_EXCL | os.O_WRONLY, FILE))
        except FileExistsError:  # by somebody else, meanwhile
            return


def make_folder(path: PathLike) -> None:
    """Make a folder, unless there is one; those above it are made as usual.

    Raises
    ------
    OSError
        If it cannot be made.
    """
    folder = Path(path)
    folder.parent.mkdir(parents=True, exist_ok=True)
    folder.mkdir(FOLDER, exist_ok=True)


def rights_of_others(path: PathLike) -> str:
    """Return the mode of a file that others than its owner may read or write, or nothing."""
    try:
        found = Path(path).stat().st_mode
    except (OSError, ValueError):  # no such file, or no such name
        return ""
    is_theirs = os.name == "posix" and stat.S_ISREG(found) and found & 0o077
    return f"{stat.S_IMODE(found):03o}" if is_theirs else ""


def _opener(path: str, flags: int) -> int:
    return os.open(path, flags, FILE)
