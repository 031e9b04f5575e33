"""The best λ at an ε: of a grid, for each mechanism, under the noise of the comparison."""

from dataclasses import replace
from functools import partial

import pytest

from dplab.simulation.comparison import LAMS, outcomes, sweep
from dplab.simulation.constant import ConstantRule
from dplab.simulation.settings import Settings
from dplab.simulation.sources import load
from dplab.simulation.summaries import Summary
from dplab.simulation.sweeps.cells import cells
from dplab.studies.trade_off.best_lam import ErrorsByLam, Question, run
from pages.trade_off.along_epsilon import sentences

SETTINGS = Settings(data="gaussian", d=5, n=300, draws=9, epsilon=0.5, lam="auto")


@pytest.mark.parametrize("lam", [1e-3, 0.1])
def test_the_errors_at_a_lam_are_those_of_the_comparison_there(lam: float):
    typed = replace(SETTINGS, lam=lam)
    (cell,) = cells(sweep(typed, (0.5,), load(typed)))
    found, shown = run(Question(SETTINGS)).errors, outcomes(cell)
    for name in ("output", "objective"):
        assert found[name, lam] == Summary.of(shown[name, 0.5].errors)


def test_the_lam_of_the_settings_counts_for_nothing():
    assert run(Question(SETTINGS)).errors == run(Question(replace(SETTINGS, lam=7.0))).errors


def test_no_other_lam_of_the_grid_has_a_smaller_error():
    found = run(Question(SETTINGS))
    assert {lam for _, lam in found.errors} == set(LAMS)
    for name, best in found.best.items():
        medians = {lam: found.errors[name, lam].median for lam in LAMS}
        assert medians[best.lam] == best.errors.median == min(medians.values())


def test_of_equal_ones_it_is_the_largest_and_the_order_of_the_errors_is_no_matter():
    same, worse = Summary(0.2, 0.1, 0.3), Summary(0.25, 0.1, 0.3)
    errors = {("output", 0.1): worse, ("output", 0.03): same, ("output", 0.01): same}
    assert ErrorsByLam(Question(SETTINGS), 300, errors).best["output"].lam == 0.03


def test_a_constant_answer_may_be_beaten_elsewhere_than_at_the_best_lam():
    """The least median may spread past the rule where a larger λ, with less noise, does not."""
    wide, narrow = Summary(0.2, 0.1, 0.4), Summary(0.25, 0.24, 0.26)
    rule = ConstantRule("no", 0.3, 0.01)
    found = ErrorsByLam(Question(SETTINGS), 300, {("output", 0.1): wide, ("output", 1.0): narrow})
    assert found.best["output"].lam == 0.1
    assert found.beats("output", rule)
    assert not ErrorsByLam(Question(SETTINGS), 300, {("output", 0.1): wide}).beats("output", rule)
    said = partial(sentences.best_lam, "output", found.best["output"], (0.1, wide), rule)
    assert "at no λ" in said(is_of_use=False)
    assert "at no λ" not in said(is_of_use=True)
