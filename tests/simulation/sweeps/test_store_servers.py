"""What servers share whose store is one database: `make ledgers` with LEDGER_SERVERS names some.

And what is said of an address that is none.
"""

import logging
from multiprocessing import get_context
from pathlib import Path
from traceback import format_exception

import pytest
import sqlalchemy as sa

from dpcore.checks import InvalidInput
from dpcore.simulation.sweeps.cells import Cell, cells, run_cell
from dpcore.simulation.sweeps.jobs import JobQueue
from dpcore.simulation.sweeps.spec import SweepSpec
from dpcore.simulation.sweeps.store import METADATA, RETRY_AFTER, Store, check_address
from tests.privacy.ledger.test_places import SERVERS

CROWD = 8
SPAWN = get_context("spawn")
SPEC = SweepSpec(sizes=(50, 60), draws=2)


@pytest.fixture(params=SERVERS or [pytest.param("", marks=pytest.mark.skip("names no server"))])
def address(request: pytest.FixtureRequest) -> str:
    engine = sa.create_engine(request.param)
    METADATA.drop_all(engine)
    engine.dispose()
    return str(request.param)


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
