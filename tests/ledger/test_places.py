"""What holds of a ledger wherever it lies: in a file, and in the servers that LEDGER_SERVERS names.

Processes that charge are killed with SIGKILL, LEDGER_KILLS of them (`make ledgers`: 200).
"""

import os
import random
import sqlite3
import time
from contextlib import closing, contextmanager
from decimal import Decimal
from multiprocessing import get_context
from pathlib import Path

import pytest
import sqlalchemy as sa

from dpcore.checks import InvalidInput
from dpcore.ledger import Ledger, Overspent, database, state
from dpcore.ledger.database import ENTRIES, HEAD, METADATA

SERVERS = os.environ.get("LEDGER_SERVERS", "").split()
KILLS = int(os.environ.get("LEDGER_KILLS", "8"))
FORK = get_context("fork")
OLD = Path(__file__).parent / "written_before_decimals.sql"

pytestmark = pytest.mark.filterwarnings("ignore:.*fork:DeprecationWarning")


def emptied(address):
    """Return the address of a server's database without a ledger, which nobody remembers."""
    engine = sa.create_engine(address)
    METADATA.drop_all(engine)
    engine.dispose()
    database._SEEN.clear()
    state._REMEMBERED.clear()
    return address


@pytest.fixture(params=["file", *SERVERS])
def address(request, tmp_path):
    return str(tmp_path / "ledger.db") if request.param == "file" else emptied(request.param)


def pay(ledger, epsilon=0.1, **more):
    return ledger.charge("clinic", what="a model", mechanism="output", epsilon=epsilon, **more)


def pay_all(address, _):
    paid = 0
    with Ledger(address) as ledger:
        while True:
            try:
                pay(ledger, 0.1)
                paid += 1
            except Overspent:
                return paid


def test_eight_processes_spend_tenths_to_the_last_one(address):
    with Ledger(address) as ledger:
        ledger.open("clinic", n=100, epsilon=2.3)
        with FORK.Pool(8) as processes:
            paid = sum(processes.starmap(pay_all, [(address, 0)] * 8))
        budget = ledger.budget("clinic")
        assert paid == len(budget.charges) == 23
        assert (budget.spent, budget.left) == (2.3, 0.0)
        assert ledger.verify() == ()


def charge_and_say(address, number, said):
    """Charge and settle for ever, and say of each when it is done."""
    with Ledger(address) as ledger:
        for count in range(1_000_000):
            key = f"{number}-{count}"
            pay(ledger, 0.1, idempotency_key=key)
            os.write(said, f"charge {key}\n".encode())
            ledger.settle(key, f"model {key}")
            os.write(said, f"settle {key}\n".encode())


def test_whoever_is_killed_loses_no_charge_that_was_acknowledged_and_doubles_none(address):
    acknowledged, moments = [], random.Random(0)
    with Ledger(address) as ledger:
        ledger.open("clinic", n=100, epsilon=1e6)
        for number in range(KILLS):
            heard, said = os.pipe()
            child = FORK.Process(target=charge_and_say, args=(address, number, said))
            child.start()
            os.close(said)
            time.sleep(moments.uniform(0, 0.25))
            child.kill()
            child.join()
            with open(heard) as lines:
                acknowledged += lines.read().split("\n")[:-1]
        assert ledger.verify() == ()
        charges = ledger.budget("clinic").charges
        keys = [each.ticket for each in charges]
        settled = {each: ledger.lookup(each)[1] for each in keys}
        assert len(set(keys)) == len(keys)
        for line in acknowledged:
            kind, key = line.split()
            assert key in settled
            assert kind == "charge" or settled[key] == f"model {key}"
        # What was not acknowledged is there as a whole or not at all: at most one of each process.
        charged = sum(line.startswith("charge") for line in acknowledged)
        assert 0 <= len(keys) - charged <= KILLS
        assert {d for t, d in settled.items() if d != f"model {t}"} <= {None}
        assert sum(Decimal(repr(each.epsilon)) for each in charges) == Decimal(len(keys)) / 10
        assert ledger.budget("clinic").spent == len(keys) / 10
        print(f"{KILLS} killed, {charged} acknowledged, {len(keys) - charged} more stand")


def old(address):
    """Put a ledger there that was written before sums were those of decimals."""
    with closing(sqlite3.connect(":memory:" if "://" in address else address)) as file:
        file.executescript(OLD.read_text("utf-8"))
        if "://" in address:
            engine = sa.create_engine(address)
            METADATA.create_all(engine)
            with engine.begin() as connection:
                for table in (ENTRIES, HEAD):
                    names = [column.name for column in table.columns]
                    rows = file.execute(f"SELECT {', '.join(names)} FROM {table.name}").fetchall()
                    connection.execute(
                        sa.insert(table), [dict(zip(names, row, strict=True)) for row in rows]
                    )
            engine.dispose()


def test_a_ledger_of_an_older_version_is_read_verified_and_charged(address):
    old(address)
    with Ledger(address) as ledger:
        assert ledger.verify() == ()
        assert ledger.data_sets() == ("clinic", "Klinik Süd", "visits")
        found = ledger.lookup("first")
        assert found is not None
        assert (found[0].epsilon, found[1]) == (0.1, "the model ☃")
        assert ledger.unfinished() == {6, 7, 8, *range(9, 18)}
        # This one, and the tenth below, the version that wrote it refused: it summed doubles.
        pay(ledger, 0.1)
        with pytest.raises(Overspent):
            pay(ledger, 1e-300)
        ledger.charge("visits", what="the tenth", mechanism="output", epsilon=0.1)
        part = {"what": "south", "mechanism": "output_gaussian", "part": "south"}
        ledger.charge("Klinik Süd", epsilon=0.3, delta=4e-7, **part)
        left = {each: ledger.budget(each).left for each in ledger.data_sets()}
        assert left == {"clinic": 0.0, "Klinik Süd": 0.0, "visits": 0.0}
        ledger.settle("second", "a later model")
        assert ledger.verify() == ()


@contextmanager
def held(address, *, from_readers):
    """Hold a ledger as another program would that writes and does not end."""
    if "://" not in address:
        with closing(sqlite3.connect(address, isolation_level=None)) as file:
            file.execute(f"BEGIN {'EXCLUSIVE' if from_readers else 'IMMEDIATE'}")
            yield
        return
    engine = sa.create_engine(address)
    with engine.connect() as connection, connection.begin():
        connection.execute(sa.select(HEAD).with_for_update())
        if from_readers:  # as who alters a table does; a row that is locked may be read
            postgres = connection.dialect.name == "postgresql"
            exclusive = "TABLE ledger_entries" if postgres else "TABLES ledger_entries WRITE"
            connection.exec_driver_sql(f"LOCK {exclusive}")
        yield
    engine.dispose()


@pytest.mark.parametrize("act", ["look", "charge"])
def test_a_ledger_that_is_held_keeps_a_look_shortly_and_a_charge_longer(address, monkeypatch, act):
    with Ledger(address) as ledger:
        ledger.open("clinic", n=100, epsilon=1.0)
        pay(ledger)
        # The other patience would be half a minute.
        for name in ("LOOK", "PATIENCE"):
            mine = (name == "LOOK") == (act == "look")
            monkeypatch.setattr(database, name, 0.3 if mine else 30.0)
        with held(address, from_readers=act == "look"):
            begun = time.monotonic()
            with pytest.raises(InvalidInput, match="another program holds it; wait until"):
                ledger.budget("clinic") if act == "look" else pay(ledger)
            assert 0.2 < time.monotonic() - begun < 20
        assert ledger.budget("clinic").spent == 0.1
        pay(ledger)
