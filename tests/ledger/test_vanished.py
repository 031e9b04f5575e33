"""A ledger that is gone stays gone: a budget that was spent is never whole again by itself."""

from collections.abc import Callable
from pathlib import Path

import pytest
import sqlalchemy as sa

from dpcore.checks import InvalidInput
from dpcore.ledger import Ledger

ACTS: dict[str, Callable[[Ledger], object]] = {
    "open": lambda ledger: ledger.open("clinic", n=10, epsilon=1),
    "open another": lambda ledger: ledger.open("other", n=10, epsilon=1),
    "charge": lambda ledger: pay(ledger),
    "settle": lambda ledger: ledger.settle("t", "model"),
    "budget": lambda ledger: ledger.budget("clinic"),
    "data_sets": lambda ledger: ledger.data_sets(),
    "lookup": lambda ledger: ledger.lookup("t"),
    "unfinished": lambda ledger: ledger.unfinished(),
    "verify": lambda ledger: ledger.verify(),
    "to_json": lambda ledger: ledger.to_json(),
}


def pay(ledger: Ledger, key: str | None = None) -> None:
    ledger.charge("clinic", what="a model", mechanism="output", epsilon=0.5, idempotency_key=key)


def removed(path: Path) -> None:
    path.unlink()


def emptied(path: Path) -> None:
    path.write_bytes(b"")


def folder_removed(path: Path) -> None:
    path.unlink()
    path.parent.rmdir()


@pytest.mark.parametrize("harm", [removed, emptied, folder_removed], ids=lambda harm: harm.__name__)
@pytest.mark.parametrize("act", ACTS)
def test_a_ledger_that_is_gone_is_an_error_and_is_not_made_anew(
    act: str, harm: Callable[[Path], None], tmp_path: Path
):
    path = tmp_path / "kept" / "ledger.db"
    path.parent.mkdir()
    with Ledger(path) as ledger:
        ledger.open("clinic", n=10, epsilon=1)
        pay(ledger, "t")
        harm(path)
        for _ in range(2):
            with pytest.raises(InvalidInput, match=r"now missing or empty.* restore a copy.*\.$"):
                ACTS[act](ledger)
        assert not path.exists() or path.read_bytes() == b""


def test_another_ledger_object_of_the_program_knows_it_too(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    """As on the page, where each run makes one anew."""
    path = tmp_path / "ledger.db"
    with Ledger(path) as ledger:
        ledger.open("clinic", n=10, epsilon=1)
    path.unlink()
    monkeypatch.chdir(tmp_path)
    for address in (path, "ledger.db", f"sqlite:///{path}"):
        with Ledger(address) as later, pytest.raises(InvalidInput, match="is now missing"):
            later.open("clinic", n=10, epsilon=1)
    assert not path.exists()


def test_a_program_that_only_read_the_ledger_knows_it_too(tmp_path: Path):
    path = tmp_path / "ledger.db"
    with Ledger(path) as writing, Ledger(path) as reading:
        writing.open("clinic", n=10, epsilon=1)
        assert reading.data_sets() == ("clinic",)
        path.unlink()
        with pytest.raises(InvalidInput, match="is now missing"):
            reading.open("clinic", n=10, epsilon=1)


def test_a_copy_that_is_restored_is_used_again(tmp_path: Path):
    path = tmp_path / "ledger.db"
    with Ledger(path) as ledger:
        ledger.open("clinic", n=10, epsilon=1)
        pay(ledger)
        copy = path.read_bytes()
        path.unlink()
        with pytest.raises(InvalidInput, match="is now missing"):
            pay(ledger)
        path.write_bytes(copy)
        pay(ledger)
        with pytest.raises(InvalidInput):
            pay(ledger)


def test_a_ledger_that_never_was_is_made_by_the_first_budget(tmp_path: Path):
    path = tmp_path / "ledger.db"
    with Ledger(path) as ledger:
        assert ledger.data_sets() == ()
        with pytest.raises(InvalidInput, match="There is no ledger"):
            pay(ledger)
        assert not path.exists()
        ledger.open("clinic", n=10, epsilon=1)
        pay(ledger)


def test_two_servers_of_one_host_are_two_places(monkeypatch: pytest.MonkeyPatch):
    """A ledger at one port is not gone because there is none yet at the other."""
    # No driver is needed to say where a ledger lies.
    made = sa.create_engine("sqlite://")
    monkeypatch.setattr(sa, "create_engine", lambda *_, **__: made)
    ports = ("", ":5432", ":5433")
    lie = [Ledger(f"postgresql://me:word@host{port}/budgets").lies for port in ports]
    assert lie == [f"the postgresql database budgets at host{port}" for port in ports]
