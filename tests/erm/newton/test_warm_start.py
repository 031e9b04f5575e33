"""The warm start is near the minimisers, and the noiseless problem tells where the draws go."""

import numpy as np
import pytest

from dpcore.erm.newton import warm_start
from dpcore.erm.objective import Objective
from dpcore.erm.rows import Rows
from dpcore.erm.solver import solve
from tests.erm import oracles

N, D, N_DRAWS, LAM = 7000, 4, 12, 0.05
over_losses = pytest.mark.parametrize("loss", oracles.DEFAULTS, ids=repr)


def problem(loss, size, lam=LAM):
    """Return data, an objective whose draws' noise is about `size` long, and its minimisers."""
    X, y = oracles.labelled(N, D)
    linear = size * np.random.default_rng(4).standard_normal((N_DRAWS, D))
    lams = np.broadcast_to(lam, N_DRAWS).astype(float)
    J = Objective(Rows(X * y[:, None], np.full(N, 1 / N), N_DRAWS), loss, lams, linear)
    return J, solve(X, y, loss, lams, linear, tol=1e-12).coefs


def distance(W, minimisers):
    return np.linalg.norm(W - minimisers, axis=1)


@pytest.mark.parametrize("size", [1e-4, 0.1, 30.0])
@over_losses
def test_warm_start_is_nearer_than_the_origin(loss, size):
    J, minimisers = problem(loss, size)
    W = warm_start.warm_start(J, np.full(N_DRAWS, 1e-10))
    assert np.all(distance(W, minimisers) < 0.3 * np.linalg.norm(minimisers, axis=1))


@over_losses
def test_warm_start_without_a_noiseless_problem_is_near_too(loss, monkeypatch):
    monkeypatch.setattr(warm_start, "FEWEST_DRAWS", N_DRAWS + 1)
    J, minimisers = problem(loss, 0.1)
    W = warm_start.warm_start(J, np.full(N_DRAWS, 1e-10))
    assert np.all(distance(W, minimisers) < 0.3 * np.linalg.norm(minimisers, axis=1))


@pytest.mark.parametrize("loss", [loss for loss in oracles.DEFAULTS if loss.has_series], ids=repr)
def test_response_is_right_to_first_order(loss, monkeypatch):
    # Halving noise and change of λ quarters the distance: what is missed is of second order.
    monkeypatch.setattr(warm_start, "NOISELESS_TOLERANCE", 1e-12)
    monkeypatch.setattr(warm_start.series, "is_worthwhile", lambda *_: False)
    missed = []
    for size in (1e-2, 5e-3):
        lam = LAM * (1 + size * np.linspace(-1, 1, N_DRAWS))
        J, minimisers = problem(loss, size, lam)
        missed.append(distance(warm_start.NoiselessProblem(J, [J.rows]).response(0), minimisers))
    assert np.all(missed[1] < 0.35 * missed[0])


@over_losses
def test_noiseless_minimisers_are_those_of_the_parts(loss, monkeypatch):
    monkeypatch.setattr(warm_start, "NOISELESS_TOLERANCE", 1e-12)
    J, _ = problem(loss, 1e-4)
    found = warm_start.NoiselessProblem(J, [J.rows.every(4), J.rows]).minimisers[:, 0]
    X, y = oracles.labelled(N, D)
    parts = [solve(X[::step], y[::step], loss, LAM).coefs[0] for step in (4, 1)]
    np.testing.assert_allclose(found, parts, atol=1e-8)


@pytest.mark.parametrize(("size", "on_parts"), [(1e-3, False), (3.0, True)])
def test_parts_of_the_records_are_for_strong_noise(size, on_parts, monkeypatch):
    J, _ = problem(oracles.DEFAULTS[0], size)
    solved, gradient = set(), Objective.gradient

    def seen(self, W, draws, positions=None):
        if len(W) > 1:
            solved.add(self.rows.n)
        return gradient(self, W, draws, positions)

    monkeypatch.setattr(Objective, "gradient", seen)
    warm_start.warm_start(J, np.full(N_DRAWS, 1e-10))
    assert bool(solved) is on_parts
