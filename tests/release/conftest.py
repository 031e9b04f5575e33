import pytest

from dpcore.ledger import Ledger


@pytest.fixture
def ledger(tmp_path):
    with Ledger(tmp_path / "ledger.db") as opened:
        opened.open("clinic", n=200, epsilon=10.0)
        yield opened
