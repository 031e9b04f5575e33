"""Servers that compute the same sweep at once, on one database, share its work."""

from dataclasses import replace
from pathlib import Path

import pandas as pd
import pytest

from dpcore.simulation.sweeps import SweepSpec
from dpcore.simulation.sweeps.cells import COLUMNS, CellResult, cells, run_cell
from dpcore.simulation.sweeps.jobs import JobQueue
from dpcore.simulation.sweeps.store import Store

SPEC = SweepSpec(data="uniform", d=3, sizes=tuple(range(40, 240)), draws=2)
AT_A_TIME = 2
SOON = 120
SERVERS = 3


def test_servers_that_begin_at_once_share_the_work_and_have_the_rows_of_one(tmp_path: Path):
    # A server takes a cell that is under way at another with a chance of (under way)/(left): with
    # m cells under way elsewhere and N in all, m (1 + ln(N/m)) are computed twice on average, here
    # 4 (1 + ln 50) = 20, with a standard deviation below 5, and the first ones before any is kept.
    # 100 is beyond twelve deviations; in the same order, nearly all 400 were.
    address = f"sqlite:///{tmp_path / 'cells.sqlite'}"
    stores = [Store(address) for _ in range(SERVERS)]
    queues = [JobQueue(workers=AT_A_TIME, store=store) for store in stores]
    jobs = [queue.submit(SPEC, "somebody") for queue in queues]
    for queue, job in zip(queues, jobs, strict=True):
        queue.wait(job, SOON)
    ended = [queue.status(job) for queue, job in zip(queues, jobs, strict=True)]
    assert {(each.state, each.done, each.failures) for each in ended} == {("done", 200, ())}
    assert 200 <= sum(each.done - each.reused for each in ended) <= 300
    expected = in_order(pd.concat([run_cell(cell).rows for cell in cells(SPEC)]))
    for queue, job in zip(queues, jobs, strict=True):
        pd.testing.assert_frame_equal(in_order(queue.rows(job)), expected, check_exact=True)
        queue.close()
    for store in stores:
        store.close()


@pytest.mark.parametrize("another", [False, True])
def test_the_usual_order_is_left_only_when_another_has_computed_the_same_cell(another: bool):
    spec = replace(SPEC, sizes=tuple(range(40, 100)))

    class Beside(Store):
        """A store into which another server puts the fifth cell while it is computed here."""

        def __init__(self):
            super().__init__("sqlite://")
            self.looked = []

        def find(self, cell):
            self.looked.append(cell)
            return super().find(cell)

        def keep(self, result: CellResult) -> bool:
            if another and len(self.looked) == 5:
                super().keep(result)
            return super().keep(result)

    with Beside() as store:
        queue = JobQueue(workers=1, store=store)
        queue.wait(queue.submit(spec, "somebody"), SOON)
        queue.close()
        usual = cells(spec)
        assert store.looked[:5] == usual[:5]
        # Of 55! orders one is the usual one.
        assert (store.looked == usual) is not another
        assert sorted(store.looked, key=usual.index) == usual


def in_order(rows: pd.DataFrame) -> pd.DataFrame:
    return rows.sort_values(list(COLUMNS), ignore_index=True)
