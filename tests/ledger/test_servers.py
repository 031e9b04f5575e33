"""What is asked of a database server alone: LEDGER_SERVERS names empty databases, apart by blanks.

LEDGER_SERVERS="postgresql+psycopg://me:word@127.0.0.1/empty mariadb+pymysql://me:word@127.0.0.1/empty"
make ledgers

What is there is removed. A driver is no requirement of the project: install it beside.
"""

from multiprocessing import get_context

import pytest
import sqlalchemy as sa

from dpcore.checks import InvalidInput
from dpcore.ledger import Ledger, Overspent, TicketUsed
from dpcore.ledger.database import ENTRIES
from tests.ledger.test_places import SERVERS, emptied

CROWD = 8
SPAWN = get_context("spawn")


@pytest.fixture(params=SERVERS or [pytest.param("", marks=pytest.mark.skip("names no server"))])
def address(request: pytest.FixtureRequest) -> str:
    return emptied(request.param)


def pay(ledger, epsilon=0.25, **more):
    return ledger.charge("clinic", what="a model", mechanism="output", epsilon=epsilon, **more)


def open_and_charge(address, begin):
    """Open the same budget as all others at the same time, and charge until it is spent."""
    begin.wait()
    charged = 0
    with Ledger(address) as ledger:
        ledger.open("clinic", n=100, epsilon=0.7)
        while True:
            try:
                pay(ledger, 0.01)
                charged += 1
            except Overspent:
                return charged


def test_those_who_open_an_empty_database_at_once_never_overspend(address):
    with SPAWN.Manager() as shared, SPAWN.Pool(CROWD) as processes:
        begin = shared.Barrier(CROWD)
        charged = sum(processes.starmap(open_and_charge, [(address, begin)] * CROWD))
    with Ledger(address) as ledger:
        charges = ledger.budget("clinic").charges
        assert charged == len(charges) == 70
        assert ledger.verify() == ()


def test_names_documents_and_tickets_are_kept_to_the_letter(address):
    document = "ε" * 100_000
    with Ledger(address) as ledger:
        name = "Klinik Süd 😀 " + "x" * 60
        ledger.open(name, n=100, epsilon=1.0, parts=("Nord", "nord"))
        ledger.open(name.replace("ü", "ú"), n=100, epsilon=1.0)
        for key in ("t", "T"):
            ledger.charge(
                name, what="naïve – “1”", mechanism="output", epsilon=0.25, idempotency_key=key
            )
        with pytest.raises(TicketUsed):
            ledger.charge(name, what="again", mechanism="output", epsilon=0.25, idempotency_key="t")
        ledger.settle("T", document)
        assert ledger.lookup("t")[1] is None
        assert ledger.lookup("T")[1] == document
        assert set(ledger.data_sets()) == {name, name.replace("ü", "ú")}
        assert ledger.budget(name).charges[0].what == "naïve – “1”"
        assert ledger.verify() == ()


def test_what_was_changed_is_named(address):
    with Ledger(address) as ledger:
        ledger.open("clinic", n=100, epsilon=1.0)
        pay(ledger)
        pay(ledger)
        engine = sa.create_engine(address)
        with engine.begin() as connection:
            connection.execute(sa.delete(ENTRIES).where(ENTRIES.c.number == 2))
        engine.dispose()
        with pytest.raises(InvalidInput, match="copy"):
            ledger.budget("clinic")


def test_a_server_that_does_not_answer_is_told_without_its_address(address):
    url = sa.make_url(address)
    for other in (url.set(port=1), url.set(password="swordfish"), url.set(database="nowhere")):
        with (
            Ledger(other.render_as_string(hide_password=False)) as ledger,
            pytest.raises(InvalidInput, match="cannot be used") as refused,
        ):
            ledger.open("clinic", n=100, epsilon=1.0)
        assert (other.port == 1) == ("does not answer; try again" in str(refused.value))
        assert "swordfish" not in str(refused.value)
        assert str(url.password) not in str(refused.value)
