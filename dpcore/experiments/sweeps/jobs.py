"""Sweeps in the background: submitted, watched, cancelled, shared fairly among visitors.

A `Registry` owns a few worker threads. A sweep that is submitted becomes a job with an id that
cannot be guessed. At most `max_running` jobs run at a time, one of each visitor, and their cells
are taken in turn, so that neither a large sweep nor a visitor with many delays the rest; the others
wait in a queue and know their place. Asking for the `status` of a job keeps it alive: one that
nobody asked about for `ABANDONED_AFTER` seconds ends, as does one that is cancelled. Its cells
under way finish and are stored, but no further one starts. A cell found in the store is not
computed.

Cells run in an executor, if one is given (processes, or Dask for many machines), else in the worker
threads themselves.

A sweep over a visitor's own table is that visitor's alone: its records are dropped when it ends,
its cells are never stored, and a request for it that does not name its owner gets the same answer
as one for a run that does not exist.

Examples
--------
>>> registry = Registry(workers=1)
>>> job = registry.submit(SweepSpec(data="uniform", sizes=(50, 100), draws=2), owner="ada")
>>> registry.wait(job)
>>> registry.status(job).state, registry.status(job).done
('done', 2)
>>> registry.close()
"""

import secrets
import threading
import time
from collections import deque
from collections.abc import Callable
from concurrent.futures import Executor
from dataclasses import dataclass, field

import pandas as pd

from dpcore.checks import InvalidInput
from dpcore.data.dataset import Dataset
from dpcore.experiments.sources import UPLOAD
from dpcore.experiments.sweeps.cells import NO_ROWS, Cell, CellResult, cells, run_cell
from dpcore.experiments.sweeps.running import CellStore, result_of
from dpcore.experiments.sweeps.spec import SweepSpec, check

ABANDONED_AFTER = 60.0
"""Seconds without a call of `status` after which a job counts as abandoned."""

MAX_ENDED_JOBS = 200
"""Ended jobs whose rows are still held."""

MAX_ENDED_ROWS = 5_000_000
"""Rows of ended jobs that are still held: half a gigabyte."""

RETENTION = 3600.0
"""Seconds without a call of `status` after which an ended sweep over an own table is dropped."""

ENDED = ("done", "cancelled", "abandoned")


@dataclass(frozen=True)
class Status:
    """The progress of a job.

    Parameters
    ----------
    state : str
        "waiting", "running", "done", "cancelled" or "abandoned".
    done, reused, total : int
        Cells: finished, of these found in the store, and in all.
    place : int
        How many jobs start before this one; 0 unless it waits.
    seconds_left : float or None
        Estimated from the cells so far; None before the first one and after the end.
    failures : tuple of str
        Reasons, one for each cell that failed.
    """

    state: str
    done: int
    reused: int
    total: int
    place: int
    seconds_left: float | None
    failures: tuple[str, ...]


@dataclass(eq=False)
class _Job:
    spec: SweepSpec
    owner: str
    records: Dataset | None
    total: int
    todo: deque[Cell]
    asked: float
    since: int = 0
    state: str = "waiting"
    started: float = 0.0
    reused: int = 0
    done: int = 0
    n_rows: int = 0
    failures: list[str] = field(default_factory=list)
    rows: pd.DataFrame = field(default_factory=NO_ROWS.copy)
    fresh: list[pd.DataFrame] = field(default_factory=list)
    ended: threading.Event = field(default_factory=threading.Event)

    @property
    def private(self) -> bool:
        """Whether it rests on its owner's own table."""
        return self.spec.data == UPLOAD

    def take(self, result: CellResult, reused: bool) -> None:
        """Note what a cell gave."""
        self.done += 1
        self.reused += reused
        self.n_rows += len(result.rows)
        if result.failure:
            self.failures.append(result.failure)
        else:
            self.fresh.append(result.rows)

    def gather(self) -> None:
        """Put the rows that came since the last time below the others."""
        if self.fresh:
            old = [self.rows] if len(self.rows) else []
            self.rows = pd.concat([*old, *self.fresh], ignore_index=True)
            self.fresh.clear()


class Registry:
    """The jobs of a server.

    Parameters
    ----------
    workers : int, optional
        Cells under way at a time, at most. If left out, as many as the executor says
        (`DelegatingExecutor.slots`, which may change from one moment to the next), or two.
    max_running : int
        Jobs worked on at a time.
    store : CellStore, optional
    executor : concurrent.futures.Executor, optional
        The caller's own: it is not shut down here.
    clock : callable
        Seconds; a test may bring its own.
    """

    def __init__(
        self,
        workers: int | None = None,
        max_running: int = 4,
        store: CellStore | None = None,
        executor: Executor | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.max_running, self.clock = max_running, clock
        self.store, self.executor = store, executor
        self._jobs: dict[str, _Job] = {}
        self._turns: list[_Job] = []
        self._round = 0
        self._closed = False
        self._changed = threading.Condition()
        self._workers, self._under_way = workers, 0
        count = getattr(executor, "most", 2) if workers is None else workers
        self._threads = [threading.Thread(target=self._work, daemon=True) for _ in range(count)]
        for thread in self._threads:
            thread.start()

    def submit(self, spec: SweepSpec, owner: str, records: Dataset | None = None) -> str:
        """Take a sweep on and return the id of its job.

        Parameters
        ----------
        spec : SweepSpec
        owner : str
            Names the visitor; it should not be guessable by others.
        records : Dataset, optional
            The owner's own table, for ``spec.data == "upload"``. It is dropped when the job ends;
            nothing of the job is stored or shown to anybody else.

        Raises
        ------
        InvalidInput
            If the sweep is impossible or too large.
        """
        check(spec, records)
        todo = deque(cells(spec))
        job = _Job(spec, owner, records, len(todo), todo, asked=self.clock())
        name = secrets.token_urlsafe(12)
        with self._changed:
            self._forget()
            job.since = self._round
            self._jobs[name] = job
            self._turns.append(job)
            self._changed.notify_all()
        return name

    def status(self, name: str, owner: str = "") -> Status:
        """Return the progress of a job; asking keeps it alive.

        Parameters
        ----------
        name : str
            Id of the job.
        owner : str
            Names the visitor; needed for a sweep over an own table, here and in the methods below.

        Raises
        ------
        InvalidInput
            If there is no such job, for example since the server was started again, or if it
            rests on the own table of somebody else.
        """
        with self._changed:
            job = self._named(name, owner)
            job.asked = self.clock()
            return Status(
                job.state,
                job.done,
                job.reused,
                job.total,
                self._place(job),
                self._seconds_left(job),
                tuple(job.failures),
            )

    def knows(self, name: str, owner: str = "") -> bool:
        """Tell whether there is such a job for this visitor."""
        with self._changed:
            return self._find(name, owner) is not None

    def spec(self, name: str, owner: str = "") -> SweepSpec:
        """Return the sweep of a job."""
        with self._changed:
            return self._named(name, owner).spec

    def rows(self, name: str, owner: str = "") -> pd.DataFrame:
        """Return the rows of a job so far."""
        with self._changed:
            job = self._named(name, owner)
            job.gather()
            return job.rows.copy(deep=False)

    def cancel(self, name: str, owner: str = "") -> None:
        """Start no further cell of a job."""
        with self._changed:
            job = self._named(name, owner)
            if job.state not in ENDED:
                self._end(job, "cancelled")

    def wait(self, name: str, timeout: float | None = None, owner: str = "") -> None:
        """Wait until a job has ended."""
        with self._changed:
            ended = self._named(name, owner).ended
        ended.wait(timeout)

    def close(self) -> None:
        """Cancel everything and stop the workers."""
        with self._changed:
            self._closed = True
            for job in list(self._turns):
                self._end(job, "cancelled")
            self._changed.notify_all()
        for thread in self._threads:
            thread.join()

    def _work(self) -> None:
        while self._turn():
            pass

    def _turn(self) -> bool:
        """Wait for a cell and compute it; False when there will be none any more.

        A function of its own, since its names hold a visitor's records, and end with it.
        """
        with self._changed:
            turn = self._next()
            while turn is None and not self._closed:
                self._changed.wait(1.0)
                turn = self._next()
        if turn is None:
            return False
        job, cell, records = turn
        try:
            result, reused = self._result(cell, records)
        except Exception as fault:
            # The edge of a worker: a broken executor or store must not end the thread.
            failure = f"{type(fault).__name__}: {fault}"
            result, reused = CellResult(cell, NO_ROWS, failure), False
        with self._changed:
            self._take(job, result, reused)
        return True

    def _result(self, cell: Cell, records: Dataset | None) -> tuple[CellResult, bool]:
        store = self.store if records is None else None
        kept = store.find(cell) if store else None
        if kept is not None:
            return CellResult(cell, kept), True
        result = self._compute(cell, records)
        if store:
            store.keep(result)
        return result, False

    def _compute(self, cell: Cell, records: Dataset | None) -> CellResult:
        if self.executor is None:
            return run_cell(cell, records)
        return result_of(self.executor.submit(run_cell, cell, records), cell)

    def _next(self) -> tuple[_Job, Cell, Dataset | None] | None:
        """Take a cell of the visitor whose last turn is longest ago."""
        self._forget()
        for left in [job for job in self._turns if self.clock() - job.asked > ABANDONED_AFTER]:
            self._end(left, "abandoned")
        job = min(self._ready(), key=lambda each: each.since, default=None)
        if job is None or self._under_way >= self._slots():
            return None
        if job.state == "waiting":
            job.state, job.started = "running", self.clock()
        self._round += 1
        for each in self._turns:
            if each.owner == job.owner:
                each.since = self._round
        self._under_way += 1
        return job, job.todo.popleft(), job.records

    def _ready(self) -> list[_Job]:
        """Return the jobs that could have a turn, first come first."""
        going = [job for job in self._turns if job.state == "running"]
        busy = {job.owner for job in going}
        full = len(going) >= self.max_running
        return [
            job
            for job in self._turns
            if (job.todo if job.state == "running" else not full and job.owner not in busy)
        ]

    def _slots(self) -> int:
        return int(getattr(self.executor, "slots", 2)) if self._workers is None else self._workers

    def _take(self, job: _Job, result: CellResult, reused: bool) -> None:
        self._under_way -= 1
        job.take(result, reused)
        if job.done == job.total and job.state not in ENDED:
            self._end(job, "done")
        self._changed.notify_all()

    def _end(self, job: _Job, state: str) -> None:
        job.state = state
        job.todo.clear()
        job.records = None
        self._turns.remove(job)
        job.ended.set()

    def _place(self, job: _Job) -> int:
        if job.state != "waiting":
            return 0
        waiting = [each for each in self._turns if each.state == "waiting"]
        return waiting.index(job) + 1

    def _seconds_left(self, job: _Job) -> float | None:
        if job.state != "running" or not job.done:
            return None
        pace = (self.clock() - job.started) / job.done
        return pace * (job.total - job.done)

    def _named(self, name: str, owner: str) -> _Job:
        job = self._find(name, owner)
        if job is None:
            raise InvalidInput(
                "This run is not known here: the server was started again, or the run is long "
                "over. Start it again; cells that were finished are not computed twice."
            )
        return job

    def _find(self, name: str, owner: str) -> _Job | None:
        job = self._jobs.get(name)
        return None if job is None or (job.private and job.owner != owner) else job

    def _forget(self) -> None:
        ended = [name for name, job in self._jobs.items() if job.state in ENDED]
        rows_left = MAX_ENDED_ROWS
        for place, name in enumerate(reversed(ended)):
            job = self._jobs[name]
            rows_left -= job.n_rows
            silent = self.clock() - job.asked > RETENTION
            if place >= MAX_ENDED_JOBS or (rows_left < 0 and place) or (job.private and silent):
                del self._jobs[name]
