"""What tiles leave out is nothing, and sorting the records lets them leave out more."""

import numpy as np
import pytest

from dpcore.erm import rows, solver
from dpcore.erm.newton.conjugate import Systems, conjugate_gradients
from dpcore.erm.objective import Objective, StoredPositions
from dpcore.erm.rows import NARROW, Rows, sparsity_order
from dpcore.erm.solver import solve
from tests.erm import oracles

LEVELS = (3, 11, 24)
N, N_DRAWS, D = 3000, 4, sum(LEVELS)
over_losses = pytest.mark.parametrize("loss", oracles.DEFAULTS, ids=repr)


def table(n=N):
    """Return rows of categories of unequal levels, in no order, and labels."""
    rng = np.random.default_rng(4)
    columns = [rng.geometric(0.3, n)[:, None] % levels == np.arange(levels) for levels in LEVELS]
    X = np.hstack(columns) / np.sqrt(len(LEVELS))
    return X, np.where(rng.random(n) < 0.2 + 0.6 * (X[:, 0] > 0), 1.0, -1.0)


def features_in_tiles(Z):
    return [len(np.arange(D)[tile.features]) for tile in Rows(Z, np.ones(len(Z)), 256).tiles]


def derivatives(loss, Z):
    """Return value, gradient and a conjugate direction of an objective at some points."""
    rng = np.random.default_rng(5)
    W, linear = rng.standard_normal((2, N_DRAWS, D))
    J = Objective(Rows(Z, np.full(N, 1 / N), N_DRAWS), loss, np.full(N_DRAWS, 0.1), linear)
    draws, positions = np.arange(N_DRAWS), J.rows.empty_tiles(N_DRAWS)
    gradient = J.gradient(W, draws, StoredPositions(positions, draws))
    direction = conjugate_gradients(Systems(J, positions, draws), gradient, np.full(N_DRAWS, 1e-9))
    return J.value(W, draws), gradient, direction, J.rows.half_sum


@over_losses
def test_features_left_out_change_nothing(loss, monkeypatch):
    X, y = table()
    Z = (X * y[:, None])[sparsity_order(X)]
    skipping = derivatives(loss, Z)
    assert min(features_in_tiles(Z)) < D
    monkeypatch.setattr(rows, "nonzero_features", lambda _: slice(None))
    assert min(features_in_tiles(Z)) == D
    for found, whole in zip(skipping, derivatives(loss, Z), strict=True):
        np.testing.assert_allclose(found, whole, rtol=1e-10, atol=1e-12)


def test_sorting_keeps_every_record_and_leaves_out_more():
    X, _ = table()
    order = sparsity_order(X)
    np.testing.assert_array_equal(np.sort(order), np.arange(N))
    assert sum(features_in_tiles(X[order])) < 0.6 * sum(features_in_tiles(X))


@pytest.mark.parametrize("n_features", [NARROW, D])
def test_dense_records_stay_where_they_are(n_features):
    X = np.random.default_rng(6).standard_normal((50, n_features))
    assert sparsity_order(X) == slice(None)


@over_losses
@pytest.mark.parametrize("n_draws", [1, 20])
def test_order_of_the_records_does_not_matter(loss, n_draws):
    X, y = table()
    linear = 0.1 * np.random.default_rng(8).standard_normal((n_draws, D))
    weight = np.random.default_rng(9).integers(0, 3, N).astype(float)
    shuffled = np.random.default_rng(10).permutation(N)
    expected = solve(X, y, loss, 0.01, linear, weight)
    found = solve(X[shuffled], y[shuffled], loss, 0.01, linear, weight[shuffled])
    assert expected.converged.all()
    assert found.converged.all()
    np.testing.assert_allclose(found.coefs, expected.coefs, atol=3e-8)


def test_records_without_any_feature_are_solved():
    X = np.zeros((40, D))
    solution = solve(X, np.ones(40), oracles.DEFAULTS[0], 0.5, np.full((2, D), 0.1))
    np.testing.assert_allclose(solution.coefs, -0.2, atol=1e-9)


def test_a_tile_that_has_nearly_all_features_is_not_copied():
    Z = table()[0].astype(float)
    Z[:, : D - 4] = 1.0
    Z[:, -4:] = 0.0
    rows = Rows(Z, np.ones(N), 256)
    assert all(tile.features == slice(None) for tile in rows.tiles)
    assert all(np.shares_memory(tile.columns, rows.Z) for tile in rows.tiles)


def test_few_draws_are_not_worth_sorting_for(monkeypatch):
    X, y = table()
    expected = solve(X, y, oracles.DEFAULTS[0], 0.1).coefs
    monkeypatch.setattr(solver, "sparsity_order", None)
    np.testing.assert_array_equal(solve(X, y, oracles.DEFAULTS[0], 0.1).coefs, expected)
