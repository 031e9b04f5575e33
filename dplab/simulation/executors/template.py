"""A process that has imported what cells need, and of which every other one is a copy.

Importing takes a second of the processor, copying a process (a *fork*) some milliseconds, and
copies share the memory of what was imported. So a program has one such process, which does nothing
but to make copies, end them and bury them; it ends with the program. It knows nothing of the
program: it is a plain Python process, which never ran the program's main module.

Each copy answers what comes through a socket of its own until that closes (`answering.serve`).
"""

import atexit
import gc
import os
import signal
import socket
import subprocess
import sys
import threading
from multiprocessing.connection import Connection
from multiprocessing.reduction import recv_handle, send_handle
from pathlib import Path
from typing import NoReturn

from dplab.simulation.executors.answering import worker_main

START = """
import dplab.simulation.sweeps.cells
from dplab.simulation.executors.template import copy_on_demand
copy_on_demand({orders})
"""
ROOT = Path(__file__).parents[3]


class ForkServer:
    """The process that copies are made of; it starts with the first one."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._orders: Connection | None = None
        self._copies: set[int] = set()

    def copy(self, end: int, niceness: int, limit: float | None) -> int:
        """Start a copy, and return its process number.

        Parameters
        ----------
        end : int
            A socket; the copy gets one of its own, at which it answers.
        niceness : int
            By how much its priority is below that of this program.
        limit : float, optional
            Seconds of the processor after which it gives a task up.

        Raises
        ------
        EOFError, OSError
            If the template cannot be started, or was lost; the next call starts another one.
        """
        # One order at a time, since answers carry no name of who asked.
        with self._lock:
            orders = self._started()
            try:
                orders.send((niceness, limit))
                send_handle(orders, end, self._process.pid)
                copy = int(orders.recv())
            except (EOFError, OSError):
                self.stop()
                raise
            self._copies.add(copy)
            return copy

    def end(self, copy: int) -> None:
        """Kill a copy, wherever it is in its work, and bury it."""
        with self._lock:
            if self._orders is None or copy not in self._copies:
                # A copy of a template that was lost: it hears by itself that nobody listens any
                # more, and its number may be another process's by now.
                return
            self._copies.remove(copy)
            try:
                self._orders.send(copy)
                self._orders.recv()
            except (EOFError, OSError):
                self.stop()

    def _started(self) -> Connection:
        if self._orders is None:
            ours, theirs = socket.socketpair()
            pipe = Connection(ours.detach())
            with theirs:
                # A group of its own: Ctrl-C goes to the program, and this process ends with it.
                self._process = subprocess.Popen(
                    [sys.executable, "-P", "-c", START.format(orders=theirs.fileno())],
                    pass_fds=[theirs.fileno()],
                    # One thread of BLAS from its start: `run_cell` sees to it in any process, too
                    # late for the threads that BLAS makes when it is loaded.
                    env=os.environ | {"OPENBLAS_NUM_THREADS": "1", "PYTHONPATH": _path()},
                    stdin=subprocess.DEVNULL,
                    process_group=0,
                )
            self._orders = pipe
            atexit.register(self.stop)
        return self._orders

    def stop(self) -> None:
        """End the template; its copies hear that, and the next one starts another template."""
        if self._orders is not None:
            self._orders.close()
            self._orders = None
            self._copies.clear()
            self._process.kill()
            self._process.wait()


def _path() -> str:
    return os.pathsep.join(filter(None, [str(ROOT), os.environ.get("PYTHONPATH")]))


def copy_on_demand(orders: int) -> NoReturn:
    """Make and end copies as it comes through the socket `orders`: the life of the template."""
    gc.freeze()  # Copies share what was imported as long as no collection touches it.
    pipe = Connection(orders)
    while True:
        try:
            order = pipe.recv()
            pipe.send(_bury(order) if isinstance(order, int) else _copy(pipe, *order))
        except (EOFError, OSError):
            os._exit(0)  # The program is gone; its copies hear that too.


def _copy(orders: Connection, niceness: int, limit: float | None) -> int:
    end = recv_handle(orders)
    # Safe here, where no other thread runs whose locks a copy would have for ever.
    copy = os.fork()
    if copy == 0:
        # Held by a copy, this end would stay open when the template dies, and nobody would hear it.
        orders.close()
        os.setpgid(0, 0)
        os.nice(niceness)  # added to the template's own, which is the program's
        worker_main(end, limit)
    os.close(end)
    return copy


def _bury(copy: int) -> int:
    # Not buried yet, so no other process can have its number.
    os.kill(copy, signal.SIGKILL)
    return os.waitpid(copy, 0)[0]
