"""A confusion matrix counts every test record once, and its mistakes are the error."""

import numpy as np
import pytest

from dpcore.data.dataset import Split
from dplab.simulation.comparison import split_of
from dplab.simulation.measures import Confusion, confusion, mistakes
from dplab.simulation.settings import Settings

EXAMPLES = {
    "a table": Settings(data="breast_cancer"),
    "a law by its points": Settings(data="counterexample", d=4, n=200),
    "generated": Settings(data="gaussian", d=3, n=100),
}


def coefs(part: Split, n_draws: int = 7) -> np.ndarray:
    return np.random.default_rng(3).normal(size=(n_draws, part.X.shape[1]))


@pytest.mark.parametrize("settings", EXAMPLES.values(), ids=EXAMPLES)
def test_mistakes_sum_to_the_mean_error_and_all_to_one(settings: Settings):
    part = split_of(settings)
    tested = mistakes(coefs(part), part)
    found = confusion(tested, part)
    assert found.error == pytest.approx(tested.measured("error").mean(), abs=1e-12)
    assert sum(found.right) + found.error == pytest.approx(1, abs=1e-12)


def test_each_cell_is_a_count_of_records():
    part = split_of(EXAMPLES["a table"])
    w = coefs(part, 1)
    found = confusion(mistakes(w, part), part)
    says, y, n = part.X_test @ w[0] >= 0, part.y_test > 0, len(part.y_test)
    expected = Confusion(
        (np.sum(~says & ~y) / n, np.sum(says & y) / n),
        (np.sum(says & ~y) / n, np.sum(~says & y) / n),
    )
    assert found.right == pytest.approx(expected.right, abs=1e-12)
    assert found.wrong == pytest.approx(expected.wrong, abs=1e-12)


def test_a_class_without_a_record_has_none():
    part = Split(np.eye(2), np.array([-1.0, 1.0]), np.eye(2), -np.ones(2))
    found = confusion(mistakes(np.array([[1.0, -1.0]]), part), part)
    assert (found.right, found.wrong) == ((0.5, 0.0), (0.5, 0.0))


def test_chances_of_single_records_sum_to_the_same():
    part = split_of(EXAMPLES["a table"])
    w = coefs(part)
    says = part.X_test @ w.T >= 0
    wrong = (says != (part.y_test > 0)[:, None]).mean(axis=1)
    found, expected = Confusion.of_chances(wrong, part.y_test), confusion(mistakes(w, part), part)
    assert found.wrong == pytest.approx(expected.wrong, abs=1e-12)
    assert found.right == pytest.approx(expected.right, abs=1e-12)
