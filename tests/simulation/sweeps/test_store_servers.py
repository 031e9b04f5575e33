"""What servers share whose store is one database: `make ledgers` with LEDGER_SERVERS names some.

And what is said of an address that is none.
"""

import logging
from dataclasses import replace
from multiprocessing import get_context
from pathlib import Path
from traceback import format_exception

import pandas as pd
import pytest
import sqlalchemy as sa

from dpcore.checks import InvalidInput
from dplab.simulation.sweeps.cells import COLUMNS, Cell, CellResult, cells, run_cell
from dplab.simulation.sweeps.jobs import JobQueue
from dplab.simulation.sweeps.spec import SweepSpec
from dplab.simulation.sweeps.store import METADATA, RETRY_AFTER, Store, check_address
from tests.ledger.test_places import SERVERS

CROWD = 8
PATIENCE = 120
SPAWN = get_context("spawn")
SPEC = SweepSpec(sizes=(50, 60), draws=2)
LONG = SweepSpec(data="uniform", d=3, sizes=tuple(range(40, 240)), draws=2)


@pytest.fixture(params=SERVERS or [pytest.param("", marks=pytest.mark.skip("names no server"))])
def address(request: pytest.FixtureRequest) -> str:
    return emptied(request.param)


def emptied(address: str) -> str:
    engine = sa.create_engine(address)
    METADATA.drop_all(engine)
    engine.dispose()
    return address


def open_and_keep(address: str, cell: Cell, begin) -> list[str]:
    """Open the same database as all others at the same time, keep a cell, and return the log."""
    said: list[str] = []
    log = logging.Handler()
    log.emit = lambda record: said.append(record.getMessage())  # type: ignore[method-assign]
    logging.getLogger("dpcore").addHandler(log)
    result = run_cell(cell)
    begin.wait()
    with Store(address) as store:
        store.keep(result)
        found = store.find(cell)
    return said if found is not None and found.equals(result.rows) else ["not found", *said]


def test_those_who_make_and_fill_it_at_once_all_find_it_and_none_complains(address):
    cell = cells(SPEC)[0]
    with SPAWN.Manager() as shared, SPAWN.Pool(CROWD) as processes:
        begin = shared.Barrier(CROWD)
        said = processes.starmap(open_and_keep, [(address, cell, begin)] * CROWD)
    assert said == [[]] * CROWD
    with Store(address) as store:
        assert store.count() == 1


def test_what_one_server_has_computed_no_other_computes(address):
    reused = []
    for _ in range(2):
        with Store(address) as store:
            queue = JobQueue(workers=1, store=store)
            job = queue.submit(SPEC, "somebody")
            queue.wait(job, 60)
            status = queue.status(job)
            assert status.done == status.total > 1
            reused.append(status.reused)
            queue.close()
    assert reused == [0, status.total]


@pytest.mark.parametrize("place", ["file", *SERVERS])
def test_servers_that_begin_at_once_share_the_work_and_have_the_rows_of_one(
    place: str, tmp_path: Path
):
    # A server takes a cell that is under way at another with a chance of (under way)/(left): with
    # m cells under way elsewhere and N in all, m (1 + ln(N/m)) are computed twice on average, here
    # 4 (1 + ln 50) = 20, with a standard deviation below 5, and the first ones before any is kept.
    # 100 is beyond twelve deviations; in the same order, nearly all 400 were.
    address = f"sqlite:///{tmp_path / 'cells.sqlite'}" if place == "file" else emptied(place)
    stores = [Store(address) for _ in range(3)]
    queues = [JobQueue(workers=2, store=store) for store in stores]
    jobs = [queue.submit(LONG, "somebody") for queue in queues]
    for queue, job in zip(queues, jobs, strict=True):
        queue.wait(job, PATIENCE)
    ended = [queue.status(job) for queue, job in zip(queues, jobs, strict=True)]
    assert {(each.state, each.done, each.failures) for each in ended} == {("done", 200, ())}
    assert 200 <= sum(each.done - each.reused for each in ended) <= 300
    expected = in_order(pd.concat([run_cell(cell).rows for cell in cells(LONG)]))
    for queue, job in zip(queues, jobs, strict=True):
        pd.testing.assert_frame_equal(in_order(queue.rows(job)), expected, check_exact=True)
        queue.close()
    for store in stores:
        store.close()


@pytest.mark.parametrize("another", [False, True])
def test_the_usual_order_is_left_only_when_another_has_computed_the_same_cell(another: bool):
    spec = replace(LONG, sizes=LONG.sizes[:60])

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
        queue.wait(queue.submit(spec, "somebody"), PATIENCE)
        queue.close()
        usual = cells(spec)
        assert store.looked[:5] == usual[:5]
        # Of 55! orders one is the usual one.
        assert (store.looked == usual) is not another
        assert sorted(store.looked, key=usual.index) == usual


def in_order(rows: pd.DataFrame) -> pd.DataFrame:
    return rows.sort_values(list(COLUMNS), ignore_index=True)


def test_a_database_that_was_started_again_is_used_again(address):
    if not address.startswith("postgresql"):
        pytest.skip("only there can one connection end all others")
    now, cell = [0.0], cells(SPEC)[0]
    with Store(address, clock=lambda: now[0]) as store:
        store.keep(run_cell(cell))
        engine = sa.create_engine(address)
        with engine.connect() as connection:
            others = "FROM pg_stat_activity WHERE pid <> pg_backend_pid()"
            mine = "AND datname = current_database()"
            connection.exec_driver_sql(f"SELECT pg_terminate_backend(pid) {others} {mine}")
        engine.dispose()
        assert store.find(cell) is None  # passed over: it would be computed, and no sweep fails
        now[0] += RETRY_AFTER
        assert store.find(cell) is not None


@pytest.mark.parametrize(
    "place",
    ["hunter2", "hunter2://host/cells", "sqlite+hunter2://", "sqlite://ada:x@y:hunter2@host/cells"],
)
def test_an_impossible_address_gets_a_sentence_without_its_password(place: str):
    with pytest.raises(InvalidInput, match="EXPLORER_STORE must be an SQLAlchemy address") as told:
        Store(place)
    assert "hunter2" not in "".join(format_exception(told.value))
    with pytest.raises(InvalidInput, match="EXPLORER_STORE must be"):
        check_address({"EXPLORER_STORE": place})


def test_to_check_an_address_opens_nothing(tmp_path: Path):
    check_address({"EXPLORER_STORE": f"sqlite:///{tmp_path / 'cells.sqlite'}"})
    check_address({})
    assert not any(tmp_path.iterdir())
