"""Processes that compute: as many as cores, each with one thread of BLAS and of low priority.

Many small matrix products keep the interpreter's lock busy, so that two threads of one process
compute no more than one. `Processes` is a `concurrent.futures.Executor` over processes that

- are started with it and stay: importing what a cell needs takes a second, which has passed before
  a visitor asks;
- are plain Python processes that know nothing of the program that started them: no guard around
  the main module is needed, and no page runs twice;
- may die, killed or for lack of memory: the task of a lost one, and no other, is done again by a
  new one, `ATTEMPTS` times at most;
- end when the program does, in whatever way, also in the middle of a cell: each listens to a
  socket that closes when the other side is gone;
- have low priority, so that the server answers while they compute;
- give a task up, if they were made so, that takes too much of the processor (`Overrun`).

Records are shared with them (see `shared_memory`), everything else is sent as a pickle.

Examples
--------
>>> import math
>>> with Processes(1) as pool:
...     pool.submit(math.sqrt, 4.0).result()
2.0
"""

import os
import pickle
import signal
import socket
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from multiprocessing.connection import Connection
from pathlib import Path
from queue import SimpleQueue
from typing import Any

from dpcore.checks import Overrun, Unavailable, whole
from dpcore.data.dataset import Dataset
from dpcore.experiments.executors.delegating import DelegatingExecutor
from dpcore.experiments.executors.shared_memory import SharedRecords, attach, share

ATTEMPTS = 3
"""How often a task is tried whose process dies: once could be chance, three times is the task."""

NICENESS = 19
"""A seventieth of the processor time of a process at normal priority, such as the server."""

START = """
import os
os.nice({niceness})
import dpcore.experiments.sweeps.cells
from dpcore.experiments.executors.processes import serve
serve({end}, {limit})
"""
ROOT = Path(__file__).parents[3]


def cores() -> int:
    """Return how many cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


class Processes(DelegatingExecutor):
    """An executor over processes that survives the death of any of them.

    Parameters
    ----------
    count : int, optional
        Processes; as many as cores if left out.
    niceness : int
        Their priority, from 0 (that of the server) to 19 (the lowest).
    limit : float, optional
        Seconds of the processor after which a task is given up: its future raises `Overrun`. Where
        the system cannot count them (Windows), no task is.
    """

    def __init__(
        self, count: int | None = None, *, niceness: int = NICENESS, limit: float | None = None
    ) -> None:
        count = cores() if count is None else whole("count", count)
        super().__init__([_Process(niceness, limit) for _ in range(count)])


class _Process:
    """One process, and another one in its place whenever it is lost."""

    def __init__(self, niceness: int, limit: float | None) -> None:
        self.niceness, self.limit = niceness, limit
        self.child: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        if self.child is not None:
            return
        ours, theirs = socket.socketpair()
        self.pipe = Connection(ours.detach())
        command = START.format(niceness=self.niceness, end=theirs.fileno(), limit=self.limit)
        with theirs:
            # A group of its own: Ctrl-C goes to the program, and this process ends with it.
            self.child = subprocess.Popen(
                [sys.executable, "-P", "-c", command],
                pass_fds=[theirs.fileno()],
                # One thread of BLAS from its start: `run_cell` sees to it in any process, too late
                # for the threads that BLAS makes when it is loaded.
                env=os.environ | {"OPENBLAS_NUM_THREADS": "1", "PYTHONPATH": _path()},
                stdin=subprocess.DEVNULL,
                process_group=0,
            )

    def stop(self) -> None:
        if self.child is not None:
            self.pipe.close()
            self.child.kill()
            self.child.wait()
            self.child = None

    def compute(self, function: Callable[..., Any], args: tuple[Any, ...]) -> Any:
        sent = [share(each) if isinstance(each, Dataset) else each for each in args]
        for _ in range(ATTEMPTS):
            try:
                self.start()
                self.pipe.send((function, sent))
                good, result = self.pipe.recv()
            except (EOFError, OSError):
                self.stop()
            else:
                if good:
                    return result
                raise result
        raise Unavailable(
            f"The process that computes died {ATTEMPTS} times over this, perhaps for want of "
            "memory. Take fewer draws, or fewer records."
        )


def _path() -> str:
    return os.pathsep.join(filter(None, [str(ROOT), os.environ.get("PYTHONPATH")]))


def serve(end: int, limit: float | None) -> None:
    """Answer what comes through the socket `end` until it closes: the life of a process."""
    pipe, asked = Connection(end), SimpleQueue[bytes]()
    threading.Thread(target=_listen, args=(pipe, asked), daemon=True).start()
    while True:
        answer = _answer(asked.get(), limit)
        with suppress(OSError):  # then the other side is gone, and `_listen` ends this one
            pipe.send(answer)


def _listen(pipe: Connection, asked: "SimpleQueue[bytes]") -> None:
    try:
        while True:
            asked.put(pipe.recv_bytes())
    except (EOFError, OSError):
        os._exit(0)  # Nobody would read the answer, however far it has come.


def _answer(question: bytes, limit: float | None) -> tuple[bool, Any]:
    try:
        function, args = pickle.loads(question)
        ready = [attach(each) if isinstance(each, SharedRecords) else each for each in args]
        with _limited(limit):
            return True, function(*ready)
    except Exception as fault:
        # At the edge of a process: the error is sent back.
        return False, fault


@contextmanager
def _limited(seconds: float | None) -> Iterator[None]:
    """Raise `Overrun` in the block once it has taken so many seconds of the processor."""
    if seconds is None or not hasattr(signal, "setitimer"):
        yield
        return

    def give_up(_signal: int, _frame: object) -> None:
        raise Overrun(seconds)

    # Of this process's own processor time: what others take of a busy machine does not count.
    signal.signal(signal.SIGPROF, give_up)
    signal.setitimer(signal.ITIMER_PROF, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0.0)
