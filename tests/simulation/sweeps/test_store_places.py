"""Where a store lies: a file and its folder are its owner's alone, memory has one connection."""

from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

import platformdirs
import pytest

from dplab.simulation.sweeps import SweepSpec, anew, run
from dplab.simulation.sweeps.cells import cells, run_cell
from dplab.simulation.sweeps.store import Store
from tests.ledger.test_rights import modes

CELL = cells(SweepSpec(sizes=(50,), draws=2))[0]


@pytest.mark.usefixtures("umask")
@pytest.mark.parametrize("options", ["", "?timeout=5"])
def test_a_new_store_and_its_log_are_their_owners_alone(tmp_path: Path, options: str):
    with Store(f"sqlite:///{tmp_path}/cells.sqlite{options}") as store:
        store.keep(run_cell(CELL))
        assert store.find(CELL) is not None
        found = modes(tmp_path)
    assert found == dict.fromkeys(("cells.sqlite", "cells.sqlite-wal", "cells.sqlite-shm"), 0o600)


@pytest.mark.usefixtures("umask")
def test_one_that_is_made_anew_is_too(tmp_path: Path):
    (tmp_path / "folder").mkdir(0o755)
    with Store(f"sqlite:///{tmp_path}/folder/cells.sqlite") as store:
        store.keep(run_cell(CELL))
        for path in (tmp_path / "folder").iterdir():
            path.unlink()
        (tmp_path / "folder").rmdir()
        store.keep(run_cell(CELL))
        assert set(modes(tmp_path / "folder").values()) == {0o600}
        assert modes(tmp_path) == {"folder": 0o700}


@pytest.mark.usefixtures("umask")
def test_one_that_was_shared_stays_so(tmp_path: Path):
    file = tmp_path / "cells.sqlite"
    with Store(f"sqlite:///{file}") as store:
        store.keep(run_cell(CELL))
    file.chmod(0o660)
    with Store(f"sqlite:///{file}") as store:
        store.find(CELL)
        assert set(modes(tmp_path).values()) == {0o660}


@pytest.mark.usefixtures("umask")
def test_the_usual_folder_is_its_owners_alone(tmp_path: Path, monkeypatch):
    monkeypatch.setattr(platformdirs, "user_cache_dir", lambda _name: str(tmp_path / "ours"))
    monkeypatch.delenv("EXPLORER_STORE", raising=False)
    with Store() as store:
        assert anew.file_of(store.engine.url) == tmp_path / "ours" / "cells.sqlite"
    assert modes(tmp_path) == {"ours": 0o700}


def test_a_thread_that_looks_does_not_end_the_transaction_of_one_that_keeps():
    (first, *_) = run(SweepSpec(data="uniform", d=3, sizes=(30,), draws=2))
    with Store("sqlite://") as store, ThreadPoolExecutor(3) as threads:
        looking = threads.map(store.find, [first.cell] * 900)
        for fold in range(300):
            store.keep(replace(first, cell=replace(first.cell, fold=fold)))
        list(looking)
        assert store.count() == 300
