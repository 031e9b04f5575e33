"""Many machines: a `concurrent.futures.Executor` over a Dask scheduler.

`Cluster("tcp://…")` hands tasks to the workers that are registered with a scheduler, and turns
whatever can go wrong there into a sentence, within seconds and never by waiting for ever:

- no Dask on this machine, no scheduler, or none any more: `Unavailable`; once the scheduler is
  back, the next task finds it;
- a scheduler without workers: the same;
- a worker that dies: Dask gives its task to another one; one that several workers died of is given
  up;
- a worker with another version of what cells compute: refused by that worker.

Results that are fetched over one connection share one request of Dask's, which a time-out of any of
them would cancel for all. So fetching has none: a thread waits for an interval, asks whether the
scheduler still answers, and waits on.

A visitor's own table never leaves this machine: tasks with one are done by processes here. Dask's
workers are not asked for a password, so that a scheduler belongs in a network that one trusts, or
behind Dask's own TLS (``tls://…``).

Needs `requirements/cluster.txt`; nothing of Dask is imported before a `Cluster` seeks it.
"""

import asyncio
import math
import threading
import time
from collections.abc import Callable
from concurrent.futures import CancelledError, Future, wait
from contextlib import suppress
from typing import Any

from dpcore.checks import Unavailable
from dpcore.data.dataset import Dataset
from dplab.simulation.executors.delegating import DelegatingExecutor
from dplab.simulation.executors.processes import Processes, cores

Version = Callable[[], int]

MAX_TASKS = 128
"""Tasks under way at a time, at most."""

CONNECT_TIMEOUT = 5.0
"""Seconds to connect to a scheduler."""

ANSWER_TIMEOUT = 15.0
"""Seconds that a connected scheduler may be too busy to answer."""

WORKERS_TIMEOUT = 10.0
"""Seconds for a scheduler without workers to get one."""

ATTEMPTS = 3
"""How often a task is handed to a scheduler that was lost and came back."""

POLL_INTERVAL = 1.0
"""Seconds between two checks of the scheduler."""

REFUSAL_HOLDS = 3.0
"""Seconds that a refusal holds without a new check: the other cells of a sweep need not wait."""


class Cluster(DelegatingExecutor):
    """An executor over the workers of a Dask scheduler.

    Parameters
    ----------
    address : str
        Of the scheduler, for example ``tcp://192.168.0.10:8786``. It is sought in the background.
    version : callable
        Returns the version of what tasks compute. It is called here and on the worker, by its
        name; a worker where it returns something else refuses the task.
    """

    def __init__(self, address: str, *, version: Version) -> None:
        self._connection = _Connection(address)
        self._local: Processes | None = None
        super().__init__([_Slot(self._connection, version) for _ in range(MAX_TASKS)])

    @property
    def slots(self) -> int:
        """Threads of the cluster's workers, as far as is known."""
        return min(MAX_TASKS, max(1, self._connection.threads))

    @property
    def own_slots(self) -> int:
        """How many tasks with an own table are worth having under way: this machine's cores."""
        return min(self.slots, cores())

    def submit(self, function: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        """Queue ``function(*args)`` for the cluster; if it takes an own table, for this machine."""
        # Public records are named by the cell, and loaded where it is computed: a `Dataset` that is
        # an argument is somebody's own.
        if any(isinstance(each, Dataset) for each in args):
            return self._here().submit(function, *args, **kwargs)
        return super().submit(function, *args, **kwargs)

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """Take no further task, and close the connection when the queued ones are done.

        Without waiting it is closed at once: tasks that are not done by then are `Unavailable`.
        """
        super().shutdown(wait, cancel_futures=cancel_futures)
        if self._local is not None:
            self._local.shutdown(wait, cancel_futures=cancel_futures)
        self._connection.close()

    def _here(self) -> Processes:
        # With the first own table: most servers of a cluster never see one.
        with self._lock:
            if self._local is None:
                self._local = Processes()
            return self._local


class _Connection:
    """The connection to a scheduler, made when it is needed and made again when it was lost."""

    def __init__(self, address: str) -> None:
        self.address, self.threads = address, 0
        self._client: Any = None
        # One at a time seeks the scheduler; `MAX_TASKS` threads that sought it would flood it.
        self._lock = threading.Lock()
        self._checked = self._last_staffed = self._refused = -math.inf
        self._refusal, self._closed = "", False

    def client(self) -> Any:
        """Return a client that is connected to a scheduler with workers.

        Raises
        ------
        Unavailable
            If there is no such scheduler, or the connection was closed for good.
        """
        with self._lock:
            if self._closed:
                raise Unavailable("The connection to the scheduler was closed.")
            if time.monotonic() - self._refused < REFUSAL_HOLDS:
                raise Unavailable(self._refusal)
            try:
                client = self._connected()
                self._check_workers(client)
            except Unavailable as refusal:
                self._refused, self._refusal = time.monotonic(), str(refusal)
                raise
            return client

    def close(self) -> None:
        """Close the connection for good: a thread that still waits must not open another one."""
        with self._lock:
            self._closed = True
            if self._client is not None:
                with suppress(OSError):  # a scheduler that is gone needs no goodbye
                    self._client.close(timeout=CONNECT_TIMEOUT)
                self._client = None

    def _connected(self) -> Any:
        """Return the client, when it has found its scheduler again, or another one."""
        deadline = time.monotonic() + CONNECT_TIMEOUT
        while self._client is not None and self._client.status == "connecting":
            # Dask seeks a lost scheduler again by itself. It is given a while, not for ever.
            if time.monotonic() > deadline:
                raise self._silent()
            time.sleep(0.05)
        if self._client is None or self._client.status != "running":
            try:
                self._client = _dask_client(self.address)
            except (OSError, ValueError) as fault:
                raise self._silent() from fault
            # Workers find a scheduler that was started again only some seconds after it is there.
            self._last_staffed = time.monotonic()
        return self._client

    def _check_workers(self, client: Any) -> None:
        """Count the workers' threads, now and then."""
        if time.monotonic() - self._checked < POLL_INTERVAL:
            return
        try:
            # Without a timeout, one that is connected and does not answer would block for ever.
            threads = client.sync(client.scheduler.ncores, callback_timeout=ANSWER_TIMEOUT)
        except OSError as fault:
            raise self._silent() from fault
        self._checked = time.monotonic()
        self.threads = sum(threads.values())
        if self.threads:
            self._last_staffed = self._checked
        elif self._checked - self._last_staffed > WORKERS_TIMEOUT:
            raise Unavailable(
                f"The scheduler at {self.address} has no workers. Start some in the folder of the "
                "dashboard, then start the sweep again: cells that were finished are not computed "
                "twice."
            )

    def _silent(self) -> Unavailable:
        return Unavailable(
            f"The scheduler at {self.address} does not answer. When it does, start the sweep "
            "again: cells that were finished are not computed twice."
        )


def _dask_client(address: str) -> Any:
    # Here, for most machines have no Dask; and it takes a second to import.
    try:
        import dask
        import distributed
    except ImportError:
        raise Unavailable(
            "Computing on a cluster needs Dask: install requirements/cluster.txt, or "
            '"dpcore[cluster]" where there is no such file, or unset EXPLORER_SCHEDULER.'
        ) from None
    # A message to a scheduler that is gone must not wait for half a minute. Dask allows no less
    # than 11 s on a connection.
    limits = {"connect": f"{CONNECT_TIMEOUT}s", "tcp": f"{max(11.0, ANSWER_TIMEOUT)}s"}
    dask.config.set({f"distributed.comm.timeouts.{name}": limit for name, limit in limits.items()})
    client: Any = distributed.Client
    return client(address, timeout=CONNECT_TIMEOUT, set_as_default=False)


class _Slot:
    """A worker for one task at a time, done anywhere in the cluster."""

    def __init__(self, connection: _Connection, version: Version) -> None:
        self.connection, self.version = connection, version

    def start(self) -> None:
        self.connection.client()

    def stop(self) -> None:
        """Leave the connection open: the other slots share it."""

    def compute(self, function: Callable[..., Any], args: tuple[Any, ...]) -> Any:
        for _ in range(ATTEMPTS):
            with suppress(_Lost):
                return self._attempt(self.connection.client(), function, args)
        raise Unavailable(
            f"The scheduler at {self.connection.address} was lost {ATTEMPTS} times over this."
        )

    def _attempt(self, client: Any, function: Callable[..., Any], args: tuple[Any, ...]) -> Any:
        """Have a task done over one client."""
        from distributed.client import ClosedClientError
        from distributed.scheduler import KilledWorker

        try:
            # Not pure: Dask would give equal calls one result, and share the fault of one.
            task = client.submit(guarded, self.version(), self.version, function, args, pure=False)
        except ClosedClientError as fault:
            raise _Lost from fault
        try:
            return self._fetched(client, task)
        except KilledWorker as fault:
            raise Unavailable(
                "Several workers of the cluster died over this, perhaps for lack of memory. "
                "Take fewer draws, or fewer records."
            ) from fault
        except (ImportError, RuntimeError) as fault:
            if isinstance(fault, ImportError) or isinstance(fault.__cause__, ImportError):
                raise Unavailable(
                    f"The scheduler at {self.connection.address} does not know dpcore. Start "
                    "it in the folder of the dashboard, in the same version."
                ) from fault
            raise
        finally:
            # Nobody waits any more: a scheduler that comes back need not compute it, and what
            # still waits for it in Dask's loop ends.
            task.release()

    def _fetched(self, client: Any, task: Any) -> Any:
        """Return what a task returned; never cancel the request, which others may share."""
        request = client.gather(task, asynchronous=True)
        try:
            answer = asyncio.run_coroutine_threadsafe(request, client.loop.asyncio_loop)
        except RuntimeError as fault:  # the loop ended with its client
            request.close()
            raise _Lost from fault
        while not wait([answer], POLL_INTERVAL).done:
            # It raises if there is nobody left to wait for.
            if self.connection.client() is not client:
                raise _Lost
        if _connection_failed(client, task, answer):
            raise _Lost
        return answer.result()


def _connection_failed(client: Any, task: Any, answer: Future[Any]) -> bool:
    """Return whether it is not the task that failed: its own error would be its state."""
    if answer.cancelled():  # by the end of Dask's loop
        return True
    # An OSError may be the task's own, too, of a file it could not read: the task's state tells.
    fault = answer.exception()
    if fault is None or task.status == "error":
        return False
    return isinstance(fault, (CancelledError, OSError)) or client.status != "running"


class _Lost(Exception):
    """The scheduler was lost, and the task with it."""


def guarded(
    wanted: int, version: Version, function: Callable[..., Any], args: tuple[Any, ...]
) -> Any:
    """Compute ``function(*args)`` on a worker that has the version of the asking side.

    Raises
    ------
    Unavailable
        If the worker has another version.
    """
    # `version` arrived by its name, so that this is the version of the worker's own code.
    if wanted != version():
        raise Unavailable(
            f"A worker of the cluster computes version {version()} of the numerics, this server "
            f"{wanted}. Give all machines the same version of the dashboard."
        )
    return function(*args)
