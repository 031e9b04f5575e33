"""The objective's derivatives are its own, and tiles change nothing."""

import numpy as np
import pytest

from dpcore.erm import rows
from dpcore.erm.objective import Objective, StoredPositions
from dpcore.erm.rows import Rows
from tests.erm import oracles

STEP = 1e-6
N, D, N_DRAWS = 41, 4, 5
over_losses = pytest.mark.parametrize("loss", oracles.LOSS_CASES, ids=repr)


def problem(loss, *, weighted=True):
    """Return an objective whose draws differ in λ and B, a point per draw, and the draws."""
    rng = np.random.default_rng(7)
    X, y = oracles.labelled(N, D)
    share = rng.uniform(0, 1, N) if weighted else np.ones(N)
    lam = np.logspace(-4, 1, N_DRAWS)
    linear = rng.standard_normal((N_DRAWS, D))
    J = Objective(Rows(X * y[:, None], share / share.sum(), N_DRAWS), loss, lam, linear)
    return J, 2 * rng.standard_normal((N_DRAWS, D)), np.arange(N_DRAWS)


def hessians(J, W, draws):
    return J.derivatives(W, draws)[1]


def differences(function, W):
    """Return ∂function/∂w_j of each draw, j on the last axis."""
    steps = STEP * np.eye(D)
    return np.stack([(function(W + s) - function(W - s)) / (2 * STEP) for s in steps], axis=-1)


@over_losses
def test_value_is_the_sum_written_out(loss):
    J, W, draws = problem(loss)
    plain = [
        sum(
            s * oracles.formulas(loss, z @ w)[0]
            for s, z in zip(J.rows.share, J.rows.Z, strict=True)
        )
        + lam / 2 * w @ w
        + b @ w
        for w, lam, b in zip(W, J.lam, J.linear, strict=True)
    ]
    np.testing.assert_allclose(J.value(W, draws), plain, rtol=1e-12)


@over_losses
def test_gradient_is_the_derivative_of_the_value(loss):
    J, W, draws = problem(loss)
    expected = differences(lambda V: J.value(V, draws), W)
    np.testing.assert_allclose(J.gradient(W, draws), expected, atol=1e-7)


@over_losses
def test_hessian_is_the_derivative_of_the_gradient(loss):
    # No margin is within STEP of a kink: the seed is fixed.
    J, W, draws = problem(loss)
    expected = differences(lambda V: J.gradient(V, draws), W)
    np.testing.assert_allclose(hessians(J, W, draws), expected, atol=1e-7)


@over_losses
def test_gradient_beside_a_hessian_is_the_gradient(loss):
    J, W, draws = problem(loss)
    gradient, _ = J.derivatives(W, draws)
    np.testing.assert_array_equal(gradient, J.gradient(W, draws))


@over_losses
def test_equal_weights_are_the_mean(loss):
    J, W, draws = problem(loss, weighted=False)
    X, y = oracles.labelled(N, D)
    plain = [
        oracles.gradient(w, X, y, loss, lam, b)
        for w, lam, b in zip(W, J.lam, J.linear, strict=True)
    ]
    np.testing.assert_allclose(J.gradient(W, draws), plain, atol=1e-13)


@over_losses
def test_tiles_give_the_same_as_whole_arrays(loss, monkeypatch):
    def everything(J, W, draws):
        return J.value(W, draws), J.gradient(W, draws), hessians(J, W, draws)

    whole = everything(*problem(loss))
    monkeypatch.setattr(rows, "TILE_ELEMENTS", 1)
    monkeypatch.setattr(rows, "MIN_TILE_ROWS", 3)  # 41 rows: 14 tiles, the last not full
    tiled = everything(*problem(loss))
    monkeypatch.setattr(rows, "MAX_PRODUCTS", 0)
    unkept = everything(*problem(loss))
    for found in (tiled, unkept):
        for part, plain in zip(found, whole, strict=True):
            np.testing.assert_allclose(part, plain, rtol=1e-12, atol=1e-14)


@over_losses
def test_some_draws_are_the_same_problem(loss):
    J, W, draws = problem(loss)
    some = np.array([3, 0])
    expected = J.gradient(W, draws)[some]
    np.testing.assert_allclose(J.gradient(W[some], some), expected, atol=1e-14)
    part = J.of_draws(some)
    np.testing.assert_allclose(part.gradient(W[some], np.arange(2)), expected, atol=1e-14)


@over_losses
def test_positions_of_some_draws_leave_the_others_alone(loss):
    J, W, draws = problem(loss)
    whole, part = J.rows.empty_tiles(N_DRAWS), J.rows.empty_tiles(N_DRAWS)
    J.gradient(W, draws, StoredPositions(whole, draws))
    for position in part:
        position.fill(7)
    some = np.array([1, 3])
    J.gradient(W[some], some, StoredPositions(part, some))
    for expected, position in zip(whole, part, strict=True):
        np.testing.assert_allclose(position[some], expected[some], atol=1e-14)
        assert np.all(position[[0, 2, 4]] == 7)


def test_every_kth_record_keeps_its_relative_weight():
    J = problem(oracles.DEFAULTS[0])[0].rows
    part = J.every(4)
    np.testing.assert_array_equal(part.Z, J.Z[::4])
    assert part.share.sum() == pytest.approx(1.0)
    np.testing.assert_allclose(part.share / part.share[0], J.share[::4] / J.share[0])


@over_losses
def test_rounded_records_give_the_same_to_single_precision(loss):
    J, W, draws = problem(loss)
    rounded = J.rounded()
    np.testing.assert_allclose(rounded.gradient(W, draws), J.gradient(W, draws), atol=1e-6)
    assert all(tile.columns.dtype == np.float32 for tile in rounded.rows.tiles)
    assert loss.slope(np.ones(2, np.float32)).dtype == np.float32
    assert loss.curvature_at(np.ones(2, np.float32)).dtype == np.float32
