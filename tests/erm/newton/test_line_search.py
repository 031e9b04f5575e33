"""The line search halves the slope, whatever the shape of the convex function."""

import numpy as np
import pytest

from dpcore.erm.newton.line_search import GOOD_ENOUGH, slope_search

ROOTS = 10.0 ** np.arange(-6, 7)

# φ' with its root at r and φ'(0) = -1. Flat, then steep is what a hinge does under a small λ.
SLOPES = {
    "linear": lambda t, r: t / r - 1,
    "cubic": lambda t, r: (t / r - 1) ** 3,
    "square root": lambda t, r: np.sqrt(t / r) - 1,
    "saturates": lambda t, r: np.tanh(2 * (t / r - 1)) / np.tanh(2),
    "flat, steep 1e2": lambda t, r: np.maximum(-1, -1 + 1e2 * (t / r - 1)),
    "flat, steep 1e4": lambda t, r: np.maximum(-1, -1 + 1e4 * (t / r - 1)),
    "flat, steep 1e6": lambda t, r: np.maximum(-1, -1 + 1e6 * (t / r - 1)),
    "steep, flat": lambda t, r: np.minimum(1e3 * (t / r - 1), 1e-3 * (t / r - 1)) / 1e3,
}
FAR = {"flat, steep 1e4": 1e3, "flat, steep 1e6": 1}  # the smallest 1/root they are tried at


def roots(name):
    """Return the roots to try: a Newton step is never a million times too long on a kink."""
    return ROOTS[1 / FAR.get(name, 1e6) <= ROOTS]


def search(slope, r, scale=1.0):
    """Search along one feature per root, in one batch; return steps, slopes and calls."""
    calls = []

    def gradient_at(W, draws):
        calls.append(len(draws))
        return scale * slope(W, r[draws, None])

    zeros = np.zeros((len(r), 1))
    W, gradient = slope_search(gradient_at, zeros, zeros + 1, scale * slope(zeros, r[:, None]))
    np.testing.assert_array_equal(gradient, scale * slope(W, r[:, None]))
    return W[:, 0], gradient[:, 0] / scale, calls


@pytest.mark.parametrize("scale", [1e-150, 1e-10, 1.0, 1e10, 1e150])
@pytest.mark.parametrize("name", SLOPES)
def test_slope_is_halved(name, scale):
    r = roots(name)
    steps, slopes, _ = search(SLOPES[name], r, scale)
    at_start = np.abs(SLOPES[name](0.0, r))
    assert np.all(np.abs(slopes) <= GOOD_ENOUGH * at_start * (1 + 1e-12))
    assert np.all(steps > 0)


def test_a_newton_step_that_fits_is_taken_at_once():
    steps, _, calls = search(SLOPES["linear"], np.array([0.8, 1.0, 1.5]))
    assert calls == [3]
    np.testing.assert_array_equal(steps, 1.0)


@pytest.mark.parametrize("name", SLOPES)
def test_draws_do_not_disturb_each_other(name):
    r = roots(name)
    together, _, _ = search(SLOPES[name], r)
    alone = [search(SLOPES[name], r[i : i + 1])[0][0] for i in range(len(r))]
    np.testing.assert_array_equal(together, alone)


def test_done_draws_are_not_evaluated_again():
    _, _, calls = search(SLOPES["linear"], ROOTS)
    assert calls == sorted(calls, reverse=True)
    assert calls[-1] < calls[0]


def test_step_follows_the_direction_from_the_point():
    rng = np.random.default_rng(0)
    start, goal = rng.standard_normal((2, 6, 3))
    D = 10.0 ** np.arange(-3, 3)[:, None] * (goal - start)
    W, gradient = slope_search(lambda V, draws: V - goal[draws], start, D, start - goal)
    along = np.linalg.norm(np.cross(W - start, D), axis=1)
    assert np.all(along <= 1e-12 * np.linalg.norm(D, axis=1))
    np.testing.assert_array_equal(gradient, W - goal)


def test_a_jump_ends_the_search_in_bounds():
    # No step halves this slope; the search gives up beside the jump instead of running on.
    steps, _, calls = search(lambda t, r: np.where(t < r, -1.0, 1e6), np.array([0.1, 0.3, 40.0]))
    np.testing.assert_allclose(steps, [0.1, 0.3, 40.0], rtol=1e-6)
    assert len(calls) <= 100


def test_a_slope_below_what_rounding_hides_is_good_enough():
    def steps(resolution):
        calls = []

        def gradient_at(W, draws):
            calls.append(len(draws))
            return np.full_like(W, 1e-7)  # rounding: the same wherever one looks

        zero, D = np.zeros((1, 1)), np.full((1, 1), 0.01)
        slope_search(gradient_at, zero, D, np.full((1, 1), -1e-7), resolution)
        return len(calls)

    assert steps(2e-7) == 1
    assert steps(0.5e-7) > 1
