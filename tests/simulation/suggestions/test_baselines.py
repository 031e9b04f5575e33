"""Baselines along λ: the errors of the solver, the best λ, and the largest that is as good."""

import math
from dataclasses import replace

import numpy as np
import pytest

from dpcore.checks import InvalidInput
from dpcore.data.dataset import Dataset, Split, n_training, split
from dpcore.erm.losses import LOSSES, HuberHinge, Logistic
from dpcore.erm.prediction import error
from dpcore.erm.solver import solve
from dplab.simulation import sources
from dplab.simulation.settings import Settings
from dplab.simulation.suggestions.baselines import LAMS, POINT, Baselines, baselines

TUMOURS = sources.part(Settings(data="breast_cancer"), 455)
FEW = (1e-5, 1e-3, 0.1)


def of(*errors: float, n_test: int = 10_000) -> Baselines:
    return Baselines(LAMS[: len(errors)], errors, 100, n_test)


@pytest.mark.parametrize("loss", [Logistic(), HuberHinge(h=0.5)], ids=lambda loss: loss.label)
def test_each_error_is_that_of_the_minimiser_at_its_lam(loss):
    found = baselines(TUMOURS, loss, FEW)
    alone = [solve(TUMOURS.X, TUMOURS.y, loss, lam).coefs for lam in FEW]
    errors = [float(error(coefs, TUMOURS.X_test, TUMOURS.y_test)[0]) for coefs in alone]
    assert (found.lams, found.errors) == (FEW, tuple(errors))
    assert (found.n, found.n_test) == (455, 114)


def test_every_loss_has_baselines():
    for loss in LOSSES.values():
        assert not np.isnan(baselines(TUMOURS, loss()).errors).any()


def test_the_order_of_the_grid_does_not_matter():
    assert baselines(TUMOURS, Logistic(), FEW[::-1]) == baselines(TUMOURS, Logistic(), FEW)


def test_of_equal_errors_the_best_is_at_the_largest_lam():
    assert of(0.2, 0.1, 0.1, 0.3).best == LAMS[2]
    assert of(0.5, 0.5, 0.5).best == LAMS[2]


def test_a_cost_says_nothing_up_to_a_point_or_a_standard_error():
    assert of(0.2, 0.3, n_test=100).slack == pytest.approx(math.sqrt(0.2 * 0.8 / 100))
    assert of(0.2, 0.239, n_test=0).slack == POINT  # a law's errors are exact
    rare = replace(of(0.005, 0.02, n_test=0), constant=0.02)
    assert rare.slack == rare.gain == pytest.approx(0.005)


def test_a_lam_that_does_not_converge_is_not_chosen():
    found = of(math.nan, 0.2, 0.205, math.nan)
    assert found.best == LAMS[1]


def test_where_records_say_nothing_any_lam_will_do_and_the_largest_is_taken():
    y = np.array([1.0, -1.0, -1.0, -1.0, 1.0] * 8)
    data = Dataset(np.full((40, 2), 0.5), y, ("a", "b"))
    found = baselines(split(data, n_training(40), 0), Logistic())
    assert found.best == LAMS[-1]


def test_a_column_of_zeros_and_the_fewest_records_are_no_trouble():
    X = np.random.default_rng(0).uniform(-0.5, 0.5, (10, 3)) * [1, 1, 0]
    data = Dataset(X, np.where(X[:, 0] > 0, 1.0, -1.0), ("a", "b", "zero"))
    found = baselines(split(data, 1, 0), Logistic())
    assert found.n == 1
    assert found.n_test == 2
    assert found.best in LAMS


def test_of_many_records_the_head_is_taken_and_counted():
    part = sources.part(Settings(data="uniform"), 20_000)
    d = part.X.shape[1]
    found = baselines(part, Logistic(), FEW, most_values=500 * d + 1)
    head = Split(part.X[:500], part.y[:500], part.X_test, part.y_test)
    assert found == baselines(head, Logistic(), FEW)
    assert (found.n, found.n_test) == (500, 5_000)
    assert baselines(part, Logistic(), FEW, most_values=1).n == 1


def test_a_law_by_points_counts_its_records_and_is_exact():
    part = sources.part(Settings(data="counterexample"), 100_000)
    found = baselines(part, Logistic(), FEW, most_values=1)
    assert (found.n, found.n_test, found.deviation) == (100_000, 0, 0)


def test_no_lam_and_a_lam_that_is_none_are_refused():
    with pytest.raises(InvalidInput, match="at least one λ"):
        baselines(TUMOURS, Logistic(), ())
    with pytest.raises(InvalidInput, match="lam must be positive"):
        baselines(TUMOURS, Logistic(), (-1.0, 0.1))
