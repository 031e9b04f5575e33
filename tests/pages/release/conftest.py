from collections.abc import Iterator
from pathlib import Path

import pytest

from dpcore.privacy.ledger import Ledger


@pytest.fixture(autouse=True)
def ledger(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Ledger]:
    """The ledger of a server on which releases are on."""
    monkeypatch.setenv("EXPLORER_LEDGER", str(tmp_path / "ledger.db"))
    monkeypatch.delenv("EXPLORER_HOSTS", raising=False)
    monkeypatch.delenv("EXPLORER_RELEASE", raising=False)
    with Ledger(tmp_path / "ledger.db") as opened:
        yield opened
