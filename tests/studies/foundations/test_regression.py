"""Regression: the counterexample in closed form, private ridge's noise, and its cost."""

import numpy as np
import pytest
from scipy import optimize, stats

from dpcore.checks import InvalidInput
from dplab.laplace.regression import (
    counterexample,
    paper_sensitivity,
    private_ridge,
    ridge_sensitivity,
)
from dplab.studies.foundations import regression
from dplab.studies.foundations.regression import RidgeExample


@pytest.mark.parametrize(("n", "small", "large"), [
    (50, 1e-3, 1e-2), (2, 1.0, 1e-4), (10_000, 1e-5, 1.0), (7, 0.3, 0.3),
])  # fmt: skip
def test_the_counterexample_is_that_of_its_closed_form(n, small, large):
    found = regression.turned(n, small, large, lam=0.1)
    theta = large / ((n - 1) * small**2 + large**2)
    assert found.slope == pytest.approx(theta, rel=1e-9)
    assert found.other == pytest.approx(-theta, rel=1e-9)
    assert found.claimed == pytest.approx(2 * (1 + theta) / n, rel=1e-9)
    assert found.is_broken == (2 * theta > 2 * (1 + theta) / n)


@pytest.mark.parametrize("radius", [0.021, 1.0, 50.0])
def test_within_a_ball_of_any_radius_the_move_is_twice_that_and_the_claim_falls(radius):
    made = counterexample(50, 1e-3, 1e-2)  # slopes of 67 without the ball

    def minimiser(y):
        def error(theta):
            return ((y - theta * made.X[:, 0]) ** 2).sum()

        return optimize.minimize_scalar(error, bounds=(-radius, radius), method="bounded").x

    moved = minimiser(made.y) - minimiser(made.neighbour_y)
    assert moved == pytest.approx(2 * radius, rel=1e-3)
    assert 2 * radius > paper_sensitivity(n=50, radius=radius)
    assert pytest.approx(paper_sensitivity(n=50, radius=1 / 49)) == 2 / 49


@pytest.mark.parametrize("small", [1e-5, 1e-3, 0.1, 1.0])
@pytest.mark.parametrize("lam", [1e-6, 1e-3, 1.0])
def test_ridge_keeps_its_bound_on_the_counterexample(small, lam):
    found = regression.turned(50, small, 0.01, lam)
    # In closed form: 2 l/n over the curvature.
    curvature = (49 * small**2 + 1e-4) / 50 + lam
    assert found.ridge_moved == pytest.approx(0.02 / 50 / curvature, rel=1e-9)
    assert found.ridge_moved <= found.ridge_bound


def test_records_lie_within_their_declared_bounds_whatever_the_seed():
    for seed in range(20):
        u, y = regression.records(1_000, seed)
        assert np.abs(y).max() <= 1
        assert np.linalg.norm(regression.features(u), axis=1).max() <= 1 + 1e-12


def test_draws_are_those_of_private_ridge():
    example = RidgeExample(n=500, lam=0.3, epsilon=2.0, draws=40, seed=3)
    u, y = regression.records(500, 3)
    drawn = private_ridge(
        regression.features(u), y, lam=0.3, epsilon=2.0, n_draws=40,
        rng=np.random.default_rng([3, 2]),
    )  # fmt: skip
    np.testing.assert_allclose(regression.private_ridge(example).coefs, drawn, rtol=1e-9)


def test_noise_along_lambda_has_the_length_that_each_sensitivity_asks_for():
    # 50,000 draws at level 1e-4, one seed: a rate of 2/3 or 3/2 is rejected.
    example = RidgeExample(n=300, epsilon=0.7, draws=50_000, seed=1)
    lams = np.array([0.01, 1.0])
    for lam, noise in zip(lams, regression.noise(example, lams), strict=True):
        lengths, scale = np.linalg.norm(noise, axis=1), ridge_sensitivity(n=300, lam=lam) / 0.7
        assert stats.kstest(lengths, stats.gamma(2, scale=scale).cdf).pvalue > 1e-4
        for wrong in (2 / 3, 1.5):
            assert stats.kstest(lengths, stats.gamma(2, scale=scale * wrong).cdf).pvalue < 1e-4


def test_cost_is_the_mean_squared_error_above_the_best_line():
    example = RidgeExample(n=400, lam=0.05, epsilon=5.0, draws=6, seed=2)
    found = regression.private_ridge(example)
    u, y = regression.records(400, 2)
    best = np.mean((y - np.polyval(np.polyfit(u, y, 1), u)) ** 2)
    errors = ((y - regression.height(found.coefs, u)) ** 2).mean(axis=1)
    np.testing.assert_allclose(found.costs, errors - best, atol=1e-12)
    assert found.constant_cost == pytest.approx(y.var() - best)
    baseline = ((y - regression.height(found.baseline, u)) ** 2).mean()
    assert found.baseline_cost == pytest.approx(baseline - best)
    assert found.costs.min() >= 0


def test_the_curve_passes_through_the_cost_at_the_present_lambda():
    place = 16
    found = regression.private_ridge(RidgeExample(n=1_000, lam=regression.LAMS[place], epsilon=1.0))
    assert found.curve[place].median == pytest.approx(np.median(found.costs))
    assert found.baseline_curve[place] == pytest.approx(found.baseline_cost)


def test_the_same_seed_shows_the_same_and_another_one_does_not():
    first, again, other = (
        regression.private_ridge(RidgeExample(n=50, seed=seed)) for seed in (0, 0, 1)
    )
    np.testing.assert_array_equal(first.costs, again.costs)
    assert (first.costs != other.costs).all()


@pytest.mark.parametrize("wrong", [
    {"n": 9}, {"lam": 0.0}, {"epsilon": 0.0}, {"epsilon": float("inf")}, {"epsilon": 1e-300},
])  # fmt: skip
def test_impossible_settings_are_refused(wrong):
    with pytest.raises(InvalidInput):
        regression.private_ridge(RidgeExample(**wrong))
