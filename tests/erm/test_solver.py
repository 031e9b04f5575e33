"""The solver finds the minimiser of every draw, and says so where it did not."""

import numpy as np
import pytest
from sklearn.linear_model import LogisticRegression

from dpcore.checks import InvalidInput
from dpcore.erm import solver
from dpcore.erm.losses import Logistic
from dpcore.erm.newton import directions
from dpcore.erm.newton.descent import Newton
from dpcore.erm.objective import Objective, row_dot
from dpcore.erm.solver import solve
from dpcore.privacy import noise
from tests.erm import oracles
from tests.erm.oracles import labelled

over_losses = pytest.mark.parametrize("loss", oracles.DEFAULTS, ids=repr)
over_widths = pytest.mark.parametrize("loss", oracles.LOSS_CASES, ids=repr)

LAMS = 10.0 ** np.arange(-6, 1)
EPSILONS = 10.0 ** np.arange(-3, 2)


def linear_terms(n_draws, d, size=0.1, seed=3):
    return size * np.random.default_rng(seed).standard_normal((n_draws, d))


def residuals(coefs, X, y, loss, lam, linear):
    """Return ‖∇J‖ of each draw, from the papers' formulas."""
    each = zip(coefs, np.broadcast_to(lam, len(coefs)), linear, strict=True)
    return np.array([np.linalg.norm(oracles.gradient(w, X, y, loss, m, b)) for w, m, b in each])


@pytest.mark.parametrize("lam", [1e-3, 0.1, 10.0])
@pytest.mark.parametrize(("n", "d"), [(1, 1), (1, 3), (30, 1), (60, 4), (2500, 3)])
@over_widths
def test_solution_is_the_root_of_the_gradient(loss, n, d, lam):
    X, y = labelled(n, d)
    linear = linear_terms(2, d)
    found = solve(X, y, loss, lam, linear)
    assert found.converged.all()
    for w, b in zip(found.coefs, linear, strict=True):
        # Both residuals are at most 1e-10, so that strong convexity allows 2e-10/λ.
        reference = oracles.minimiser(X, y, loss, lam, b)
        np.testing.assert_allclose(w, reference, rtol=0, atol=2e-10 / lam)


@pytest.mark.parametrize("lam", [1e-3, 1e-2, 1.0])
@pytest.mark.parametrize(("n", "d"), [(200, 1), (200, 5), (300, 60)])
def test_logistic_solution_is_scikit_learns(n, d, lam):
    X, y = labelled(n, d)
    model = LogisticRegression(
        C=1 / (n * lam), fit_intercept=False, solver="newton-cholesky", tol=1e-13
    )
    np.testing.assert_allclose(
        solve(X, y, Logistic(), lam).coefs, model.fit(X, y).coef_, rtol=0, atol=1e-8
    )


@pytest.mark.parametrize("d", [1, 3, 10])
@pytest.mark.parametrize("n", [20, 1000])
@over_losses
def test_every_draw_of_the_hard_grid_is_solved(loss, n, d):
    # λ from 1e-6 to 1 with noise for ε from 1e-3 to 10: four draws of each pair, in one batch.
    X, y = labelled(n, d)
    rng = np.random.default_rng(0)
    linear = [noise.sample("gamma", e / 2, 4, d, rng) / n for _ in LAMS for e in EPSILONS]
    lam, linear = np.repeat(LAMS, 4 * len(EPSILONS)), np.concatenate(linear)
    found = solve(X, y, loss, lam, linear)
    allowed = np.maximum(1.0, np.linalg.norm(linear, axis=1))
    assert np.all(residuals(found.coefs, X, y, loss, lam, linear) <= 1e-8 * allowed)
    assert found.converged.all()


@over_losses
def test_many_features_are_solved_under_strong_noise(loss):
    # Conjugate gradients at the corners of the hard grid.
    X, y = labelled(100, 60)
    rng = np.random.default_rng(0)
    corners = [(lam, epsilon) for lam in (1e-6, 1.0) for epsilon in (1e-3, 10.0)]
    linear = np.concatenate([noise.sample("gamma", e / 2, 1, 60, rng) / 100 for _, e in corners])
    lam = np.array([lam for lam, _ in corners])
    found = solve(X, y, loss, lam, linear)
    allowed = np.maximum(1.0, np.linalg.norm(linear, axis=1))
    assert np.all(residuals(found.coefs, X, y, loss, lam, linear) <= 1e-8 * allowed)


@pytest.mark.parametrize("d", [24, 25, 26, 60])
@over_losses
def test_both_ways_to_newtons_direction_reach_the_same_point(loss, d, monkeypatch):
    X, y = labelled(150, d)
    linear, found = linear_terms(4, d), []
    for largest in (d, d - 1):
        monkeypatch.setattr(directions, "MAX_DIRECT_FEATURES", largest)
        found.append(solve(X, y, loss, 0.03, linear, tol=1e-12).coefs)
    np.testing.assert_allclose(*found, rtol=0, atol=2e-12 / 0.03)


@over_losses
def test_a_lam_per_draw_is_as_many_separate_problems(loss):
    X, y = labelled(700, 4)
    lam, linear = np.array([1e-3, 0.05, 2.0]), linear_terms(3, 4)
    together = solve(X, y, loss, lam, linear)
    for i in range(3):
        alone = solve(X, y, loss, lam[i], linear[i : i + 1])
        np.testing.assert_allclose(together.coefs[i], alone.coefs[0], rtol=0, atol=2e-10 / lam[i])


@over_losses
def test_blocks_of_draws_are_one_batch(loss, monkeypatch):
    X, y = labelled(50, 3)
    linear = linear_terms(10, 3)
    whole = solve(X, y, loss, 0.01, linear)
    monkeypatch.setattr(solver, "BLOCK_ELEMENTS", 150)  # three draws of 50 rows: 3 + 3 + 3 + 1
    blocks = solve(X, y, loss, 0.01, linear)
    np.testing.assert_allclose(blocks.coefs, whole.coefs, rtol=0, atol=2e-8)
    assert blocks.grad_norm.shape == blocks.n_iter.shape == blocks.converged.shape == (10,)


@over_losses
def test_many_draws_of_a_few_lams_are_as_many_separate_problems(loss):
    # Draws of one λ go together, and come back in their own order.
    X, y = labelled(700, 4)
    lam, linear = np.tile([1e-3, 0.05, 2.0], 10), linear_terms(30, 4)
    together = solve(X, y, loss, lam, linear)
    for i in (0, 1, 2, 16, 29):
        alone = solve(X, y, loss, lam[i], linear[i : i + 1])
        np.testing.assert_allclose(together.coefs[i], alone.coefs[0], rtol=0, atol=2e-10 / lam[i])


@over_losses
def test_counts_as_weights_equal_repeated_rows(loss):
    X, y = labelled(60, 3)
    counts = np.random.default_rng(1).integers(0, 4, 60)
    linear = linear_terms(3, 3)
    weighted = solve(X, y, loss, 0.01, linear, sample_weight=counts)
    repeated = solve(np.repeat(X, counts, axis=0), np.repeat(y, counts), loss, 0.01, linear)
    np.testing.assert_allclose(weighted.coefs, repeated.coefs, rtol=0, atol=2e-8)
    scaled = solve(X, y, loss, 0.01, linear, sample_weight=1e307 * counts)
    np.testing.assert_allclose(scaled.coefs, weighted.coefs, rtol=0, atol=2e-8)


@pytest.mark.parametrize("n_draws", [1, 20])
def test_rows_without_weight_do_not_matter_wherever_they_stand(n_draws):
    # Every 16th and every 4th row, from which coarser starts are made, weigh nothing.
    X, y = oracles.labelled(20_000, 3)
    weight = np.where(np.arange(len(y)) % 4 == 1, 1.0, 0.0)
    linear, counted = linear_terms(n_draws, 3, 0.1), weight > 0
    whole = solve(X, y, Logistic(), 0.01, linear, weight)
    assert whole.converged.all()
    alone = solve(X[counted], y[counted], Logistic(), 0.01, linear)
    np.testing.assert_allclose(whole.coefs, alone.coefs, rtol=0, atol=2e-8)


@pytest.mark.parametrize("label", [-1.0, 1.0])
@over_losses
def test_one_class_alone_is_solved(loss, label):
    X, _ = labelled(40, 3)
    y = np.full(40, label)
    found = solve(X, y, loss, 1e-4)
    np.testing.assert_allclose(
        found.coefs[0], oracles.minimiser(X, y, loss, 1e-4), rtol=0, atol=2e-6
    )


@over_losses
def test_without_records_to_learn_from_the_noise_decides(loss):
    # All x at 0: J = λ/2 w² + B·w, minimised by -B/λ.
    linear = linear_terms(3, 2)
    found = solve(np.zeros((5, 2)), np.ones(5), loss, 0.5, linear)
    np.testing.assert_allclose(found.coefs, -linear / 0.5, atol=1e-9)


@over_losses
def test_residual_is_the_gradient_at_the_answer(loss):
    X, y = labelled(90, 3)
    linear = linear_terms(4, 3)
    found = solve(X, y, loss, 0.01, linear, tol=1e-3)
    expected = residuals(found.coefs, X, y, loss, 0.01, linear)
    np.testing.assert_allclose(found.grad_norm, expected, atol=1e-14)
    assert np.all(found.grad_norm <= 1e-3)


@pytest.mark.parametrize("loss", [oracles.DEFAULTS[-1]], ids=repr)
def test_a_draw_that_cannot_converge_says_so(loss, monkeypatch):
    # Rounding leaves a residual of about 1e-17; by luck it may be 0 in some draw, not in eight.
    # Continuation gives up as soon: each step looks 80 times for what is not there.
    X, y = labelled(20, 3)
    descend, few = Newton.descend, solver.FIRST_STEPS
    monkeypatch.setattr(Newton, "descend", lambda *a: descend(*a[:3], few, *a[4:]))
    found = solve(X, y, loss, 0.01, linear_terms(8, 3), tol=1e-300)
    assert not found.converged.all()
    np.testing.assert_array_equal(found.converged, found.grad_norm <= 1e-300)
    assert np.all(found.n_iter[~found.converged] >= solver.FIRST_STEPS)
    assert found.grad_norm.max() < 1e-14


@over_losses
def test_a_draw_that_runs_out_of_steps_says_so(loss, monkeypatch):
    X, y = labelled(90, 3)
    linear = linear_terms(4, 3)
    descend = Newton.descend
    monkeypatch.setattr(Newton, "descend", lambda *a: descend(*a[:3], max_steps=0))
    found = solve(X, y, loss, 0.01, linear)
    assert not found.converged.any()
    expected = residuals(found.coefs, X, y, loss, 0.01, linear)
    np.testing.assert_allclose(found.grad_norm, expected, atol=1e-14)
    assert np.all(found.n_iter == 0)


def test_a_good_start_needs_hardly_a_step():
    X, y = labelled(30, 2)
    start = -oracles.gradient(np.zeros(2), X, y, Logistic(), 0.1)
    found = solve(X, y, Logistic(), 0.1, start[None])
    assert found.n_iter[0] <= 1  # back from a step taken in single precision
    np.testing.assert_allclose(found.coefs, 0.0, atol=1e-9)


@over_losses
def test_tolerance_is_relative_to_strong_noise_only(loss):
    X, y = labelled(40, 3)
    linear = np.array([[0.0, 0.0, 0.5], [3e5, 4e5, 0.0]])
    found = solve(X, y, loss, 0.1, linear, tol=1e-9)
    assert np.all(found.grad_norm <= 1e-9 * np.array([1.0, 5e5]))
    assert found.converged.all()


def test_arguments_are_left_alone():
    X, y = labelled(600, 3)
    linear, lam, weight = linear_terms(3, 3, 5.0), np.array([1e-3, 1.0, 0.1]), np.ones(600)
    before = [a.copy() for a in (X, y, linear, lam, weight)]
    solve(X, y, Logistic(), lam, linear, weight)
    for now, then in zip((X, y, linear, lam, weight), before, strict=True):
        np.testing.assert_array_equal(now, then)


X3, Y3 = np.eye(3), np.array([1.0, -1.0, 1.0])
MISFITS = {
    "no array": ({"X": np.ones(3)}, "X must be 2-dimensional; it is 1-dimensional"),
    "rows differ": ({"y": np.ones(2)}, "X and y must have as many rows; got 3 and 2"),
    "no rows": ({"X": np.ones((0, 3)), "y": []}, r"at least one row and one column; got \(0, 3\)"),
    "label": ({"y": [1, 0, 1]}, "y must hold -1 and.*; got 0"),
    "long row": ({"X": 2 * np.eye(3)}, "X must have rows of norm at most 1; the longest is 2"),
    "nan in X": ({"X": np.eye(3) * np.nan}, "X must hold finite numbers only"),
    "lam 0": ({"lam": 0}, "lam must be positive; got 0"),
    "lam nan": ({"lam": np.nan}, "lam must be a number; got nan"),
    "lam ∞": ({"lam": np.inf}, "lam must be finite; got ∞"),
    "lam text": ({"lam": "x"}, "lam must be a number; got 'x'"),
    "lam per draw ≤ 0": ({"lam": np.array([1.0, -2.0])}, r"lam must be positive; got -2"),
    "lam per draw ∞": ({"lam": np.array([1.0, np.inf])}, "lam must hold finite numbers only"),
    "lam of 3 draws": ({"lam": np.ones(3)}, "lam must be one number or one per draw, 2; got 3"),
    "lam 2-d": ({"lam": np.ones((2, 1))}, "lam must be 1-dimensional; it is 2-dimensional"),
    "linear 1-d": ({"linear": np.ones(3)}, "linear must be 2-dimensional; it is 1-dimensional"),
    "linear columns": ({"linear": np.ones((2, 4))}, r"linear must have .* 3; got the shape \(2, 4"),
    "linear rows": ({"linear": np.ones((0, 3))}, r"linear must have .* 3; got the shape \(0, 3"),
    "linear ∞": ({"linear": np.full((2, 3), np.inf)}, "linear must hold finite numbers only"),
    "weights short": ({"sample_weight": np.ones(2)}, "sample_weight must hold 3 weights"),
    "weights < 0": ({"sample_weight": np.array([1, -1, 1])}, "none negative and not all zero"),
    "weights 0": ({"sample_weight": np.zeros(3)}, "none negative and not all zero"),
    "tol 0": ({"tol": 0.0}, "tol must be positive; got 0"),
}


@pytest.mark.parametrize("misfit", MISFITS)
def test_misfits_get_a_sentence(misfit):
    changes, sentence = MISFITS[misfit]
    fitting = {"X": X3, "y": Y3, "loss": Logistic(), "lam": 1.0, "linear": np.zeros((2, 3))}
    solve(**fitting)
    with pytest.raises(InvalidInput, match=sentence):
        solve(**(fitting | changes))


def test_row_dot_multiplies_row_by_row():
    A, B = np.arange(6.0).reshape(2, 3), np.array([[1.0, 0, 2], [0, 1, 0]])
    np.testing.assert_array_equal(row_dot(A, B), [4.0, 4.0])


@pytest.mark.parametrize(("n", "looks"), [(2000, 2.2), (8000, 2.0)])
def test_hardly_two_gradients_a_draw_pay_the_full_price(n, looks, monkeypatch):
    X, y = labelled(n, 5)
    linear = 0.01 * np.random.default_rng(3).standard_normal((60, 5))
    seen, gradient = [], Objective.gradient

    def counted(self, W, draws, positions=None):
        if self.rows.dtype == np.float64:
            seen.extend(draws)
        return gradient(self, W, draws, positions)

    monkeypatch.setattr(Objective, "gradient", counted)
    assert solve(X, y, Logistic(), 0.01, linear).converged.all()
    assert len(seen) <= looks * 60
