"""A sweep that runs: the same rows wherever its cells run, and nothing left behind."""

from concurrent.futures import Executor, Future, ThreadPoolExecutor
from dataclasses import replace

import pandas as pd
import pytest

from dplab.simulation import sources
from dplab.simulation.executors.processes import Processes
from dplab.simulation.settings import UPLOAD
from dplab.simulation.sweeps import cells as module
from dplab.simulation.sweeps import run
from dplab.simulation.sweeps.cells import COLUMNS, cells, run_cell
from dplab.simulation.sweeps.running import AHEAD
from dplab.simulation.sweeps.spec import most_records, n_fits, seconds
from tests.house import syntax
from tests.simulation.sweeps.grid import SPEC, rows


def test_every_combination_has_its_rows():
    found = rows(SPEC)
    noisy = found[found.mechanism != "non_private"]
    assert len(noisy) == n_fits(SPEC)
    keys = list(COLUMNS[:8])
    assert not found.duplicated(keys).any()
    assert len(found) - len(noisy) == len(cells(SPEC)) * len(SPEC.losses) * len(SPEC.lams)
    assert found.error.between(0, 1).all()
    assert found.converged.all()


@pytest.mark.parametrize("kind", ["threads", "processes"])
def test_rows_are_the_same_bit_for_bit_wherever_they_run(kind: str):
    alone = pd.concat([run_cell(cell).rows for cell in cells(SPEC)])
    alone = alone.sort_values(list(COLUMNS), ignore_index=True)
    executor = ThreadPoolExecutor(max_workers=3) if kind == "threads" else Processes(2)
    with executor:
        pd.testing.assert_frame_equal(rows(SPEC, executor), alone, check_exact=True)


def test_a_cell_that_fails_says_why_and_the_rest_goes_on(monkeypatch):
    whole = module._rows

    def frail(cell, records):
        if cell.fold == 1:
            raise MemoryError("not enough memory")
        return whole(cell, records)

    monkeypatch.setattr(module, "_rows", frail)
    results = list(run(SPEC))
    failures = {result.cell.fold: result.failure for result in results}
    assert failures == {0: "", 1: "not enough memory"}
    assert all(len(result.rows) == 0 for result in results if result.failure)


class OneTask(Executor):
    """Does the first task; the others wait for ever, as behind somebody else's."""

    def __init__(self):
        self.futures = []

    def submit(self, function, /, *args):
        future = Future()
        if not self.futures:
            future.set_result(function(*args))
        self.futures.append(future)
        return future


def test_who_leaves_a_sweep_leaves_nothing_waiting_in_the_executor():
    executor = OneTask()
    sweep = run(SPEC, executor)
    next(sweep)
    sweep.close()
    first, *others = executor.futures
    assert first.done()
    assert others
    assert all(future.cancelled() for future in others)


def test_an_own_table_gives_the_rows_of_a_recipe_with_the_same_records():
    own = replace(SPEC, data=UPLOAD)
    records = sources.load(SPEC.source)
    found = pd.concat([result.rows for result in run(own, records=records)])
    found = found.sort_values(list(COLUMNS), ignore_index=True)
    pd.testing.assert_frame_equal(found, rows(SPEC), check_exact=True)
    assert most_records(own, records) == most_records(SPEC)
    assert seconds(own, records=records) == seconds(SPEC)


def test_sweeps_know_no_executor():
    # They take any; `executors.choice` knows sweeps, and a circle would close here.
    ours = [each for each in syntax.modules() if each.is_in("dplab/simulation/sweeps")]
    assert len(ours) == 10
    found = [name for module in ours for name in module.imports(module.nodes)]
    assert not [name for name in found if name.startswith("dplab.simulation.executors")]


def test_no_more_cells_wait_in_a_shared_executor_than_keep_it_busy():
    class Counting(ThreadPoolExecutor):
        slots, most = 3, 0

        def submit(self, *task):
            future = super().submit(*task)
            self.most = max(self.most, self._work_queue.qsize())
            return future

    # What a cell computes does not matter here.
    spec = replace(SPEC, mechanisms=("output",), sizes=tuple(range(50, 65)), draws=1)
    with Counting(1) as shared:
        assert len(list(run(spec, shared))) == len(cells(spec)) > 20
    assert 3 <= shared.most <= AHEAD * 3
