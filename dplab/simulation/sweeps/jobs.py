"""Sweeps in the background: submitted, watched, cancelled, shared fairly among visitors.

A `JobQueue` owns a few worker threads. A sweep that is submitted becomes a job with an id that
cannot be guessed. Whose cell comes next is for `turns` to say: visitors share the machine alike,
short sweeps go before long ones, and who waits has a place. Asking for the `status` of a job keeps
it alive: one that nobody asked about for `ABANDONED_AFTER` seconds ends, as does one that is
cancelled. Its cells under way finish and are stored, but no further one starts. A cell found in the
store is not computed. Where a cell turns out to have been computed elsewhere in the meantime, on
another server or for another visitor, the rest of its job is taken in a random order: so all who
compute one sweep at once share its cells. Of N cells, with m under way elsewhere, about
m (1 + ln(N/m)) are computed twice.

Cells run in an executor, if one is given (processes, or Dask for many machines), else in the worker
threads themselves; cells of short sweeps run in another one, `express`, while that one is busy.

A sweep that nobody pressed for, `automatic`, is one job for all pages that show it: a second page
gets the first one's, and it ends when all have cancelled it. It waits for every pressed one that
has a cell left, but in an express slot.

A sweep over a visitor's own table is that visitor's alone: its records are dropped when it ends,
its cells are never stored, and a request for it that does not name its owner gets the same answer
as one for a run that does not exist. Its rows go with the table: once nobody else has the records
any more, the run is not known here either.

Examples
--------
>>> registry = JobQueue(workers=1)
>>> job = registry.submit(SweepSpec(data="uniform", sizes=(50, 100), draws=2), owner="ada")
>>> registry.wait(job)
>>> registry.status(job).state, registry.status(job).done
('done', 2)
>>> registry.close()
"""

import secrets
import threading
import time
from collections.abc import Callable
from concurrent.futures import Executor
from math import inf

import pandas as pd

from dpcore.checks import InvalidInput, Overrun
from dpcore.data.cells import lent
from dpcore.data.dataset import Dataset
from dplab.simulation.sweeps.cells import NO_ROWS, CellResult, run_cell
from dplab.simulation.sweeps.job import ENDED, Status, SweepJob, new_job
from dplab.simulation.sweeps.running import CellStore, result_of
from dplab.simulation.sweeps.spec import SweepSpec, check, seconds
from dplab.simulation.sweeps.turns import FairScheduler, Slots, Turn

__all__ = ["ENDED", "JobQueue", "Status"]

ABANDONED_AFTER = 60.0
"""Seconds without a call of `status` after which a job counts as abandoned."""

MAX_ENDED_JOBS = 200
"""Ended jobs whose rows are still held."""

MAX_ENDED_ROWS = 5_000_000
"""Rows of ended jobs that are still held: half a gigabyte."""


class JobQueue:
    """The jobs of a server.

    Parameters
    ----------
    workers : int, optional
        Cells under way at a time, at most. If left out, as many as the executor says
        (`DelegatingExecutor.slots`, which may change from one moment to the next), or two.
    max_running : int
        Long jobs worked on at a time.
    store : CellStore, optional
        Of cells that are computed; without it none is kept.
    executor, express : concurrent.futures.Executor, optional
        The caller's own: they are not shut down here. Without `express`, a short job waits for
        long cells to end.
    clock : callable
        Seconds; a test may bring its own.
    """

    def __init__(
        self,
        workers: int | None = None,
        max_running: int = 4,
        store: CellStore | None = None,
        executor: Executor | None = None,
        express: Executor | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.clock, self.store, self.executor, self.express = clock, store, executor, express
        self._jobs: dict[str, SweepJob] = {}
        self._turns = FairScheduler(clock, max_running)
        self._closed = False
        self._changed = threading.Condition()
        self._workers, self._express = workers, _most(express, 1) if express else 0
        # As many threads as there can ever be slots, since a cluster's come and go; one that waits
        # for another machine costs next to nothing.
        count = (_most(executor, 2) if workers is None else workers) + self._express
        self._threads = [threading.Thread(target=self._work, daemon=True) for _ in range(count)]
        for thread in self._threads:
            thread.start()

    def submit(
        self,
        spec: SweepSpec,
        owner: str,
        records: Dataset | None = None,
        *,
        automatic: bool = False,
    ) -> str:
        """Take a sweep on and return the id of its job; what starts by itself may be another's.

        The owner names the visitor, and should not be guessable by others. `records` are the
        owner's own table, for ``spec.data == "upload"``: dropped when the job ends, as the job is
        when the owner drops the table; nothing of the job is stored or shown to anybody else.

        Raises
        ------
        InvalidInput
            If the sweep is impossible or too large, or too many wait already.
        """
        # Outside of the lock: to check a sweep may read a table.
        check(spec, records)
        job = new_job(spec, owner, records, asked=self.clock(), automatic=automatic)
        # 96 bits: whoever knows the name of a sweep over public records may see it.
        name = secrets.token_urlsafe(12)
        with self._changed:
            self._end_abandoned()
            self._forget()
            if automatic and (same := self._same(spec)):
                self._jobs[same].join(self.clock())
                return same
            self._turns.add(job)
            self._jobs[name] = job
            self._changed.notify_all()
        return name

    def whole(self, spec: SweepSpec) -> str:
        """Return the job of a sweep that started by itself and is whole, or an empty text."""
        with self._changed:
            same = self._same(spec)
            return same if same and self._jobs[same].state == "done" else ""

    def seconds(self, spec: SweepSpec, records: Dataset | None = None) -> float:
        """Return about how long a sweep takes here, by what its like took, if nobody else asks."""
        with self._changed:
            workers, factor = self._slots().usual, self._turns.pace.factor(spec)
        return factor * seconds(spec, max(1, workers), records)

    def check_room(self) -> None:
        """Raise InvalidInput if too many jobs wait already, whoever asks."""
        with self._changed:
            self._end_abandoned()
            self._turns.check_room()

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
                self._turns.place(job),
                self._seconds_left(job),
                tuple(job.failures),
                job.automatic,
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
            return lent(job.rows)

    def cancel(self, name: str, owner: str = "") -> None:
        """Start no further cell of a job, for its owner, or the last page of an automatic one."""
        with self._changed:
            job = self._named(name, owner)
            if job.state not in ENDED and job.is_left_by(owner):
                self._turns.end(job, "cancelled")

    def wait(self, name: str, timeout: float = inf, owner: str = "") -> None:
        """Wait until a job has ended; who waits keeps it alive, as who asks does."""
        with self._changed:
            job = self._named(name, owner)
        end = time.monotonic() + timeout
        # Without the lock, which the workers need to get there.
        while not job.ended.wait(max(0.0, min(end - time.monotonic(), ABANDONED_AFTER / 2))):
            if time.monotonic() >= end:
                return
            with self._changed:
                job.asked = self.clock()

    def close(self) -> None:
        """Cancel everything and stop the workers."""
        with self._changed:
            self._closed = True
            for job in list(self._turns.open):
                self._turns.end(job, "cancelled")
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
                # Not for ever: a job is abandoned because nothing happens, and slots of a cluster
                # come and go without a notice.
                self._changed.wait(1.0)
                turn = self._next()
        if turn is None:
            return False
        try:
            result, reused = self._result(turn)
        except Overrun as over:
            with self._changed:
                # To be computed again, and not a failure: only the estimate was wrong.
                self._turns.give_back(turn, over.seconds)
                self._changed.notify_all()
            return True
        except Exception as fault:
            # The edge of a worker: a broken executor or store must not end the thread.
            failure = f"{type(fault).__name__}: {fault}"
            result, reused = CellResult(turn.cell, NO_ROWS, failure), False
        with self._changed:
            self._take(turn, result, reused)
        return True

    def _result(self, turn: Turn) -> tuple[CellResult, bool]:
        # Nothing of an own table is stored, nor looked for: a key would be a trace of it.
        store = self.store if turn.records is None else None
        stored = store.find(turn.cell) if store else None
        if stored is not None:
            return CellResult(turn.cell, stored), True
        result = self._compute(turn)
        if store and store.keep(result):
            # In the same order, all cells that are left would be computed twice, too.
            with self._changed:
                turn.job.scatter()
        return result, False

    def _compute(self, turn: Turn) -> CellResult:
        executor = self.express if turn.express else self.executor
        # The thread waits for the result: so many cells are under way as there are threads.
        if executor is None:
            return run_cell(turn.cell, turn.records)
        return result_of(executor.submit(run_cell, turn.cell, turn.records), turn.cell)

    def _next(self) -> Turn | None:
        self._end_abandoned()
        self._forget()
        return self._turns.next(self._slots())

    def _end_abandoned(self) -> None:
        now = self.clock()
        # A list first: to end a job takes it out of what is gone through.
        for left in [job for job in self._turns.open if now - job.asked > ABANDONED_AFTER]:
            self._turns.end(left, "abandoned")

    def _slots(self) -> Slots:
        # Asked for each time: a cluster's workers come and go.
        usual = getattr(self.executor, "slots", 2) if self._workers is None else self._workers
        return Slots(int(usual), int(getattr(self.executor, "own_slots", usual)), self._express)

    def _take(self, turn: Turn, result: CellResult, reused: bool) -> None:
        job = turn.job
        self._turns.settle(turn, result.seconds, reused=reused)
        job.take(result, reused)
        # A cell that was under way when its job was cancelled comes in late, and ends nothing.
        if job.done == job.total and job.state not in ENDED:
            self._turns.end(job, "done")
        self._changed.notify_all()

    def _seconds_left(self, job: SweepJob) -> float | None:
        if job.state != "running" or not job.done:
            return None
        pace = (self.clock() - job.started) / job.done
        return pace * (job.total - job.done)

    def _named(self, name: str, owner: str) -> SweepJob:
        job = self._find(name, owner)
        if job is None:
            raise InvalidInput(
                "This server does not know this run: it was restarted, or the run ended long "
                "ago. Start the run again; finished cells are not computed twice."
            )
        return job

    def _find(self, name: str, owner: str) -> SweepJob | None:
        # No answer of its own for what belongs to somebody else: that it exists is theirs as well.
        job = self._jobs.get(name)
        return None if job is None or (job.private and job.owner != owner) else job

    def _same(self, spec: SweepSpec) -> str:
        """Return the latest automatic job of a sweep, under way or whole; an empty text for none.

        Never of an own table: that is its visitor's alone.
        """
        return next(
            (
                name
                for name, job in reversed(self._jobs.items())
                if job.automatic and job.spec == spec and not job.private and job.is_of_use
            ),
            "",
        )

    def _forget(self) -> None:
        ended = [name for name, job in self._jobs.items() if job.state in ENDED]
        # From the newest on. That one stays however large it is: somebody waits for its rows.
        rows_left = MAX_ENDED_ROWS
        for place, name in enumerate(reversed(ended)):
            job = self._jobs[name]
            rows_left -= job.n_rows
            if place >= MAX_ENDED_JOBS or (rows_left < 0 and place) or job.orphaned:
                del self._jobs[name]


def _most(executor: Executor | None, otherwise: int) -> int:
    return int(getattr(executor, "most", otherwise))
