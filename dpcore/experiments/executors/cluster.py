"""Many machines: a `concurrent.futures.Executor` over a Dask scheduler.

`Cluster("tcp://…")` hands tasks to the workers that are registered with a scheduler, and turns
whatever can go wrong out there into a sentence, in seconds and never by waiting for good:

- no Dask on this machine, no scheduler, or none any more: `Unavailable`; the next task finds it
  again when it is back;
- a scheduler without workers: the same;
- a worker that dies: Dask gives its task to another one; one that several workers died of is given
  up;
- a worker with another version of what cells compute: refused by that worker.

A visitor's own table never leaves this machine: tasks with one are done by processes here. Who
computes over there is not asked for a password, so that a scheduler belongs into a network that
one trusts, or behind Dask's own TLS (``tls://…``).

Needs `requirements-cluster.txt`; nothing of Dask is imported before a `Cluster` seeks it.
"""

import math
import threading
import time
from collections.abc import Callable
from concurrent.futures import CancelledError, Future
from contextlib import suppress
from typing import Any

from dpcore.data.dataset import Dataset
from dpcore.experiments.executors.crew import Crew, Unavailable
from dpcore.experiments.executors.processes import Processes
from dpcore.experiments.sweeps import NUMERICS

MOST = 128
"""Tasks under way at a time, at most."""

ANSWERING = 5.0
"""Seconds to connect to a scheduler."""

SILENCE = 15.0
"""Seconds that one that is connected may be too busy to answer."""

STAFFING = 10.0
"""Seconds for a scheduler without workers to get one."""

ATTEMPTS = 3
"""How often a task is handed to a scheduler that was lost and came back."""

LOOK = 1.0
"""Seconds between two looks at how things stand."""

REFUSING = 3.0
"""Seconds that a refusal holds without a look: the other cells of a sweep need not wait for it."""


class Cluster(Crew):
    """An executor over the workers of a Dask scheduler.

    Parameters
    ----------
    address : str
        Of the scheduler, for example ``tcp://192.168.0.10:8786``. It is sought in the background.
    """

    def __init__(self, address: str) -> None:
        self._link = _Link(address)
        self._local: Processes | None = None
        super().__init__([_Seat(self._link) for _ in range(MOST)])

    @property
    def slots(self) -> int:
        """Threads of the cluster's workers, as far as is known."""
        return min(MOST, max(1, self._link.threads))

    def submit(self, function: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        """Have ``function(*args)`` done: over there, or here if it takes an own table."""
        if any(isinstance(each, Dataset) for each in args):
            return self._here().submit(function, *args, **kwargs)
        return super().submit(function, *args, **kwargs)

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """Take no further task, and leave the scheduler when those that were taken are done."""
        super().shutdown(wait, cancel_futures=cancel_futures)
        if self._local is not None:
            self._local.shutdown(wait, cancel_futures=cancel_futures)
        self._link.close()

    def _here(self) -> Processes:
        with self._lock:
            if self._local is None:
                self._local = Processes()
            return self._local


class _Link:
    """The connection to a scheduler, made when it is needed and again when it was lost."""

    def __init__(self, address: str) -> None:
        self.address, self.threads = address, 0
        self._client: Any = None
        self._lock = threading.Lock()
        self._looked = self._staffed = self._refused = -math.inf
        self._refusal = ""

    def client(self) -> Any:
        """Return a client that is connected to a scheduler with workers.

        Raises
        ------
        Unavailable
            If there is no such scheduler.
        """
        with self._lock:
            if time.monotonic() - self._refused < REFUSING:
                raise Unavailable(self._refusal)
            try:
                client = self._connected()
                self._look(client)
            except Unavailable as refusal:
                self._refused, self._refusal = time.monotonic(), str(refusal)
                raise
            return client

    def close(self) -> None:
        with self._lock:
            if self._client is not None:
                with suppress(OSError):  # a scheduler that is gone need not be told
                    self._client.close(timeout=ANSWERING)
                self._client = None

    def _connected(self) -> Any:
        """Return the client, when it has found its scheduler again, or another one."""
        deadline = time.monotonic() + ANSWERING
        while self._client is not None and self._client.status == "connecting":
            if time.monotonic() > deadline:
                raise self._silent()
            time.sleep(0.05)
        if self._client is None or self._client.status != "running":
            try:
                self._client = _dask_client(self.address)
            except (OSError, ValueError) as fault:
                raise self._silent() from fault
            self._staffed = time.monotonic()
        return self._client

    def _look(self, client: Any) -> None:
        """Count the workers' threads, now and then."""
        if time.monotonic() - self._looked < LOOK:
            return
        try:
            # One that is connected and does not answer would be waited for without an end.
            threads = client.sync(client.scheduler.ncores, callback_timeout=SILENCE)
        except OSError as fault:
            raise self._silent() from fault
        self._looked = time.monotonic()
        self.threads = sum(threads.values())
        if self.threads:
            self._staffed = self._looked
        elif self._looked - self._staffed > STAFFING:
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
    try:
        import dask
        import distributed
    except ImportError:
        raise Unavailable(
            "Computing on a cluster needs Dask: install requirements-cluster.txt, or unset "
            "EXPLORER_SCHEDULER."
        ) from None
    # A question to a scheduler that is gone must not wait for half a minute. Less than 11 s on a
    # connection cannot be set.
    limits = {"connect": f"{ANSWERING}s", "tcp": f"{max(11.0, SILENCE)}s"}
    dask.config.set({f"distributed.comm.timeouts.{name}": limit for name, limit in limits.items()})
    client: Any = distributed.Client
    return client(address, timeout=ANSWERING, set_as_default=False)


class _Seat:
    """Waits for one task of a cluster at a time."""

    def __init__(self, link: _Link) -> None:
        self.link = link

    def start(self) -> None:
        self.link.client()

    def end(self) -> None:
        """Leave the connection to the others."""

    def ask(self, function: Callable[..., Any], args: tuple[Any, ...]) -> Any:
        from distributed.comm.core import CommClosedError

        for _ in range(ATTEMPTS):
            client = self.link.client()
            task = client.submit(guarded, NUMERICS, function, args, pure=False)
            try:
                return self._result(task)
            except (CancelledError, CommClosedError):
                continue  # The scheduler was lost, and what it had been given with it.
        raise Unavailable(
            f"The scheduler at {self.link.address} was lost {ATTEMPTS} times over this."
        )

    def _result(self, task: Any) -> Any:
        from distributed.scheduler import KilledWorker

        while True:
            try:
                return task.result(timeout=LOOK)
            except TimeoutError:
                self.link.client()  # refuses if there is nobody left to wait for
            except KilledWorker as fault:
                raise Unavailable(
                    "Several workers of the cluster died over this, perhaps for want of memory. "
                    "Take fewer draws, or fewer records."
                ) from fault
            except (ImportError, RuntimeError) as fault:
                if isinstance(fault, ImportError) or isinstance(fault.__cause__, ImportError):
                    raise Unavailable(
                        f"The scheduler at {self.link.address} does not know dpcore. Start it in "
                        "the folder of the dashboard, in the same version."
                    ) from fault
                raise


def guarded(numerics: int, function: Callable[..., Any], args: tuple[Any, ...]) -> Any:
    """Compute ``function(*args)`` on a worker, if it computes what the asking side does.

    Raises
    ------
    Unavailable
        If the worker has another version of the numerics.
    """
    if numerics != NUMERICS:
        raise Unavailable(
            f"A worker of the cluster computes version {NUMERICS} of the numerics, this server "
            f"{numerics}. Give all machines the same version of the dashboard."
        )
    return function(*args)
