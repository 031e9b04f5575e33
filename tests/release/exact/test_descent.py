"""Steps down the gradient: as many as are said to be enough are, on tables that solvers dislike."""

import itertools

import numpy as np
import pytest

from dpcore.erm.losses import LOSSES, Logistic, make_loss
from dpcore.erm.solver import solve
from dpcore.release.exact.descent import MOST_STEPS, descend, gradient, n_steps
from tests.release.test_safe import KINDS, hidden, hostile

TAU = 1e-9


def facts(n, d, loss, lam, b):
    """Return W and e of a problem, as `descent` defines them."""
    longest = (1 + b / n) / lam
    return longest, hidden(n, d, loss.curvature, lam, 3 * longest, b)


@pytest.mark.parametrize("loss", LOSSES)
def test_enough_steps_are_enough_on_tables_that_solvers_dislike(loss):
    rng, made = np.random.default_rng(0), make_loss(loss, 0.5)
    for kind, (n, d), share in itertools.product(KINDS, ((2, 3), (60, 10), (300, 20)), (1, 0.05)):
        lam = share * made.curvature
        X, y = hostile(kind, rng, n, d)
        linear = rng.normal(size=d) * rng.uniform(0, 3)
        longest, e = facts(n, d, made, lam, n * np.linalg.norm(linear))
        steps = n_steps(TAU, curvature=made.curvature, lam=lam, longest=longest, hidden=e)
        assert steps is not None
        w = descend(X, y, made, lam, linear, steps)
        assert np.linalg.norm(gradient(X, y, made, lam, linear, w)) <= TAU / 2 + e
        assert np.linalg.norm(w) <= longest
        np.testing.assert_allclose(w, solve(X, y, made, lam, linear[None]).coefs[0], atol=1e-6)


def test_a_tenth_of_them_are_not():
    # Where all curvature but that of λ is spent in one direction, the other one is as slow as said.
    X, y, lam, linear = np.array([[1.0, 0.0]] * 20), np.ones(20), 0.01, np.array([0.0, 1.0])
    longest, e = facts(20, 2, Logistic(), lam, 20.0)
    steps = n_steps(TAU, curvature=0.25, lam=lam, longest=longest, hidden=e)
    for share, is_enough in ((1.0, True), (0.8, False), (0.1, False)):
        w = descend(X, y, Logistic(), lam, linear, int(share * steps))
        left = np.linalg.norm(gradient(X, y, Logistic(), lam, linear, w))
        assert (left <= TAU / 2 + e) == is_enough, share


def test_where_doubles_hide_too_much_or_the_steps_are_too_many_nothing_is_promised():
    usual = {"curvature": 0.25, "lam": 0.01, "longest": 100.0}
    assert n_steps(TAU, hidden=1e-12, **usual)
    assert n_steps(TAU, hidden=TAU / 100, **usual) is None
    assert n_steps(TAU, hidden=0.0, **usual | {"lam": 0.25 / MOST_STEPS}) is None
