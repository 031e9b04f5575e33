"""The part *Whole guarantee*: its sentence, its table of other words, and what it refuses."""

import pytest

from dplab.studies.is_it_private import in_other_words, whole_guarantee
from dplab.studies.is_it_private.verdicts import Question
from edition import views
from pages.comparison.records import Records
from pages.is_it_private.whole_guarantee import sentences
from pages.is_it_private.whole_guarantee import view as part
from tests.pages.screen import opened
from tests.pages.screen import words as text_of

AT = {"is_it_private_part": "guarantee", "n": "1000", "d": "30"}
ASKED = Question("output", 1.0, lam=0.01, loss="logistic", h=0.5, n=1000, d=30)


@pytest.mark.parametrize(
    ("more", "said"),
    [
        ({}, "at most 7.2 in 100 (ε = 1, 30 coefficients); ε alone would allow 13.6."),
        ({"d": "1"}, "at most 13.6 in 100 (ε = 1, 1 coefficient); ε alone would allow 13.6."),
        ({"epsilon": "1e-3"}, "at most 5.002 in 100"),
        ({"epsilon": "50"}, "may find nearly all (ε = 50, 30 coefficients): take a smaller ε."),
        (
            {"is_it_private_mechanism": "output_gaussian"},
            "at most 8.0 in 100 (ε = 1, 30 coefficients); ε and δ alone would allow 13.6.",
        ),
    ],
    ids=str,
)
def test_the_sentence_counts_what_a_test_finds_rounded_up(more: dict[str, str], said: str):
    assert said in views.view("is_it_private", AT | more).sentence


@pytest.mark.parametrize(
    ("mechanism", "bounds", "unknown"),
    [
        ("output", {"epsilon_of_rho", "mu"}, set()),
        ("output_gaussian", {"epsilon_of_rho"}, set()),
        ("objective", {each.name for each in in_other_words.run(ASKED)}, set()),
        ("objective_gaussian", {"epsilon", "renyi", "mu", "missed", "advantage", "area", "guess"},
         {"pure", "rho", "epsilon_of_rho"}),
    ],
)  # fmt: skip
def test_each_number_is_called_exact_a_bound_or_unknown(mechanism: str, bounds, unknown):
    kinds = {each.name: sentences.kind(each) for each in in_other_words.run(ASKED.about(mechanism))}
    assert {name for name, kind in kinds.items() if kind.startswith("a bound")} == bounds
    assert {name for name, kind in kinds.items() if kind == "none is known"} == unknown


def test_no_number_of_the_table_promises_more_than_holds():
    wordings = in_other_words.run(ASKED)
    table, below = part.in_other_words(whole_guarantee.run(ASKED), Records())
    rows = [[cell.strip() for cell in row.split("|")[2:4]] for row in table.splitlines()[2:]]
    assert len(rows) == len(wordings)
    for cells, each in zip(rows, wordings, strict=True):
        for cell, value in zip(cells, (each.guarantee, each.alone), strict=True):
            gap = float(cell) - value
            assert -1e-9 <= (-gap if each.name == "missed" else gap) <= 0.01 * value
    assert below == sentences.KNOWING


def test_a_mechanism_without_a_guarantee_is_refused_with_those_that_have_one():
    app = opened("is_it_private", **AT, is_it_private_mechanism="objective_2008")
    said = text_of(app) + " ".join(each.value for each in (*app.error, *app.warning))
    assert "Objective perturbation of 2008 has no guarantee to show. Choose Objective" in said
    assert "A test with 5 % false alarms" in text_of(app)  # of the usual one
