"""Budgets of a plan and of a ρ on the command line: opened, shown, charged and refused."""

from pathlib import Path

import pytest

from dpcore.__main__ import main
from dpcore.ledger import Ledger
from tests.commands.cases import RELEASE, N, run

LEDGER = ("--ledger", "@l.db")
LINE = "2 objective_tight epsilon=1.5 features=4 lam=0.01"


def opened(place: Path, *kind: str) -> int:
    """Open a budget; an @ of its kind is the command's own, which names a file."""
    ledger = str(place / "l.db")
    return main(["ledger", "open", "clinic", "--ledger", ledger, "--n", str(N), *kind])


def test_a_plan_is_opened_by_its_lines_shown_and_used_up(place: Path, capsys):
    (place / "plan.txt").write_text(f"# of 2026\n{LINE}\n\n1 promise epsilon=0.1\n", "utf-8")
    assert opened(place, "--delta", "1e-6", "--plan", f"@{place}/plan.txt") == 0
    said = capsys.readouterr().out
    assert "for the whole plan of 3 releases; 3 of 3 planned releases are left" in said
    assert run(place, *RELEASE) == 0
    assert "; 2 of 3 planned releases are left." in capsys.readouterr().out
    assert run(place, "ledger", "show", *LEDGER) == 0
    said = capsys.readouterr().out
    assert "  left: 1 objective_tight epsilon=1.5 features=4 lam=0.01\n" in said
    assert "  left: 1 promise epsilon=0.1\n" in said
    assert run(place, *RELEASE[:-1], "@two.zip") == 0
    assert run(place, *RELEASE[:-1], "@three.zip") == 3
    assert "left on the plan of 'clinic': 1 promise" in capsys.readouterr().err
    assert run(place, "ledger", "verify", *LEDGER) == 0


def test_a_rho_is_opened_and_shows_what_still_fits(place: Path, capsys):
    assert opened(place, "--delta", "1e-6", "--rho", "1") == 0
    assert "ρ = 1 for all releases together, and so ε = 7.7" in capsys.readouterr().out
    assert run(place, *RELEASE) == 0
    assert " of ρ is left." in capsys.readouterr().out
    assert run(place, "ledger", "show", *LEDGER, "--features", "4") == 0
    said = capsys.readouterr().out
    assert "  fits: output up to ε = " in said
    assert "objective_gaussian" not in said
    assert run(place, *RELEASE[:-1], "@two.zip") == 3
    assert "needs ρ = " in capsys.readouterr().err


@pytest.mark.parametrize(
    ("kind", "said"),
    [
        (("--plan", "2 outputt epsilon=1"), "Line 1 of the plan, '2 outputt epsilon=1'"),
        (("--plan", "@nowhere"), "cannot be read; name a text file"),
        (("--rho", "1"), "A budget of ρ needs a δ"),
    ],
)
def test_what_cannot_be_opened_is_refused_in_a_sentence(place: Path, capsys, kind, said):
    assert opened(place, *kind) == 1
    assert said in capsys.readouterr().err
    with Ledger(place / "l.db") as ledger:
        assert ledger.data_sets() == ()


def test_one_kind_is_named_and_no_two(place: Path):
    for kinds in ((), ("--epsilon", "1", "--rho", "1"), ("--rho", "1", "--plan", LINE)):
        with pytest.raises(SystemExit, match="2"):
            opened(place, *kinds)
