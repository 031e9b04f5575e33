"""Charges whose clock stands before that of the charge before: marked; the chain is whole."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from dpcore.__main__ import main
from dpcore.ledger import Ledger, book
from pages.release.budgets import sentences

TIMES = ("2026-03-01T10:00:00+00:00", "2026-03-01T09:59:59+00:00", "2026-03-01T09:59:59+00:00",
         "2026-02-28T00:00:00+00:00", "2026-03-02T00:00:00+00:00")  # fmt: skip
OLD = Path(__file__).parent / "written_before_decimals.sql"


@pytest.fixture
def ledger(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """A ledger of two data sets, opened as entries 1 and 2, whose charges are at `TIMES`."""
    with Ledger(tmp_path / "ledger.db") as opened:
        for name in ("clinic", "school"):
            opened.open(name, n=100, epsilon=5.0)
        for number, time in enumerate(TIMES):
            monkeypatch.setattr(book, "_now", lambda time=time: time)
            name = ("clinic", "school")[number % 2]
            opened.charge(name, what="a model", mechanism="output", epsilon=0.1)
        yield opened


def test_a_charge_before_the_one_before_is_marked_and_the_chain_is_whole(ledger):
    assert ledger.set_back() == {4: 3, 6: 5}
    assert ledger.verify() == ()


def test_equal_times_and_other_zones_are_in_order(tmp_path, monkeypatch):
    with Ledger(tmp_path / "other.db") as ledger:
        ledger.open("clinic", n=100, epsilon=5.0)
        for time in ("2026-03-01T10:00:00+00:00", "2026-03-01T10:00:00+00:00",
                     "2026-03-01T09:00:01-01:00", "2026-03-01T10:00:02"):  # fmt: skip
            monkeypatch.setattr(book, "_now", lambda time=time: time)
            ledger.charge("clinic", what="a model", mechanism="output", epsilon=0.1)
        assert ledger.set_back() == {}


def test_what_came_of_an_earlier_charge_is_not_compared(tmp_path, monkeypatch):
    """A settlement bears its charge's time, which says nothing of how long the draw took."""
    with Ledger(tmp_path / "other.db") as ledger:
        ledger.open("clinic", n=100, epsilon=5.0)
        for hour in (1, 2):
            monkeypatch.setattr(book, "_now", lambda hour=hour: f"2026-03-01T0{hour}:00:00+00:00")
            ledger.charge(
                "clinic", what="a", mechanism="output", epsilon=0.1, idempotency_key=f"k{hour}"
            )
        ledger.settle("k2", "two")
        ledger.settle("k1", "one")
        ledger.charge("clinic", what="a", mechanism="output", epsilon=0.1)
        assert ledger.set_back() == {}


def test_verify_says_so_and_still_ends_well(ledger, tmp_path, capsys):
    assert main(["ledger", "verify", "--ledger", str(tmp_path / "ledger.db")]) == 0
    first, *others = capsys.readouterr().out.splitlines()
    assert first == "Every entry is as it was written."
    assert [each.partition(" was charged")[0] for each in others] == ["Entry 4", "Entry 6"]
    assert "by a clock that stood before that of entry 3" in others[0]
    assert ledger.verify() == ()


@pytest.mark.usefixtures("ledger")
def test_a_chain_that_is_broken_says_that_alone(tmp_path, capsys):
    with closing(sqlite3.connect(tmp_path / "ledger.db", isolation_level=None)) as database:
        database.execute("UPDATE ledger_entries SET body = replace(body, '0.1', '0.2')")
    assert main(["ledger", "verify", "--ledger", str(tmp_path / "ledger.db")]) == 5
    assert "clock" not in capsys.readouterr().out


@pytest.mark.usefixtures("ledger")
def test_the_list_marks_them(tmp_path, capsys):
    assert main(["ledger", "show", "--ledger", str(tmp_path / "ledger.db")]) == 0
    lines = [each for each in capsys.readouterr().out.splitlines() if each.startswith("  ")]
    marked = [each.split()[0] for each in lines if "its clock stood before that of entry" in each]
    assert marked == ["4", "6"]


def test_the_page_marks_them(ledger):
    charge = ledger.budget("school").charges[0]
    before = ledger.set_back().get(charge.number)
    assert "its clock stood before that of entry 3" in sentences.charge(
        charge, is_open=True, before=before
    )
    assert "clock" not in sentences.charge(charge, is_open=True)


def test_an_older_ledger_is_read_and_stays_as_it_is(tmp_path):
    with closing(sqlite3.connect(tmp_path / "old.db")) as database:
        database.executescript(OLD.read_text("utf-8"))
    before = (tmp_path / "old.db").read_bytes()
    with Ledger(tmp_path / "old.db") as ledger:
        assert ledger.set_back() == {}
        assert ledger.verify() == ()
    assert (tmp_path / "old.db").read_bytes() == before
