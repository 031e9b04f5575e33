"""The command line: the functions of a release, their sentences, and an exit code for each end."""

import json
import os
import re
import sqlite3
import subprocess
import sys
import zipfile
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from dpcore import Label
from dpcore.__main__ import main
from dpcore.checks import InvalidInput
from dpcore.commands import files
from dpcore.estimators.account import FIT
from dpcore.ledger import Ledger
from dpcore.release import Model, running, scorer
from tests.commands.cases import OPEN, RELEASE, SCHEMA, N, run


def test_a_model_is_released_used_and_accounted_for(place: Path, capsys):
    assert run(place, "schema", "check", "@s.json") == 0
    assert run(place, *OPEN) == 0
    assert run(place, *RELEASE) == 0
    said = capsys.readouterr().out
    assert "0.5 of ε is left" in said
    assert run(place, "predict", "--model", "@model.zip", "--table", "@t.csv") == 0
    said = capsys.readouterr()
    assert said.err == ""
    predictions = said.out.splitlines()
    assert predictions[0] == "sick"
    assert len(predictions) == N + 1
    assert set(predictions[1:]) <= {"yes", "not yes"}
    assert run(place, "ledger", "show", "--ledger", "@l.db") == 0
    assert "1.5 spent" in capsys.readouterr().out
    assert run(place, "ledger", "verify", "--ledger", "@l.db") == 0


@pytest.mark.parametrize("how", [(), ("--lam", "Auto"), ("--candidates", "auto")])
def test_lam_follows_epsilon_where_none_is_named(place: Path, how: tuple[str, ...]):
    run(place, *OPEN)
    assert run(place, *RELEASE[:7], *how, *RELEASE[9:]) == 0
    facts = Model.from_bytes((place / "model.zip").read_bytes()).certificate
    assert facts["lam"] == pytest.approx(0.3 * 4 / (1.5 * facts["n_trained"]))
    assert facts["lam_rule"]["d"] == 4
    assert facts["candidates"] == ([facts["lam"]] if "--candidates" in how else [])


@pytest.mark.parametrize("mechanism", ["objective_gaussian", "objective_gamma"])
def test_a_delta_is_opened_charged_and_shown(place: Path, mechanism: str, capsys):
    assert run(place, *OPEN, "--delta", "0.5") == 1
    assert "δ of the budget must be below 1/n, here 1/" in capsys.readouterr().err
    assert not (place / "l.db").exists()
    run(place, *OPEN, "--delta", "1e-5")
    with_delta = (*RELEASE, "--mechanism", mechanism)
    assert run(place, *with_delta, "--delta", "2e-5") == 3
    assert run(place, *with_delta) == 1
    assert "needs a δ above 0" in capsys.readouterr().err
    assert run(place, *with_delta, "--delta", "1e-6") == 0
    assert "0.5 of ε and 9e-6 of δ is left" in capsys.readouterr().out
    assert run(place, "ledger", "show", "--ledger", "@l.db") == 0
    said = capsys.readouterr().out
    assert "δ = 1e-5, 1e-6 spent, 9e-6 left" in said
    assert "ε = 1.5, δ = 1e-6" in said
    facts = Model.from_bytes((place / "model.zip").read_bytes()).certificate
    assert facts["delta"] == 1e-6
    assert ("epsilon_without_delta" in facts) == (mechanism == "objective_gamma")


def test_predicting_counts_the_cells_that_nobody_declared(place: Path, capsys):
    run(place, *OPEN)
    run(place, *RELEASE)
    (place / "odd.csv").write_text('age,job\n"30,5",a\n80,cook\n,b\n')
    capsys.readouterr()
    assert run(place, "predict", "--model", "@model.zip", "--table", "@odd.csv") == 0
    said = capsys.readouterr()
    assert "1 of 3 cells of age is not a number as declared: it counts as 45." in said.err
    assert "1 of 3 cells of job is not a declared level: it counts as 'none'." in said.err
    assert len(said.out.splitlines()) == 4


def test_the_scorer_beside_the_model_predicts_the_same(place: Path, capsys):
    run(place, *OPEN)
    run(place, *RELEASE)
    with zipfile.ZipFile(place / "model.zip") as packed:
        packed.extractall(place)
    capsys.readouterr()
    run(place, "predict", "--model", "@model.json", "--table", "@t.csv")
    alone = subprocess.run(
        [sys.executable, "scorer.py", "model.json", "t.csv"],
        cwd=place, capture_output=True, text=True, check=True,
    )  # fmt: skip
    assert alone.stdout.split() == capsys.readouterr().out.split()


def test_what_goes_beyond_the_budget_is_refused_before_anything_is_drawn(
    place, capsys, monkeypatch
):
    run(place, *OPEN)
    monkeypatch.setattr(running, "draw_safely", lambda *_: pytest.fail("something was drawn"))
    assert run(place, *RELEASE[:6], "2.5", *RELEASE[7:]) == 3
    assert "left" in capsys.readouterr().err
    with Ledger(place / "l.db") as ledger:
        assert ledger.budget("clinic").spent == 0


def test_a_changed_ledger_is_found(place: Path):
    run(place, *OPEN)
    run(place, *RELEASE)
    with closing(sqlite3.connect(place / "l.db", isolation_level=None)) as database:
        database.execute("UPDATE ledger_entries SET body = replace(body, '1.5', '0.1')")
    assert run(place, "ledger", "verify", "--ledger", "@l.db") == 5
    assert run(place, *RELEASE[:-1], "@other.zip") == 1
    assert not (place / "other.zip").exists()


def test_a_model_that_could_not_be_written_is_had_again_by_its_key(
    place: Path, capsys, monkeypatch
):
    run(place, *OPEN)
    monkeypatch.setattr(files, "write", _full)
    assert run(place, *RELEASE) == 1
    ticket = capsys.readouterr().err.partition("--ticket ")[2].split()[0]
    monkeypatch.undo()
    assert run(place, *RELEASE, "--ticket", ticket) == 0
    with Ledger(place / "l.db") as ledger:
        assert ledger.budget("clinic").spent == 1.5


def test_a_charge_without_a_model_is_shown_as_such(place: Path, capsys, monkeypatch):
    run(place, *OPEN)
    monkeypatch.setattr(running, "_draw", _full)
    assert run(place, *RELEASE) == 1
    monkeypatch.undo()
    run(place, *RELEASE[:6], "0.25", *RELEASE[7:])
    capsys.readouterr()
    assert run(place, "ledger", "show", "--ledger", "@l.db") == 0
    lines = capsys.readouterr().out.splitlines()
    assert ["not finished" in line for line in lines] == [False, True, False]


def _full(*_args: object, **_kwargs: object) -> None:
    raise InvalidInput("model.zip cannot be written: no space left on the device.")


def test_a_model_that_the_ledger_could_not_keep_is_charged_and_ends_with_4(
    place: Path, capsys, monkeypatch
):
    run(place, *OPEN)
    monkeypatch.setattr(Ledger, "settle", _full)
    assert run(place, *RELEASE) == 4
    assert capsys.readouterr().err.count("budget is spent") == 1
    assert not (place / "model.zip").exists()
    with Ledger(place / "l.db") as ledger:
        assert ledger.budget("clinic").spent == 1.5


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("schema", "check", "@none.json"), "cannot be read"),
        (("schema", "check", "@t.csv"), "not JSON"),
        (("ledger", "show", "--ledger", "@none.db"), "no ledger"),
        (("ledger", "verify", "--ledger", "@t.csv"), "ledger"),
        (("ledger", "verify", "--ledger", "@none.db"), "no ledger"),
        (RELEASE, "Open one"),
        (("predict", "--model", "@t.csv", "--table", "@t.csv"), "not JSON"),
        (("predict", "--model", "@s.json", "--table", "@t.csv"), ""),
        ((*OPEN[:-1], "-1"), "positive"),
    ],
)
def test_bad_input_gets_a_sentence(place: Path, capsys, words: tuple[str, ...], said: str):
    assert run(place, *words) == 1
    captured = capsys.readouterr()
    assert captured.err.startswith("Refused. ")
    assert said in captured.err
    assert "Traceback" not in captured.err


@pytest.mark.parametrize("words", [(), ("release",), ("ledger",), ("release", "--epsilon", "x")])
def test_a_command_that_is_not_understood_ends_with_2(words: tuple[str, ...]):
    with pytest.raises(SystemExit) as end:
        main(words)
    assert end.value.code == 2


def test_nothing_is_overwritten(place: Path):
    run(place, *OPEN)
    (place / "model.zip").write_text("mine")
    assert run(place, *RELEASE) == 1
    assert (place / "model.zip").read_text() == "mine"
    with Ledger(place / "l.db") as ledger:
        assert ledger.budget("clinic").spent == 0


def test_facts_that_were_read_from_the_data_are_refused_with_their_names(place: Path, capsys):
    document = json.loads(SCHEMA.to_json())
    document["features"][0]["origin"] = "read from the data"
    (place / "s.json").write_text(json.dumps(document))
    assert run(place, "schema", "check", "@s.json") == 1
    assert "age" in capsys.readouterr().err


def test_rows_without_a_label_are_left_out_only_where_that_is_declared(place: Path, capsys):
    with (place / "t.csv").open("a") as table:
        table.write("40,a,?\n" * 25)
    run(place, *OPEN)
    label = replace(SCHEMA.label, unlabelled="left out")
    (place / "s.json").write_text(replace(SCHEMA, label=label).to_json())
    assert run(place, *RELEASE) == 1
    assert "declared that having a label is public" in capsys.readouterr().err
    with Ledger(place / "l.db") as ledger:
        assert ledger.budget("clinic").spent == 0
    label = replace(label, labelled_is_public=True)
    (place / "s.json").write_text(replace(SCHEMA, label=label).to_json())
    assert run(place, "schema", "check", "@s.json") == 0
    assert "Rows without a label are left out" in capsys.readouterr().out
    assert run(place, *RELEASE) == 0  # its budget is for n = 400, those that have one
    with zipfile.ZipFile(place / "model.zip") as bundle:
        assert "is declared public" in bundle.read("certificate.html").decode()


def test_help_has_examples_and_exit_codes():
    said = subprocess.run(
        [sys.executable, "-m", "dpcore", "--help"], capture_output=True, text=True, check=True
    ).stdout
    assert "examples:" in said
    assert "exit codes:" in said


def test_a_released_model_is_had_again_by_its_entry_and_charges_nothing(place: Path, capsys):
    run(place, *OPEN)
    run(place, *RELEASE)
    before = (place / "l.db").read_bytes()
    assert run(place, "ledger", "model", "2", "--ledger", "@l.db", "--out", "@again.zip") == 0
    assert "Nothing was charged" in capsys.readouterr().out
    first, again = (zipfile.ZipFile(place / name) for name in ("model.zip", "again.zip"))
    with first, again:
        for name in ("model.json", "certificate.html", "scorer.py"):
            assert first.read(name) == again.read(name)
    assert (place / "l.db").read_bytes() == before


def test_an_entry_without_a_model_says_why(place: Path, capsys):
    run(place, *OPEN)
    with Ledger(place / "l.db") as ledger:
        for key in ("t", "u"):
            ledger.charge(
                "clinic", what="a fit", mechanism="output", epsilon=0.5, idempotency_key=key
            )
        ledger.settle("u", FIT)
    for entry, said in (
        (1, "is not a charge"),
        (2, "not finished"),
        (3, "elsewhere"),
        (9, "not a charge"),
    ):
        words = ("ledger", "model", str(entry), "--ledger", "@l.db", "--out", "@again.zip")
        assert run(place, *words) == 1
        assert said in capsys.readouterr().err
    assert not (place / "a.zip").exists()


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ((*RELEASE[:6], "0,5", *RELEASE[7:]), "decimal point, such as 0.5; got '0,5'"),
        ((*RELEASE[:7], "--candidates", "0.1;1", *RELEASE[9:]), "got '0.1;1'"),
        # Taken for none at all, it was charged at a λ that nobody had named.
        ((*RELEASE[:7], "--candidates", ",", *RELEASE[9:]), "at least one λ, such as auto,0.01,1"),
        ((*RELEASE[:7], "--candidates", "", *RELEASE[9:]), "at least one λ, such as auto,0.01,1"),
        ((*RELEASE[:7], "--lam", "often", *RELEASE[9:]), "such as 0.5, or auto; got 'often'"),
        ((*OPEN[:6], "4e3", *OPEN[7:]), "whole number, such as 4000; got '4e3'"),
    ],
)
def test_what_is_no_number_is_said_with_one_that_is(place: Path, capsys, words, said: str):
    with pytest.raises(SystemExit, match="2"):
        run(place, *words)
    assert said in capsys.readouterr().err


def test_a_wrong_separator_is_said_beside_the_one_that_is_there(place: Path, capsys):
    run(place, *OPEN)
    (place / "t.csv").write_text((place / "t.csv").read_text().replace(",", ";"))
    assert run(place, *RELEASE) == 1
    assert "That line holds semicolons" in capsys.readouterr().err


def test_a_level_that_the_file_cannot_hold_is_refused_before_the_charge(place: Path, capsys):
    run(place, *OPEN)
    schema = replace(SCHEMA, label=Label("sick", ("0,5",)))
    (place / "s.json").write_text(schema.to_json())
    assert run(place, *RELEASE, "--decimal-comma") == 1
    assert "Write it as 0.5 in the schema" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("where", "code", "said"),
    [
        ("check_table", 130, "Interrupted.\n"),
        ("draw_safely", 4, "It is charged under the idempotency key"),
    ],
)
def test_an_interruption_says_what_it_has_cost(
    place: Path, capsys, monkeypatch, where: str, code: int, said: str
):
    def stop(*_):
        raise KeyboardInterrupt

    run(place, *OPEN)
    monkeypatch.setattr(running, where, stop)
    assert run(place, *RELEASE) == code
    assert said in capsys.readouterr().err
    with Ledger(place / "l.db") as ledger:
        assert ledger.budget("clinic").spent == (1.5 if code == 4 else 0)


ASCII = {**os.environ, "PYTHONIOENCODING": "ascii", "PYTHONUTF8": "0"}
"""As where the output goes through a pipe whose encoding has no ε."""


def test_no_encoding_of_the_output_stops_a_release_or_changes_a_prediction(place: Path):
    label = Label("sick", ("ναί",))
    (place / "s.json").write_text(replace(SCHEMA, label=label).to_json(), "utf-8")
    run(place, *OPEN)
    words = [word.replace("@", f"{place}/") for word in RELEASE]
    for command in (words, ["predict", "--model", words[-1], "--table", f"{place}/t.csv"]):
        done = subprocess.run(
            [sys.executable, "-m", "dpcore", *command], capture_output=True, env=ASCII, check=True
        )
    with zipfile.ZipFile(place / "model.zip") as packed:
        packed.extractall(place)
    alone = subprocess.run(
        [sys.executable, "scorer.py", "model.json", "t.csv"],
        cwd=place, capture_output=True, env=ASCII, check=True,
    )  # fmt: skip
    assert alone.stdout == done.stdout
    assert alone.stdout.count(b"\n") == N + 1
    assert "ναί".encode() in alone.stdout


@pytest.mark.parametrize(
    ("model", "table", "said"),
    [
        ("none.json", "t.csv", "none.json cannot be read: No such file or directory."),
        ("t.csv", "t.csv", "t.csv holds no classifier and its schema."),
        ("list.json", "t.csv", "list.json holds no classifier and its schema."),
        ("latin.csv", "t.csv", "the model must be text in UTF-8."),
    ],
)
def test_the_scorer_refuses_in_a_sentence(place: Path, monkeypatch, model, table, said: str):
    monkeypatch.chdir(place)
    Path("list.json").write_text("[]")
    Path("latin.csv").write_bytes("ü".encode("latin-1"))
    with pytest.raises(SystemExit, match=re.escape(f"No predictions: {said}")):
        scorer.main([model, table])


def test_of_a_key_that_another_program_draws_for_nothing_false_is_said(place: Path, capsys):
    run(place, *OPEN)
    with Ledger(place / "l.db") as ledger:
        ledger.charge("clinic", what="a", mechanism="output", epsilon=0.5, idempotency_key="t")
    assert run(place, *RELEASE, "--ticket", "t") == 1
    said = capsys.readouterr().err
    assert "has not finished yet" in said
    assert "no model was kept" not in said
