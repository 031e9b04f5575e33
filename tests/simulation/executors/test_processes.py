"""Processes: the same answers, none lost with a process that dies, none left behind."""

import math
import os
import signal
import socket
import subprocess
import sys
import time
import types
from concurrent.futures import CancelledError, as_completed
from contextlib import suppress

import pytest
from threadpoolctl import threadpool_info

from dpcore.checks import Overrun, Unavailable
from dplab.simulation.executors import processes, template
from dplab.simulation.executors.processes import ATTEMPTS, Processes
from dplab.simulation.executors.template import ForkServer
from tests.house.syntax import ROOT
from tests.processes import alive, children, gone

SOON = 120
"""Seconds within which something that should happen must have happened, on a busy machine too."""


@pytest.fixture(scope="module")
def pool():
    with pytest.MonkeyPatch.context() as environment:
        environment.setenv("OPENBLAS_NUM_THREADS", "2")  # Whatever this process was started with.
        with Processes(2) as shared:
            yield shared


def test_answers_and_errors_come_back(pool):
    futures = [pool.submit(math.sqrt, float(k)) for k in range(20)]
    assert [future.result(SOON) for future in futures] == [math.sqrt(k) for k in range(20)]
    with pytest.raises(ValueError, match="domain"):
        pool.submit(math.sqrt, -1.0).result(SOON)
    assert list(pool.map(abs, range(-3, 0))) == [3, 2, 1]


def test_every_process_works_apart_from_this_one(pool):
    pids = {future.result(SOON) for future in [pool.submit(os.getpid) for _ in range(50)]}
    assert pids
    assert os.getpid() not in pids


def test_processes_have_low_priority_and_one_thread_of_blas(pool):
    assert pool.submit(os.nice, 0).result(SOON) == min(19, processes.NICENESS + os.nice(0))
    threads = [each["num_threads"] for each in pool.submit(threadpool_info).result(SOON)]
    assert threads
    assert set(threads) == {1}


def test_what_a_process_cannot_read_is_an_error_and_not_the_end(pool, monkeypatch):
    module = types.ModuleType("only_here")
    exec("def function(): pass", module.__dict__)
    monkeypatch.setitem(sys.modules, "only_here", module)
    with pytest.raises(ImportError, match="only_here"):
        pool.submit(module.function).result(SOON)
    assert pool.submit(abs, -1).result(SOON) == 1


def copies():
    return {copy for template in children(os.getpid()) for copy in children(template)}


def newcomers(known):
    deadline = time.monotonic() + SOON
    while len(found := copies() - known) < 2:
        assert time.monotonic() < deadline
    return found


def test_a_process_that_is_killed_loses_nothing():
    others = copies()
    with Processes(2) as doomed:
        victims = newcomers(others)
        busy = [doomed.submit(time.sleep, 0.5) for _ in range(2)]
        time.sleep(0.1)
        for victim in victims:
            os.kill(victim, signal.SIGKILL)
        for future in as_completed(busy, SOON):
            assert future.exception() is None
        assert len(newcomers(others | victims)) == 2
        assert doomed.submit(abs, -1).result(SOON) == 1


def test_a_template_that_is_killed_loses_nothing():
    with Processes(2) as orphaned:
        pids = {future.result(SOON) for future in [orphaned.submit(os.getpid) for _ in range(20)]}
        busy = [orphaned.submit(time.sleep, 0.5) for _ in range(2)]
        # This process may have other children: the trackers of multiprocessing and joblib.
        templates = [child for child in children(os.getpid()) if pids & set(children(child))]
        assert templates
        for template in templates:
            os.kill(template, signal.SIGKILL)
        for future in as_completed(busy, SOON):
            assert future.exception() is None
        # Who is lost from now on is a copy of another one.
        for pid in pids:
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
        again = {future.result(SOON) for future in [orphaned.submit(os.getpid) for _ in range(20)]}
        assert not pids & again


def test_an_end_reaches_only_copies_of_the_template_that_lives():
    made = ForkServer()
    ours, theirs = zip(*(socket.socketpair() for _ in range(2)), strict=True)
    former = made.copy(theirs[0].fileno(), 0, None)
    first = made._process
    first.kill()
    with pytest.raises((EOFError, OSError)):
        made.copy(theirs[1].fileno(), 0, None)
    latter = made.copy(theirs[1].fileno(), 0, None)
    second = made._process
    # By then its number may be that of any other process.
    made.end(former)
    made.end(former)
    assert alive(former)
    made.end(latter)
    assert not alive(latter)
    assert second.poll() is None
    for end in (*ours, *theirs):
        end.close()
    assert gone(former)
    made.stop()


def test_what_kills_its_process_every_time_is_given_up_and_nothing_else(pool):
    deadly = pool.submit(os._exit, 1)
    innocent = [pool.submit(time.sleep, 0.01) for _ in range(20)]
    with pytest.raises(Unavailable, match=f"died {ATTEMPTS} times over"):
        deadly.result(SOON)
    for future in innocent:
        assert future.result(SOON) is None


def test_a_process_that_cannot_start_is_told(monkeypatch):
    monkeypatch.setattr(processes, "TEMPLATE", ForkServer())
    monkeypatch.setattr(template.sys, "executable", "/nowhere/python")
    with Processes(1) as broken, pytest.raises(Unavailable, match="died"):
        broken.submit(abs, -1).result(SOON)


def test_shut_down_finishes_what_was_taken_and_takes_no_more():
    with Processes(1) as brief:
        taken = [brief.submit(os.getpid) for _ in range(3)]
    (pid,) = {future.result(0) for future in taken}
    assert gone(pid)
    with pytest.raises(RuntimeError, match="shut down"):
        brief.submit(abs, -1)


def test_what_waits_can_be_cancelled():
    brief = Processes(1)
    first, second = brief.submit(time.sleep, 0.3), brief.submit(abs, -1)
    while not first.running():
        time.sleep(0.01)
    brief.shutdown(cancel_futures=True)
    assert first.result(SOON) is None
    with pytest.raises(CancelledError):
        second.result(SOON)


PROGRAM = """
import os, signal, time
signal.signal(signal.SIGINT, signal.default_int_handler)  # a shell's background job ignores it
from dplab.simulation.executors.processes import Processes
pool = Processes(2)
pids = set()
while len(pids) < 2:
    pids |= {future.result() for future in [pool.submit(os.getpid) for _ in range(8)]}
busy = [pool.submit(time.sleep, 600) for _ in range(2)]
print(*pids, flush=True)
time.sleep(600)
"""


@pytest.mark.parametrize("end", [signal.SIGKILL, signal.SIGTERM, signal.SIGINT])
def test_no_process_outlives_the_program(end):
    environment = os.environ | {"PYTHONPATH": str(ROOT)}
    program = subprocess.Popen(
        [sys.executable, "-c", PROGRAM],
        env=environment, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
    )  # fmt: skip
    with program:
        pids = [int(pid) for pid in program.stdout.readline().split()]
        assert len(pids) == 2
        assert all(alive(pid) for pid in pids)
        program.send_signal(end)
        try:
            program.wait(SOON)
        finally:
            program.kill()  # or leaving would wait for ever
        assert all(gone(pid) for pid in pids)


def spin(seconds: float) -> float:
    """Keep the processor busy, and return how long."""
    start = time.process_time()
    while (spent := time.process_time() - start) < seconds:
        pass
    return spent


def test_a_task_that_takes_too_much_of_the_processor_is_given_up_and_the_process_stays():
    with Processes(1, limit=0.2) as pool:
        first = pool.submit(os.getpid).result(SOON)
        with pytest.raises(Overrun) as over:
            pool.submit(spin, 1000.0).result(SOON)
        assert over.value.seconds == 0.2
        # Each task has the whole of it; waiting takes nothing of the processor.
        for _ in range(3):
            assert pool.submit(spin, 0.1).result(SOON) >= 0.1
        assert pool.submit(time.sleep, 0.4).result(SOON) is None
        assert pool.submit(os.getpid).result(SOON) == first


def test_without_a_limit_no_task_is_given_up(pool):
    # Longer than the limit of the test before.
    assert pool.submit(spin, 0.25).result(SOON) >= 0.25
