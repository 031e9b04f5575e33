"""A ledger's file, what SQLite keeps beside it, and models are for their owner alone."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
import sqlalchemy as sa

from dpcore.__main__ import main
from dpcore.commands import files
from dpcore.ledger import Ledger
from server import releases

pytestmark = pytest.mark.usefixtures("umask")


def modes(folder: Path) -> dict[str, int]:
    return {path.name: path.stat().st_mode & 0o777 for path in folder.iterdir()}


def opened(place: Path) -> Ledger:
    ledger = Ledger(place)
    ledger.open("clinic", n=100, epsilon=1.0)
    return ledger


def test_a_new_ledger_and_its_journal_are_its_owners_alone(tmp_path: Path):
    with opened(tmp_path / "ledger.db") as ledger, ledger._database.writing() as connection:
        connection.execute(sa.text("UPDATE ledger_head SET hash = 'another'"))
        found = modes(tmp_path)
    assert found == {"ledger.db": 0o600, "ledger.db-journal": 0o600}


def test_a_ledger_that_was_shared_stays_so_and_the_commands_say_that(tmp_path: Path, capsys):
    place = tmp_path / "ledger.db"
    opened(place).close()
    assert main(["ledger", "verify", "--ledger", str(place)]) == 0
    assert capsys.readouterr().err == ""
    place.chmod(0o664)
    for command in ("show", "verify"):
        assert main(["ledger", command, "--ledger", str(place)]) == 0
        told = capsys.readouterr().err
        assert f"{place} can be read by other users of this machine (mode 664)." in told
    with Ledger(place) as ledger:
        ledger.charge("clinic", what="a model", mechanism="output", epsilon=0.1)
    assert modes(tmp_path) == {"ledger.db": 0o664}


def test_to_look_makes_no_file(tmp_path: Path):
    with Ledger(tmp_path / "ledger.db") as ledger:
        assert ledger.data_sets() == ()
    assert modes(tmp_path) == {}


def test_no_file_is_made_where_the_folder_is_missing(tmp_path: Path):
    with pytest.raises(ValueError, match="check the folder"):
        opened(tmp_path / "none" / "ledger.db")


def test_a_table_of_another_program_is_refused_and_left_as_it_is(tmp_path: Path):
    place = tmp_path / "other.db"
    with closing(sqlite3.connect(place)) as database:
        database.execute("CREATE TABLE theirs (a)")
    before = modes(tmp_path)
    with pytest.raises(ValueError, match="tables, but not those of a ledger"):
        opened(place)
    assert modes(tmp_path) == before


def test_the_folder_of_the_usual_ledger_is_its_owners_alone(tmp_path: Path, monkeypatch):
    monkeypatch.setattr(releases, "usual_place", lambda: str(tmp_path / "a" / "b" / "ledger.db"))
    found = releases.read_releases({})
    found.make_folder()
    assert (tmp_path / "a" / "b").stat().st_mode & 0o777 == 0o700
    (tmp_path / "a" / "b").chmod(0o755)
    found.make_folder()
    assert (tmp_path / "a" / "b").stat().st_mode & 0o777 == 0o755


def test_what_commands_write_is_its_owners_alone(tmp_path: Path):
    files.write(tmp_path / "model.zip", b"PK")
    assert modes(tmp_path) == {"model.zip": 0o600}
