"""A real scheduler with real workers: the same rows, nothing lost, and a sentence for the rest."""

import operator
import os
import signal
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import replace

import numpy as np
import pandas as pd
import pytest

from dpcore.checks import Unavailable
from dpcore.data.dataset import Dataset
from dplab.simulation.executors import cluster
from dplab.simulation.executors.cluster import Cluster
from dplab.simulation.executors.processes import Processes
from dplab.simulation.sweeps import SweepSpec, run
from dplab.simulation.sweeps import cells as module
from dplab.simulation.sweeps.cells import COLUMNS, NUMERICS, cells, numerics
from dplab.simulation.sweeps.jobs import JobQueue
from tests.house.syntax import ROOT
from tests.simulation.executors.machines import free_port, started

SPEC = SweepSpec(
    d=4,
    mechanisms=("non_private", "output", "objective_2008"),
    losses=(("logistic", 0.5), ("huber", 0.3)),
    epsilons=(0.1, 1.0),
    sizes=(50, 200, 1000),
    folds=5,
    draws=20,
)
LONG = replace(SPEC, sizes=tuple(range(1000, 5000, 400)), draws=60)
FEWER = replace(LONG, sizes=LONG.sizes[::2], draws=30)
"""Enough for a worker to be lost at the fifth of its cells."""
SOON = 60


@contextmanager
def silent(process):
    """Stop a process, as a machine that hangs would be, until the block ends."""
    os.kill(process.pid, signal.SIGSTOP)
    try:
        yield
    finally:
        os.kill(process.pid, signal.SIGCONT)


@contextmanager
def reached(address):
    executor = Cluster(address, version=numerics)
    try:
        yield executor
    finally:
        executor.shutdown(cancel_futures=True)


def staffed(executor, threads):
    deadline = time.monotonic() + SOON
    while executor._connection.threads < threads:
        assert time.monotonic() < deadline, "the workers did not come"
        executor.submit(abs, -1).exception(SOON)  # the scheduler may still be starting
        time.sleep(0.1)


def answered(executor):
    """Return what the scheduler says to a task, once it has started."""
    deadline = time.monotonic() + SOON
    while "does not answer" in str(refusal := executor.submit(abs, -1).exception(SOON)):
        assert time.monotonic() < deadline
        time.sleep(0.5)
    return refusal


@pytest.fixture(scope="module")
def running(tmp_path_factory):
    with started(tmp_path_factory.mktemp("cluster")) as machines:
        yield machines


@pytest.fixture
def machines(running):
    """Two workers and their scheduler, whatever an earlier test did to them."""
    running.repair()
    return running


@pytest.fixture
def over_there(machines):
    with reached(machines.address) as executor:
        staffed(executor, 2)
        yield executor


def rows(results):
    whole = pd.concat([result.rows for result in results])
    return whole.sort_values(list(COLUMNS), ignore_index=True)


def own_table():
    X = np.random.default_rng(0).uniform(-0.5, 0.5, (50, 3))
    return Dataset(X, np.where(X[:, 0] > 0, 1.0, -1.0), ("a", "b", "c"))


def test_rows_are_the_same_bit_for_bit_from_threads_processes_and_dask(over_there):
    there = rows(run(SPEC, over_there))
    with ThreadPoolExecutor(2) as threads, Processes(2) as processes:
        pd.testing.assert_frame_equal(rows(run(SPEC, threads)), there, check_exact=True)
        pd.testing.assert_frame_equal(rows(run(SPEC, processes)), there, check_exact=True)


def test_both_workers_compute(over_there):
    busy = [over_there.submit(time.sleep, 0.5) for _ in range(2)]
    pids = {over_there.submit(os.getpid).result(SOON) for _ in range(20)}
    assert all(future.result(SOON) is None for future in busy)
    assert os.getpid() not in pids
    assert over_there.slots == 2


def test_a_worker_that_is_killed_loses_nothing(machines, over_there):
    results = []
    for result in run(FEWER, over_there):
        results.append(result)
        if len(results) == 5:
            machines.workers[-1].kill()
    assert {result.failure for result in results} == {""}
    with Processes(2) as processes:
        pd.testing.assert_frame_equal(rows(run(FEWER, processes)), rows(results), check_exact=True)


@pytest.mark.whole
def test_a_lost_scheduler_is_told_and_found_again(machines, monkeypatch):
    monkeypatch.setattr(cluster, "REFUSAL_HOLDS", 1.0)
    with reached(machines.address) as executor:
        staffed(executor, 2)
        registry = JobQueue(executor=executor)
        job = registry.submit(LONG, "ada")
        while registry.status(job).done < 5:
            time.sleep(0.05)
        machines.stop()
        registry.wait(job, SOON)
        status = registry.status(job)
        assert status.state == "done"
        assert 5 <= len(status.failures) <= len(cells(LONG)) - 5
        assert {s for s in status.failures if "does not answer" not in s} == set()
        machines.repair()
        deadline = time.monotonic() + SOON
        while True:
            again = list(run(SPEC, executor))
            if not any(result.failure for result in again):
                break
            assert time.monotonic() < deadline, {result.failure for result in again}
            time.sleep(1)
        registry.close()
    with Processes(2) as processes:
        pd.testing.assert_frame_equal(rows(run(SPEC, processes)), rows(again), check_exact=True)


def test_a_scheduler_that_falls_silent_is_told_and_found_again(machines, over_there, monkeypatch):
    monkeypatch.setattr(cluster, "ANSWER_TIMEOUT", 1.0)
    monkeypatch.setattr(cluster, "REFUSAL_HOLDS", 0.1)
    with silent(machines.scheduler), pytest.raises(Unavailable, match="does not answer"):
        over_there.submit(abs, -1).result(SOON)
    deadline = time.monotonic() + SOON
    while over_there.submit(abs, -1).exception(SOON):
        assert time.monotonic() < deadline


def test_tasks_that_take_as_long_as_the_poll_interval_are_not_lost(machines, monkeypatch):
    """Whoever gives up waiting must not cancel what others wait for; nine in ten were lost so."""
    monkeypatch.setattr(cluster, "POLL_INTERVAL", 0.25)
    with reached(machines.address) as executor:
        large = machines.start_worker(threads=30)
        staffed(executor, 32)
        times = np.linspace(0.22, 0.25, 20).tolist() * 32
        tasks = [executor.submit(time.sleep, seconds) for seconds in times]
        assert {repr(task.exception(SOON)) for task in tasks} == {"None"}
    large.kill()
    large.join()


def test_a_scheduler_that_falls_silent_under_a_task_is_told(machines, monkeypatch):
    with reached(machines.address) as executor:
        staffed(executor, 2)
        monkeypatch.setattr(cluster, "ANSWER_TIMEOUT", 1.0)
        tasks = [executor.submit(time.sleep, SOON) for _ in range(2)]
        while not all(task.running() for task in tasks):
            time.sleep(0.01)
        with silent(machines.scheduler):
            for task in tasks:
                with pytest.raises(Unavailable, match="does not answer"):
                    task.result(SOON / 2)
    machines.stop()  # The workers would sleep on.


def test_tasks_may_raise_what_a_lost_connection_raises(over_there):
    with pytest.raises(FileNotFoundError):
        over_there.submit(os.stat, "/no such file").result(SOON)


def test_closing_without_waiting_ends_every_thread(machines):
    executor = Cluster(machines.address, version=numerics)
    staffed(executor, 2)
    tasks = [executor.submit(time.sleep, 2) for _ in range(4)]
    while not tasks[-1].running():
        time.sleep(0.01)
    executor.shutdown(wait=False, cancel_futures=True)
    for task in tasks:
        with pytest.raises(Unavailable, match="was closed"):
            task.result(SOON)
    for thread in executor._threads:
        thread.join(SOON)
        assert not thread.is_alive()
    assert executor._connection._client is None  # nor was another one opened


INTERRUPTED = """
import signal
import time
from dplab.simulation.executors.cluster import Cluster
from dplab.simulation.sweeps.cells import numerics
# A shell lets what it starts in the background ignore interrupts, and tests may be started so.
signal.signal(signal.SIGINT, signal.default_int_handler)
executor = Cluster({address!r}, version=numerics)
assert executor.submit(abs, -1).result() == 1
task = executor.submit(time.sleep, 600)
while not task.running():
    time.sleep(0.01)
print("waits", flush=True)
task.result()
"""


@pytest.mark.whole
def test_an_interrupt_ends_a_program_that_waits(machines):
    script = INTERRUPTED.format(address=machines.address)
    program = subprocess.Popen(
        [sys.executable, "-c", script], env=os.environ | {"PYTHONPATH": str(ROOT)},
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
    )  # fmt: skip
    with program:
        try:
            assert program.stdout.readline() == "waits\n"
            program.send_signal(signal.SIGINT)
            _, said = program.communicate(timeout=SOON)
        finally:
            program.kill()
    assert "KeyboardInterrupt" in said
    machines.stop()  # A worker would sleep on.


def test_no_scheduler_is_told_in_seconds(monkeypatch):
    monkeypatch.setattr(cluster, "CONNECT_TIMEOUT", 1.0)
    before = time.monotonic()
    with reached(f"tcp://127.0.0.1:{free_port()}") as executor:
        failures = {result.failure for result in run(SPEC, executor)}
    assert len(failures) == 1
    assert "does not answer" in failures.pop()
    assert time.monotonic() - before < SOON


def test_a_scheduler_without_workers_is_told(tmp_path, monkeypatch):
    monkeypatch.setattr(cluster, "WORKERS_TIMEOUT", 1.0)
    monkeypatch.setattr(cluster, "ANSWER_TIMEOUT", 100.0)  # a busy machine may be slow to answer
    with started(tmp_path, workers=0) as machines, reached(machines.address) as executor:
        failures = {result.failure for result in run(SPEC, executor)}
        assert failures
        assert all("no workers" in failure for failure in failures)


def test_a_worker_with_other_numerics_refuses(over_there, monkeypatch):
    # Here only: the workers are processes of their own, and keep theirs.
    monkeypatch.setattr(module, "NUMERICS", NUMERICS + 1)
    failures = {result.failure for result in run(SPEC, over_there)}
    assert len(failures) == 1
    (failure,) = failures
    assert f"computes version {NUMERICS} of the numerics, this server {NUMERICS + 1}" in failure
    assert "Give all machines the same version" in failure


def test_a_scheduler_that_knows_nothing_of_the_dashboard_is_told(tmp_path):
    with started(tmp_path, workers=0) as machines:
        machines.stop()
        # As one starts it by hand, in a folder where nothing of the dashboard is.
        arguments = ("scheduler", "--host", "127.0.0.1", "--port", str(machines.port))
        scheduler = subprocess.Popen(
            [sys.executable, "-m", "dask", *arguments, "--no-dashboard"],
            cwd=tmp_path, env=os.environ | {"PYTHONPATH": ""},
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
        )  # fmt: skip
        machines.start_worker()
        with scheduler:
            try:
                with reached(machines.address) as executor:
                    refusal = answered(executor)
            finally:
                scheduler.kill()
    assert "does not know dpcore" in str(refusal)


def test_what_kills_every_worker_is_given_up(tmp_path):
    with started(tmp_path, workers=4) as machines, reached(machines.address) as executor:
        staffed(executor, 4)
        with pytest.raises(Unavailable, match=r"workers of the cluster died|has no workers"):
            executor.submit(os._exit, 1).result(SOON)


def test_an_own_table_never_leaves_this_machine(monkeypatch):
    monkeypatch.setattr(cluster, "CONNECT_TIMEOUT", 1.0)
    table = own_table()
    with reached(f"tcp://127.0.0.1:{free_port()}") as executor:
        seen = executor.submit(operator.attrgetter("X"), table).result(SOON)
        own = replace(SPEC, data="upload", sizes=(20,))
        assert not any(result.failure for result in run(own, executor, records=table))
    np.testing.assert_array_equal(seen, table.X)


def test_missing_dask_is_told(monkeypatch):
    monkeypatch.setitem(sys.modules, "distributed", None)
    with reached("tcp://127.0.0.1:1") as executor:
        failures = {result.failure for result in run(SPEC, executor)}
    assert len(failures) == 1
    assert "install requirements/cluster.txt" in failures.pop()


def test_a_cell_of_a_sweep_asks_what_older_workers_understand():
    class Older(ThreadPoolExecutor):
        def submit(self, function, cell, records):  # no third argument
            return super().submit(function, cell, records)

    with Older() as executor:
        assert not any(result.failure for result in run(SPEC, executor))
