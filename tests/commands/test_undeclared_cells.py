"""Cells that are not as declared, on the command line: told before the charge."""

from pathlib import Path

import pytest

from dpcore.__main__ import main
from dpcore.checks import InvalidInput
from dpcore.ledger import Ledger
from tests.commands.cases import OPEN, RELEASE, N, run


@pytest.fixture
def commas(place: Path) -> Path:
    """A table whose numbers are written with commas, where the command is told nothing of it."""
    rows = [f"{20 + k % 60},5;{'ab'[k % 2]};{'yes' if k % 60 > 30 else 'no'}" for k in range(N)]
    (place / "t.csv").write_text("\n".join(["age;job;sick", *rows, ""]))
    run(place, *OPEN)
    return place


COMMAS = f"{N} of {N} cells of age are not numbers as declared: they count as 45."


def test_cells_that_nobody_declared_are_counted_before_the_charge(commas, capsys, monkeypatch):
    def charged(*_args: object, **_more: object) -> None:
        assert COMMAS in capsys.readouterr().err
        raise InvalidInput("It would be charged now.")

    capsys.readouterr()
    monkeypatch.setattr(Ledger, "charge", charged)
    assert run(commas, *RELEASE, "--separator", "semicolon") == 1
    assert "It would be charged now." in capsys.readouterr().err


def test_cells_that_nobody_declared_stop_nothing_unless_that_is_asked_for(commas, capsys):
    assert run(commas, *RELEASE, "--separator", "semicolon") == 0
    said = capsys.readouterr()
    assert COMMAS in said.err
    assert "--decimal-comma" in said.err
    assert "0.5 of ε is left" in said.out


def test_a_stop_at_undeclared_cells_leaves_the_ledger_as_it_was(commas, capsys):
    before = (commas / "l.db").read_bytes()
    stopping = (*RELEASE, "--separator", "semicolon", "--stop-at-undeclared")
    assert run(commas, *stopping) == 1
    said = capsys.readouterr().err
    assert COMMAS in said
    assert "stopped before anything was charged" in said
    assert "That it stopped reveals something about the records" in said
    assert (commas / "l.db").read_bytes() == before
    assert not (commas / "model.zip").exists()
    # Said how it is written, every cell is as declared: nothing is counted, and it goes through.
    assert run(commas, *stopping, "--decimal-comma") == 0
    assert capsys.readouterr().err == ""


def test_a_stop_gives_a_model_that_was_paid_for_again(commas):
    ticket = ("--separator", "semicolon", "--ticket", "t")
    run(commas, *RELEASE, *ticket)
    assert run(commas, *RELEASE[:-1], "@again.zip", *ticket, "--stop-at-undeclared") == 0
    assert (commas / "again.zip").read_bytes() == (commas / "model.zip").read_bytes()


def test_where_the_flag_is_explained_a_stop_is_called_an_answer(capsys):
    with pytest.raises(SystemExit, match="0"):
        main(["release", "--help"])
    said = " ".join(capsys.readouterr().out.split())
    assert "A stop that depends on the records is itself an answer about them" in said
