from collections.abc import Iterator
from pathlib import Path

import pytest

from dpcore.ledger import Ledger
from pages.kit import visitor


@pytest.fixture(autouse=True)
def ledger(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Ledger]:
    """The ledger of a server on which releases are on, for whoever sits at it."""
    monkeypatch.setattr(visitor, "is_here", lambda: True)
    monkeypatch.setenv("EXPLORER_LEDGER", str(tmp_path / "ledger.db"))
    monkeypatch.delenv("EXPLORER_HOSTS", raising=False)
    monkeypatch.delenv("EXPLORER_RELEASE", raising=False)
    with Ledger(tmp_path / "ledger.db") as opened:
        yield opened
