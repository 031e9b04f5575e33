"""Processes that compute: as many as cores, each with one thread of BLAS and of low priority.

Many small matrix products keep the interpreter's lock busy, so that two threads of one process
compute no more than one. `Processes` is a `concurrent.futures.Executor` over processes that

- are started with it and stay, each a copy of one process that has imported what a cell needs
  (`template`), before a visitor asks;
- know nothing of the program that started them: no guard around the main module is needed, and no
  page runs twice;
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
import socket
from collections.abc import Callable
from multiprocessing.connection import Connection
from typing import Any

from dpcore.checks import Unavailable, whole
from dpcore.data.dataset import Dataset
from dplab.simulation.executors.delegating import DelegatingExecutor
from dplab.simulation.executors.shared_memory import share
from dplab.simulation.executors.template import ForkServer

ATTEMPTS = 3
"""How often a task is tried whose process dies: once could be chance, three times is the task."""

NICENESS = 19
"""A seventieth of the processor time of a process at normal priority, such as the server."""


def cores() -> int:
    """Return how many cores this process may use."""
    # Those it was given, in a container for example, and not all that the machine has.
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


# One for the program: all pools and readers of files are copies of the same process.
TEMPLATE = ForkServer()


class _Process:
    """One process, and another one in its place whenever it is lost."""

    def __init__(self, niceness: int, limit: float | None) -> None:
        self.niceness, self.limit = niceness, limit
        self.pid: int | None = None

    def start(self) -> None:
        if self.pid is not None:
            return
        ours, theirs = socket.socketpair()
        self.pipe = Connection(ours.detach())
        # Closed here once the copy has it: with its death the pipe must end for us.
        with theirs:
            self.pid = TEMPLATE.copy(theirs.fileno(), self.niceness, self.limit)

    def stop(self) -> None:
        if self.pid is not None:
            self.pipe.close()
            TEMPLATE.end(self.pid)
            self.pid = None

    def compute(self, function: Callable[..., Any], args: tuple[Any, ...]) -> Any:
        # Once for all attempts: the memory stays, whoever dies that reads it.
        sent = [share(each) if isinstance(each, Dataset) else each for each in args]
        for _ in range(ATTEMPTS):
            try:
                self.start()
                self.pipe.send((function, sent))
                good, result = self.pipe.recv()
            except (EOFError, OSError):
                # Its end of the pipe is gone, or in the middle of an answer: neither can be used.
                self.stop()
            else:
                if good:
                    return result
                raise result
        raise Unavailable(
            f"The process that computes died {ATTEMPTS} times over this, perhaps for lack of "
            "memory. Take fewer draws, or fewer records."
        )
