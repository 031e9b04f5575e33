"""Two ways to Newton's direction -H⁻¹g, and they agree."""

import numpy as np
import pytest

from dpcore.erm.newton import directions
from dpcore.erm.newton.conjugate import Conjugate, Systems, conjugate_gradients
from dpcore.erm.objective import Objective, StoredPositions
from dpcore.erm.rows import Rows
from tests.erm import oracles

N, N_DRAWS = 80, 6
over_losses = pytest.mark.parametrize("loss", oracles.DEFAULTS, ids=repr)
around_the_change = pytest.mark.parametrize("d", [1, 5, 24, 25, 26, 60])


def problem(loss, d):
    rng = np.random.default_rng(d)
    X, y = oracles.labelled(N, d)
    lam, linear = np.logspace(-3, 0, N_DRAWS), rng.standard_normal((N_DRAWS, d))
    rows = Rows(X * y[:, None], np.full(N, 1 / N), N_DRAWS)
    J = Objective(rows, loss, lam, linear)
    W, draws = rng.standard_normal((N_DRAWS, d)), np.arange(N_DRAWS)
    return J, W, J.gradient(W, draws), draws


def direct(J, W, gradient, draws):
    return directions.newton_direction(J.derivatives(W, draws)[1], gradient)


def systems(J, W, draws):
    """Return the Newton systems at the rows of W, which belong to `draws`."""
    kept = J.rows.empty_tiles(N_DRAWS)
    J.gradient(W, draws, StoredPositions(kept, draws))
    return Systems(J, kept, draws)


def conjugate(J, W, gradient, draws):
    return conjugate_gradients(systems(J, W, draws), gradient, np.zeros(len(draws)))


def products(J, W, D):
    """Return H·d of each draw, with H built from the loss's formula."""
    Z = J.rows.Z
    return np.stack(
        [
            (Z.T * oracles.formulas(J.loss, Z @ w)[2] * J.rows.share) @ (Z @ d) + lam * d
            for w, d, lam in zip(W, D, J.lam, strict=True)
        ]
    )


@pytest.fixture(params=["single", "double"])
def rounding(request):
    """Return whether to round the records, and what a right answer may then be off by."""
    return (True, 1e-4) if request.param == "single" else (False, 1e-11)


@around_the_change
@over_losses
def test_direct_direction_solves_newtons_equation(loss, d, rounding):
    J, W, gradient, draws = problem(loss, d)
    rounded, allowed = rounding
    steering = J.rounded() if rounded else J
    D = direct(steering, W, gradient, draws)
    left = np.linalg.norm(products(J, W, D) + gradient, axis=1)
    assert np.all(left <= allowed * np.linalg.norm(gradient, axis=1))


@around_the_change
@over_losses
def test_conjugate_direction_leaves_no_more_than_it_may(loss, d):
    J, W, gradient, draws = problem(loss, d)
    D = conjugate(J, W, gradient, draws)
    left = np.linalg.norm(products(J, W, D) + gradient, axis=1)
    norm = np.linalg.norm(gradient, axis=1)
    assert np.all(left <= norm * np.minimum(0.1, np.sqrt(norm)) + 1e-12)


@around_the_change
@over_losses
def test_directions_agree_as_the_gradient_vanishes(loss, d, rounding):
    J, W, gradient, draws = problem(loss, d)
    small = 1e-16 * gradient  # then conjugate gradients go on to 1e-8 of it
    rounded, allowed = rounding
    steering = J.rounded() if rounded else J
    exact, near = direct(steering, W, small, draws), conjugate(steering, W, small, draws)
    error = np.linalg.norm(near - exact, axis=1)
    assert np.all(error <= max(allowed, 1e-7) * np.linalg.norm(small, axis=1) / J.lam)


@pytest.mark.parametrize("direction", [direct, conjugate])
@around_the_change
@over_losses
def test_directions_descend(loss, d, direction):
    J, W, gradient, draws = problem(loss, d)
    assert np.all(np.einsum("ij,ij->i", direction(J, W, gradient, draws), gradient) < 0)


@pytest.mark.parametrize("direction", [direct, conjugate])
@over_losses
def test_some_draws_get_the_same_directions(loss, direction):
    J, W, gradient, draws = problem(loss, 20)
    some = np.array([1, 4])
    # Only of the draws in hand is the shared preconditioner made, hence a small gradient.
    both = direction(J, W, 1e-16 * gradient, draws)[some]
    alone = direction(J, W[some], 1e-16 * gradient[some], some)
    np.testing.assert_allclose(alone, both, rtol=1e-4, atol=1e-20)


@over_losses
def test_no_more_is_solved_than_the_goal_asks_for(loss):
    J, W, gradient, draws = problem(loss, 60)
    small, goal = 1e-16 * gradient, np.full(N_DRAWS, 0.2)
    D = conjugate_gradients(systems(J, W, draws), small, goal)
    left = np.linalg.norm(products(J, W, D) + small, axis=1) / np.linalg.norm(small, axis=1)
    assert np.all(left <= 0.2)
    assert left.max() > 1e-4


@pytest.mark.parametrize(("d", "built"), [(25, True), (26, False)])
def test_number_of_features_decides_whether_hessians_are_built(d, built):
    assert directions.few_features(d) is built


def test_a_preconditioner_serves_until_a_step_leaves_much():
    J, W, _, draws = problem(oracles.DEFAULTS[0], 60)
    directions = Conjugate(J, N_DRAWS)
    gradient = directions.start(J, W)
    directions.direction(W, gradient, draws, np.zeros(N_DRAWS))
    first = directions.spectrum
    directions.note(draws, np.full(N_DRAWS, 0.01))
    directions.direction(W, gradient, draws, np.zeros(N_DRAWS))
    assert directions.spectrum is first
    directions.note(draws, np.full(N_DRAWS, 0.5))
    directions.direction(W, gradient, draws, np.zeros(N_DRAWS))
    assert directions.spectrum is not first
