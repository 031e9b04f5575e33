"""A task over a large file, in a process of its own that ends with it.

Reading a file of 100 MB keeps the interpreter busy for seconds, and its lock with it: in a thread
of the server, every other visitor would wait. And what a process has taken for millions of texts it
hardly ever gives back; one that ends does.

The file lies in anonymous memory meanwhile, which the process reads in place (`shared_memory`).
Few such processes run at a time, so that many files at once take no more memory than few; the
others wait for their turn.

Examples
--------
>>> run_in_subprocess(len, b"1,2,3")
5
"""

import mmap
import os
import socket
import threading
from collections.abc import Callable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from multiprocessing.connection import Connection
from typing import Any

from dpcore.checks import Unavailable
from dpcore.data import uploads
from dpcore.data.files.containers import unpacking
from dpcore.data.files.limits import MEGABYTE
from dplab.simulation.executors.choice import SETTING
from dplab.simulation.executors.processes import TEMPLATE

AT_A_TIME = 2
"""Processes at a time: somebody with a smaller file does not wait for one large one."""

NICENESS = 2
"""Somebody waits for it, so it comes before all sweeps; the server comes before it."""

LARGE = 2 * MEGABYTE
"""Bytes that take about a quarter of a second to read."""

UNPACKED = 3
"""By how much the text of a table is compressed, at least in most files."""

_turns = threading.BoundedSemaphore(AT_A_TIME)


def run_in_subprocess(function: Callable[..., Any], data: Any, *args: Any) -> Any:
    """Return or raise what ``function(data, *args)`` does, computed in a process of its own.

    Where no process may be started (`choice`), or the system has no anonymous memory, it is
    computed here.

    Parameters
    ----------
    function : callable
        It and what it returns can be pickled.
    data : bytes or other
        Bytes, at least one, are shared and arrive as a memoryview; all else is sent as a pickle.
    *args
        The rest of its arguments.

    Raises
    ------
    Unavailable
        If the process was lost.
    """
    if not hasattr(os, "memfd_create") or os.environ.get(SETTING) == "threads":
        return function(data, *args)
    with _turns:
        # What is no file is small, and a pickle of it costs little.
        if not isinstance(data, bytes):
            return _answer(function, data, *args)
        memory = os.memfd_create("file")
        try:
            # The descriptor stays open until the answer is there: by its number the other finds it.
            with os.fdopen(memory, "wb", closefd=False) as file:
                file.write(data)
            return _answer(_mapped, f"/proc/{os.getpid()}/fd/{memory}", function, args)
        finally:
            os.close(memory)


def read_file(read: Callable[..., Any], data: bytes, *args: Any, is_kept: bool = False) -> Any:
    """Return or raise what ``read(data, *args)`` does, a reading of a file as a table.

    It is read here where that takes no time. A large file, and a container (gzip, a workbook,
    Parquet), which may hold much more than it has or be made to break what reads it, is read in a
    process of its own.

    Parameters
    ----------
    read : callable
    data : bytes
        The file; where `is_kept`, as `dpcore.data.uploads.packed` keeps it.
    *args
        The rest of the arguments.
    is_kept : bool

    Raises
    ------
    Unavailable
        If the process was lost.
    """
    size = UNPACKED * len(data) if is_kept else len(data)
    begins = uploads.begins(data) if is_kept else data[: unpacking.LONGEST_START]
    if size < LARGE and not unpacking.is_container(begins):
        return read(data, *args)
    return run_in_subprocess(read, data, *args)


def _answer(function: Callable[..., Any], *args: Any) -> Any:
    try:
        ours, theirs = socket.socketpair()
        with Connection(ours.detach()) as pipe:
            # Our copy of its end is closed at once, or its death would not close the socket for us.
            with theirs:
                process = TEMPLATE.copy(theirs.fileno(), NICENESS, None)
            try:
                pipe.send((function, args))
                good, result = pipe.recv()
            finally:
                # Killed, even where it answered: only its end gives all of its memory back.
                TEMPLATE.end(process)
    except (EOFError, OSError):
        raise Unavailable(
            "The process that reads the file was lost, perhaps for want of memory. Try again "
            "later, or with a smaller file."
        ) from None
    if good:
        return result
    raise result


def _mapped(path: str, function: Callable[..., Any], args: tuple[Any, ...]) -> Any:
    with open(path, "rb") as file:
        # Closed by the end of the process: what was read may still point into it.
        data = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
    return function(memoryview(data), *args)


def begin(function: Callable[..., Any], *args: object) -> Future[Any]:
    """Begin to `run_in_subprocess` in a process of its own, and return at once."""
    # Two threads of one process would compute no more than one.
    thread = ThreadPoolExecutor(1)
    computing = thread.submit(run_in_subprocess, function, *args)
    thread.shutdown(wait=False)
    return computing


def compute_all(functions: Sequence[Callable[..., Any]], *args: object) -> list[Any]:
    """Return what each function gives of the same arguments, all computed at the same time."""
    with ThreadPoolExecutor(len(functions)) as threads:
        return list(threads.map(lambda function: run_in_subprocess(function, *args), functions))
