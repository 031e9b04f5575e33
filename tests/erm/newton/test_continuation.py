"""Continuation: a sequence of easier losses ends at the loss itself, and at its minimisers."""

import numpy as np
import pytest

from dpcore.erm.losses import HuberHinge
from dpcore.erm.newton import continuation
from dpcore.erm.newton.continuation import ContinuedLoss
from dpcore.erm.objective import Objective
from dpcore.erm.rows import Rows
from tests.erm.oracles import DEFAULTS, formulas, labelled


@pytest.mark.parametrize("scale", [1.0, 2.0, 1024.0])
@pytest.mark.parametrize("loss", DEFAULTS, ids=repr)
def test_continued_loss_is_the_same_loss_drawn_out(loss, scale):
    z = np.linspace(-20, 20, 400)  # no kink of a loss among them
    value, slope, curvature, bound = formulas(loss, z / scale)
    continued = ContinuedLoss(loss, scale)
    np.testing.assert_allclose(continued.value(z), scale * value, atol=1e-13 * scale)
    np.testing.assert_allclose(continued.slope(z), slope, atol=1e-13)
    np.testing.assert_allclose(continued.curvature_at(z), curvature / scale, atol=1e-13)
    assert (continued.lipschitz, continued.curvature) == (loss.lipschitz, bound / scale)
    assert continued.third_derivative_bound == loss.third_derivative_bound / scale**2
    assert continued.is_twice_differentiable is loss.is_twice_differentiable
    assert continued.kinks == tuple(scale * kink for kink in loss.kinks)


def test_lost_draws_are_led_to_their_minimisers():
    # Every margin starts on a flat part of a narrow hinge: the Hessian there is λI.
    loss, lam, n_draws = HuberHinge(1e-3), 1e-5, 4
    X, y = labelled(200, 3)
    linear = 0.1 * np.random.default_rng(1).standard_normal((n_draws, 3))
    rows = Rows(X * y[:, None], np.full(200, 1 / 200), n_draws)
    J = Objective(rows, loss, np.full(n_draws, lam), linear)
    start, tolerance = np.full((n_draws, 3), 1e4), np.full(n_draws, 1e-9)
    W, grad_norm, _ = continuation.descend_by_continuation(J, start, tolerance)
    assert np.all(grad_norm <= tolerance)
    # Computed again in a pass of its own, a residual may differ by rounding.
    left = np.linalg.norm(J.gradient(W, np.arange(n_draws)), axis=1)
    assert np.all(left <= tolerance * (1 + 1e-3))
