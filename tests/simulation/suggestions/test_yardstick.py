"""Yardsticks along λ: the errors of the solver, the best λ, and the largest that is as good."""

import math
from dataclasses import replace
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from sklearn.linear_model import LogisticRegression
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

from dpcore.checks import InvalidInput
from dpcore.data.dataset import Dataset, Split, n_training, split
from dpcore.data.encoding import encode
from dpcore.data.proposal import propose
from dpcore.erm.losses import LOSSES, HuberHinge, Logistic
from dpcore.erm.prediction import error
from dpcore.erm.solver import solve
from dpcore.simulation import sources
from dpcore.simulation.settings import Settings
from dpcore.simulation.suggestions.bounds import best, try_bounds
from dpcore.simulation.suggestions.yardstick import LAMS, POINT, Yardsticks, pooled, yardsticks

TUMOURS = sources.part(Settings(data="breast_cancer"), 455)
FEW = (1e-5, 1e-3, 0.1)


def of(*errors: float, n_test: int = 10_000) -> Yardsticks:
    return Yardsticks(LAMS[: len(errors)], errors, 100, n_test)


@pytest.mark.parametrize("loss", [Logistic(), HuberHinge(h=0.5)], ids=lambda loss: loss.label)
def test_each_error_is_that_of_the_minimiser_at_its_lam(loss):
    found = yardsticks(TUMOURS, loss, FEW)
    alone = [solve(TUMOURS.X, TUMOURS.y, loss, lam).coefs for lam in FEW]
    errors = [float(error(coefs, TUMOURS.X_test, TUMOURS.y_test)[0]) for coefs in alone]
    assert (found.lams, found.errors) == (FEW, tuple(errors))
    assert (found.n, found.n_test) == (455, 114)


def test_every_loss_has_yardsticks():
    for loss in LOSSES.values():
        assert not np.isnan(yardsticks(TUMOURS, loss()).errors).any()


def test_the_order_of_the_grid_does_not_matter():
    assert yardsticks(TUMOURS, Logistic(), FEW[::-1]) == yardsticks(TUMOURS, Logistic(), FEW)


def test_of_equal_errors_the_best_is_at_the_largest_lam():
    assert of(0.2, 0.1, 0.1, 0.3).best == LAMS[2]
    assert of(0.5, 0.5, 0.5).suggested == LAMS[2]


def test_suggested_is_the_largest_lam_within_a_point():
    assert of(0.147, 0.148, 0.1569, 0.158).suggested == LAMS[2]
    assert of(0.147, 0.148, 0.147 + POINT, 0.158).suggested == LAMS[2]  # a point is within a point
    assert of(0.147, 0.3, 0.15, 0.3).suggested == LAMS[2]  # whatever lies between


def test_a_standard_error_of_the_difference_counts_where_it_is_more_than_a_point():
    few = replace(of(0.2, 0.239, 0.241), paired=(0, 0.039, 0.039))
    assert few.suggested == LAMS[1]
    assert replace(few, paired=(0, 0.002, 0.002)).suggested == LAMS[0]


def test_a_cost_says_nothing_up_to_a_point_or_a_standard_error():
    assert of(0.2, 0.3, n_test=100).slack == pytest.approx(math.sqrt(0.2 * 0.8 / 100))
    assert of(0.2, 0.239, n_test=0).slack == POINT  # a law's errors are exact


def test_the_suggestion_keeps_two_thirds_of_the_lead_over_the_constant_rule():
    rare = replace(of(0.005, 0.0099, 0.0101, 0.02), constant=0.02, paired=(0, 0.05, 0.05, 0.05))
    assert rare.gain == pytest.approx(0.005)
    assert rare.suggested == LAMS[1]
    assert replace(rare, constant=0.005).suggested == LAMS[0]  # nothing is gained, nothing is lost


def test_standard_errors_of_differences_are_those_of_the_records():
    found = yardsticks(TUMOURS, Logistic(), FEW)
    coefs = [solve(TUMOURS.X, TUMOURS.y, Logistic(), lam).coefs[0] for lam in FEW]
    wrong = np.array([np.where(TUMOURS.X_test @ w >= 0, 1, -1) != TUMOURS.y_test for w in coefs])
    best = wrong[FEW.index(found.best)].astype(float)
    expected = [np.std(each - best) / math.sqrt(found.n_test) for each in wrong]
    assert found.paired == pytest.approx(expected, abs=1e-12)
    assert found.constant == pytest.approx(min(np.mean(TUMOURS.y_test > 0), 47 / 114))


def test_folds_are_taken_as_one_test_part():
    data = sources.load(Settings(data="breast_cancer"))
    folds = [split(data, 455, 0, fold) for fold in range(2)]
    both, alone = pooled(folds, Logistic(), FEW), [yardsticks(f, Logistic(), FEW) for f in folds]
    assert both.errors == pytest.approx(np.mean([each.errors for each in alone], axis=0))
    assert both.n_test == sum(each.n_test for each in alone) == 228


def rarely(share: float, seed: int = 0) -> Dataset:
    """Return records of whom a share is positive, which a plane away from the origin parts well."""
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(4_000, 4))
    score = X @ [1, 2, -1, 1] + 0.5 * rng.normal(size=len(X))
    y = np.where(score > np.quantile(score, 1 - share), 1.0, -1.0)
    X = np.hstack([X, np.full((len(X), 1), 4.0)])
    return Dataset(X / np.linalg.norm(X, axis=1).max(), y, (*"abcd", "constant"))


@pytest.mark.parametrize("share", [0.01, 0.02, 0.05])
@pytest.mark.parametrize("seed", [0, 1])
def test_with_a_rare_class_the_suggestion_beats_the_constant_rule_if_the_best_does(share, seed):
    found = yardsticks(split(rarely(share), 3_200, seed), Logistic())
    assert found.error(found.best) < found.constant
    assert found.error(found.suggested) <= found.constant - 2 * found.gain + 1e-9


@pytest.mark.parametrize("seed", range(3))
def test_the_suggestion_on_few_records_is_near_a_plain_logistic_regression(
    tables_folder: Path, seed: int
):
    table = pd.read_csv(tables_folder / "pima_diabetes.csv", dtype=str)
    records = encode(table, best(try_bounds(table, propose(table, "Outcome"))).schema)
    part = split(records, n_training(len(table)), seed)
    found = yardsticks(part, Logistic())
    values = table.to_numpy(float)[np.random.default_rng(seed).permutation(len(table))]
    train, test = values[: part.n], values[part.n :]
    plain = make_pipeline(StandardScaler(), LogisticRegression()).fit(train[:, :-1], train[:, -1])
    least = 1 - plain.score(test[:, :-1], test[:, -1])
    assert found.error(found.suggested) <= least + math.sqrt(least * (1 - least) / len(test))


def test_more_slack_never_means_a_smaller_lam():
    rng = np.random.default_rng(0)
    for _ in range(100):
        found = of(*rng.integers(0, 20, len(LAMS)) / 20)
        taken = [found.largest_within(slack) for slack in np.linspace(0, 1, 41)]
        assert taken == sorted(taken)
        assert taken[0] == found.best <= found.suggested
        assert taken[-1] == LAMS[-1]
        assert found.error(found.suggested) <= found.error(found.best) + POINT + 1e-9


def test_a_lam_that_does_not_converge_is_not_chosen():
    found = of(math.nan, 0.2, 0.205, math.nan)
    assert (found.best, found.suggested) == (LAMS[1], LAMS[2])


def test_where_records_say_nothing_any_lam_will_do_and_the_largest_is_taken():
    y = np.array([1.0, -1.0, -1.0, -1.0, 1.0] * 8)
    data = Dataset(np.full((40, 2), 0.5), y, ("a", "b"))
    found = yardsticks(split(data, n_training(40), 0), Logistic())
    assert found.best == found.suggested == LAMS[-1]


def test_a_column_of_zeros_and_the_fewest_records_are_no_trouble():
    X = np.random.default_rng(0).uniform(-0.5, 0.5, (10, 3)) * [1, 1, 0]
    data = Dataset(X, np.where(X[:, 0] > 0, 1.0, -1.0), ("a", "b", "zero"))
    found = yardsticks(split(data, 1, 0), Logistic())
    assert found.n == 1
    assert found.n_test == 2
    assert found.suggested in LAMS


def test_of_many_records_the_head_is_taken_and_counted():
    part = sources.part(Settings(data="uniform"), 20_000)
    d = part.X.shape[1]
    found = yardsticks(part, Logistic(), FEW, most_values=500 * d + 1)
    head = Split(part.X[:500], part.y[:500], part.X_test, part.y_test)
    assert found == yardsticks(head, Logistic(), FEW)
    assert (found.n, found.n_test) == (500, 5_000)
    assert yardsticks(part, Logistic(), FEW, most_values=1).n == 1


def test_a_law_by_points_counts_its_records_and_is_exact():
    part = sources.part(Settings(data="counterexample"), 100_000)
    found = yardsticks(part, Logistic(), FEW, most_values=1)
    assert (found.n, found.n_test, found.deviation) == (100_000, 0, 0)


def test_no_lam_and_a_lam_that_is_none_are_refused():
    with pytest.raises(InvalidInput, match="at least one λ"):
        yardsticks(TUMOURS, Logistic(), ())
    with pytest.raises(InvalidInput, match="lam must be positive"):
        yardsticks(TUMOURS, Logistic(), (-1.0, 0.1))
