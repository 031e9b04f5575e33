"""Serving: noise has its law, fits are the best in their ball, answers depend on the past only."""

import math
from dataclasses import replace

import numpy as np
import pytest
from scipy import optimize, stats

from dpcore.checks import InvalidInput
from dplab.kernels.plans import KernelProblem, plan_pinp, plan_pinp_printed
from dplab.kernels.points import PublicPoints
from dplab.kernels.serving import WAYS, converse, noise, plan_of

T, RADIUS = 12, 0.8


def points(n: int = T) -> PublicPoints:
    X = np.random.default_rng(0).uniform(-0.6, 0.6, (n, 2))
    return PublicPoints(((X @ X.T + 1) / 2) ** 3)


def problem(n: int = T, **other) -> KernelProblem:
    usual = {"n": 20_000, "lam": 0.01, "epsilon": 1.0, "delta": 1e-6, "n_points": n}
    return KernelProblem(**(usual | other))


def test_the_fit_is_the_best_in_its_ball():
    """Against a general optimiser over α, with ‖w‖² = αᵀKα."""
    z = points(4)
    K = np.asarray(z.kernel)
    targets = np.random.default_rng(1).standard_normal((3, 4))
    found = z.within(targets, RADIUS)
    for f, weights, norm in zip(targets, found.weights, found.norms, strict=True):
        start, ball = np.zeros(4), {"type": "ineq", "fun": lambda a: RADIUS**2 - a @ K @ a}
        best = optimize.minimize(
            lambda a, f=f: np.sum((K @ a - f) ** 2), start, constraints=[ball], method="SLSQP"
        )
        assert np.sum((K @ weights - f) ** 2) <= best.fun + 1e-6
        assert norm <= RADIUS * (1 + 1e-9)
        assert math.sqrt(weights @ K @ weights) == pytest.approx(norm)
    np.testing.assert_allclose(found.predictions, found.weights @ K, atol=1e-9)


def test_a_ball_that_is_large_enough_leaves_the_targets_as_they_are():
    z, w = points(5), np.ones((1, 5))
    targets = w @ np.asarray(z.kernel)
    found = z.within(targets, 100.0)
    np.testing.assert_allclose(found.predictions, targets, atol=1e-9)
    # At the norm of w itself, and just below it.
    norm = float(found.norms[0])
    np.testing.assert_allclose(z.within(targets, norm * (1 + 1e-9)).predictions, targets, atol=1e-6)
    assert z.within(targets, 0.9 * norm).norms[0] == pytest.approx(0.9 * norm)


def test_targets_of_nought_are_fitted_by_nought():
    assert not points().within(np.zeros((2, T)), 1.0).predictions.any()


def test_a_matrix_of_no_kernel_is_refused_with_a_sentence():
    with pytest.raises(InvalidInput, match="symmetric"):
        PublicPoints(np.array([[1.0, 0.0], [0.5, 1.0]]))
    with pytest.raises(InvalidInput, match="negative eigenvalue"):
        PublicPoints(np.array([[1.0, 2.0], [2.0, 1.0]]))


def test_functional_noise_has_the_covariance_of_the_kernel():
    """40,000 draws: an entry's standard error is at most √2/200 of the variance; five of those.

    0.95 of the scale, or noise that is independent from point to point, fails.
    """
    z, n_draws = points(5), 40_000
    plan = plan_of("functional", problem(5), z)
    rng = np.random.default_rng(3)
    drawn = WAYS["functional"].serve(plan, problem(5), z, np.zeros(5), n_draws, rng)
    found, K = drawn.T @ drawn / n_draws / plan.scale**2, np.asarray(z.kernel)
    allowed = 5 * math.sqrt(2 / n_draws) * K.max()
    assert np.abs(found - K).max() < allowed
    assert np.abs(found - 0.95**2 * K).max() > allowed
    assert np.abs(found - np.diag(np.diag(K))).max() > allowed


@pytest.mark.parametrize(("way", "law"), [("tddl_laplace", "laplace"), ("tddl_gaussian", "norm")])
def test_noise_on_predictions_has_its_law_and_scale(way: str, law: str):
    """A Kolmogorov-Smirnov test over 60,000 numbers at level 1e-4; 0.95 and 1.05 of it fail."""
    plan = plan_of(way, problem(), points())
    drawn = noise(plan, 5000, T, np.random.default_rng(4)).ravel()
    for factor in (1, 0.95, 1.05):
        p = stats.kstest(drawn, law, (0, factor * plan.scale)).pvalue
        assert (p > 1e-4) == (factor == 1)


@pytest.mark.parametrize("way", WAYS)
def test_much_epsilon_gives_the_exact_predictions(way: str):
    generous = problem(lam=0.1, epsilon=1e4)
    f = points().kernel @ np.full(T, 0.1)
    plan = plan_of(way, generous, points())
    served = WAYS[way].serve(plan, generous, points(), f, 4, np.random.default_rng(5))
    assert served.shape == (4, T)
    np.testing.assert_allclose(served, np.tile(f, (4, 1)), atol=0.01)


@pytest.mark.parametrize("way", WAYS)
def test_another_epsilon_has_the_same_noise_on_another_scale(way: str):
    plan = plan_of(way, problem(), points())
    twice, zero = replace(plan, scale=2 * plan.scale), np.zeros(T)
    if way == "pinp":
        plan, twice = (replace(p, threshold=0.0) for p in (plan, twice))
    wide = problem(norm_bound=1e6)
    drawn = [
        WAYS[way].serve(p, wide, points(), zero, 3, np.random.default_rng(6)) for p in (plan, twice)
    ]
    np.testing.assert_allclose(drawn[1], 2 * drawn[0], rtol=1e-6)


def test_answers_depend_on_earlier_questions_only():
    plan, f = plan_pinp(problem()), np.linspace(-1, 1, T)
    whole = converse(plan, points(), f, 3, np.random.default_rng(7))
    K = np.array(points().kernel)
    K[-1, :-1] = K[:-1, -1] = 0.0
    other = converse(plan, PublicPoints(K), np.append(f[:-1], 5.0), 3, np.random.default_rng(7))
    assert (whole.answers[:, :-1] == other.answers[:, :-1]).all()


def test_answers_are_noisy_where_updated_and_public_where_not():
    plan, f = plan_pinp(problem()), np.linspace(-1, 1, T)
    always = converse(replace(plan, threshold=0.0), points(), f, 3, np.random.default_rng(8))
    noisy = f + noise(plan, 3, T, np.random.default_rng(8))
    assert always.updated.all()
    assert (always.answers == noisy).all()
    never = converse(replace(plan, threshold=np.inf), points(), f, 3, np.random.default_rng(8))
    assert not never.updated.any()
    assert not never.answers.any()
    limited = replace(plan, threshold=0.0, most_updates=3.5)
    # The counter is compared with B before each question: four updates, as printed.
    assert (
        converse(limited, points(), f, 3, np.random.default_rng(8)).updated.sum(axis=1) == 4
    ).all()


def test_pinp_as_printed_never_updates_at_20_000_records_and_calibrated_it_does():
    z, f = points(50), np.linspace(-1, 1, 50)
    for plan, does in ((plan_pinp_printed(problem(50)), False), (plan_pinp(problem(50)), True)):
        spoken = converse(plan, z, f, 20, np.random.default_rng(9))
        assert spoken.updated.any() == does
