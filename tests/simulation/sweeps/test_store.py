"""The store keeps cells whole, finds them again, and never mistakes one for another."""

import os
import signal
import sqlite3
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager
from dataclasses import replace

import pandas as pd
import pytest
import sqlalchemy as sa

from dplab.simulation.sweeps import SweepSpec, run, running
from dplab.simulation.sweeps import store as stores
from dplab.simulation.sweeps.cells import NUMERICS, CellResult, cells, run_cell
from dplab.simulation.sweeps.store import Store, key
from tests.house.syntax import ROOT

SPEC = SweepSpec(data="uniform", d=3, sizes=(30, 60), folds=2, draws=2)


@pytest.fixture
def address(tmp_path):
    return f"sqlite:///{tmp_path / 'cells.sqlite'}"


@pytest.fixture
def store(address):
    with Store(address) as opened:
        yield opened


def swept(spec, address):
    """Sweep with a store of its own, as another server would."""
    with Store(address) as store:
        return list(run(spec, store=store))


def count(address):
    with Store(address) as store:
        return store.count()


def test_rows_come_back_bit_for_bit(address):
    cell = cells(SPEC)[0]
    result = run_cell(cell)
    with Store(address) as first:
        first.keep(result)
    with Store(address) as second:
        pd.testing.assert_frame_equal(second.find(cell), result.rows, check_exact=True)


def test_what_is_kept_is_not_computed_again(address, monkeypatch):
    first = {result.cell: result.rows for result in swept(SPEC, address)}
    monkeypatch.setattr(running, "run_cell", lambda *_: pytest.fail("computed again"))
    for result in swept(SPEC, address):
        pd.testing.assert_frame_equal(result.rows, first[result.cell])


def test_a_larger_sweep_shares_the_cells_of_a_smaller_one(store):
    list(run(SPEC, store=store))
    larger = replace(SPEC, sizes=(30, 60, 90), folds=3)
    assert sum(store.find(cell) is not None for cell in cells(larger)) == len(cells(SPEC))


CHANGES = [
    {"data": "unseparable"}, {"d": 4}, {"seed": 1}, {"draws": 3}, {"epsilons": (0.2,)},
    {"lams": (0.1,)}, {"losses": (("huber", 0.5),)}, {"losses": (("logistic", 0.4),)},
    {"mechanisms": ("output",)}, {"knobs": (("separation", 0.2),)},
]  # fmt: skip


@pytest.mark.parametrize("change", CHANGES, ids=str)
def test_another_cell_has_another_key(change):
    assert key(cells(replace(SPEC, **change))[0]) != key(cells(SPEC)[0])


def test_folds_sizes_and_numerics_have_keys_of_their_own(monkeypatch):
    found = {key(cell) for cell in cells(SPEC)}
    monkeypatch.setattr(stores, "NUMERICS", NUMERICS + 1)
    found |= {key(cell) for cell in cells(SPEC)}
    assert len(found) == 2 * len(cells(SPEC))


def test_failures_are_not_kept(store):
    cell = cells(SPEC)[0]
    store.keep(CellResult(cell, pd.DataFrame(), "not enough memory"))
    assert store.find(cell) is None


def test_many_writers_do_not_disturb_each_other(address, monkeypatch):
    monkeypatch.setattr(stores, "PATIENCE", 30.0)  # a disk may be slow; here nobody holds a lock
    result = run_cell(cells(SPEC)[0])
    several = [run_cell(cell) for cell in cells(SPEC)] + [result] * 20

    def keep(each):
        with Store(address) as store:
            store.keep(each)

    with ThreadPoolExecutor(max_workers=8) as threads:
        list(threads.map(keep, several))
    assert count(address) == len(cells(SPEC))


KILLED = """
import os, signal
from dplab.simulation.sweeps.store import Store
from dplab.simulation.sweeps import SweepSpec, run
done = 0
for result in run(SweepSpec(data="uniform", d=3, sizes=(30, 60, 90), folds=5, draws=2),
                  store=Store({address!r})):
    done += 1
    print(done, flush=True)
    if done == 7:
        os.kill(os.getpid(), signal.SIGKILL)
"""


def test_a_killed_sweep_loses_only_the_cells_under_way(address):
    script = KILLED.format(address=address)
    environment = os.environ | {"PYTHONPATH": str(ROOT)}
    killed = subprocess.run(
        [sys.executable, "-c", script], env=environment, capture_output=True, check=False
    )
    assert killed.returncode == -signal.SIGKILL
    spec = replace(SPEC, sizes=(30, 60, 90), folds=5)
    assert count(address) >= 7
    computed = [result for result in swept(spec, address) if not result.failure]
    assert len(computed) == len(cells(spec)) == count(address) == 15


def written(folder, content):
    file = folder / "cells.sqlite"
    file.write_bytes(content)
    return f"sqlite:///{file}"


def damaged(folder):
    return written(folder, b"no database, but long enough to look like one" * 100)


def cut(folder):
    address = f"sqlite:///{folder / 'cells.sqlite'}"
    swept(SPEC, address)
    return written(folder, (folder / "cells.sqlite").read_bytes()[:5000])


def spoiled(folder):
    address = f"sqlite:///{folder / 'cells.sqlite'}"
    swept(SPEC, address)
    with Store(address) as store, store.engine.begin() as connection:
        connection.execute(sa.update(stores.CELLS).values(rows=b"no table"))
    return address


def unwritable(_folder):
    return "sqlite:////proc/cells.sqlite"


def read_only(folder):
    address = f"sqlite:///{folder / 'cells.sqlite'}"
    Store(address).close()
    return f"sqlite:///file:{folder / 'cells.sqlite'}?mode=ro&uri=true"


def locked_out(folder):
    return f"sqlite:///{folder / 'none' / 'cells.sqlite'}"


@pytest.mark.parametrize(
    "broken", [damaged, cut, spoiled, unwritable, read_only, locked_out], ids=lambda f: f.__name__
)
def test_a_store_that_does_not_work_is_passed_over(broken, tmp_path, caplog):
    with Store(broken(tmp_path)) as store:
        for _ in range(2):
            results = list(run(SPEC, store=store))
            assert [result.failure for result in results] == [""] * len(cells(SPEC))
    lines = [record.message for record in caplog.records]
    assert all(line.startswith("Finished cells cannot be kept or found") for line in lines)
    assert 1 <= len(lines) == len(set(lines)) <= 2  # once for each kind of fault


def test_a_locked_store_is_passed_over(address, monkeypatch):
    monkeypatch.setattr(stores, "PATIENCE", 0.1)
    with Store(address) as store:
        with store.engine.connect() as rival:
            rival.exec_driver_sql("BEGIN EXCLUSIVE")
            assert not any(result.failure for result in run(SPEC, store=store))
        assert store.count() == 0


@contextmanager
def locked(folder, mode):
    """Let somebody else hold the lock of a store that is in this mode and keeps one cell."""
    file = folder / "cells.sqlite"
    with Store(f"sqlite:///{file}") as store:
        store.keep(run_cell(cells(SPEC)[0]))
    with closing(sqlite3.connect(file, isolation_level=None)) as rival:
        rival.execute(f"PRAGMA journal_mode = {mode}")
        rival.execute("BEGIN EXCLUSIVE")
        yield rival


def statements(store):
    """Note what a store asks its database for."""
    noted = []
    sa.event.listen(
        store.engine, "before_cursor_execute", lambda *asked: noted.append(asked[2].split()[0])
    )
    return noted


@pytest.mark.parametrize(("mode", "found"), [("WAL", 50), ("DELETE", 0)])
def test_a_lock_is_waited_for_once_and_forbids_no_reading(
    mode, found, address, tmp_path, monkeypatch
):
    monkeypatch.setattr(stores, "PATIENCE", 0.05)
    there, result = cells(SPEC)[0], run_cell(cells(SPEC)[1])
    with locked(tmp_path, mode), Store(address, clock=lambda: 0.0) as store:
        tried = statements(store)
        for _ in range(50):
            store.keep(result)
            assert (store.find(there) is not None) == bool(found)
    assert tried.count("SELECT") == found
    assert tried.count("INSERT") == len(tried) - found <= 1


@pytest.mark.parametrize("mode", ["WAL", "DELETE"])
def test_cells_are_kept_again_when_the_lock_is_gone(mode, address, tmp_path, monkeypatch, caplog):
    monkeypatch.setattr(stores, "PATIENCE", 0.05)
    now = 0.0
    result = run_cell(cells(SPEC)[1])
    with locked(tmp_path, mode) as rival, Store(address, clock=lambda: now) as store:
        tried = statements(store)
        for _ in range(3):
            for _ in range(20):
                store.keep(result)
            now += stores.RETRY_AFTER
        assert len(tried) == (3 if mode == "WAL" else 2)  # or one of them as it was opened
        rival.execute("ROLLBACK")
        store.keep(result)
        pd.testing.assert_frame_equal(store.find(result.cell), result.rows, check_exact=True)
    assert [record.message for record in caplog.records] == [
        "Finished cells cannot be kept or found: database is locked"
    ]


def test_a_new_store_that_was_locked_gets_its_table_later(address, tmp_path, monkeypatch):
    monkeypatch.setattr(stores, "PATIENCE", 0.05)
    now = 0.0
    result = run_cell(cells(SPEC)[0])
    with closing(sqlite3.connect(tmp_path / "cells.sqlite", isolation_level=None)) as rival:
        rival.execute("BEGIN EXCLUSIVE")
        with Store(address, clock=lambda: now) as store:
            assert store.find(result.cell) is None
            rival.execute("ROLLBACK")
            now += stores.RETRY_AFTER
            store.keep(result)
            assert store.count() == 1


def test_one_call_finds_out_for_all_whether_a_lock_is_gone():
    now = 0.0
    breaker = stores._Breaker(lambda: now)
    breaker.trip()
    assert not breaker.allows()
    now += stores.RETRY_AFTER
    assert [breaker.allows() for _ in range(3)] == [True, False, False]
    breaker.reset()
    assert breaker.allows()


def test_a_file_lets_readers_read_while_somebody_writes(address, tmp_path):
    Store(address).close()
    with closing(sqlite3.connect(tmp_path / "cells.sqlite")) as other:
        assert other.execute("PRAGMA journal_mode").fetchone() == ("wal",)


TOGETHER = """
from dplab.simulation.sweeps.store import Store
from dplab.simulation.sweeps import SweepSpec, run
spec = SweepSpec(data="uniform", d=3, sizes=(30, 60, 90), folds=5, draws=2)
print([result.failure for result in run(spec, store=Store({address!r})) if result.failure])
"""


def test_two_servers_share_a_store(address):
    script = TOGETHER.format(address=address)
    environment = os.environ | {"PYTHONPATH": str(ROOT)}
    both = [
        subprocess.Popen([sys.executable, "-c", script], env=environment, stdout=subprocess.PIPE)
        for _ in range(2)
    ]
    assert [process.communicate()[0].strip() for process in both] == [b"[]", b"[]"]
    assert count(address) == 15


KILLED_SERVER = """
import sys
from dplab.simulation.sweeps.jobs import JobQueue
from dplab.simulation.executors.processes import Processes
from dplab.simulation.sweeps.store import Store
from dplab.simulation.sweeps import SweepSpec

class Noting(Processes):
    def submit(self, function, cell, records):
        sys.stdout.write(f"cell {{cell.n}} {{cell.fold}}\\n")
        sys.stdout.flush()
        return super().submit(function, cell, records)

# A clock that stands: on a busy machine nobody may ask for longer than a job's patience.
registry = JobQueue(executor=Noting(2), store=Store({address!r}), clock=lambda: 0.0)
sizes = tuple(range(200, 3000, 200))
job = registry.submit(SweepSpec(d=5, sizes=sizes, folds=5, draws=20), "ada")
registry.wait(job)
status = registry.status(job)
print("end", status.state, status.total, *status.failures, flush=True)
"""


def started_cells(address, kill_after=None):
    environment = os.environ | {"PYTHONPATH": str(ROOT)}
    script = KILLED_SERVER.format(address=address)
    server = subprocess.Popen(
        [sys.executable, "-c", script], env=environment, stdout=subprocess.PIPE, text=True
    )
    lines = []
    with server:
        for line in server.stdout:
            lines.append(line.split())
            if len(lines) == kill_after:
                server.kill()
    return [tuple(line[1:]) for line in lines if line[0] == "cell"], lines[-1]


def test_a_killed_server_computes_again_at_most_what_was_under_way(address):
    before, _ = started_cells(address, kill_after=10)
    kept = count(address)
    assert 8 <= kept < 70
    assert len(before) - kept <= 2
    after, end = started_cells(address)
    assert end == ["end", "done", "70"]
    assert len(after) == 70 - kept
    assert len(set(before) & set(after)) <= 2
    assert count(address) == 70


OPENED = """
import sys, sqlite3
from dplab.simulation.sweeps.store import Store

class Noted(sqlite3.Connection):
    def close(self):
        super().close()
        print("closed", flush=True)

connect = sqlite3.connect
sqlite3.connect = sqlite3.dbapi2.connect = lambda *a, **kw: connect(*a, **kw, factory=Noted)
def opened():
    store = Store({address!r})
    store.count()
    return store

store = opened()
store.close()
store.close()
print("was closed", flush=True)
with opened():
    pass
print("was left", flush=True)
store = opened()
del store
print("was let go", flush=True)
store = opened()
print("the program ends", flush=True)
"""


@pytest.mark.parametrize("place", ["cells.sqlite", ":memory:"])
def test_a_store_closes_what_it_opened(place, tmp_path):
    """Whoever asks for it, or lets the store go; where nobody does, the end of the program."""
    address = "sqlite://" if place == ":memory:" else f"sqlite:///{tmp_path / place}"
    said = subprocess.run(
        [sys.executable, "-c", OPENED.format(address=address)],
        env=os.environ | {"PYTHONPATH": str(ROOT)}, capture_output=True, check=True,
    )  # fmt: skip
    closed = "closed"
    assert said.stdout.decode().splitlines() == [
        closed, "was closed", closed, "was left", closed, "was let go", "the program ends", closed,
    ]  # fmt: skip
