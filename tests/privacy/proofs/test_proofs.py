"""Each guarantee has a proof, on one page, that names tests which exist."""

import ast
import re
from functools import cache
from pathlib import Path

import pytest

from dpcore.ledger import Ledger
from dpcore.privacy import proofs
from dpcore.privacy.mechanisms import MECHANISMS
from dpcore.release import certificate
from tests.house.syntax import ROOT
from tests.release.cases import run

FOLDER = Path(proofs.__file__).parent
PROVEN = proofs.OF_MECHANISMS
PAGE = 60
"""Lines of at most `WIDTH` signs, most of them those of formulas."""
WIDTH = 160
PARTS = ("Statement", "Assumptions", "Neighbours", "Proof", "Sources", "Tests")
TEST = re.compile(r"^- `(tests/\S+\.py)::(\w+)`$", re.M)


@cache
def defined_in(path: str) -> frozenset[str]:
    tree = ast.parse((ROOT / path).read_text("utf-8"))
    return frozenset(each.name for each in tree.body if isinstance(each, ast.FunctionDef))


def faults(text: str) -> list[str]:
    """Return what a proof lacks."""
    found = [f"no {part}" for part in PARTS if text.count(f"\n**{part}.**") != 1]
    found += ["longer than a page"] if text.count("\n") > PAGE else []
    found += ["too wide"] if max(map(len, text.splitlines())) > WIDTH else []
    found += ["a formula that does not end"] if text.count("$") % 2 else []
    # Otherwise it stands in the text, or what follows is taken for a name.
    shown = [line for line in text.splitlines() if "$$" in line]
    found += ["$$ beside a formula"] if {*shown} - {"$$"} else []
    found += ["a web address"] if "://" in text else []
    tests = TEST.findall(text)
    listed = text.partition("\n**Tests.**")[2].count("\n- ")
    found += ["what it lists is no test"] if not tests or len(tests) != listed else []
    return found + [test for path, test in tests if test not in defined_in(path)]


def test_whoever_promises_has_a_proof_and_nobody_else():
    unproven = {MECHANISMS[name].guarantee for name in MECHANISMS.keys() - {*PROVEN}}
    assert unproven == {"none", "broken"}
    assert {path.stem for path in FOLDER.glob("*.md")} == {*PROVEN, *proofs.WHOLE, *proofs.BESIDES}


NAMES = [*PROVEN, *proofs.WHOLE, *proofs.BESIDES]


@pytest.mark.parametrize("name", NAMES)
def test_a_proof_is_a_page_with_all_its_parts_and_tests_that_exist(name):
    assert faults((FOLDER / f"{name}.md").read_text("utf-8")) == []


@pytest.mark.parametrize(
    ("right", "wrong", "fault"),
    [
        ("::test_picks_fit_", "::test_picks_fit_hardly_", "test_picks_fit_hardly_the_exponential"),
        ("- `tests/privacy/test_tuning.py::test_picks", "- `test_picks", "what it lists"),
        ("**Neighbours.**", "", "no Neighbours"),
        ("**Proof.**", "**Proof.**" + "\n" * 20, "longer than a page"),
        ("$m+1$", "$m+1", "does not end"),
        ("\n$$\n", "\n$$x\n", "$$ beside a formula"),
    ],
)
def test_a_proof_that_lacks_something_is_seen(right, wrong, fault):
    text = (FOLDER / "private_tuning.md").read_text("utf-8")
    assert right in text
    assert any(fault in each for each in faults(text.replace(right, wrong, 1)))


@pytest.mark.parametrize(
    ("asked", "besides"),
    [
        ({}, ()),
        ({"test_share": 0.2, "epsilon_test": 0.5}, ("test_error",)),
        ({"lam": None, "candidates": (0.1, 0.3)}, ("private_tuning",)),
    ],
)
def test_a_certificate_names_the_proofs_that_it_rests_on_and_no_others(tmp_path, asked, besides):
    with Ledger(tmp_path / "ledger.db") as ledger:
        ledger.open("clinic", n=200, epsilon=10.0)
        model = run(ledger, **asked)
    named = dict(certificate.rows(model))["Proofs"]
    files, _, folder = named.partition(" in ")
    assert (ROOT / folder).samefile(FOLDER)
    assert {*files.split(", ")} == {
        f"{name}.md"
        for name in ("objective_tight", "residual", "exact_sampling", "composition", *besides)
    }
    assert all((FOLDER / name).is_file() for name in files.split(", "))


@pytest.mark.parametrize(
    ("mechanism", "besides"),
    [
        ("output", ()),
        ("objective_gaussian", ()),
        ("output_gamma", ("gamma_noise",)),
        ("objective_gamma", ("gamma_noise", "objective_profile")),
    ],
)
def test_what_keeps_delta_by_the_profile_of_its_noise_rests_on_it(mechanism, besides):
    asked = {"is_tuned": False, "is_tested": False, "is_weighted": False}
    rests = proofs.of_release(mechanism, **asked)
    assert rests == (mechanism, *besides, "residual", "exact_sampling", "composition")


def test_a_mechanisms_proof_has_its_name():
    for name in PROVEN:
        assert proofs.PROOFS[name].title == MECHANISMS[name].label
