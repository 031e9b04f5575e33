"""Newton's method descends for every draw, and builds no Hessian that it can do without."""

from dataclasses import replace

import numpy as np
import pytest

from dpcore.erm.newton.descent import MixedPrecision, Newton
from dpcore.erm.objective import Objective
from dpcore.erm.rows import Rows
from tests.erm import oracles

N, N_DRAWS, D = 400, 9, 3
ROUNDED = 1e-13
"""What rounding may make of a gradient: a mean of 400 terms of at most 1, twice summed up."""
over_losses = pytest.mark.parametrize("loss", oracles.DEFAULTS, ids=repr)


def problem(loss, d=D):
    X, y = oracles.labelled(N, d)
    linear = 0.05 * np.random.default_rng(2).standard_normal((N_DRAWS, d))
    rows = Rows(X * y[:, None], np.full(N, 1 / N), N_DRAWS)
    return Objective(rows, loss, np.full(N_DRAWS, 0.05), linear)


def built(monkeypatch):
    """Return a list that grows by the draws of every Hessian that is built."""
    draws, derivatives = [], Objective.derivatives

    def counted(self, W, which):
        draws.extend(which)
        return derivatives(self, W, which)

    monkeypatch.setattr(Objective, "derivatives", counted)
    return draws


@pytest.mark.parametrize("d", [D, 55])
@over_losses
def test_every_draw_gets_within_its_own_tolerance(loss, d):
    J = problem(loss, d)
    newton, tolerance = Newton(J, np.zeros((N_DRAWS, d))), np.logspace(-12, -2, N_DRAWS)
    norm, n_iter = newton.descend(J, tolerance)
    assert np.all(norm <= tolerance)
    left = np.linalg.norm(J.gradient(newton.W, np.arange(N_DRAWS)), axis=1)
    np.testing.assert_allclose(left, norm, rtol=0.1, atol=1e-14)
    assert n_iter[0] > n_iter[-1]


@over_losses
def test_steering_by_rounded_records_ends_at_the_same_point(loss):
    J, ends = problem(loss), []
    for steering in (J, J.rounded()):
        newton = Newton(steering, np.zeros((N_DRAWS, D)))
        newton.descend(J, np.full(N_DRAWS, 1e-12))
        ends.append(newton.W)
    np.testing.assert_allclose(*ends, rtol=0, atol=2e-12 / 0.05)


def test_near_the_end_the_last_hessian_does_again(monkeypatch):
    J, draws = problem(oracles.DEFAULTS[0]), built(monkeypatch)
    newton = Newton(J, np.zeros((N_DRAWS, D)))
    newton.descend(J, np.full(N_DRAWS, 1e-3))
    before = len(draws)
    # Twice as good is well within what the last Hessian can do.
    norm, n_iter = newton.descend(J, newton.descend(J, np.full(N_DRAWS, 1e-3))[0] / 2)
    assert n_iter.sum() == N_DRAWS
    assert len(draws) == before
    assert norm.max() <= 5e-4


def test_a_hessian_that_no_longer_serves_is_built_anew(monkeypatch):
    J, draws = problem(oracles.DEFAULTS[0]), built(monkeypatch)
    newton = Newton(J, np.full((N_DRAWS, D), 3.0))
    _, n_iter = newton.descend(J, np.full(N_DRAWS, 1e-13))
    assert N_DRAWS < len(draws) <= n_iter.sum()


def test_a_descent_ends_where_rounding_hides_the_way():
    """Where it ends, single precision sees at most its resolution, and is off by as much again.

    Unless by chance it sees nothing at all: such a draw has arrived, and nobody looked again.
    """
    # So few different records, so often, that single precision rounds them all alike.
    J, asked = problem(oracles.DEFAULTS[0]), []
    rows = Rows(np.repeat(J.rows.Z[:7], 8000, axis=0), np.full(56_000, 1 / 56_000), N_DRAWS)
    exact = replace(J, rows=rows)
    rounded = exact.rounded()
    gradient = type(rounded).gradient

    def counted(self, W, draws, positions=None):
        asked.append(len(draws))
        return gradient(self, W, draws, positions)

    def gradients(resolution):
        asked.clear()
        newton = Newton(rounded, np.zeros((N_DRAWS, D)))
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(type(rounded), "gradient", counted)
            mixed = MixedPrecision(resolution, np.zeros(N_DRAWS))
            newton.descend(rounded, np.full(N_DRAWS, 1e-9), 10, mixed)
        left = exact.gradient(newton.W, np.arange(N_DRAWS))
        return sum(asked), np.linalg.norm(left, axis=1).max()

    (few, near), (many, _) = gradients(4e-6), gradients(0.0)
    assert near <= 2 * 4e-6
    assert 3 * few < many


def looks(monkeypatch):
    """Return a list that grows by the draws of every gradient."""
    draws, gradient = [], Objective.gradient

    def counted(self, W, which, positions=None):
        draws.extend(which)
        return gradient(self, W, which, positions)

    monkeypatch.setattr(Objective, "gradient", counted)
    return draws


@pytest.mark.parametrize("d", [D, 55])
@over_losses
def test_the_last_step_is_taken_unchecked(loss, d, monkeypatch):
    J, every, near = problem(loss, d), np.arange(N_DRAWS), np.full(N_DRAWS, 1e-4)
    plain, mixed = Newton(J, np.zeros((N_DRAWS, d))), Newton(J, np.zeros((N_DRAWS, d)))
    seen = looks(monkeypatch)
    norm, _ = plain.descend(J, near)
    before = len(seen)
    unknown, _ = mixed.descend(J, near, mixed=MixedPrecision(0.0, np.full(N_DRAWS, 1e-5)))
    assert np.all(np.isinf(unknown) | (unknown <= 1e-5))
    assert len(seen) - before <= before + N_DRAWS  # a Hessian anew, perhaps, but no trial
    left, stepped = np.linalg.norm(J.gradient(mixed.W, every), axis=1), np.isinf(unknown)
    assert np.all(left[stepped] <= np.minimum(norm, 2e-5)[stepped])
    # Who stayed is where it was seen; a batch of other draws rounds otherwise.
    np.testing.assert_allclose(left[~stepped], unknown[~stepped], rtol=0, atol=ROUNDED)
    certified, _ = mixed.descend(J, np.full(N_DRAWS, 1.0))
    np.testing.assert_allclose(certified, left, rtol=0, atol=ROUNDED)


@pytest.mark.parametrize("d", [D, 55])
def test_only_draws_that_arrived_take_a_last_step(d):
    J, tolerance = problem(oracles.DEFAULTS[0], d), np.full(N_DRAWS, 1e-4)
    tolerance[0] = 0.0
    ends = []
    for mixed in (None, MixedPrecision(0.0, np.zeros(N_DRAWS))):
        newton = Newton(J, np.zeros((N_DRAWS, d)))
        newton.descend(J, tolerance, 6, mixed)
        ends.append(newton.W)
    moved = np.any(ends[0] != ends[1], axis=1)
    np.testing.assert_array_equal(moved, np.arange(N_DRAWS) > 0)


@over_losses
def test_a_new_hessian_bounds_the_residual(loss):
    J, draws = problem(loss), np.arange(N_DRAWS)
    newton = Newton(J, np.linspace(0, 3, N_DRAWS)[:, None] * np.ones(D))
    gradient = newton.directions.start(J, newton.W)
    step = newton.directions.direction(newton.W, gradient, draws, np.full(N_DRAWS, 1e-9))
    bound = newton.directions.residual_bound(newton.W, step, draws)
    for share in (1.0, 0.1):  # on the way, the same step bounds what Newton's equation leaves
        linear = gradient + share * (J.gradient(newton.W + 1e-7 * step, draws) - gradient) / 1e-7
        left = np.linalg.norm(J.gradient(newton.W + share * step, draws) - linear, axis=1)
        assert np.all(left <= share**2 * bound + 1e-6)
    newton.W[::2] += 1e-9  # at another point an old Hessian bounds nothing
    np.testing.assert_array_equal(
        np.isinf(newton.directions.residual_bound(newton.W, step, draws)),
        (draws % 2 == 0) | np.isinf(bound),
    )


def test_a_step_that_is_sure_to_arrive_is_taken_unchecked(monkeypatch):
    J, every = problem(oracles.DEFAULTS[0]), np.arange(N_DRAWS)
    start = Newton(J, np.zeros((N_DRAWS, D)))
    start.descend(J, np.full(N_DRAWS, 1e-3))
    newton, seen = Newton(J, start.W), looks(monkeypatch)
    norm, n_iter = newton.descend(
        J, np.full(N_DRAWS, 1e-9), mixed=MixedPrecision(0.0, np.full(N_DRAWS, 1e-3))
    )
    assert len(seen) == N_DRAWS
    assert not n_iter.any()
    assert np.all(np.isinf(norm))
    assert np.all(np.linalg.norm(J.gradient(newton.W, every), axis=1) < 1e-4)


def test_the_residual_bound_is_no_larger_than_it_must_be():
    # One record of length 1 where |ℓ'''| is largest: there the bound is reached.
    loss, w = oracles.DEFAULTS[0], np.array([[2 * np.arctanh(3**-0.5)]])
    length = 1e-3
    rows, draw = Rows(np.ones((1, 1)), np.ones(1), 1), np.zeros(1, dtype=np.intp)
    curvature, slope = loss.curvature_at(w), loss.slope(w)
    J = Objective(rows, loss, np.full(1, 0.1), -slope - 0.1 * w - (curvature + 0.1) * length)
    newton = Newton(J, w)
    gradient = newton.directions.start(J, w)
    step = newton.directions.direction(w, gradient, draw, np.ones(1))
    assert step[0, 0] == pytest.approx(length)
    left = np.abs(J.gradient(w + step, draw)[0, 0])
    bound = newton.directions.residual_bound(w, step, draw)[0]
    assert 0.99 * bound < left <= bound
