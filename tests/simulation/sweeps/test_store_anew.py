"""A store whose file is deleted while servers run is made anew, and no result goes nowhere."""

import itertools
import os
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path

import pytest
import sqlalchemy as sa

from dplab.simulation.sweeps import SweepSpec, anew, run
from dplab.simulation.sweeps import store as stores
from dplab.simulation.sweeps.cells import cells, run_cell
from dplab.simulation.sweeps.store import Store
from tests.house.some import some
from tests.house.syntax import ROOT

SPEC = SweepSpec(data="uniform", d=3, sizes=(30, 60), folds=2, draws=2)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    folder = tmp_path / "cache" / "of sweeps"
    folder.mkdir(parents=True)
    return folder / "cells.sqlite"


def opened(file: Path, **more: object) -> Store:
    return Store(f"sqlite:///{file}", **more)


def kept(file: Path) -> int:
    """Return how many cells the file holds that bears the name, as another program sees it."""
    with closing(sqlite3.connect(f"file:{file}?mode=ro", uri=True)) as other:
        assert other.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        return other.execute("SELECT COUNT(*) FROM cells").fetchone()[0]


def alone(file: Path) -> None:
    file.unlink(missing_ok=True)


def with_its_log(file: Path) -> None:
    for path in file.parent.glob(f"{file.name}*"):
        path.unlink(missing_ok=True)  # who closes the last connection removes it too


def with_its_folders(file: Path) -> None:
    shutil.rmtree(file.parents[1], ignore_errors=True)


def replaced_by_an_empty_one(file: Path) -> None:
    with_its_log(file)
    file.touch()


HARMS = [alone, with_its_log, with_its_folders, replaced_by_an_empty_one]
some_harms = pytest.mark.parametrize(
    "harm",
    some(HARMS, (with_its_folders, replaced_by_an_empty_one)),
    ids=lambda harm: harm.__name__,
)
each_harm = pytest.mark.parametrize("harm", HARMS, ids=lambda harm: harm.__name__)


@each_harm
def test_sweeps_go_on_and_are_kept_when_the_file_was_deleted(
    harm: Callable[[Path], None], file: Path, caplog: pytest.LogCaptureFixture
):
    with opened(file) as store:
        for _ in range(3):
            assert not any(result.failure for result in run(SPEC, store=store))
            assert kept(file) == len(cells(SPEC))
            harm(file)
        assert store.find(cells(SPEC)[0]) is None
        store.keep(run_cell(cells(SPEC)[0]))
        assert store.count() == kept(file) == 1
    assert caplog.messages == []


@each_harm
def test_two_servers_find_each_others_cells_in_the_new_file(
    harm: Callable[[Path], None], file: Path
):
    first, second = cells(SPEC)[:2]
    with opened(file) as here, opened(file) as there:
        here.keep(run_cell(first))
        assert there.find(first) is not None
        harm(file)
        here.keep(run_cell(first))
        assert there.find(first) is not None
        there.keep(run_cell(second))
        assert here.find(second) is not None
        # What closes a deleted file must not take the new one's log with it.
        here.engine.dispose()
        assert kept(file) == there.count() == 2


@each_harm
def test_no_connection_to_the_deleted_file_is_lent_again(harm: Callable[[Path], None], file: Path):
    with opened(file) as store:
        store.keep(run_cell(cells(SPEC)[0]))
        several = [store.engine.connect() for _ in range(4)]
        for each in several:
            each.close()
        harm(file)
        store.keep(run_cell(cells(SPEC)[1]))
        several = [store.engine.connect() for _ in range(4)]
        seen = [each.exec_driver_sql("SELECT COUNT(*) FROM cells").scalar() for each in several]
        for each in several:
            each.close()
    assert seen == [1, 1, 1, 1]


def test_a_connection_in_use_ends_as_it_began_beside_the_new_file(file: Path):
    with opened(file) as store:
        store.keep(run_cell(cells(SPEC)[0]))
        with store.engine.begin() as connection:
            alone(file)
            store.keep(run_cell(cells(SPEC)[1]))
            connection.execute(sa.delete(stores.CELLS))
        assert store.count() == kept(file) == 1


def test_a_folder_that_never_was_is_not_made(tmp_path: Path):
    """A mistyped address is said, and no wish for a folder."""
    with opened(tmp_path / "none" / "cells.sqlite") as store:
        store.keep(run_cell(cells(SPEC)[0]))
    assert not (tmp_path / "none").exists()


def test_where_it_cannot_be_made_anew_sweeps_go_on_without_until_it_can(
    file: Path, caplog: pytest.LogCaptureFixture
):
    now = 0.0
    with opened(file, clock=lambda: now) as store:
        with_its_folders(file)
        file.parents[1].write_text("in the way")
        for _ in range(2):
            assert not any(result.failure for result in run(SPEC, store=store))
        assert 1 <= len(caplog.messages) <= 2
        file.parents[1].unlink()
        now += 2 * stores.RETRY_AFTER
        assert not any(result.failure for result in run(SPEC, store=store))
        assert kept(file) == len(cells(SPEC))


def test_a_file_that_somebody_made_meanwhile_is_left_alone(file: Path):
    with opened(file) as store:
        store.keep(run_cell(cells(SPEC)[0]))
        anew.make(file)
        assert store.count() == kept(file) == 1


@pytest.mark.parametrize(
    "address",
    ["sqlite://", "sqlite:///:memory:", "sqlite:///file:c.sqlite?uri=true", "sqlite:///c?mode=ro"],
)
def test_only_plain_files_are_made_anew(address: str):
    assert anew.file_of(sa.make_url(address)) is None
    assert anew.file_of(sa.make_url("sqlite:///c.sqlite")) == Path("c.sqlite")


SERVER = """
import itertools, sys
from dataclasses import replace
from dplab.simulation.sweeps import SweepSpec
from dplab.simulation.sweeps.cells import cells, run_cell
from dplab.simulation.sweeps.store import Store
result = run_cell(cells(SweepSpec(data="uniform", d=3, sizes=(30,), draws=2))[0])
# By this clock, no fault keeps it from the next try.
with Store({address!r}, clock=itertools.count(step=1_000).__next__) as store:
    print("ready", flush=True)
    for line in sys.stdin:
        for fold in range(int(line), int(line) + 30):
            store.keep(replace(result, cell=replace(result.cell, fold=fold)))
            store.find(result.cell)
        print("kept", flush=True)
"""


class Sweeping:
    """Another server, which keeps thirty cells whenever it is asked."""

    def __init__(self, file: Path) -> None:
        script = SERVER.format(address=f"sqlite:///{file}")
        self.process = subprocess.Popen(
            [sys.executable, "-c", script],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            env=os.environ | {"PYTHONPATH": str(ROOT)},
        )
        self.wait("ready")

    def begin(self, first: int) -> None:
        self.process.stdin.write(f"{first}\n")
        self.process.stdin.flush()

    def wait(self, said: str = "kept") -> None:
        assert self.process.stdout.readline() == f"{said}\n"

    def end(self) -> None:
        self.process.communicate()
        assert self.process.returncode == 0


@pytest.mark.parametrize(
    "harm", some([alone, with_its_folders], (with_its_folders,)), ids=["alone", "with_its_folders"]
)
def test_servers_survive_that_it_is_deleted_while_they_write(
    harm: Callable[[Path], None], file: Path
):
    servers = [Sweeping(file), Sweeping(file)]
    for start in range(0, 400, 100):
        for number, server in enumerate(servers):
            server.begin(start + 1_000 * number)
        harm(file)
        for server in servers:
            server.wait()
    for number, server in enumerate(servers):
        server.begin(5_000 + 1_000 * number)
    for server in servers:
        server.wait()
        server.end()
    assert kept(file) >= 60


@some_harms
def test_threads_survive_that_it_is_deleted_while_they_write(
    harm: Callable[[Path], None], file: Path
):
    result = run_cell(cells(SPEC)[0])
    clock = itertools.count(step=1_000).__next__
    with opened(file, clock=clock) as store, ThreadPoolExecutor(4) as threads:
        for _ in range(10):
            keeping = [threads.submit(store.keep, result) for _ in range(40)]
            keeping += [threads.submit(store.find, result.cell) for _ in range(40)]
            harm(file)
            assert [each.exception() for each in keeping] == [None] * 80
        store.keep(result)
        assert store.find(result.cell) is not None
        assert kept(file) == 1
