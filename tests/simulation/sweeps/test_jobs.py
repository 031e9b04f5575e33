"""Jobs: every visitor gets a turn, a place, an end, and never an error for having company."""

import gc
import os
import threading
import time
import weakref
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from dataclasses import replace

import numpy as np
import pandas as pd
import pytest

from dpcore.checks import InvalidInput, Overrun
from dpcore.data.dataset import Dataset
from dplab.simulation import sources
from dplab.simulation.executors.processes import Processes
from dplab.simulation.sweeps import SweepSpec, jobs
from dplab.simulation.sweeps.cells import COLUMNS, NO_ROWS, CellResult, cells, run_cell
from dplab.simulation.sweeps.jobs import ABANDONED_AFTER, JobQueue
from dplab.simulation.sweeps.spec import n_fits
from dplab.simulation.sweeps.store import Store
from dplab.simulation.sweeps.turns import MOST_OF_ONE

SPEC = SweepSpec(data="uniform", d=3, sizes=(30, 60), folds=2, draws=2)
MANY = replace(SPEC, sizes=tuple(range(20, 60)))
LONG = replace(MANY, draws=5000)
"""Long by its estimate; no test computes it."""
SOON = 120
"""Seconds within which something that should happen must have happened, on a busy machine too."""


class Gate(Executor):
    """An executor that notes its cells and lets one through each time it is opened."""

    def __init__(self):
        self.seen, self.turns, self.arrived = [], threading.Semaphore(0), threading.Semaphore(0)

    def submit(self, _run, cell, _records):
        self.seen.append(cell)
        self.arrived.release()
        assert self.turns.acquire(timeout=SOON)
        future = Future()
        future.set_result(CellResult(cell, NO_ROWS))
        return future

    def let(self, count):
        for _ in range(count):
            assert self.arrived.acquire(timeout=SOON)
            self.turns.release()


@pytest.fixture
def gate():
    return Gate()


@pytest.fixture
def registry():
    made = []

    def make(**options):
        # A clock that stands: on a busy machine nobody may ask for longer than a job's patience.
        made.append(JobQueue(**{"clock": lambda: 0.0} | options))
        return made[-1]

    yield make
    for each in made:
        if isinstance(each.executor, Gate):
            each.executor.turns.release(1000)
        each.close()


def test_a_job_runs_to_its_end_and_has_all_rows(registry):
    busy = registry()
    job = busy.submit(SPEC, "ada")
    busy.wait(job, SOON)
    status = busy.status(job)
    assert (status.state, status.done, status.total, status.place) == ("done", 4, 4, 0)
    assert len(busy.rows(job)) == n_fits(SPEC) + 4
    assert status.failures == ()


def test_rows_are_there_while_the_rest_is_computed(registry, gate):
    busy = registry(workers=1, executor=gate)
    job = busy.submit(LONG, "ada")
    gate.let(3)
    gate.arrived.acquire(timeout=SOON)
    status = busy.status(job)
    assert (status.state, status.done) == ("running", 3)
    assert status.seconds_left >= 0


def test_jobs_take_turns(registry, gate):
    busy = registry(workers=1, executor=gate)
    busy.submit(replace(LONG, seed=1), "ada")
    gate.arrived.acquire(timeout=SOON)  # the first cell of the long one is under way
    busy.submit(replace(SPEC, seed=2), "bob")
    gate.turns.release()
    gate.let(6)
    assert [cell.spec.seed for cell in gate.seen[:6]] == [1, 2, 1, 2, 1, 2]


def test_one_visitor_does_not_take_all_places(registry, gate):
    busy = registry(workers=1, max_running=2, executor=gate)
    first, second = (busy.submit(replace(LONG, seed=seed), "ada") for seed in (1, 2))
    gate.let(2)
    other = busy.submit(replace(LONG, seed=3), "bob")
    gate.let(3)
    assert [busy.status(job).state for job in (first, second, other)] == [
        "running", "waiting", "running",
    ]  # fmt: skip


def test_who_waits_knows_the_place(registry, gate):
    busy = registry(workers=1, max_running=1, executor=gate)
    names = [busy.submit(replace(LONG, seed=seed), f"visitor {seed}") for seed in range(4)]
    gate.arrived.acquire(timeout=SOON)
    assert [busy.status(name).place for name in names] == [0, 1, 2, 3]


def test_cancel_starts_no_further_cell(registry, gate):
    busy = registry(workers=1, executor=gate)
    job = busy.submit(LONG, "ada")
    gate.let(2)
    gate.arrived.acquire(timeout=SOON)
    for who, state in [("bob", "running")] + 2 * [("ada", "cancelled")]:  # a link is to look at
        busy.cancel(job, who)
        assert busy.status(job).state == state
    gate.turns.release()
    last = busy.submit(replace(SPEC, seed=9), "bob")
    gate.let(4)
    busy.wait(last, SOON)
    assert [cell.spec.seed for cell in gate.seen] == [0, 0, 0, 9, 9, 9, 9]


def test_an_abandoned_job_stops_and_a_watched_one_does_not(registry, gate):
    now = [0.0]
    busy = registry(workers=1, executor=gate, clock=lambda: now[0])
    left, watched = (busy.submit(replace(LONG, seed=s), f"visitor {s}") for s in (1, 2))
    gate.let(4)
    now[0] = ABANDONED_AFTER - 1
    busy.status(watched)
    now[0] = ABANDONED_AFTER + 1
    gate.let(6)
    gate.arrived.acquire(timeout=SOON)
    assert {cell.spec.seed for cell in gate.seen[-4:]} == {2}
    assert busy._jobs[left].state == "abandoned"
    assert busy.status(watched).state == "running"


def test_a_failing_cell_is_told_and_the_rest_goes_on(registry, monkeypatch):
    def frail(cell, _records):
        if cell.fold == 1:
            raise OSError("the disk is full")
        return CellResult(cell, NO_ROWS)

    monkeypatch.setattr(jobs, "run_cell", frail)
    busy = registry()
    job = busy.submit(SPEC, "ada")
    busy.wait(job, SOON)
    status = busy.status(job)
    assert (status.state, status.done) == ("done", 4)
    assert status.failures == ("OSError: the disk is full",) * 2


def test_a_second_run_reuses_what_the_store_has(registry):
    with Store("sqlite://") as store:
        busy = registry(store=store)
        for reused in (0, 4):
            job = busy.submit(SPEC, "ada")
            busy.wait(job, SOON)
            assert busy.status(job).reused == reused


def test_twenty_visitors_at_once_all_finish_and_see_their_places(registry, monkeypatch):
    with Processes(2) as processes:
        everybody, whole = threading.Event(), processes.submit
        # No cell is computed before all are there: some might end while others still come.
        monkeypatch.setattr(
            processes, "submit", lambda *task: everybody.wait(SOON) and whole(*task)
        )
        busy = registry(executor=processes)
        names = [busy.submit(replace(SPEC, seed=seed), f"visitor {seed}") for seed in range(20)]
        deadline = time.monotonic() + SOON
        while True:  # until those who come first are taken on: they have no place any more
            seen = [busy.status(name) for name in names]
            places = [status.place for status in seen if status.state == "waiting"]
            if len(places) < 20 and places == list(range(1, len(places) + 1)):
                break
            assert time.monotonic() < deadline
            time.sleep(0.01)
        assert len(places) >= 20 - 2
        everybody.set()
        while any(status.state != "done" for status in seen):
            assert time.monotonic() < deadline
            seen = [busy.status(name) for name in names]
            assert all((status.place >= 1) == (status.state == "waiting") for status in seen)
            time.sleep(0.01)
    assert {(status.done, status.failures) for status in seen} == {(4, ())}
    assert len(set(names)) == 20


def test_only_as_many_cells_are_under_way_as_the_executor_has_slots(registry, gate):
    gate.most, gate.slots = 3, 1
    busy = registry(executor=gate)
    busy.submit(LONG, "ada")
    assert gate.arrived.acquire(timeout=SOON)
    assert not gate.arrived.acquire(timeout=0.2)
    gate.slots = 3
    gate.turns.release()
    for _ in range(3):
        assert gate.arrived.acquire(timeout=SOON)
    assert not gate.arrived.acquire(timeout=0.2)


def test_a_cell_whose_process_is_lost_is_told_and_the_rest_goes_on(registry, monkeypatch):
    with Processes(1) as processes:
        whole = processes.submit

        def deadly(function, cell, records):
            kills = (cell.n, cell.fold) == (30, 1)
            return whole(os._exit, 1) if kills else whole(function, cell, records)

        monkeypatch.setattr(processes, "submit", deadly)
        busy = registry(executor=processes)
        job = busy.submit(SPEC, "ada")
        busy.wait(job, SOON)
    status = busy.status(job)
    assert (status.state, status.done, len(status.failures)) == ("done", 4, 1)
    assert status.failures[0].startswith("The process that computes died 3 times over this")


def test_only_so_many_rows_of_ended_jobs_are_remembered(registry, monkeypatch):
    monkeypatch.setattr(jobs, "MAX_ENDED_ROWS", 50)
    busy = registry()
    names = [busy.submit(replace(SPEC, seed=seed), "ada") for seed in range(4)]
    for name in names:
        if busy.knows(name):
            busy.wait(name, SOON)
    busy.wait(busy.submit(replace(SPEC, seed=9, sizes=(20,), folds=1), "ada"), SOON)
    assert [busy.knows(name) for name in names] == [False, False, True, True]


def test_unknown_jobs_and_impossible_sweeps_get_a_sentence(registry):
    busy = registry()
    with pytest.raises(InvalidInput, match="This server does not know this run"):
        busy.status("nonsense")
    with pytest.raises(InvalidInput, match="epsilon must be positive"):
        busy.submit(replace(SPEC, epsilons=(-1.0,)), "ada")


def test_only_so_many_ended_jobs_are_remembered(registry, monkeypatch):
    monkeypatch.setattr(jobs, "MAX_ENDED_JOBS", 2)
    busy = registry()
    for seed in range(5):
        job = busy.submit(replace(SPEC, seed=seed, sizes=(20,), folds=1), "ada")
        busy.wait(job, SOON)
    assert len(busy._jobs) <= 3


class Hasty(Executor):
    """An executor that gives up the first cell that it gets, and computes no other."""

    def __init__(self):
        self.seen, self.arrived = [], threading.Event()

    def submit(self, _run, cell, _records):
        self.seen.append(cell)
        self.arrived.set()
        future = Future()
        if len(self.seen) == 1:
            future.set_exception(Overrun(8.0))
        else:
            future.set_result(CellResult(cell, NO_ROWS))
        return future


def test_a_short_sweep_does_not_wait_for_a_long_cell(registry, gate):
    busy = registry(workers=1, executor=gate, express=ThreadPoolExecutor(1))
    busy.submit(LONG, "ada")
    assert gate.arrived.acquire(timeout=SOON)
    job = busy.submit(SPEC, "bob")
    busy.wait(job, SOON)
    assert busy.status(job).state == "done"
    assert {cell.spec.draws for cell in gate.seen} == {LONG.draws}
    busy.express.shutdown()


def test_a_cell_that_overruns_is_computed_again_beside_the_long_ones(registry, gate):
    hasty = Hasty()
    busy = registry(workers=1, executor=gate, express=hasty)
    busy.submit(LONG, "ada")
    assert gate.arrived.acquire(timeout=SOON)
    job = busy.submit(replace(SPEC, seed=4), "bob")
    assert hasty.arrived.wait(SOON)  # A free thread for long cells could take the short ones, too.
    # Whose turn is next depends on what the cells took: enough for all.
    gate.turns.release(len(list(cells(LONG))) + len(list(cells(SPEC))))
    busy.wait(job, SOON)
    status = busy.status(job)
    assert (status.state, status.done, status.failures) == ("done", 4, ())
    assert hasty.seen[0] in gate.seen


def test_a_visitor_cannot_queue_without_end(registry, gate):
    busy = registry(workers=1, executor=gate)
    names = [busy.submit(replace(LONG, seed=seed), "ada") for seed in range(MOST_OF_ONE)]
    with pytest.raises(InvalidInput, match=f"You have {MOST_OF_ONE} sweeps running or waiting"):
        busy.submit(SPEC, "ada")
    busy.submit(SPEC, "bob")
    busy.cancel(names[3], "ada")
    busy.submit(SPEC, "ada")


def own_table():
    X = sources.load(SPEC.source).X[:100]
    return Dataset(X, np.where(X[:, 0] > 0, 1.0, -1.0), ("a", "b", "c"))


OWN = replace(SPEC, data="upload")
QUESTIONS = [JobQueue.status, JobQueue.rows, JobQueue.spec, JobQueue.cancel, JobQueue.wait]


def test_a_sweep_over_an_own_table_runs_and_is_never_stored(registry):
    store, table = Store("sqlite://"), own_table()
    busy = registry(store=store)
    for _ in range(2):
        job = busy.submit(OWN, "ada", table)
        busy.wait(job, SOON, owner="ada")
        status = busy.status(job, "ada")
        assert (status.state, status.done, status.reused, status.failures) == ("done", 4, 0, ())
    expected = pd.concat([run_cell(cell, table).rows for cell in cells(OWN)])
    found = busy.rows(job, "ada").sort_values(list(COLUMNS), ignore_index=True)
    expected = expected.sort_values(list(COLUMNS), ignore_index=True)
    pd.testing.assert_frame_equal(found, expected, check_exact=True)
    assert store.count() == 0


@pytest.mark.parametrize("ask", QUESTIONS, ids=lambda ask: ask.__name__)
def test_nobody_else_learns_of_a_sweep_over_an_own_table(registry, ask):
    busy, table = registry(), own_table()
    job = busy.submit(OWN, "ada", table)
    with pytest.raises(InvalidInput) as unknown:
        ask(busy, "nonsense")
    for stranger in ({}, {"owner": ""}, {"owner": "bob"}):
        with pytest.raises(InvalidInput) as refused:
            ask(busy, job, **stranger)
        assert str(refused.value) == str(unknown.value)
        assert not busy.knows(job, **stranger)
    assert busy.knows(job, "ada")
    ask(busy, job, owner="ada")


@pytest.mark.parametrize("end", ["done", "cancelled", "abandoned"])
def test_an_own_table_is_let_go_when_its_sweep_ends(registry, end):
    now = [0.0]
    busy = registry(clock=lambda: now[0])
    table = own_table()
    job, trace = busy.submit(OWN, "ada", table), weakref.ref(table)
    del table
    if end == "cancelled":
        busy.cancel(job, "ada")
    elif end == "abandoned":
        now[0] = ABANDONED_AFTER + 1
    busy.wait(job, SOON, owner="ada")
    follower = busy.submit(SPEC, "bob")  # every worker has moved on
    busy.wait(follower, SOON)
    gc.collect()
    assert trace() is None


def test_rows_of_an_own_table_are_forgotten_when_the_table_is(registry):
    busy = registry()
    gone, stays = own_table(), own_table()
    names = [
        busy.submit(OWN, "ada", gone),
        busy.submit(OWN, "ada", stays),
        busy.submit(SPEC, "ada"),
    ]
    for name in names:
        busy.wait(name, SOON, owner="ada")
    traces = [weakref.ref(busy._jobs[name].rows) for name in names]
    assert [busy.knows(name, "ada") for name in names] == [True, True, True]
    del gone
    gc.collect()
    busy.wait(busy.submit(replace(SPEC, seed=7), "bob"), SOON)
    assert [busy.knows(name, "ada") for name in names] == [False, True, True]
    gc.collect()
    assert [trace() is None for trace in traces] == [True, False, False]


def test_an_impossible_sweep_over_an_own_table_is_refused(registry):
    busy = registry()
    with pytest.raises(InvalidInput, match="n must be at most 80; got 81"):
        busy.submit(replace(OWN, sizes=(81,)), "ada", own_table())
    with pytest.raises(InvalidInput, match="pass them as `records`"):
        busy.submit(OWN, "ada")
    with pytest.raises(InvalidInput, match="which has records of its own"):
        busy.submit(SPEC, "ada", own_table())
