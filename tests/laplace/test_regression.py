"""Regression: the printed bound falls, ridge keeps its own, and its noise has the right length."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import optimize, stats

from dpcore.checks import InvalidInput
from dplab.laplace import regression


def test_one_outcome_turns_the_line_by_fifty_times_the_printed_bound():
    made = regression.counterexample(50, 0.001, 0.01)
    here = regression.least_squares(made.X, made.y)[0]
    there = regression.least_squares(made.X, made.neighbour_y)[0]
    assert here == pytest.approx(67.1, abs=0.05)
    assert abs(here - there) == pytest.approx(134, abs=0.5)
    assert regression.paper_sensitivity(n=50, radius=here) == pytest.approx(2.72, abs=5e-3)
    # By hand: Σxy/Σx².
    assert here == pytest.approx(0.01 / (49 * 1e-6 + 1e-4), rel=1e-9)


@given(st.integers(0, 10_000), st.integers(2, 30), st.integers(1, 4), st.floats(1e-4, 10))
def test_ridge_never_moves_further_than_its_bound(seed, n, d, lam):
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(n, d)) * 10 ** rng.uniform(-3, 0, (n, 1))
    X /= np.maximum(1, np.linalg.norm(X, axis=1))[:, None]
    y = rng.choice([-1, 1], n) * rng.uniform(0, 1, n)
    other_X, other_y = X.copy(), y.copy()
    other_X[0], other_y[0] = -X[1] if seed % 2 else X[0], -np.sign(y[0])
    moved = np.linalg.norm(regression.ridge(X, y, lam) - regression.ridge(other_X, other_y, lam))
    assert moved <= regression.ridge_sensitivity(n=n, lam=lam) * (1 + 1e-9)
    assert np.linalg.norm(regression.ridge(X, y, lam)) <= 1 / np.sqrt(lam) * (1 + 1e-9)


def test_ridge_moves_too_far_for_a_bound_without_lambda():
    made = regression.counterexample(50, 0.001, 0.01)
    lam = 1e-5
    moved = abs(
        regression.ridge(made.X, made.y, lam) - regression.ridge(made.X, made.neighbour_y, lam)
    )[0]
    radius = 1 / np.sqrt(lam)
    assert moved <= regression.ridge_sensitivity(n=50, lam=lam)
    assert moved > regression.paper_sensitivity(n=50, radius=radius)


def test_the_bound_of_ridge_is_that_of_the_lemma():
    # By hand, with M = 2, N = 3: P = 3/0.5, 2·2·(3 + 6·2)/(100·0.25).
    found = regression.ridge_sensitivity(n=100, lam=0.25, bound_x=2.0, bound_y=3.0)
    assert found == pytest.approx(60 / 25, rel=1e-12)


def test_ridge_is_the_minimiser_of_its_objective():
    rng = np.random.default_rng(1)
    X, y, lam = rng.uniform(-0.5, 0.5, (40, 3)), rng.uniform(-1, 1, 40), 0.03

    def objective(theta):
        return ((y - X @ theta) ** 2).mean() / 2 + lam / 2 * theta @ theta

    found = optimize.minimize(objective, np.zeros(3), tol=1e-14).x
    np.testing.assert_allclose(regression.ridge(X, y, lam), found, atol=1e-6)


def test_the_noise_of_private_ridge_has_the_length_that_its_sensitivity_asks_for():
    # 50,000 draws at level 1e-4, one seed: a rate of 2/3 or 3/2 is rejected.
    rng = np.random.default_rng(2)
    X, y = rng.uniform(-0.5, 0.5, (200, 2)), rng.uniform(-1, 1, 200)
    drawn = regression.private_ridge(X, y, lam=0.1, epsilon=2.0, n_draws=50_000, rng=rng)
    lengths = np.linalg.norm(drawn - regression.ridge(X, y, 0.1), axis=1)
    mean = regression.ridge_sensitivity(n=200, lam=0.1) / 2.0
    assert stats.kstest(lengths, stats.gamma(2, scale=mean).cdf).pvalue > 1e-4
    for wrong in (2 / 3, 1.5):
        assert stats.kstest(lengths, stats.gamma(2, scale=mean * wrong).cdf).pvalue < 1e-4


def test_records_beyond_their_bounds_are_refused():
    for X, y in (([[2.0]], [0.5]), ([[0.5]], [2.0])):
        with pytest.raises(InvalidInput, match="each record"):
            regression.private_ridge(
                np.array(X), np.array(y), lam=1, epsilon=1, n_draws=1, rng=np.random.default_rng(0)
            )
