"""Measures: shares between 0 and 1, half for who knows nothing, in cells as in single tests."""

import math
from dataclasses import replace

import numpy as np
import pandas as pd
import pytest

from dpcore.checks import InvalidInput
from dpcore.data.dataset import Dataset, Split, split
from dplab.simulation import comparison
from dplab.simulation.constant import constant_rule
from dplab.simulation.measures import (
    MEASURES,
    balanced,
    check_measured,
    deviation,
    in_rows,
    mistakes,
    unmeasured_folds,
)
from dplab.simulation.settings import Settings
from dplab.simulation.sources import load, part
from dplab.simulation.summaries import Summary
from dplab.simulation.sweeps import SweepSpec, run
from dplab.simulation.sweeps import store as stores
from dplab.simulation.sweeps.cells import COLUMNS, CellResult, cells, run_cell
from dplab.simulation.sweeps.store import Store
from dplab.studies.trade_off import grid

RARE = np.where(np.arange(200) % 20 == 0, 1.0, -1.0)
"""One record in twenty is of class +1."""


def rare(X_test, weight=None):
    return Split(X_test[:2], RARE[:2], X_test, RARE, test_weight=weight)


def test_who_always_names_the_larger_class_has_half_of_the_balanced_error():
    tested = rare(np.full((200, 1), -0.5))
    found = mistakes(np.array([[1.0]]), tested, ranks=True)
    assert {name: found.measured(name)[0] for name in MEASURES} == {
        "error": 0.05, "balanced": 0.5, "auc": 0.5,
    }  # fmt: skip


def test_pairs_are_ranked_only_where_that_is_asked():
    found = mistakes(np.array([[1.0]]), rare(np.full((200, 1), -0.5)))
    assert found.misranked is None
    with pytest.raises(ValueError, match="not ranked"):
        found.measured("auc")


@pytest.mark.parametrize("data", ["breast_cancer", "counterexample"])
def test_disagreement_is_that_of_two_different_draws(data: str):
    records = part(Settings(data=data), 50)
    coefs = np.random.default_rng(3).standard_normal((5, records.X.shape[1]))
    said = coefs @ records.X_test.T >= 0
    apart = [
        np.average(said[one] != said[other], weights=records.test_weight)
        for one in range(5)
        for other in range(5)
        if one != other
    ]
    found = mistakes(coefs, records).disagreement
    assert found == pytest.approx(np.mean(apart))
    # With each draw paired with itself, too, it would be too small.
    assert found != pytest.approx(np.mean(apart) * 4 / 5)
    assert np.isnan(mistakes(coefs[:1], records).disagreement)


def test_the_balanced_error_is_not_known_where_one_class_is_not_there():
    found = balanced(np.array([0.2, np.nan, 0.0]), np.array([0.4, 0.4, np.nan]))
    # Not 0.4 and 0: what is known of the other class alone.
    np.testing.assert_array_equal(found, [(0.2 + 0.4) / 2, np.nan, np.nan])


@pytest.mark.parametrize("measure", MEASURES)
def test_rows_of_a_sweep_have_the_measure_of_the_comparison(measure):
    settings = Settings(data="breast_cancer", draws=5, measure=measure)
    (cell,) = cells(comparison.sweep(settings, (0.1, 1.0), load(settings)))
    rows = in_rows(run_cell(cell).rows, measure)
    for (name, epsilon), found in comparison.measured(comparison.outcomes(cell), measure).items():
        there = rows[(rows.mechanism == name) & (rows.epsilon == epsilon)]
        np.testing.assert_allclose(there["error"].to_numpy(), found.errors, rtol=1e-15)
        assert ((found.errors >= 0) & (found.errors <= 1)).all()
    assert rows["misranked"].isna().all() == (measure != "auc")


def test_measures_train_the_same_classifiers():
    settings = Settings(data="breast_cancer", draws=5)
    shares = []
    for measure in MEASURES:
        asked = replace(settings, measure=measure)
        (cell,) = cells(comparison.sweep(asked, (0.1,), load(asked)))
        shares.append(run_cell(cell).rows["error"].to_numpy())
    np.testing.assert_array_equal(shares[0], shares[1])
    np.testing.assert_array_equal(shares[0], shares[2])


@pytest.mark.parametrize("measure", ["balanced", "auc"])
def test_every_constant_answer_is_right_by_half_and_chance_seldom_beats_it(measure):
    rng = np.random.default_rng(0)
    tested = rare(rng.standard_normal((200, 3)))
    rule = constant_rule([tested], ("no", "yes"), measure)
    assert (rule.answer, rule.error) == ("no", 0.5)
    coefs = rng.standard_normal((4000, 3))
    by_chance = [
        mistakes(coefs[:1], rare(rng.standard_normal((200, 3))), ranks=True).measured(measure)[0]
        for _ in range(1000)
    ]
    assert np.std(by_chance) == pytest.approx(rule.deviation, rel=0.1)
    assert np.mean([rule.is_beaten_by(Summary(each, each, each)) for each in by_chance]) < 0.2


def test_the_rule_is_exact_where_the_test_is_a_law():
    law = part(Settings(data="counterexample"), 100)
    assert constant_rule([law], measure="balanced").deviation == 0
    assert constant_rule([law], measure="balanced").error == 0.5


@pytest.mark.parametrize("measure", MEASURES)
@pytest.mark.parametrize("weight", [None, np.array([0.5, 0.5, 0.0])])
def test_without_a_test_record_of_one_class_only_the_error_is_measured(measure: str, weight):
    y = np.ones(3) if weight is None else np.array([1.0, 1.0, -1.0])  # the last one never comes
    alone = Split(np.ones((2, 1)), np.ones(2), np.ones((3, 1)), y, test_weight=weight)
    found, rule = (
        mistakes(np.array([[1.0]]), alone, ranks=True),
        constant_rule([alone], measure=measure),
    )
    value = found.measured(measure)[0]
    if measure == "error":
        check_measured(measure, [alone])
        assert (value, rule.error) == (0.0, 0.0)
    else:
        assert math.isnan(value)
        assert math.isnan(rule.error)
        assert math.isnan(rule.deviation)
        assert math.isnan(deviation(found, alone, measure))
        with pytest.raises(InvalidInput, match=r"cannot be measured: no test record of class"):
            check_measured(measure, [alone])
        # One fold with both suffices.
        check_measured(measure, [alone, rare(np.ones((200, 1)))])
        assert constant_rule([alone, rare(np.ones((200, 1)))], measure=measure).error == 0.5
    for errors in (Summary(0, 0, 0), Summary(value, value, value)):
        assert not rule.is_beaten_by(errors)


ONE_IN_80 = Dataset(
    np.random.default_rng(0).uniform(-0.5, 0.5, (80, 2)),
    np.where(np.arange(80) == 7, 1.0, -1.0),
    ("a", "b"),
)


@pytest.mark.parametrize("measure", MEASURES)
def test_one_positive_in_80_is_measured_where_it_is_tested_and_nowhere_else(measure: str):
    measured = []
    for seed in range(12):
        settings = Settings(data="upload", measure=measure, seed=seed, draws=3)
        tested = split(ONE_IN_80, 64, seed)
        if measure == "error" or (tested.y_test > 0).any():
            comparison.part_of(ONE_IN_80, settings)
            measured.append(seed)
            continue
        with pytest.raises(InvalidInput, match=r"no test record of class \+1 is among 16\."):
            comparison.part_of(ONE_IN_80, settings)
        with pytest.raises(InvalidInput, match="cannot be measured"):
            comparison.split_of(settings, ONE_IN_80)
    # A fifth of the records is tested.
    assert (len(measured) == 12) == (measure == "error")
    assert measured


@pytest.mark.parametrize("measure", ["balanced", "auc"])
def test_a_sweep_leaves_out_the_folds_that_cannot_be_measured_and_counts_them(measure: str):
    spec = SweepSpec(data="upload", folds=5, draws=2, lams=(0.1,), ranks=measure == "auc")
    rows = pd.concat([each.rows for each in run(spec, records=ONE_IN_80)])
    assert unmeasured_folds(rows, measure) == 4
    assert unmeasured_folds(rows, "error") == 0
    found = in_rows(rows, measure)
    assert len({*found["fold"]}) == 1
    assert not found["error"].isna().any()
    assert grid.rule_of(spec, measure, ONE_IN_80).error == 0.5
    one = replace(spec, folds=1)
    seed = next(s for s in range(9) if not (split(ONE_IN_80, 64, s).y_test > 0).any())
    with pytest.raises(InvalidInput, match="cannot be measured"):
        grid.rule_of(replace(one, seed=seed), measure, ONE_IN_80)


def test_stored_rows_without_the_classes_are_computed_again(monkeypatch):
    spec, older = SweepSpec(data="uniform", d=2, sizes=(60,), draws=2), COLUMNS[:9]
    with Store("sqlite://") as store:
        with monkeypatch.context() as before:
            before.setattr(stores, "NUMERICS", 3)  # when rows had the plain error alone
            for cell in cells(spec):
                store.keep(CellResult(cell, run_cell(cell).rows[list(older)]))
                assert list(store.find(cell)) == list(older)
        for result in run(spec, store=store):
            assert list(result.rows) == list(COLUMNS)
            assert not in_rows(result.rows, "balanced")["error"].isna().any()


def test_rows_by_the_error_stay_as_they_are():
    rows = pd.DataFrame({"error": [0.1]})
    assert in_rows(rows, "error") is rows
