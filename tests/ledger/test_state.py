"""What a process remembers of a ledger: nothing that was changed since is passed over."""

import json
import sqlite3
import time

import pytest

from dpcore.checks import InvalidInput
from dpcore.ledger import Ledger, book, database, state


@pytest.fixture
def ledger(tmp_path, monkeypatch):
    """A ledger of three entries, whose file counts as old enough to be told by its time."""
    monkeypatch.setattr(database, "CERTAIN", 0)
    with Ledger(tmp_path / "ledger.db") as opened:
        opened.open("clinic", n=100, epsilon=1.0)
        pay(opened, "one")
        opened.settle("one", "the model")
        yield opened


def pay(ledger, key):
    what = {"what": "a model", "mechanism": "output", "epsilon": 0.25}
    return ledger.charge("clinic", idempotency_key=key, **what)


def counted(monkeypatch):
    """Count how often entries are read, and how many of them are checked."""
    read, checked = [], []
    rows, entries = database.Database.rows, state.read

    def counting_rows(*given):
        read.append(1)
        return rows(*given)

    def counting_entries(new, *given):
        checked.append(len(new))
        return entries(new, *given)

    monkeypatch.setattr(database.Database, "rows", counting_rows)
    monkeypatch.setattr(state, "read", counting_entries)
    return read, checked


def test_what_did_not_change_is_read_once_and_what_came_is_checked_alone(ledger, monkeypatch):
    time.sleep(0.01)  # A clock's tick, so that the file is told from what it was.
    ledger.budget("clinic")
    read, checked = counted(monkeypatch)
    for _ in range(3):
        assert ledger.budget("clinic").spent == 0.25
    assert (read, checked) == ([], [])
    pay(ledger, "two")
    assert ledger.budget("clinic").spent == 0.5
    assert checked == [1]
    assert len(read) == 1


@pytest.mark.parametrize("certain", [0, 10**18])
def test_an_entry_that_is_changed_after_it_was_found_intact_is_found(
    ledger, tmp_path, monkeypatch, certain
):
    monkeypatch.setattr(database, "CERTAIN", certain)
    ledger.budget("clinic")
    time.sleep(0.01)
    with sqlite3.connect(tmp_path / "ledger.db") as file:
        file.execute("UPDATE ledger_entries SET body = replace(body, '0.25', '0.05')")
    file.close()
    for act in (lambda: ledger.budget("clinic"), lambda: pay(ledger, "two")):
        with pytest.raises(InvalidInput, match="Entry 2 was changed"):
            act()


def test_where_the_log_is_kept_apart_from_the_file_no_charge_is_passed_over(ledger, tmp_path):
    other = sqlite3.connect(tmp_path / "ledger.db", isolation_level=None)
    other.execute("PRAGMA journal_mode = WAL")
    other.execute(
        "SELECT number FROM ledger_head"
    ).fetchall()  # As long as it is open, so is the log.
    ledger.budget("clinic")
    # Another process writes an entry, and keeps its connection: the file itself is not touched.
    with Ledger(tmp_path / "ledger.db") as elsewhere:
        before = (tmp_path / "ledger.db").stat().st_mtime_ns
        pay(elsewhere, "two")
        assert (tmp_path / "ledger.db").stat().st_mtime_ns == before
    assert ledger.budget("clinic").spent == 0.5
    other.close()


def test_a_charge_is_settled_at_its_own_time_whatever_the_draw_took(ledger, monkeypatch):
    charge = pay(ledger, "two")
    monkeypatch.setattr(book, "_now", lambda: "2030-01-01T00:00:00+00:00")
    ledger.settle("two", "the model")
    *_, settled = json.loads(ledger.to_json())["entries"]
    assert (settled["kind"], settled["time"]) == ("settle", charge.time)


def test_a_look_waits_two_seconds_and_a_charge_sixty():
    assert (database.LOOK, database.PATIENCE) == (2.0, 60.0)


def test_what_is_committed_is_on_the_disk_with_the_removal_of_its_journal(ledger):
    for begun in (ledger._database.writing, ledger._database.reading):
        with begun() as connection:
            extra = 3
            assert connection.exec_driver_sql("PRAGMA synchronous").scalar() == extra
