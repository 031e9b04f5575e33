"""The store keeps cells whole, finds them again, and never mistakes one for another."""

import os
import signal
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

import pandas as pd
import pytest

from dpcore.experiments import store as stores
from dpcore.experiments import sweeps
from dpcore.experiments.store import Store, key
from dpcore.experiments.sweeps import CellResult, SweepSpec, cells, run, run_cell
from tests.house import ROOT

SPEC = SweepSpec(data="uniform", d=3, sizes=(30, 60), folds=2, draws=2)


@pytest.fixture
def address(tmp_path):
    return f"sqlite:///{tmp_path / 'cells.sqlite'}"


def test_rows_come_back_bit_for_bit(address):
    cell = cells(SPEC)[0]
    result = run_cell(cell)
    Store(address).keep(result)
    pd.testing.assert_frame_equal(Store(address).find(cell), result.rows, check_exact=True)


def test_what_is_kept_is_not_computed_again(address, monkeypatch):
    first = {result.cell: result.rows for result in run(SPEC, store=Store(address))}
    monkeypatch.setattr(sweeps, "run_cell", lambda *_: pytest.fail("computed again"))
    for result in run(SPEC, store=Store(address)):
        pd.testing.assert_frame_equal(result.rows, first[result.cell])


def test_a_larger_sweep_shares_the_cells_of_a_smaller_one(address):
    store = Store(address)
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
    monkeypatch.setattr(stores, "NUMERICS", sweeps.NUMERICS + 1)
    found |= {key(cell) for cell in cells(SPEC)}
    assert len(found) == 2 * len(cells(SPEC))


def test_failures_are_not_kept(address):
    store, cell = Store(address), cells(SPEC)[0]
    store.keep(CellResult(cell, pd.DataFrame(), "not enough memory"))
    assert store.find(cell) is None


def test_many_writers_do_not_disturb_each_other(address):
    result = run_cell(cells(SPEC)[0])
    several = [run_cell(cell) for cell in cells(SPEC)] + [result] * 20
    with ThreadPoolExecutor(max_workers=8) as threads:
        list(threads.map(lambda each: Store(address).keep(each), several))
    assert Store(address).count() == len(cells(SPEC))


KILLED = """
import os, signal
from dpcore.experiments.store import Store
from dpcore.experiments.sweeps import SweepSpec, run
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
    kept = Store(address).count()
    assert kept >= 7
    computed = [result for result in run(spec, store=Store(address)) if not result.failure]
    assert len(computed) == len(cells(spec)) == Store(address).count() == 15
